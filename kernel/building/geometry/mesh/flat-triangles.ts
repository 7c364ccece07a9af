/** @module flat triangles: removes from a mesh the degenerate triangles that rounding and booleans leave. */

import { at } from '../indexed.ts';
import { MinHeap } from '../min-heap.ts';
import { DEGENERATE_MM, MERGED_VERTEX_MM } from '../tolerances.ts';
import { type FaceChange, FaceSet, type Triangle } from './face-set.ts';
import type { Mesh } from './mesh.ts';

/**
 * Maximum number of triangles that changes replace or add, for each triangle of the mesh: splits that lead to each other
 * end, and merges at a corner of very many triangles.
 */
const MAX_WORK = 50;

/** A corner with more triangles stays where it is, if the one with which it becomes one has fewer. */
const MANY = 64;

/** A degenerate triangle: `corner` is on its longest side; `from`, `corner`, `to` are in the order of the triangle. */
type Flat = {
  readonly from: number;
  readonly corner: number;
  readonly to: number;
  readonly place: number;
};

/**
 * The mesh without degenerate triangles, on the same vertices: two coincident corners are merged, otherwise the
 * triangle beyond the longest side is split at the corner on it. A change that would open the mesh is skipped. A
 * degenerate triangle is split only after those beyond it, unless these remain.
 */
export function withoutDegenerate(mesh: Mesh): Mesh {
  const triangles = trianglesOf(mesh);
  if (triangles.every((triangle) => flatOf(mesh, triangle, 0) === null)) return mesh;
  const faces = new FaceSet(triangles, mesh.positions.length / 3);
  const changes = [false, true].map((splitsFlat) => removeFlats(mesh, faces, splitsFlat));
  return changes.includes(true) ? withoutUnused(meshOf(mesh, faces.triangles())) : mesh;
}

/**
 * Removes degenerate triangles, the first one first. `splitsFlat`: also those beyond which there is another one. Returns
 * whether it did.
 */
function removeFlats(mesh: Mesh, faces: FaceSet, splitsFlat: boolean): boolean {
  const most = MAX_WORK * faces.length;
  const kept = new Set<string>();
  const waiting = new MinHeap();
  for (let place = 0; place < faces.length; place++) waiting.push(place, place);
  let work = 0;
  for (let next = waiting.pop(); next !== null && work < most; next = waiting.pop()) {
    const triangle = faces.at(next.item);
    const flat = triangle === null ? null : flatOf(mesh, triangle, next.item);
    if (triangle === null || flat === null || kept.has(triangle.join())) continue;
    const split = splitBeyond(faces, flat);
    const isSplit = split !== null && (splitsFlat || flatOf(mesh, split.beyond, 0) === null);
    const tries = [mergeCorners(mesh, faces, flat), isSplit ? split.change : null];
    const made = tries.find((change) => change !== null && faces.changed(change));
    if (made === undefined || made === null) {
      if (isSplit || split === null) kept.add(triangle.join());
      continue;
    }
    work += made.replaced.length + made.added.length;
    // These may be degenerate now, or no longer have a degenerate one beyond.
    for (const place of changedBy(made, faces)) waiting.push(place, place);
  }
  return work > 0;
}

/** Places of the triangles of a change that was made, and of those beyond their sides. */
function changedBy({ replaced, added }: FaceChange, faces: FaceSet): ReadonlySet<number> {
  const made = [...replaced.flatMap(([, face]) => (face === null ? [] : [face])), ...added];
  const sides = made.flatMap(
    ([a, b, c]) =>
      [
        [a, b],
        [b, c],
        [c, a],
      ] as const,
  );
  const places = sides.flatMap(([from, to]) => [faces.along(from, to), faces.along(to, from)]);
  return new Set(places.filter((place) => place !== null));
}

function trianglesOf({ triangles }: Mesh): readonly Triangle[] {
  return Array.from({ length: triangles.length / 3 }, (_, i): Triangle => [
    at(triangles, 3 * i),
    at(triangles, 3 * i + 1),
    at(triangles, 3 * i + 2),
  ]);
}

