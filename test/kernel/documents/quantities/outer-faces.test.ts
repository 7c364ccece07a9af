/** @module tests of faces of walls along an edge of an outline. */
import { expect, test } from 'vitest';

import { coveredBy } from '../../../../kernel/documents/quantities/outer-faces.ts';

const at = (x: number, y: number) => ({ x, y });
const EDGE = [at(0, 0), at(10_000, 0)] as const;

/** A face from `a` to `b` on the line `y`. */
function face(a: number, b: number, height: number, y = 0) {
  return { edge: [at(a, y), at(b, y)] as const, height };
}

test.each([
  ['one face', [face(0, 10_000, 3000)], 30_000_000, 0],
  ['faces that run against the edge', [face(10_000, 0, 3000)], 30_000_000, 0],
  ['no face', [], 0, 10_000],
  ['a face that ends before the edge', [face(0, 8000, 3000)], 24_000_000, 2000],
  ['a face that is longer than the edge', [face(-500, 10_500, 3000)], 30_000_000, 0],
  [
    'two faces, one after the other',
    [face(0, 4000, 3000), face(4000, 10_000, 2000)],
    24_000_000,
    0,
  ],
  ['a gap between two faces', [face(0, 4000, 3000), face(5000, 10_000, 2000)], 22_000_000, 1000],
  // The overlap of 1,000 mm has the height of the higher wall.
  ['faces that overlap', [face(0, 5000, 3000), face(4000, 10_000, 2000)], 25_000_000, 0],
  ['a low face within a high one', [face(2000, 3000, 1000), face(0, 10_000, 3000)], 30_000_000, 0],
  ['a face on a parallel line', [face(0, 10_000, 3000, 1)], 0, 10_000],
  [
    'a face across the edge',
    [{ edge: [at(5000, 0), at(5000, 200)] as const, height: 3000 }],
    0,
    10_000,
  ],
  ['an edge of a wall without length', [face(5000, 5000, 3000)], 0, 10_000],
] as const)('%s', (_what, faces, area, missing) => {
  expect(coveredBy(EDGE, faces)).toEqual({ area, missing });
});

test('an edge without length has no area', () => {
  expect(coveredBy([at(0, 0), at(0, 0)], [face(0, 1, 1)])).toEqual({ area: 0, missing: 0 });
});
