/** @module ada-2010: rules of 2010 ADA Standards for Accessible Design. */
import { aDoor, aDoorAlone } from '../examples/doors.ts';
import { aUnit } from '../examples/furniture.ts';
import { aRamp } from '../examples/ramps.ts';
import { aRoom, aCorridor } from '../examples/rooms.ts';
import { aStair, aStairTo } from '../examples/stairs.ts';
import {
  basin,
  corridor,
  doorInWallOver,
  doorOnRoute,
  occupiedRoom,
  rampOver,
  sanitaryRoom,
  sanitaryUnit,
  stairToRooms,
} from '../guards.ts';
import { corridorWidth } from '../measures/corridors.ts';
import { doorClearHeight, doorClearWidth, doorStep } from '../measures/doors.ts';
import { furnitureFreeDepth, furnitureUnswept } from '../measures/free-space/furniture.ts';
import { rampClearWidth, rampLanding, rampRise, rampSlope } from '../measures/ramps.ts';
import { roomFreeCircle, roomHeadroom } from '../measures/rooms.ts';
import {
  stairRiserGreatest,
  stairRiserLeast,
  stairRiserSpread,
  stairTreadLeast,
} from '../measures/stairs.ts';
import { inches, mm, percent } from '../outcome.ts';
import { definePack } from '../pack.ts';
import { row } from '../row.ts';
import { adaDoorApproach } from './ada-2010/door-approach.ts';
import { adaOpeningWidth } from './ada-2010/opening-width.ts';

