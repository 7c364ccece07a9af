/** @module tests of openings: bodies that are cut out of others, also flush with their faces. */
import { describe, expect, test } from 'vitest';

import { isWatertight } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  type EvaluatedShape,
  loadShapeEvaluator,
} from '../../../../../kernel/documents/ifc/shape/evaluate.ts';
import {
  axes,
  block,
  direction,
  evaluator,
  extrusion,
  type FileOptions,
  point,
  profile,
  readerOf,
  UP,
} from './shape-text.ts';

describe('openings', () => {
  const wall = extrusion(profile('IFCRECTANGLEPROFILEDEF', 4000, 300), 3000);
  const opening = (x: number, z: number, height: number, depth = 300): string =>
    block(x, -depth / 2, z, 1000, depth, height);
  const cut = (
    item: string,
    openings: readonly string[],
    options: FileOptions = {},
  ): EvaluatedShape => {
    const { reader, row } = readerOf([item, ...openings].join(), options);
    const [first, ...cuts] = reader.body(row)?.items ?? [];
    const body = evaluator.evaluate(first === undefined ? [] : [first], cuts);
    if (!body.ok) throw new Error(body.why);
    return body;
  };

  test('flush with both faces of a wall leave no skin', () => {
    const body = cut(wall, [opening(0, 1000, 1000)]);
    expect(body.volume_mm3).toBeCloseTo(4000 * 300 * 3000 - 1000 * 300 * 1000, -3);
    expect(isWatertight(body.mesh())).toBe(true);
    // Corners of the wall and of the opening, no others.
    expect(body.mesh().positions).toHaveLength(3 * 16);
  });

  test('flush with the top of an oblique wall at a distance leave no skin above', () => {
    const angle = 0.3;
    const place = axes(point(1e6, 2e6, 3000), UP, direction(Math.cos(angle), Math.sin(angle), 0));
    const body = cut(
      wall,
      [
        opening(-2000, 2000, 1000),
        opening(-1000, 1000, 2000),
        opening(0, 0, 3000),
        opening(1000, 0, 3000),
      ],
      {
        placement: `{IFCLOCALPLACEMENT($,${place})}`,
      },
    );
    expect(body.box.max.z).toBeCloseTo(5000, 1);
    expect((body.volume_mm3 ?? NaN) / (300 * 1000 * (2000 + 1000))).toBeCloseTo(1, 4);
  });

  test('that touch each other in the middle of a wall cut it through', () => {
    const half = (y: number): string => block(0, y, 1000, 1000, 200, 1000);
    const body = cut(wall, [half(-200), half(0)]);
    expect(body.volume_mm3).toBeCloseTo(4000 * 300 * 3000 - 1000 * 300 * 1000, -3);
  });

  test('outside of a wall change nothing', () => {
    const body = cut(wall, [opening(9000, 0, 1000)]);
    expect(body.volume_mm3).toBe(4000 * 300 * 3000);
  });

  test('give the same bytes in another instance of the library, after other bodies', async () => {
    const { reader, row } = readerOf([wall, opening(0, 0, 1000), opening(-900, 500, 900)].join());
    const [first, ...cuts] = reader.body(row)?.items ?? [];
    const items = first === undefined ? [] : [first];
    const one = evaluator.evaluate(items, cuts);
    const other = await loadShapeEvaluator();
    other.evaluate(items, cuts.slice(1));
    const two = other.evaluate(items, cuts);
    expect(one.ok && two.ok && one.volume_mm3 === two.volume_mm3).toBe(true);
    expect(one.ok && one.mesh()).toEqual(two.ok && two.mesh());
  });
});