function meshOf({ positions }: Mesh, triangles: readonly Triangle[]): Mesh {
  return { positions, triangles: Uint32Array.from(triangles.flat()) };
}

/**
 * Merges two corners of a degenerate triangle into the one with the smaller index, or into that with many triangles;
 * null if they are apart.
 */
function mergeCorners(mesh: Mesh, faces: FaceSet, { from, corner, to }: Flat): FaceChange | null {
  const end = square(mesh, from, corner) < square(mesh, corner, to) ? from : to;
  if (square(mesh, corner, end) > MERGED_VERTEX_MM * MERGED_VERTEX_MM) return null;
  const [first, last] = [Math.min(corner, end), Math.max(corner, end)];
  const isHub = faces.countAround(last) > Math.max(MANY, faces.countAround(first));
  const [stays, goes] = isHub ? [last, first] : [first, last];
  const replaced = faces.around(goes).map((place): readonly [number, Triangle | null] => {
    const [a, b, c] = faces.at(place) ?? [goes, goes, goes];
    const moved: Triangle = [
      a === goes ? stays : a,
      b === goes ? stays : b,
      c === goes ? stays : c,
    ];
    return [place, new Set(moved).size < 3 ? null : fromSmallest(moved)];
  });
  return { replaced, added: [] };
}

/** The triangle beyond the longest side, and its split at the corner; null if it contains that corner. */
function splitBeyond(
  faces: FaceSet,
  { from, corner, to, place }: Flat,
): { readonly beyond: Triangle; readonly change: FaceChange } | null {
  const other = faces.along(from, to);
  const beyond = other === null ? null : faces.at(other);
  const top = beyond?.find((vertex) => vertex !== from && vertex !== to);
  if (other === null || beyond === null || top === undefined || top === corner) return null;
  const added = [fromSmallest([from, corner, top]), fromSmallest([corner, to, top])];
  const replaced = [
    [place, null],
    [other, null],
  ] as const;
  return { beyond, change: { replaced, added } };
}

/** The triangle rotated so that its smallest vertex is first. */
export function fromSmallest([a, b, c]: Triangle): Triangle {
  return a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b];
}

/** The mesh without unused vertices, its triangles sorted. */
function withoutUnused({ positions, triangles }: Mesh): Mesh {
  const order = [...new Set(triangles)].toSorted((a, b) => a - b);
  const places = new Map(order.map((vertex, i) => [vertex, i]));
  const moved = new Float64Array(3 * order.length);
  for (const [i, vertex] of order.entries()) {
    moved.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  }
  const faces = trianglesOf({
    positions: moved,
    triangles: triangles.map((v) => places.get(v) ?? 0),
  });
  const sorted = faces.toSorted(compareTriangles);
  return { positions: moved, triangles: Uint32Array.from(sorted.flat()) };
}

/** Lexicographic order. */
export function compareTriangles(a: Triangle, b: Triangle): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function between({ positions: p }: Mesh, i: number, k: number): readonly [number, number, number] {
  return [
    at(p, 3 * k) - at(p, 3 * i),
    at(p, 3 * k + 1) - at(p, 3 * i + 1),
    at(p, 3 * k + 2) - at(p, 3 * i + 2),
  ];
}

/** Square of the distance between two vertices. */
function square(mesh: Mesh, i: number, k: number): number {
  const [x, y, z] = between(mesh, i, k);
  return x * x + y * y + z * z;
}

/** The degenerate form of a triangle; null if it has an area. */
function flatOf(mesh: Mesh, [a, b, c]: Triangle, place: number): Flat | null {
  const [u, v] = [between(mesh, a, b), between(mesh, a, c)];
  const [x, y, z] = [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const squares = [square(mesh, b, c), square(mesh, c, a), square(mesh, a, b)];
  const longest = Math.max(...squares);
  if (x * x + y * y + z * z > DEGENERATE_MM * DEGENERATE_MM * longest) return null;
  if (squares[0] === longest) return { from: c, corner: a, to: b, place };
  return squares[1] === longest
    ? { from: a, corner: b, to: c, place }
    : { from: b, corner: c, to: a, place };
}
