/** @module din-18040-1: rules of DIN 18040-1: barrier-free public buildings. */
import { aDoor, aDoorAlone } from '../examples/doors.ts';
import { aUnit } from '../examples/furniture.ts';
import { aRamp } from '../examples/ramps.ts';
import { aRoom, aCorridor } from '../examples/rooms.ts';
import { corridor, doorOnRoute, rampOver, sanitaryRoom, sanitaryUnit } from '../guards.ts';
import { corridorWidth } from '../measures/corridors.ts';
import { doorClearHeight, doorClearWidth, doorDepthLesser, doorStep } from '../measures/doors.ts';
import { furnitureFreeDepth } from '../measures/free-space/furniture.ts';
import { rampClearWidth, rampLanding, rampRun, rampSlope } from '../measures/ramps.ts';
import { roomFreeCircle } from '../measures/rooms.ts';
import { mm, percent } from '../outcome.ts';
import { definePack } from '../pack.ts';
import { row } from '../row.ts';

export const DIN_18040_1 = definePack({
  standard: 'DIN-18040-1',
  edition: '2010-10',
  title: 'DIN 18040-1: barrier-free public buildings',
  version: '1.0.0',
  rules: {
    'corridor-width': row('room', corridor, {
      title: 'Clear width of a corridor',
      source: { clause: '4.3.2', confidence: 'L' },
      require: { measure: corridorWidth, at_least: mm(1500) },
      fix: 'move a wall, or remove what obstructs the corridor',
      pass: aCorridor({ depth: 1500 }, 'a corridor of 1,500 mm'),
      fail: aCorridor({ depth: 1499 }, 'a corridor of 1,499 mm'),
      not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
    }),
    'door-height': row('door', doorOnRoute, {
      title: 'Clear height of a door',
      source: { clause: '4.3.3', confidence: 'M' },
      require: { measure: doorClearHeight, at_least: mm(2050) },
      fix: 'choose a higher door, or remove what projects into it',
      pass: aDoor({ height: 2050 }, 'a door of 2,050 mm height'),
      fail: aDoor({ height: 2049 }, 'a door of 2,049 mm height'),
      not_applicable: aDoorAlone(),
    }),
    'door-movement': row('door', doorOnRoute, {
      title: 'Movement area in front of a door',
      source: { clause: '4.3.3', confidence: 'M' },
      require: { measure: doorDepthLesser, at_least: mm(1500) },
      fix: 'keep more floor clear in front of the door',
      pass: aDoor({ depths: [1500, 2000] }, '1,500 mm of free floor in front of the door'),
      fail: aDoor({ depths: [1499, 2000] }, '1,499 mm of free floor in front of the door'),
      not_applicable: aDoorAlone(),
    }),
    'door-threshold': row('door', doorOnRoute, {
      title: 'Step at a door',
      source: { clause: '4.3.3', confidence: 'M' },
      require: { measure: doorStep, at_most: mm(20) },
      fix: 'set the floors on both sides to the same height, or add a ramp',
      pass: aDoor({ step: 20 }, 'a floor 20 mm higher behind the door'),
      fail: aDoor({ step: 21 }, 'a floor 21 mm higher behind the door'),
      not_applicable: aDoorAlone(),
    }),
    'door-width': row('door', doorOnRoute, {
      title: 'Clear width of a door',
      source: { clause: '4.3.3', confidence: 'M' },
      require: { measure: doorClearWidth, at_least: mm(900) },
      fix: 'choose a wider door, or remove what obstructs it',
      pass: aDoor({ width: 960 }, 'a door of 960 mm'),
      fail: aDoor({ width: 959 }, 'a door of 959 mm'),
      not_applicable: aDoorAlone(),
    }),
    'movement-area': row('room', sanitaryRoom, {
      title: 'Movement area in a sanitary room',
      source: { clause: '5.3.3', confidence: 'M' },
      require: { measure: roomFreeCircle, at_least: mm(1500) },
      fix: 'make the room wider or remove an obstacle',
      pass: aRoom({ usage: 'wc', depth: 1500 }, 'a toilet of 1,500 mm'),
      fail: aRoom({ usage: 'wc', depth: 1499 }, 'a toilet of 1,499 mm'),
      not_applicable: aRoom({ depth: 1400 }, 'an office of 1,400 mm'),
    }),
    'movement-area-unit': row('furniture', sanitaryUnit, {
      title: 'Movement area in front of a sanitary unit',
      source: { clause: '5.3.3', confidence: 'M' },
      require: { measure: furnitureFreeDepth, at_least: mm(1500) },
      fix: 'move the unit or the obstacle in front of it',
      pass: aUnit({ depth: 2000 }, '1,500 mm of free floor in front of a washbasin'),
      fail: aUnit({ depth: 1999 }, '1,499 mm of free floor in front of a washbasin'),
      not_applicable: aUnit({ depth: 1999, type: 'wardrobe' }, 'a wardrobe'),
    }),
    'ramp-landing': row('ramp', rampOver(percent(3)), {
      title: 'Landings of a ramp',
      source: { clause: '4.3.8', confidence: 'L' },
      require: { measure: rampLanding, at_least: mm(1500) },
      fix: 'keep more floor clear at both ends of the ramp',
      pass: aRamp({ landing: 1500 }, 'landings of 1,500 mm'),
      fail: aRamp({ landing: 1499 }, 'landings of 1,499 mm'),
      not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
    }),
    'ramp-run': row('ramp', rampOver(percent(3)), {
      title: 'Length of a ramp between landings',
      source: { clause: '4.3.8', confidence: 'L' },
      require: { measure: rampRun, at_most: mm(6000) },
      fix: 'divide the ramp by a landing',
      pass: aRamp({ rise: 360, run: 6000 }, 'a ramp of 6 m'),
      fail: aRamp({ rise: 360, run: 6001 }, 'a ramp of 6,001 mm'),
      not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
    }),
    'ramp-slope': row('ramp', rampOver(percent(3)), {
      title: 'Slope of a ramp',
      source: { clause: '4.3.8', confidence: 'L' },
      require: { measure: rampSlope, at_most: percent(6) },
      fix: 'make the ramp longer for the same rise',
      pass: aRamp({ rise: 360, run: 6000 }, 'a rise of 360 mm over 6 m: 6 %'),
      fail: aRamp({ rise: 361, run: 6000 }, 'a rise of 361 mm over 6 m'),
      not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
    }),
    'ramp-width': row('ramp', rampOver(percent(3)), {
      title: 'Clear width of a ramp',
      source: { clause: '4.3.8', confidence: 'L' },
      require: { measure: rampClearWidth, at_least: mm(1200) },
      fix: 'make the ramp wider, or remove what obstructs it',
      pass: aRamp({ width: 1200 }, 'a ramp of 1,200 mm width'),
      fail: aRamp({ width: 1199 }, 'a ramp of 1,199 mm width'),
      not_applicable: aRamp({ rise: 180, run: 6000 }, 'a floor that rises by 3 %'),
    }),
  },
});
