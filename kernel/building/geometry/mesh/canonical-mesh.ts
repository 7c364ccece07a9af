/** @module one byte sequence for each solid: sorted, merged and rounded vertices, sorted faces. */

import { at } from '../indexed.ts';
import { onGrid } from '../vector.ts';
import { withoutFlat } from './flat-triangles.ts';
import type { Mesh } from './mesh.ts';
import { isWatertight } from './mesh.ts';

/**
 * The mesh with vertices on the 0.001 mm grid, equal ones merged, sorted by x, y, z, and triangles
 * that start with their smallest vertex, sorted, none of them flat. If rounding or merging would open the surface (parts
 * that touch along an edge, gaps under 0.001 mm), the vertices stay as they are and are only sorted.
 */
export function canonicalMesh(mesh: Mesh): { readonly mesh: Mesh; readonly rounded: boolean } {
  const onGridOnly = { positions: mesh.positions.map(onGrid), triangles: mesh.triangles };
  const rounded = withoutFlat(sorted(onGridOnly, true));
  if (isWatertight(rounded)) {
    return { mesh: rounded, rounded: true };
  }
  return { mesh: withoutFlat(sorted(mesh, false)), rounded: false };
}

function sorted({ positions, triangles }: Mesh, merge: boolean): Mesh {
  const compare = (a: number, b: number): number =>
    at(positions, 3 * a) - at(positions, 3 * b) ||
    at(positions, 3 * a + 1) - at(positions, 3 * b + 1) ||
    at(positions, 3 * a + 2) - at(positions, 3 * b + 2);
  const order = Array.from({ length: positions.length / 3 }, (_, i) => i).toSorted(
    (a, b) => compare(a, b) || a - b,
  );
  const target = new Uint32Array(order.length);
  const kept: number[] = [];
  let last: number | null = null;
  for (const vertex of order) {
    if (!merge || last === null || compare(last, vertex) !== 0) {
      kept.push(vertex);
    }
    last = vertex;
    target[vertex] = kept.length - 1;
  }
  const faces: (readonly [number, number, number])[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => at(target, at(triangles, i + corner)));
    if (a === undefined || b === undefined || c === undefined || a === b || b === c || c === a) {
      continue;
    }
    faces.push(a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b]);
  }
  faces.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const moved = new Float64Array(kept.length * 3);
  for (const [index, vertex] of kept.entries()) {
    moved.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * index);
  }
  return { positions: moved, triangles: Uint32Array.from(faces.flat()) };
}
