/** @module tests of recent meshes: repeated use returns the same mesh, and the number of bytes is limited. */
import { expect, test } from 'vitest';

import { boxMesh, type Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { RecentMeshes } from '../../../../../kernel/building/model/derived/recent-meshes.ts';

/** A box has 192 bytes of positions and 144 of triangles. */
const box = (): Mesh => boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
const keys = (count: number): readonly object[] => Array.from({ length: count }, () => ({}));

/** The meshes of these keys, and how many of them had to be made. */
function used(meshes: RecentMeshes, list: readonly object[]): number {
  let made = 0;
  for (const key of list) {
    meshes.of(key, () => {
      made += 1;
      return box();
    });
  }
  return made;
}

test('a mesh within the limit is made once', () => {
  const meshes = new RecentMeshes(1_000_000);
  const list = keys(100);
  expect(used(meshes, list)).toBe(100);
  expect(used(meshes, list)).toBe(0);
});

test('the cache keeps at most as many meshes as its limit allows', () => {
  const meshes = new RecentMeshes(100_000);
  const list = keys(1000);
  expect(used(meshes, list)).toBe(1000);
  const kept = 1000 - used(meshes, list.toReversed());
  expect(kept).toBeGreaterThan(40);
  expect(kept).toBeLessThan(130);
});

test('a mesh that is used repeatedly stays in the cache', () => {
  const meshes = new RecentMeshes(100_000);
  const [first = {}, ...others] = keys(1000);
  used(meshes, [first]);
  for (let i = 0; i < others.length; i += 20) {
    used(meshes, others.slice(i, i + 20));
    expect(used(meshes, [first])).toBe(0);
  }
});
