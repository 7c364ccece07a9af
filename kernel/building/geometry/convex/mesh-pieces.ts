/** @module mesh pieces: decomposes a mesh into convex pieces, if each connected part is a prism or convex. */

import { at } from '../indexed.ts';
import { type Mesh, meshVolume } from '../mesh/mesh.ts';
import { signedArea } from '../plan/polygon.ts';
import { ROUND_OFF_MM, SAME_VOLUME } from '../tolerances.ts';
import { cross, dot, minus, type Point2, type Point3 } from '../vector.ts';
import type { ConvexPiece, HullPiece } from './convex-piece.ts';
import { hullPiece, pieceVolume, prismPiece, uprightPiece } from './convex-piece.ts';
import { convexParts } from './convex-rings.ts';

/**
 * Convex pieces that together are the mesh: each connected part as a prism from its first half of vertices to the
 * second half, or as one piece if it is convex. Null if a part is neither. Overlapping parts give overlapping pieces.
 * The mesh must be closed.
 */
export function meshPieces(mesh: Mesh): readonly ConvexPiece[] | null {
  const pieces: ConvexPiece[] = [];
  for (const part of connectedParts(mesh)) {
    const found = prismPieces(part) ?? convexMesh(part);
    if (found === null) return null;
    pieces.push(...found);
  }
  return pieces;
}

/** Connected parts, in the order of their vertices. */
function connectedParts({ positions, triangles }: Mesh): readonly Mesh[] {
  const leader = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const find = (vertex: number): number => {
    let top = vertex;
    while (at(leader, top) !== top) top = at(leader, top);
    leader[vertex] = top;
    return top;
  };
  for (let i = 0; i < triangles.length; i++) {
    const [p, q] = [find(at(triangles, i)), find(at(triangles, i % 3 === 2 ? i - 2 : i + 1))];
    leader[Math.max(p, q)] = Math.min(p, q);
  }
  const parts = new Map<number, { readonly vertices: number[]; readonly triangles: number[] }>();
  const place: number[] = [];
  for (let vertex = 0; vertex < leader.length; vertex++) {
    const top = find(vertex);
    const part = parts.get(top) ?? { vertices: [], triangles: [] };
    parts.set(top, part);
    place.push(part.vertices.push(vertex) - 1);
  }
  for (const vertex of triangles) parts.get(find(vertex))?.triangles.push(at(place, vertex));
  return [...parts.values()]
    .filter((part) => part.triangles.length > 0)
    .map((part) => ({
      positions: Float64Array.from(
        part.vertices.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
      ),
      triangles: Uint32Array.from(part.triangles),
    }));
}

/**
 * Prisms over the faces of the first half of the vertices; null unless the second half is a translation of the first
 * and sides connect the two.
 */
function prismPieces(mesh: Mesh): readonly ConvexPiece[] | null {
  const { positions, triangles } = mesh;
  const size = positions.length / 6;
  const point = (vertex: number): Point3 => ({
    x: at(positions, 3 * vertex),
    y: at(positions, 3 * vertex + 1),
    z: at(positions, 3 * vertex + 2),
  });
  if (!Number.isInteger(size) || !isMoved(positions)) return null;
  const feet: number[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)];
    if (a < size && b < size && c < size) feet.push(a, c, b);
  }
  const foot = Array.from({ length: size }, (_, i) => point(i));
  const pieces = facesByPlane(foot, feet).flatMap(({ flat, faces }) =>
    convexParts(flat, faces).map((part) =>
      prismBetween(
        part.map((corner) => at(foot, corner)),
        part.map((corner) => point(corner + size)),
      ),
    ),
  );
  const volume = pieces.reduce((sum, piece) => sum + pieceVolume(piece), 0);
  return Math.abs(volume - meshVolume(mesh)) <= SAME_VOLUME * volume ? pieces : null;
}

/** Whether the second half of the vertices is a translation of the first. */
function isMoved(positions: Float64Array): boolean {
  const half = positions.length / 2;
  for (let i = 3; i < half; i++) {
    const moved = at(positions, half + i) - at(positions, i);
    const first = at(positions, half + (i % 3)) - at(positions, i % 3);
    if (Math.abs(moved - first) > ROUND_OFF_MM) return false;
  }
  return half > 0;
}

/** Coplanar faces, and all points projected into their plane, in which the faces run counter-clockwise. */
type PlaneFaces = { readonly flat: readonly Point2[]; readonly faces: number[] };

