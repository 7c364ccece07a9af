/** @module flat triangles: triangles without area, which rounding and the edges of booleans leave, taken out of a mesh. */

import { at } from '../indexed.ts';
import type { Mesh } from './mesh.ts';
import { isWatertight } from './mesh.ts';

/** A corner that is nearer to the opposite side lies on it, mm: a thousandth of the grid and half as much again. */
const ON_SIDE_MM = 1.5e-6;
/** Corners that are nearer to each other may become one, mm: two steps of the grid. */
const ONE_PLACE_MM = 0.002_1;
/** Triangles looked at over all steps, so that large solids with many flat triangles do not take long. */
const MOST_WORK = 20_000_000;

/** A triangle by its corners. */
type Triangle = readonly [number, number, number];

/** A flat triangle: the corner that lies on its longest side `from`–`to`, seen in the sense of the triangle. */
type Flat = {
  readonly from: number;
  readonly corner: number;
  readonly to: number;
  readonly index: number;
};

/**
 * The mesh without triangles that have no area, on the same vertices: where two corners of one lie in one place they
 * become one, else the side on which its corner lies is parted there in the triangle beyond. What would open the mesh
 * is left as it is.
 */
export function withoutFlat(mesh: Mesh): Mesh {
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
  for (let work = 0, flat = next(); flat !== null && work < MOST_WORK; flat = next()) {
    work += triangles.length;
    const tries = [oneCorner(mesh, triangles, flat), parted(triangles, flat)];
    const made = tries.find((one) => one !== null && isWatertight(meshOf(mesh, one)));
    if (made === undefined || made === null) {
      kept.add(at(triangles, flat.index).join());
      continue;
    }
    triangles = made;
    changed = true;
  }
  return changed ? used(meshOf(mesh, triangles)) : mesh;
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

/** Two corners of a flat triangle made one, the smaller of them; null where they lie apart. */
function oneCorner(
  mesh: Mesh,
  triangles: readonly Triangle[],
  { from, corner, to }: Flat,
): readonly Triangle[] | null {
  const end = square(mesh, from, corner) < square(mesh, corner, to) ? from : to;
  if (square(mesh, corner, end) > ONE_PLACE_MM * ONE_PLACE_MM) return null;
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

/** The triangle beyond the longest side parted at the corner; null where it has that corner, too. */
function parted(
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

function fromSmallest([a, b, c]: Triangle): Triangle {
  return a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b];
}

/** The mesh with the vertices that it uses, its triangles sorted. */
function used({ positions, triangles }: Mesh): Mesh {
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
  const sorted = faces.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  return { positions: moved, triangles: Uint32Array.from(sorted.flat()) };
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

/** What a triangle without area is; null of one that has an area. */
function flatOf(mesh: Mesh, [a, b, c]: Triangle, index: number): Flat | null {
  const [u, v] = [between(mesh, a, b), between(mesh, a, c)];
  const [x, y, z] = [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const squares = [square(mesh, b, c), square(mesh, c, a), square(mesh, a, b)];
  const longest = Math.max(...squares);
  if (x * x + y * y + z * z > ON_SIDE_MM * ON_SIDE_MM * longest) return null;
  if (squares[0] === longest) return { from: c, corner: a, to: b, index };
  return squares[1] === longest
    ? { from: a, corner: b, to: c, index }
    : { from: b, corner: c, to: a, index };
}
