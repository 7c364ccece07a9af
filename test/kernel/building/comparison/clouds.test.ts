/** @module tests of revision clouds: outlines around the changes of a level. */
import { expect, test } from 'vitest';

import { cloudsOf } from '../../../../kernel/building/comparison/clouds.ts';
import { compareViews } from '../../../../kernel/building/comparison/comparison.ts';
import { created } from '../model/build.ts';
import { fourWalledSite } from '../model/random-edits.ts';

/** Clouds around columns of 300 mm at these places, on a level with other elements. */
function cloudsAt(...places: readonly (readonly [x: number, y: number])[]) {
  const before = fourWalledSite().view();
  const columns = places.map(([x, y], index) =>
    created('column', `C${index}`, { location: { x, y } }),
  );
  return cloudsOf(compareViews(before, before.apply(columns)).rows, 'L1');
}

test('a change is surrounded at a distance of 300 mm', () => {
  const [cloud, ...others] = cloudsAt([9000, 0]);
  expect(others).toEqual([]);
  expect(cloud?.ids).toEqual(['C0']);
  const xs = cloud?.outline.map(({ x }) => x) ?? [];
  const ys = cloud?.outline.map(({ y }) => y) ?? [];
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([8550, 9450]);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([-450, 450]);
});

test('clouds that touch are one cloud, others are separate and in order', () => {
  expect(cloudsAt([9000, 0], [9800, 0]).map(({ ids }) => ids)).toEqual([['C0', 'C1']]);
  expect(cloudsAt([9000, 0], [9900, 0]).map(({ ids }) => ids)).toEqual([['C0', 'C1']]);
  expect(cloudsAt([9000, 9000], [9901, 9000], [9000, 0]).map(({ ids }) => ids)).toEqual([
    ['C2'],
    ['C0'],
    ['C1'],
  ]);
});

test('other levels have no clouds, and nor has the level itself', () => {
  const before = fourWalledSite().view();
  const after = before.apply([
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    created('column', 'C1', { level_id: 'L2', location: { x: 9000, y: 0 } }),
  ]);
  const { rows } = compareViews(before, after);
  expect(cloudsOf(rows, 'L1')).toEqual([]);
  expect(cloudsOf(rows, 'L2').map(({ ids }) => ids)).toEqual([['C1']]);
});

test('a cloud inside the hole of a ring of changes is a cloud of its own', () => {
  const ring = Array.from({ length: 40 }, (_, index) => {
    const along = (index % 10) * 800;
    const side = Math.floor(index / 10);
    if (side === 0) return [20_000 + along, 0] as const;
    if (side === 1) return [28_000, along] as const;
    if (side === 2) return [28_000 - along, 8000] as const;
    return [20_000, 8000 - along] as const;
  });
  const clouds = cloudsAt(...ring, [24_000, 4000]);
  expect(clouds.map(({ ids }) => ids.length).toSorted((a, b) => a - b)).toEqual([1, 40]);
});