function facesByPlane(
  points: readonly Point3[],
  triangles: readonly number[],
): readonly PlaneFaces[] {
  const planes: (PlaneFaces & { readonly normal: Point3; readonly origin: Point3 })[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const face = triangles.slice(i, i + 3);
    const [a, b, c] = face.map((corner) => at(points, corner));
    if (a === undefined || b === undefined || c === undefined) continue;
    const u = unit(minus(b, a));
    const normal = unit(cross(u, minus(c, a)));
    const known = planes.find(
      (plane) =>
        dot(plane.normal, normal) > 0 &&
        [a, b, c].every((p) => Math.abs(dot(minus(p, plane.origin), plane.normal)) <= ROUND_OFF_MM),
    );
    if (known !== undefined) {
      known.faces.push(...face);
      continue;
    }
    const w = cross(normal, u);
    const flat = points.map((p) => ({ x: dot(minus(p, a), u), y: dot(minus(p, a), w) }));
    planes.push({ flat, faces: face, normal, origin: a });
  }
  return planes;
}

function unit(p: Point3): Point3 {
  const length = Math.sqrt(dot(p, p));
  return { x: p.x / length, y: p.y / length, z: p.z / length };
}

/**
 * The prism between two congruent outlines, counter-clockwise seen from the head; an upright piece if its sides are
 * vertical and its ends level.
 */
export function prismBetween(foot: readonly Point3[], head: readonly Point3[]): ConvexPiece {
  const [low, high] = [at(foot, 0).z, at(head, 0).z];
  const level =
    foot.every(({ z }) => z === low) &&
    head.every(({ x, y, z }, i) => z === high && x === at(foot, i).x && y === at(foot, i).y);
  if (level && low < high) return uprightPiece(foot, low, high);
  return uprightOnSide(foot, head) ?? prismPiece([foot, head]);
}

/** A horizontal prism over a rectangle with a level foot is an upright prism on one of its sides. */
function uprightOnSide(foot: readonly Point3[], head: readonly Point3[]): ConvexPiece | null {
  if (foot.length !== 4) return null;
  const low = Math.min(...foot.map(({ z }) => z));
  const high = Math.max(...foot.map(({ z }) => z));
  const start = foot.findIndex(({ z }, i) => z === low && at(foot, (i + 1) % 4).z === low);
  if (start < 0) return null;
  const corner = (ends: readonly Point3[], k: number): Point3 => at(ends, (start + k) % 4);
  const rows = [foot, head].map((ends) => [0, 1, 2, 3].map((k) => corner(ends, k)));
  const isUpright = rows.every(
    ([a, b, c, d]) =>
      a !== undefined &&
      b !== undefined &&
      c !== undefined &&
      d !== undefined &&
      a.z === low &&
      b.z === low &&
      c.z === high &&
      d.z === high &&
      a.x === d.x &&
      a.y === d.y &&
      b.x === c.x &&
      b.y === c.y,
  );
  if (!isUpright || !(low < high)) return null;
  const ring = [corner(foot, 0), corner(foot, 1), corner(head, 1), corner(head, 0)];
  return uprightPiece(signedArea(ring) > 0 ? ring : ring.toReversed(), low, high);
}

/** Maximum number of triangles for the convexity test, which compares each face with each corner. */
const MAX_TRIANGLES = 500;

/** The mesh as one piece whose faces are its triangles; null if it is not convex or has too many triangles. */
function convexMesh({ positions, triangles }: Mesh): readonly HullPiece[] | null {
  if (triangles.length > 3 * MAX_TRIANGLES) return null;
  const faces: (readonly number[])[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    faces.push([at(triangles, i), at(triangles, i + 1), at(triangles, i + 2)]);
  }
  const piece = hullPiece([...positions], faces);
  const { corners, planes } = piece;
  const [ox, oy, oz] = [at(corners, 0), at(corners, 1), at(corners, 2)];
  for (let f = 0; f < planes.length; f += 4) {
    for (let k = 0; k < corners.length; k += 3) {
      const over =
        at(planes, f) * (at(corners, k) - ox) +
        at(planes, f + 1) * (at(corners, k + 1) - oy) +
        at(planes, f + 2) * (at(corners, k + 2) - oz) -
        at(planes, f + 3);
      // Not written as `over > …`, so that the `NaN` normal of a face without area also returns null.
      if (!(over <= ROUND_OFF_MM)) return null;
    }
  }
  return [piece];
}
