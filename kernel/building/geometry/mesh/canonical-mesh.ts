/**
 * @module canonical mesh: brings a mesh into a canonical form (rounded, merged and sorted vertices, sorted faces), so
 * that equal solids have equal bytes.
 */

import { at } from '../indexed.ts';
import { onGrid } from '../vector.ts';
import type { Triangle } from './face-set.ts';
import { compareTriangles, fromSmallest, withoutDegenerate } from './flat-triangles.ts';
import { isWatertight, type Mesh } from './mesh.ts';

/**
 * The mesh with vertices on the 0.001 mm grid, merged and sorted by x, y, z, and with sorted triangles that start at
 * their smallest vertex; degenerate triangles are removed. If rounding or merging would open the surface (parts that
 * touch along an edge, gaps under 0.001 mm), the vertices are only sorted.
 */
export function canonicalMesh(mesh: Mesh): Mesh {
  const onGridOnly = { positions: mesh.positions.map(onGrid), triangles: mesh.triangles };
  const rounded = withoutDegenerate(sortMesh(onGridOnly, true));
  return isWatertight(rounded) ? rounded : withoutDegenerate(sortMesh(mesh, false));
}

function sortMesh({ positions, triangles }: Mesh, merge: boolean): Mesh {
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
  const faces: Triangle[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => at(target, at(triangles, i + corner)));
    if (a === undefined || b === undefined || c === undefined || a === b || b === c || c === a) {
      continue;
    }
    faces.push(fromSmallest([a, b, c]));
  }
  faces.sort(compareTriangles);
  const moved = new Float64Array(kept.length * 3);
  for (const [index, vertex] of kept.entries()) {
    moved.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * index);
  }
  return { positions: moved, triangles: Uint32Array.from(faces.flat()) };
}
