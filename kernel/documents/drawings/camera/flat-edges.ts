/**
 * @module flat edges: edges of a body whose two faces meet at a flat angle, with the width of these faces, which
 * distinguishes roofs from curved surfaces.
 */
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import { isFlat } from '../lines/round-edge.ts';

/** Grid of directions: components of unit normals are rounded to a thousandth, as in `MeshPainter`. */
const DIRECTIONS = 1000;

/**
 * For each flat edge of a mesh, keyed by the directions of both faces, the width of the wider triangle across the edge,
 * mm; the maximum if several edges have the same directions.
 */
export type FlatEdges = ReadonlyMap<string, number>;

/** The key of an edge between two faces with these unit normals; their order does not matter. */
export function edgeName(a: Point3, b: Point3): string {
  const [one, other] = [directionName(a), directionName(b)];
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function directionName({ x, y, z }: Point3): string {
  return [x, y, z].map((value) => Math.round(value * DIRECTIONS)).join();
}

/** The flat edges of a closed mesh. */
export function flatEdgesOf({ positions, triangles }: Mesh): FlatEdges {
  const found = new Map<string, number>();
  const sides = new Map<number, number>();
  const vertices = positions.length / 3;
  const corner = (side: number): Point3 => {
    const from = (triangles[side] ?? 0) * 3;
    return { x: positions[from] ?? 0, y: positions[from + 1] ?? 0, z: positions[from + 2] ?? 0 };
  };
  const cornersFrom = (side: number): Triangle => [
    corner(side),
    corner(next(side)),
    corner(next(next(side))),
  ];
  for (let side = 0; side < triangles.length; side += 1) {
    const [from, to] = [triangles[side] ?? 0, triangles[next(side)] ?? 0];
    const twin = sides.get(to * vertices + from);
    if (twin === undefined) {
      sides.set(from * vertices + to, side);
      continue;
    }
    const [one, other] = [acrossFirst(cornersFrom(side)), acrossFirst(cornersFrom(twin))];
    if (one === null || other === null) continue;
    if (!isFlat(dot(one.normal, other.normal))) continue;
    const name = edgeName(one.normal, other.normal);
    found.set(name, Math.max(found.get(name) ?? 0, one.width, other.width));
  }
  return found;
}

/** The next side of the same triangle. */
function next(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

type Triangle = readonly [Point3, Point3, Point3];

/** The unit normal of a triangle and its extent perpendicular to its first side; null for a triangle without area. */
function acrossFirst([a, b, c]: Triangle): {
  readonly normal: Point3;
  readonly width: number;
} | null {
  const [u, v] = [minus(b, a), minus(c, a)];
  const area = { x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x };
  const [twice, side] = [Math.sqrt(dot(area, area)), Math.sqrt(dot(u, u))];
  if (twice < 1e-6) return null;
  const normal = { x: area.x / twice, y: area.y / twice, z: area.z / twice };
  return { normal, width: twice / side };
}

function minus(a: Point3, b: Point3): Point3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function dot(a: Point3, b: Point3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
