/** @module flat triangles tests: degenerate triangles are removed, and closed meshes stay closed with their volume. */
import { expect, test } from 'vitest';

import { withoutDegenerate } from '../../../../../kernel/building/geometry/mesh/flat-triangles.ts';
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  boxMesh,
  isWatertight,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';

const BOX = boxMesh({ min: { x: 0, y: 0, z: 0 }, max: { x: 200, y: 100, z: 300 } });

/**
 * A box with an additional vertex on its edge from vertex 0 to 4, at height `at` mm, and a degenerate triangle there.
 */
function withFlat(at: number): Mesh {
  const positions = Float64Array.from([...BOX.positions, 0, 0, at]);
  const triangles: number[] = [];
  for (let i = 0; i < BOX.triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = BOX.triangles.slice(i, i + 3);
    const edge = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ].find(([p, q]) => p === 4 && q === 0);
    // The triangle on the lower side of that edge is split at the vertex; the one on the upper side is not.
    if (edge === undefined) triangles.push(a, b, c);
    else triangles.push(4, 8, edge[2] ?? 0, 8, 0, edge[2] ?? 0);
  }
  return { positions, triangles: Uint32Array.from([...triangles, 0, 8, 4]) };
}

function flatIn({ positions: p, triangles }: Mesh): number {
  let count = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = Array.from(triangles.slice(i, i + 3));
    const xs = new Set(corners.map((vertex) => `${p[3 * vertex]} ${p[3 * vertex + 1]}`));
    if (xs.size === 1) count += 1;
  }
  return count;
}

test('a mesh without degenerate triangles is returned unchanged', () => {
  expect(withoutDegenerate(BOX)).toBe(BOX);
});

test.each([
  ['in the middle of an edge parts the triangle beyond', 120, 9, 14],
  ['a micrometre from its end becomes one with it', 0.001, 8, 12],
])('removes a degenerate triangle with a corner %s', (_, at, vertices, triangles) => {
  const mesh = withFlat(at);
  expect([isWatertight(mesh), flatIn(mesh)]).toEqual([true, 1]);
  const made = withoutDegenerate(mesh);
  expect([isWatertight(made), flatIn(made)]).toEqual([true, 0]);
  expect([made.positions.length / 3, made.triangles.length / 3]).toEqual([vertices, triangles]);
  expect(meshVolume(made)).toBeCloseTo(6_000_000, 6);
});

test('keeps a triangle with a small area', () => {
  const mesh = withFlat(120);
  const moved = { ...mesh, positions: mesh.positions.slice() };
  moved.positions[24] = -0.001;
  expect(withoutDegenerate(moved)).toBe(moved);
});
