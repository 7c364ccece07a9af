/** @module flat triangles: removes from a mesh the degenerate triangles that rounding and booleans leave. */

import { at } from '../indexed.ts';
import { DEGENERATE_MM, MERGED_VERTEX_MM } from '../tolerances.ts';
import { isWatertight, type Mesh } from './mesh.ts';

/** Maximum work (triangles times steps), so that large solids with many degenerate triangles take bounded time. */
const MAX_WORK = 20_000_000;

/** A triangle by its vertices. */
export type Triangle = readonly [number, number, number];

/** A degenerate triangle: `corner` is on its longest side; `from`, `corner`, `to` are in the order of the triangle. */
type Flat = {
  readonly from: number;
  readonly corner: number;
  readonly to: number;
  readonly index: number;
};

/**
 * The mesh without degenerate triangles, on the same vertices: two coincident corners are merged, otherwise the
 * triangle beyond the longest side is split at the corner on it. A change that would open the mesh is skipped.
 */
export function withoutDegenerate(mesh: Mesh): Mesh {
  let triangles = trianglesOf(mesh);
  const kept = new Set<string>();
  const next = (): Flat | null => {
    for (const [index, triangle] of triangles.entries()) {
      const flat = flatOf(mesh, triangle, index);
      if (flat !== null && !kept.has(triangle.join())) return flat;
    }
    return null;
  };
  let changed = false;
  for (let work = 0, flat = next(); flat !== null && work < MAX_WORK; flat = next()) {
    work += triangles.length;
    const tries = [mergeCorners(mesh, triangles, flat), splitBeyond(triangles, flat)];
    const made = tries.find((one) => one !== null && isWatertight(meshOf(mesh, one)));
    if (made === undefined || made === null) {
      kept.add(at(triangles, flat.index).join());
      continue;
    }
    triangles = made;
    changed = true;
  }
  return changed ? withoutUnused(meshOf(mesh, triangles)) : mesh;
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

/** Merges two corners of a degenerate triangle into the one with the smaller index; null if they are apart. */
function mergeCorners(
  mesh: Mesh,
  triangles: readonly Triangle[],
  { from, corner, to }: Flat,
): readonly Triangle[] | null {
  const end = square(mesh, from, corner) < square(mesh, corner, to) ? from : to;
  if (square(mesh, corner, end) > MERGED_VERTEX_MM * MERGED_VERTEX_MM) return null;
  const [stays, goes] = [Math.min(corner, end), Math.max(corner, end)];
  return triangles.flatMap(([a, b, c]): readonly Triangle[] => {
    const moved: Triangle = [
      a === goes ? stays : a,
      b === goes ? stays : b,
      c === goes ? stays : c,
    ];
    return new Set(moved).size < 3 ? [] : [fromSmallest(moved)];
  });
}

/** Splits the triangle beyond the longest side at the corner; null if it contains that corner. */
function splitBeyond(
  triangles: readonly Triangle[],
  { from, corner, to, index }: Flat,
): readonly Triangle[] | null {
  const beyond = triangles.findIndex(([a, b, c]) =>
    [
      [a, b],
      [b, c],
      [c, a],
    ].some(([p, q]) => p === from && q === to),
  );
  const top = triangles[beyond]?.find((vertex) => vertex !== from && vertex !== to);
  if (top === undefined || top === corner) return null;
  const halves = [fromSmallest([from, corner, top]), fromSmallest([corner, to, top])];
  return [...triangles.filter((_, i) => i !== index && i !== beyond), ...halves];
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
function flatOf(mesh: Mesh, [a, b, c]: Triangle, index: number): Flat | null {
  const [u, v] = [between(mesh, a, b), between(mesh, a, c)];
  const [x, y, z] = [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const squares = [square(mesh, b, c), square(mesh, c, a), square(mesh, a, b)];
  const longest = Math.max(...squares);
  if (x * x + y * y + z * z > DEGENERATE_MM * DEGENERATE_MM * longest) return null;
  if (squares[0] === longest) return { from: c, corner: a, to: b, index };
  return squares[1] === longest
    ? { from: a, corner: b, to: c, index }
    : { from: b, corner: c, to: a, index };
}
