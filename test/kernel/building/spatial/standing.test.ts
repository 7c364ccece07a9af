/** @module tests of the nearest position of a disc: it touches a side, or a side and a corner at once. */
import { expect, test } from 'vitest';

import { freeSpaceOf } from '../../../../kernel/building/spatial/disc/free-space.ts';
import { standingNear } from '../../../../kernel/building/spatial/disc/standing.ts';
import { P } from './plans.ts';

/** 4 by 4 m, with an obstacle that overhangs the right part of the lower side at 600 mm. */
const SPACE = freeSpaceOf([
  [
    P(0, 0),
    P(4000, 0),
    P(4000, 600),
    P(1000, 600),
    P(1000, 800),
    P(4000, 800),
    P(4000, 4000),
    P(0, 4000),
  ],
]);

test.each([
  ['a place where it fits', P(500, 2000), P(500, 2000)],
  ['a place near one side', P(100, 2000), P(500, 2000)],
  ['a corner', P(100, 100), P(500, 500)],
  // Too low for the disc under the overhang: it touches the lower side and the corner at (1000, 600).
  ['a place under an overhang', P(900, 300), P(1000 - Math.sqrt(500 ** 2 - 100 ** 2), 500)],
])('a disc of 500 mm radius near %s', (_, point, expected) => {
  const found = standingNear(SPACE, point, 500);
  expect(found?.x).toBeCloseTo(expected.x, 6);
  expect(found?.y).toBeCloseTo(expected.y, 6);
});

test('there is no position outside of the space', () => {
  expect(standingNear(SPACE, P(2000, 700), 500)).toBeNull();
});
