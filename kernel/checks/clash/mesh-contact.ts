/** @module mesh contact: the relation of two bodies, at least one of which is known only as a mesh. */
import { type ConvexPiece, hullPiece } from '../../building/geometry/convex/convex-piece.ts';
import { at } from '../../building/geometry/indexed.ts';
import { type Mesh, meshCentroid } from '../../building/geometry/mesh/mesh.ts';
import { type SolidKernel, SolidKernelFault } from '../../building/geometry/mesh/solid-kernel.ts';
import { cross, dot, minus, type Point3 } from '../../building/geometry/vector.ts';
import { type ClashBody, areApart } from './clash-body.ts';
import { type Contact, contactOfPieces } from './contact.ts';

/**
 * Steps of a computation over pairs of faces, some tenths of a second: bodies of our kinds need a few thousand, imported
 * meshes may have millions of faces.
 */
const MAX_STEPS = 5e7;

/** Refuses to compare each of `first` faces with each of `second`. @throws {SolidKernelFault} too_fine */
export function requireFewPairs(first: number, second: number): void {
  if (first * second <= MAX_STEPS) return;
  throw new SolidKernelFault(
    'too_fine',
    `${first} and ${second} faces are near each other, expected at most ${MAX_STEPS} pairs`,
  );
}

/** Every how many faces of a mesh are looked at, each of which takes `steps`; 1: all of them. */
function strideOf({ triangles }: Mesh, steps: number): number {
  return Math.max(1, Math.ceil(((triangles.length / 3) * steps) / MAX_STEPS));
}

/** The relation of two bodies by the intersection of their meshes; `'apart'` if the gap is `reach` mm or more. */
export function contactOfMeshes(
  a: ClashBody,
  b: ClashBody,
  reach: number,
  solids: SolidKernel,
): Contact {
  const { mesh, volume_mm3, empty } = solids.boolean(a.mesh(), b.mesh(), 'intersect');
  if (empty) return skinContact(a, b, reach);
  const { depth_mm, direction } = leastExtent(mesh);
  const [from, to] = [meshCentroid(a.mesh()), meshCentroid(b.mesh())];
  const { x, y, z } = direction;
  const forward = x * (to.x - from.x) + y * (to.y - from.y) + z * (to.z - from.z) >= 0;
  const away = forward ? direction : { x: 0 - x, y: 0 - y, z: 0 - z };
  return { state: 'overlapping', volume_mm3, depth_mm, away, location: pointInside(mesh) };
}

/** The triangles of a mesh that have an area, as flat pieces. */
export function flatPieces(mesh: Mesh): readonly ConvexPiece[] {
  const { positions, triangles } = mesh;
  const flat: ConvexPiece[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (normalOf(mesh, i) === null) continue;
    const corners: number[] = [];
    for (let k = 0; k < 9; k++) {
      corners.push(at(positions, 3 * at(triangles, i + Math.floor(k / 3)) + (k % 3)));
    }
    const both = [
      [0, 1, 2],
      [2, 1, 0],
    ];
    flat.push(hullPiece(corners, both));
  }
  return flat;
}

/** The triangles of a mesh near the box of the other body, as flat pieces. */
function skinOf(body: ClashBody, other: ClashBody, reach: number): readonly ConvexPiece[] {
  if (body.pieces !== null) return body.pieces;
  return flatPieces(body.mesh()).filter(({ bounds }) => !areApart(bounds, other.bounds, reach));
}

/** The relation of bodies that share no volume, from the distance between their surfaces. */
function skinContact(a: ClashBody, b: ClashBody, reach: number): Contact {
  const [first, second] = [skinOf(a, b, reach), skinOf(b, a, reach)];
  requireFewPairs(first.length, second.length);
  const contact = contactOfPieces(first, second, reach);
  // Rounding may put a flat piece slightly inside a body.
  return contact.state === 'overlapping' ? { ...contact, state: 'touching' } : contact;
}

type Extent = { readonly depth_mm: number; readonly direction: Point3 };