export const ADA_2010 = definePack({
  standard: 'ADA-2010',
  edition: '2010',
  title: '2010 ADA Standards for Accessible Design',
  version: '1.1.0',
  rules: {
    'basin-clear-floor': row('furniture', basin, {
      title: 'Clear floor in front of a washbasin or sink',
      source: { clause: '606.2', confidence: 'M' },
      require: { measure: furnitureFreeDepth, at_least: inches(48) },
      fix: 'move the basin or the obstacle in front of it',
      pass: aUnit({ depth: 1719.2 }, '1,219.2 mm of free floor in front of a washbasin'),
      fail: aUnit({ depth: 1719.1 }, '1,219.1 mm of free floor in front of a washbasin'),
      not_applicable: aUnit({ depth: 1719, type: 'wardrobe' }, 'a wardrobe'),
    }),
    'clear-floor-door': row('furniture', sanitaryUnit, {
      title: 'Door over the clear floor of a sanitary unit',
      source: { clause: '603.2.3', confidence: 'M' },
      require: { measure: furnitureUnswept, at_least: percent(100) },
      fix: 'hang the door so that it opens outwards, or move the unit',
      pass: aUnit({ depth: 2050, x: 1200 }, 'a door that opens up to the clear floor'),
      fail: aUnit({ depth: 2000, x: 1200 }, 'a door that opens 50 mm over the clear floor'),
      not_applicable: aUnit({ depth: 2000, x: 1200, type: 'wardrobe' }, 'a wardrobe'),
    }),
    'corridor-width': row('room', corridor, {
      title: 'Clear width of a corridor',
      source: { clause: '403.5.1', confidence: 'H' },
      require: { measure: corridorWidth, at_least: inches(36) },
      fix: 'move a wall, or remove what obstructs the corridor',
      pass: aCorridor({ depth: 914.4 }, 'a corridor of 914.4 mm'),
      fail: aCorridor({ depth: 914.3 }, 'a corridor of 914.3 mm'),
      not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
    }),
    'door-approach': adaDoorApproach,
    'door-height': row('door', doorOnRoute, {
      title: 'Clear height of a door',
      source: { clause: '404.2.3', confidence: 'H' },
      require: { measure: doorClearHeight, at_least: inches(80) },
      fix: 'choose a higher door, or remove what projects into it',
      pass: aDoor({ height: 2032 }, 'a door of 2,032 mm height'),
      fail: aDoor({ height: 2031 }, 'a door of 2,031 mm height'),
      not_applicable: aDoorAlone(),
    }),
    'door-threshold': row('door', doorOnRoute, {
      title: 'Step at a door',
      source: { clause: '404.2.5', confidence: 'H' },
      require: { measure: doorStep, at_most: inches(0.5) },
      fix: 'set the floors on both sides to the same height, or add a ramp',
      pass: aDoor({ step: 12.7 }, 'a floor 12.7 mm higher behind the door'),
      fail: aDoor({ step: 12.8 }, 'a floor 12.8 mm higher behind the door'),
      not_applicable: aDoorAlone(),
    }),
    'door-width-deep': row('door', doorInWallOver(inches(24)), {
      title: 'Clear width of a deep doorway',
      source: { clause: '404.2.3', confidence: 'H' },
      require: { measure: doorClearWidth, at_least: inches(36) },
      fix: 'choose a wider door, or a thinner wall',
      pass: aDoor({ width: 974.4, wall: 700 }, 'a door of 974.4 mm in a wall of 700 mm'),
      fail: aDoor({ width: 974.3, wall: 700 }, 'a door of 974.3 mm in a wall of 700 mm'),
      not_applicable: aDoor({ width: 900, wall: 609.6 }, 'a door in a wall of 609.6 mm'),
    }),
    'door-width': row('door', doorOnRoute, {
      title: 'Clear width of a door',
      source: { clause: '404.2.3', confidence: 'H' },
      require: { measure: doorClearWidth, at_least: inches(32) },
      fix: 'choose a wider door, or remove what obstructs it',
      pass: aDoor({ width: 872.8 }, 'a door of 872.8 mm'),
      fail: aDoor({ width: 872.7 }, 'a door of 872.7 mm'),
      not_applicable: aDoorAlone(),
    }),
    'opening-width': adaOpeningWidth,
    'ramp-landing': row('ramp', rampOver(percent(5)), {
      title: 'Landings of a ramp',
      source: { clause: '405.7', confidence: 'M' },
      require: { measure: rampLanding, at_least: inches(60) },
      fix: 'keep more floor clear at both ends of the ramp',
      pass: aRamp({ rise: 400, landing: 1524 }, 'landings of 1,524 mm'),
      fail: aRamp({ rise: 400, landing: 1523.9 }, 'landings of 1,523.9 mm'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-rise': row('ramp', rampOver(percent(5)), {
      title: 'Rise of a ramp between landings',
      source: { clause: '405.6', confidence: 'M' },
      require: { measure: rampRise, at_most: inches(30) },
      fix: 'divide the ramp by a landing',
      pass: aRamp({ rise: 762, run: 9500 }, 'a rise of 762 mm'),
      fail: aRamp({ rise: 762.1, run: 9500 }, 'a rise of 762.1 mm'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-slope': row('ramp', rampOver(percent(5)), {
      title: 'Slope of a ramp',
      source: { clause: '405.2', confidence: 'M' },
      require: { measure: rampSlope, at_most: percent(100 / 12) },
      fix: 'make the ramp longer for the same rise',
      pass: aRamp({ rise: 500, run: 6000 }, 'a rise of 500 mm over 6 m: 1:12'),
      fail: aRamp({ rise: 501, run: 6000 }, 'a rise of 501 mm over 6 m'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-width': row('ramp', rampOver(percent(5)), {
      title: 'Clear width of a ramp',
      source: { clause: '405.5', confidence: 'H' },
      require: { measure: rampClearWidth, at_least: inches(36) },
      fix: 'make the ramp wider, or remove what obstructs it',
      pass: aRamp({ rise: 400, width: 914.4 }, 'a ramp of 914.4 mm width'),
      fail: aRamp({ rise: 400, width: 914.3 }, 'a ramp of 914.3 mm width'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'stair-riser-least': row('stair', stairToRooms, {
      title: 'Minimum height of a riser',
      source: { clause: '504.2', confidence: 'H' },
      require: { measure: stairRiserLeast, at_least: inches(4) },
      fix: 'use fewer, higher risers for the same rise',
      pass: aStair({ riser: 101.6 }, 'risers of 101.6 mm'),
      fail: aStair({ riser: 101.5 }, 'risers of 101.5 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser-uniformity': row('stair', stairToRooms, {
      title: 'Uniform risers in a flight',
      source: { clause: '504.2', confidence: 'M' },
      require: { measure: stairRiserSpread, at_most: mm(1) },
      fix: 'set the floors to the height of the first and the last step',
      pass: aStair({ finish: 1 }, 'an upper floor 1 mm above the last step'),
      fail: aStair({ finish: 1.1 }, 'an upper floor 1.1 mm above the last step'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-riser': row('stair', stairToRooms, {
      title: 'Height of a riser',
      source: { clause: '504.2', confidence: 'H' },
      require: { measure: stairRiserGreatest, at_most: inches(7) },
      fix: 'use more, lower risers for the same rise',
      pass: aStair({ riser: 177.8 }, 'risers of 177.8 mm'),
      fail: aStair({ riser: 177.9 }, 'risers of 177.9 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'stair-tread': row('stair', stairToRooms, {
      title: 'Depth of a tread',
      source: { clause: '504.2', confidence: 'H' },
      require: { measure: stairTreadLeast, at_least: inches(11) },
      fix: 'use deeper treads',
      pass: aStair({ tread: 279.4 }, 'treads of 279.4 mm'),
      fail: aStair({ tread: 279.3 }, 'treads of 279.3 mm'),
      not_applicable: aStairTo('plant', {}, 'a stair up to a plant room'),
    }),
    'turning-circle': row('room', sanitaryRoom, {
      title: 'Turning circle in a sanitary room',
      source: { clause: '304.3.1', confidence: 'M' },
      require: { measure: roomFreeCircle, at_least: inches(60) },
      fix: 'make the room wider or remove an obstacle; T-shaped turning spaces are not checked',
      pass: aRoom({ usage: 'toilet', depth: 1524 }, 'a toilet of 1,524 mm'),
      fail: aRoom({ usage: 'toilet', depth: 1523.9 }, 'a toilet of 1,523.9 mm'),
      not_applicable: aRoom({ depth: 1400 }, 'an office of 1,400 mm'),
    }),
    'vertical-clearance': row('room', occupiedRoom, {
      title: 'Vertical clearance in a room',
      source: { clause: '307.4', confidence: 'L' },
      require: { measure: roomHeadroom, at_least: inches(80) },
      fix: 'raise the lowest object above the floor, or fence off the floor under a stair',
      pass: aRoom({ beam: 2032 }, 'a beam 2,032 mm above the floor'),
      fail: aRoom({ beam: 2031 }, 'a beam 2,031 mm above the floor'),
      not_applicable: aRoom({ beam: 1900, usage: 'plant' }, 'a beam in a plant room'),
    }),
  },
});
