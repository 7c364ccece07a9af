/** @module tolerances tests: derivations from the grid, and a single place of definition. */

import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import * as tolerances from '../../../../kernel/building/geometry/tolerances.ts';

const {
  GRID_MM,
  HALF_GRID_UM,
  ON_SIDE_MM,
  SAME_PLACE_MM,
  MERGED_VERTEX_MM,
  SLIVER_MM,
  SLIT_MM,
  ROTATED_POINT_UM,
  ROTATED_RECTANGLE_MM,
  SAME_HEIGHT_UM,
  ROUND_OFF_MM,
} = tolerances;

/** Maximum distance by which rounding to the grid moves a point, mm. */
const ROUNDED_POINT_MM = (GRID_MM * Math.SQRT2) / 2;

describe('tolerances', () => {
  test.each([
    ['half of the grid', HALF_GRID_UM, (1000 * GRID_MM) / 2, 1],
    ['a rounded corner on a rounded side', ON_SIDE_MM, 2 * ROUNDED_POINT_MM, 1.1],
    ['two places rounded twice each', SAME_PLACE_MM, 4 * (GRID_MM / 2), 1],
    ['vertices two steps of the grid apart', MERGED_VERTEX_MM, 2 * GRID_MM, 1.1],
    ['two rounded edges and three rounds of snapping', SLIVER_MM, 7 * ROUNDED_POINT_MM, 1.02],
    ['two slivers', SLIT_MM, 2 * SLIVER_MM, 1],
    ['five roundings of two points', ROTATED_POINT_UM, 5 * 1000 * GRID_MM, 1],
    ['ten roundings of both ends', ROTATED_RECTANGLE_MM, 20 * ROUNDED_POINT_MM, 1.5],
    ['a rounded corner at 89°', SAME_HEIGHT_UM, 57.29 * 1000 * ROUNDED_POINT_MM, 1.25],
    ['a thousandth of the grid', ROUND_OFF_MM, GRID_MM / 1000, 1],
  ])(
    'the tolerance covers its derivation and is hardly larger: %s',
    (_what, tolerance, derived, most) => {
      expect(tolerance).toBeGreaterThanOrEqual(derived * (1 - 1e-12));
      expect(tolerance).toBeLessThanOrEqual(derived * most * (1 + 1e-12));
    },
  );

  test('tolerances of angles are the sines named in their comments', () => {
    expect(tolerances.PARALLEL_LINES).toBeCloseTo(Math.sin(Math.PI / 180), 15);
    expect(tolerances.SHARPEST_TEE).toBeCloseTo(Math.sin(Math.PI / 18), 15);
    expect(tolerances.NEARLY_COLLINEAR).toBeCloseTo(Math.sin(0.6), 15);
    expect(tolerances.GABLE_TURN).toBeCloseTo(Math.sin(Math.PI / 4), 15);
  });

  test('no other file of the geometry defines a tolerance', () => {
    const root = new URL('../../../../kernel/building/geometry/', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const found = files
      // Tables of sections and the density of steel are not tolerances.
      .filter((file) => !/tolerances\.ts|rolled-sections\.ts|profile\.ts/u.test(file))
      .flatMap((file) => {
        const code = readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8').replaceAll(
          /\/\*[\s\S]*?\*\/|\/\/[^\n]*/gu,
          '',
        );
        return [...code.matchAll(/\b\d[\d_.]*e-\d+|\b0\.0[\d_]*/gu)].map(([text]) => [file, text]);
      });
    expect(files.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
