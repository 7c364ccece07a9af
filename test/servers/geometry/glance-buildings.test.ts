/** @module warnings of a script that builds a house: none for a correct house, and one for each visible fault. */
import { describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';
import { RIGHT_BUILDINGS } from './right-buildings.ts';

/** All warnings of the preview of a script. */
async function warned(script: string): Promise<readonly string[]> {
  const world = await World.create();
  const { events, warnings = [] } = await world.plan('run_script', { script });
  const effect = world.effect(events);
  return [...warnings, ...effect.withNames(effect.warnings)];
}

describe('a correct house causes no warning', () => {
  test.each(Object.entries(RIGHT_BUILDINGS))('%s', async (_what, script) => {
    expect(await warned(script)).toEqual([]);
  });
});

/** A box of 10 by 8 m with walls of 300 mm on one of two levels. */
const BOX = `level Ground at 0 height 3 as g
level First at 3 height 3 as f
on $g
floor rect (0, 0) size 10 x 8 thickness 0.25
walls rect (0, 0) size 10 x 8 thickness 0.3 usage exterior as s
`;

const WRONG: readonly (readonly [what: string, script: string, expected: string])[] = [
  [
    'a partition that meets its wall in a doorway',
    'wall (5,0) to (5,8)\ndoor in $s.south at 4.6 size 0.9 x 2.1',
    'stands in front of door',
  ],
  [
    'walls that end short of each other',
    'wall (20,0) to (23.85,0)\nwall (24.15,0) to (28,0)',
    'stops 300 mm short',
  ],
  [
    'a column before a door',
    'door in $s.south at 4\ncolumn at (4.5,0.5) size 0.3 x 0.3',
    'stands in front of door',
  ],
  [
    'a column in front of a door, created first',
    'column at (4.5,0.5) size 0.3 x 0.3\ndoor in $s.south at 4',
    'stands in front of door',
  ],
  [
    'a roof far above',
    'level R at 8 as r\nroof rect (0,0) size 10 x 8 on $r type flat',
    'floats 5000 mm above wall',
  ],
  [
    'a wall of two storeys without a level above',
    'on $f\nwall (20,0) to (24,0) height 6',
    'ends 3000 mm above its storey',
  ],
  [
    'a roof with a courtyard far above, and a column in its open air',
    'walls rect (4,3) size 2 x 2 thickness 0.2\ncolumn at (5,4) size 0.3 x 0.3 height 7.5\nlevel R at 8 as r\nroof rect (0,0) size 10 x 8 hole rect (4,3) size 2 x 2 on $r type flat',
    'floats 5000 mm above wall',
  ],
  ['a roof at the foot', 'roof rect (0,0) size 10 x 8 on $g type gable slope 30', 'is at the foot'],
  ['a stair in a wall', 'stair at (9,4) to $f direction east width 1.1', 'stands in wall'],
  [
    'a stair under a closed floor',
    'floor rect (0,0) size 10 x 8 on $f\nstair at (2,3) to $f direction east width 1.1',
    'headroom',
  ],
  ['a wall that ends short', 'wall (5,0) to (5,7.79) thickness 0.15', 'stops 60 mm short'],
  ['a room over a room', 'room A at (2,2)\nroom B rect (1,1) size 3 x 3', 'overlaps room'],
  ['a door for cats', 'door in $s.south at 2 size 0.4 x 2.1', 'is a digit missing'],
  ['a low door', 'door in $s.south at 2 size 0.9 x 1.2', 'is a digit missing'],
  ['a wall through two storeys', 'wall (5,0) to (5,8) height 6', 'ends 3000 mm above level'],
  ['a wall upon a wall', 'wall (0,0) to (10,0) thickness 0.3', 'lies on wall'],
  ['a wall half upon a wall', 'wall (0,0.1) to (10,0.1) thickness 0.3', 'lies on wall'],
  ['a wall as thick as a house', 'wall (20,0) to (20,8) thickness 15', 'is there a digit too many'],
  [
    'a floor as thick as a storey',
    'floor rect (20,0) size 10 x 8 thickness 3.001',
    'is there a digit too many',
  ],
  [
    'a direction in radians',
    'stair at (2,3) to $f direction 1.5708 width 1.1',
    'did you mean 90 degrees',
  ],
  [
    'a turn in radians',
    'column at (5,4) size 0.3 x 0.6 as c\nturn $c by 0.7854 about (5,4)',
    'did you mean 45 degrees',
  ],
  [
    'a slope in radians',
    'roof rect (0,0) size 10 x 8 on $f type gable slope 0.5236',
    'did you mean 30 degrees',
  ],
];

describe('a visible fault is reported', () => {
  test.each(WRONG)('%s', async (_what, script, expected) => {
    expect((await warned(BOX + script)).join('\n')).toContain(expected);
  });

  test.each([
    [
      'a partition next to a doorway',
      'wall (5,0) to (5,8) thickness 0.15\ndoor in $s.south at 5.1',
    ],
    [
      'a column before a window',
      'window in $s.south at 4 size 1.2 x 1.2\ncolumn at (4.5,0.6) size 0.3 x 0.3',
    ],
    ['a column a step before a door', 'door in $s.south at 4\ncolumn at (4.5,0.7) size 0.3 x 0.3'],
    [
      'a roof upon a floor that is high up',
      'level R at 8 as r\nfloor rect (0,0) size 10 x 8 on $r\nroof rect (0,0) size 10 x 8 on $r type flat',
    ],
    [
      'angles of a degree and of no plain part of a circle',
      'column at (5,4) size 0.3 x 0.6 as c\nturn $c by 1 about (5,4)',
    ],
  ])('not %s', async (_what, script) => {
    expect(await warned(BOX + script)).toEqual([]);
  });
});
