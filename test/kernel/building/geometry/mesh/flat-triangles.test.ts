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
 * A box with additional vertices on its edge from vertex 4 to 0, at these heights (mm, from the top down), and a
 * degenerate triangle at each.
 */
function withFlats(heights: readonly number[]): Mesh {
  const positions = Float64Array.from([...BOX.positions, ...heights.flatMap((at) => [0, 0, at])]);
  const along = [4, ...heights.map((_, i) => 8 + i), 0];
  const triangles: number[] = [];
  for (let i = 0; i < BOX.triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = BOX.triangles.slice(i, i + 3);
    const edge = [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ].find(([p, q]) => p === 4 && q === 0);
    // The triangle on the lower side of that edge is split at the vertices; the one on the upper side is not.
    if (edge === undefined) {
      triangles.push(a, b, c);
    } else {
      for (const [k, from] of along.slice(0, -1).entries()) {
        triangles.push(from, along[k + 1] ?? 0, edge[2] ?? 0);
      }
    }
  }
  for (const [k, from] of along.slice(1, -1).entries()) triangles.push(4, along[k + 2] ?? 0, from);
  return { positions, triangles: Uint32Array.from(triangles) };
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
  const mesh = withFlats([at]);
  expect([isWatertight(mesh), flatIn(mesh)]).toEqual([true, 1]);
  const made = withoutDegenerate(mesh);
  expect([isWatertight(made), flatIn(made)]).toEqual([true, 0]);
  expect([made.positions.length / 3, made.triangles.length / 3]).toEqual([vertices, triangles]);
  expect(meshVolume(made)).toBeCloseTo(6_000_000, 6);
});

test('keeps a triangle with a small area', () => {
  const mesh = withFlats([120]);
  const moved = { ...mesh, positions: mesh.positions.slice() };
  moved.positions[24] = -0.001;
  expect(withoutDegenerate(moved)).toBe(moved);
});

test('removes many degenerate triangles', () => {
  const many = 5000;
  const mesh = withFlats(
    Array.from({ length: many }, (_, i) => 300 - (300 * (i + 1)) / (many + 1)),
  );
  expect([isWatertight(mesh), flatIn(mesh)]).toEqual([true, many]);
  const made = withoutDegenerate(mesh);
  expect([isWatertight(made), flatIn(made)]).toEqual([true, 0]);
  expect(made.triangles.length / 3).toBe(12 + 2 * many);
  expect(meshVolume(made)).toBeCloseTo(6_000_000, 4);
});

/** A double cone around an axis: its foot is `many` points on a circle, in pairs one nanometre from each other. */
function cone(many: number): Mesh {
  const points = Array.from({ length: many }, (_, i): readonly [number, number, number] => {
    const angle = (2 * Math.PI * (i - (i % 2))) / many;
    const back = (i % 2) * 1e-6;
    return [
      1000 * Math.cos(angle) - back * Math.sin(angle),
      1000 * Math.sin(angle) + back * Math.cos(angle),
      0,
    ];
  });
  const [top, foot] = [many, many + 1];
  const triangles = points.flatMap((_, i) => {
    const next = (i + 1) % many;
    return [i, next, top, next, i, foot];
  });
  const positions = [...points, [0, 0, 1000], [0, 0, -1000]].flat();
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

test('merges many corners of triangles around one', () => {
  const made = withoutDegenerate(cone(4000));
  expect([isWatertight(made), made.triangles.length / 3]).toEqual([true, 4000]);
});
