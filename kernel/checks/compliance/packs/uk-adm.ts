/** @module uk-adm: rules of Approved Document M (England), volume 2: access. */
import { aDoor, aDoorAlone } from '../examples/doors.ts';
import { aRamp } from '../examples/ramps.ts';
import { aRoom, aCorridor } from '../examples/rooms.ts';
import { corridor, doorOnRoute, rampOver } from '../guards.ts';
import { corridorWidth } from '../measures/corridors.ts';
import { doorClearWidth } from '../measures/doors.ts';
import { rampClearWidth, rampLanding, rampRise, rampRun } from '../measures/ramps.ts';
import { mm, percent } from '../outcome.ts';
import { definePack } from '../pack.ts';
import { row } from '../row.ts';

export const UK_ADM = definePack({
  standard: 'UK-ADM',
  edition: '2015, volume 2',
  title: 'Approved Document M (England), volume 2: access',
  version: '1.0.0',
  rules: {
    'corridor-width': row('room', corridor, {
      title: 'Clear width of a corridor',
      source: { clause: '3.14', confidence: 'L' },
      require: { measure: corridorWidth, at_least: mm(1200) },
      fix: 'move a wall, or remove what obstructs the corridor',
      pass: aCorridor({ depth: 1200 }, 'a corridor of 1,200 mm'),
      fail: aCorridor({ depth: 1199 }, 'a corridor of 1,199 mm'),
      not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
    }),
    'door-width': row('door', doorOnRoute, {
      title: 'Effective clear width of a door approached straight on',
      source: { clause: 'Table 2', confidence: 'L' },
      require: { measure: doorClearWidth, at_least: mm(800) },
      fix: 'choose a wider door, or remove what obstructs it',
      pass: aDoor({ width: 860 }, 'a door of 860 mm'),
      fail: aDoor({ width: 859 }, 'a door of 859 mm'),
      not_applicable: aDoorAlone(),
    }),
    'ramp-going': row('ramp', rampOver(percent(5)), {
      title: 'Length of a ramp between landings',
      source: { clause: '1.26, Table 1', confidence: 'H' },
      require: { measure: rampRun, at_most: mm(10000) },
      fix: 'divide the ramp by a landing',
      pass: aRamp({ rise: 510, run: 10_000 }, 'a ramp of 10 m'),
      fail: aRamp({ rise: 510, run: 10_001 }, 'a ramp of 10,001 mm'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-landing': row('ramp', rampOver(percent(5)), {
      title: 'Landings of a ramp',
      source: { clause: '1.26', confidence: 'H' },
      require: { measure: rampLanding, at_least: mm(1200) },
      fix: 'keep more floor clear at both ends of the ramp',
      pass: aRamp({ rise: 400, landing: 1200 }, 'landings of 1,200 mm'),
      fail: aRamp({ rise: 400, landing: 1199 }, 'landings of 1,199 mm'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-rise': row('ramp', rampOver(percent(5)), {
      title: 'Rise of a ramp between landings',
      source: { clause: '1.26, Table 1', confidence: 'H' },
      require: { measure: rampRise, at_most: mm(500) },
      fix: 'divide the ramp by a landing',
      pass: aRamp({ rise: 500 }, 'a rise of 500 mm'),
      fail: aRamp({ rise: 501 }, 'a rise of 501 mm'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
    'ramp-width': row('ramp', rampOver(percent(5)), {
      title: 'Width of a ramp',
      source: { clause: '1.26', confidence: 'H' },
      require: { measure: rampClearWidth, at_least: mm(1500) },
      fix: 'make the ramp wider, or remove what obstructs it',
      pass: aRamp({ rise: 400, width: 1500 }, 'a ramp of 1,500 mm width'),
      fail: aRamp({ rise: 400, width: 1499 }, 'a ramp of 1,499 mm width'),
      not_applicable: aRamp({ rise: 300, run: 6000 }, 'a floor that rises by 5 %'),
    }),
  },
});