/** The smallest extent of a closed mesh along the normals of its faces; of a very fine one, of some of its faces. */
function leastExtent({ positions, triangles }: Mesh): Extent {
  let least: Extent = { depth_mm: Infinity, direction: { x: 0, y: 0, z: 1 } };
  const stride = strideOf({ positions, triangles }, positions.length / 3);
  for (let i = 0; i + 2 < triangles.length; i += 3 * stride) {
    const normal = normalOf({ positions, triangles }, i);
    if (normal === null) continue;
    let [low, high] = [Infinity, -Infinity];
    const first = 3 * at(triangles, i);
    for (let k = 0; k < positions.length; k += 3) {
      const reach =
        normal.x * (at(positions, k) - at(positions, first)) +
        normal.y * (at(positions, k + 1) - at(positions, first + 1)) +
        normal.z * (at(positions, k + 2) - at(positions, first + 2));
      low = Math.min(low, reach);
      high = Math.max(high, reach);
    }
    if (high - low < least.depth_mm) least = { depth_mm: high - low, direction: normal };
  }
  return least;
}

type Corners = readonly [Point3, Point3, Point3];

function cornersOf({ positions, triangles }: Mesh, i: number): Corners {
  const corner = (k: number): Point3 => {
    const vertex = 3 * at(triangles, i + k);
    return {
      x: at(positions, vertex),
      y: at(positions, vertex + 1),
      z: at(positions, vertex + 2),
    };
  };
  return [corner(0), corner(1), corner(2)];
}

/** Outward unit normal of the triangle at `i`; null if the triangle has no area. */
function normalOf(mesh: Mesh, i: number): Point3 | null {
  const [a, b, c] = cornersOf(mesh, i);
  const { x, y, z } = cross(minus(b, a), minus(c, a));
  const length = Math.sqrt(x * x + y * y + z * z);
  return length === 0 ? null : { x: x / length, y: y / length, z: z / length };
}

/**
 * Points halfway from the middle of each face of a closed mesh (of some faces of a very fine one) to the next face behind it. They are inside the mesh unless
 * they belong to a sheet that rounding has left without thickness.
 */
export function chordMiddles(mesh: Mesh): readonly Point3[] {
  const middles: Point3[] = [];
  const stride = strideOf(mesh, mesh.triangles.length / 3);
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3 * stride) {
    middles.push(chordMiddle(mesh, i));
  }
  return middles;
}

/** An oblique direction: rays along it hardly meet the edges of a building. */
const OBLIQUE = { x: 0.5257, y: 0.3719, z: 0.7651 } as const;

/** Whether a point is inside a closed mesh: a ray from it leaves the mesh once more than it enters. */
export function isInMesh(mesh: Mesh, point: Point3): boolean {
  let crossed = 0;
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    if (distanceAlong(point, OBLIQUE, cornersOf(mesh, i)) !== null) crossed += 1;
  }
  return crossed % 2 === 1;
}

/** A point inside a closed mesh: halfway from the middle of its largest face to the next face behind it. */
function pointInside(mesh: Mesh): Point3 {
  let [largest, face] = [0, 0];
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    const [a, b, c] = cornersOf(mesh, i);
    const normal = cross(minus(b, a), minus(c, a));
    if (dot(normal, normal) <= largest) continue;
    [largest, face] = [dot(normal, normal), i];
  }
  return chordMiddle(mesh, face);
}

/** The point halfway from the middle of a face to the next face behind it. */
function chordMiddle(mesh: Mesh, face: number): Point3 {
  const [a, b, c] = cornersOf(mesh, face);
  const normal = normalOf(mesh, face) ?? { x: 0, y: 0, z: 1 };
  const from = { x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3, z: (a.z + b.z + c.z) / 3 };
  const inward = { x: 0 - normal.x, y: 0 - normal.y, z: 0 - normal.z };
  let behind = Infinity;
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    const hit = i === face ? null : distanceAlong(from, inward, cornersOf(mesh, i));
    if (hit !== null && hit < behind) behind = hit;
  }
  const half = behind === Infinity ? 0 : behind / 2;
  return { x: from.x + inward.x * half, y: from.y + inward.y * half, z: from.z + inward.z * half };
}

/** Distance along a ray to a triangle, mm; null if the ray misses it (Möller and Trumbore 1997). */
function distanceAlong(from: Point3, along: Point3, [a, b, c]: Corners): number | null {
  const [u, v] = [minus(b, a), minus(c, a)];
  const p = cross(along, v);
  const det = dot(u, p);
  if (det === 0) return null;
  const t = minus(from, a);
  const share_u = dot(t, p) / det;
  const q = cross(t, u);
  const share_v = dot(along, q) / det;
  if (share_u < 0 || share_v < 0 || share_u + share_v > 1) return null;
  const distance = dot(v, q) / det;
  return distance > 0 ? distance : null;
}
