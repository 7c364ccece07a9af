/** @module tests of slices by planes that pass through vertices and edges of a body. */
import { describe, expect, test } from 'vitest';

import { signedArea } from '../../../../kernel/building/geometry/plan/polygon.ts';
import { behindPlane } from '../../../../kernel/documents/drawings/lines/clip-mesh.ts';
import { sectionOf } from '../../../../kernel/documents/drawings/lines/slice.ts';

/** Vertices of a gable roof 4,000 mm wide and 6,000 mm long; x along the ridge, y up, `ridge` is its depth. */
function gable(ridge: number): Float64Array {
  const corner = (x: number, y: number, depth: number): readonly number[] => [x, y, depth];
  return Float64Array.from([
    ...corner(0, 0, -2000),
    ...corner(6000, 0, -2000),
    ...corner(6000, 0, 2000),
    ...corner(0, 0, 2000),
    ...corner(0, 1500, ridge),
    ...corner(6000, 1500, ridge),
    ...corner(0, 0, ridge),
    ...corner(6000, 0, ridge),
  ]);
}

/** Triangles of the roof. Its underside has vertices below the ridge, such as those of joined bodies. */
const TRIANGLES = [
  [0, 1, 5],
  [0, 5, 4],
  [2, 3, 4],
  [2, 4, 5],
  [0, 4, 6],
  [6, 4, 3],
  [1, 7, 5],
  [7, 2, 5],
  [0, 6, 1],
  [1, 6, 7],
  [6, 3, 7],
  [7, 3, 2],
] as const;

function areaOf(spots: Float64Array, triangles: readonly (readonly number[])[]): number {
  const { rings, lines } = sectionOf(spots, Uint32Array.from(triangles.flat()));
  expect(lines).toEqual([]);
  return rings.reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0);
}

describe('a plane along the ridge of a roof', () => {
  test.each(TRIANGLES.map((_, first) => first))(
    'gives the full section, regardless of the order of triangles: first %i',
    (first) => {
      const turned = [...TRIANGLES.slice(first), ...TRIANGLES.slice(0, first)];
      expect(areaOf(gable(0), turned)).toBeCloseTo(6000 * 1500, 3);
    },
  );

  test.each([1e-9, -1e-9, 1e-12, 0.001, -0.001])(
    'gives the full section if vertices are %f mm off the plane because of rounding',
    (off) => {
      const spots = gable(0);
      // Only some of the vertices on the plane are off it.
      for (const vertex of [4, 7]) spots[vertex * 3 + 2] = off;
      expect(areaOf(spots, TRIANGLES)).toBeCloseTo(6000 * 1500, -1);
      const { spots: kept } = behindPlane({ spots, triangles: Uint32Array.from(TRIANGLES.flat()) });
      const depths = Array.from(kept.filter((_, i) => i % 3 === 2));
      const used = depths.filter((depth) => depth > -1000 && depth < 1000);
      expect(Math.max(...used.map(Math.abs))).toBeLessThanOrEqual(0.001);
    },
  );
});
