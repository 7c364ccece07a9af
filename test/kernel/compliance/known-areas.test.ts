/** @module tests of known areas: what is kept of an area is what would be worked out anew, and no more than is meant. */
import { expect, test } from 'vitest';

import { furthestPlace } from '../../../kernel/compliance/shapes/furthest.ts';
import { walkedArea, waysFrom } from '../../../kernel/compliance/shapes/geodesic.ts';
import {
  knownArea,
  knownFurthest,
  knownWays,
} from '../../../kernel/compliance/shapes/known-areas.ts';
import type { Ring } from '../../../kernel/geometry/plan/polygon.ts';

/** An L of 6 by 4 m whose wings are as wide as said, with a column in it. */
const outline = (wing: number): Ring => [
  { x: 0, y: 0 },
  { x: 6000, y: 0 },
  { x: 6000, y: wing },
  { x: wing, y: wing },
  { x: wing, y: 4000 },
  { x: 0, y: 4000 },
];
const COLUMN: Ring = [
  { x: 500, y: 500 },
  { x: 500, y: 800 },
  { x: 800, y: 800 },
  { x: 800, y: 500 },
];
const DOOR = { x: 5000, y: 10 };
const PLACES = [
  { x: 100, y: 3900 },
  { x: 700, y: 900 },
];

test('the same outline and holes are one area, others are another', () => {
  const area = knownArea(outline(2000), [COLUMN]);
  expect(knownArea(structuredClone(outline(2000)), [structuredClone(COLUMN)])).toBe(area);
  expect(area).toEqual(walkedArea(outline(2000), [COLUMN]));
  expect(knownArea(outline(2001), [COLUMN])).not.toBe(area);
  expect(knownArea(outline(2000), [])).not.toBe(area);
});

test('ways and furthest places are those of the area, the door and the rest that are asked for', () => {
  for (const wing of [1500, 2000]) {
    const [known, fresh] = [
      knownArea(outline(wing), [COLUMN]),
      walkedArea(outline(wing), [COLUMN]),
    ];
    for (const x of [5000, 5500]) {
      const from = { ...DOOR, x };
      const ways = waysFrom(fresh, from, PLACES);
      expect(knownWays(known, from, PLACES)).toEqual(ways);
      expect(knownWays(known, from, PLACES)).toBe(knownWays(known, { ...from }, [...PLACES]));
      expect(knownWays(known, from, PLACES.slice(1))).toEqual(ways.slice(1));
      for (const rest_mm of [0, 300]) {
        const sources = [{ point: from, rest_mm }];
        expect(knownFurthest(known, sources)).toEqual(furthestPlace(fresh, sources));
        expect(knownFurthest(known, sources)).toBe(knownFurthest(known, structuredClone(sources)));
      }
    }
  }
});

test('an area that was not asked for while thousands of others were is made anew', () => {
  const first = knownArea(outline(1000), []);
  for (let wing = 1001; wing < 3500; wing++) knownArea(outline(wing), []);
  const again = knownArea(outline(1000), []);
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});
