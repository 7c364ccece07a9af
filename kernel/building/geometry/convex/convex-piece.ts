/** @module convex piece: the upright prisms and convex polyhedra of which bodies consist. */

import { at, doubleAt, doubles } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { PARALLEL_EDGES } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';
import { CutBody } from './clip-hull.ts';

/** Lower and upper x, y, z in mm. */
export type Bounds = readonly [
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
];

/** A prism with vertical sides over a convex outline and level ends; most pieces of a building are of this kind. */
export type UprightPiece = {
  readonly shape: 'upright';
  /** x and y of each corner in turn, counter-clockwise, mm. */
  readonly ring: readonly number[];
  /** Whether the outline is a rectangle along the axes. */
  readonly aligned: boolean;
  readonly bounds: Bounds;
};

/** Any other convex polyhedron. */
export type HullPiece = {
  readonly shape: 'hull';
  /** x, y, z of each corner, mm. */
  readonly corners: readonly number[];
  /** Corners of each face, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Outward unit normal of each face, and the distance of the face along it from the first corner of the piece. */
  readonly planes: readonly number[];
  /** Unit directions of the edges, each once; for a round piece only those of its last face. */
  readonly edges: readonly number[];
  readonly bounds: Bounds;
};

export type ConvexPiece = UprightPiece | HullPiece;

/** An upright prism over a convex counter-clockwise outline, mm. Throws `RangeError` unless `low` < `high`. */
export function uprightPiece(ring: Ring, low: number, high: number): UprightPiece {
  if (!(low < high)) {
    throw new RangeError(`the piece runs from ${low} to ${high} mm, expected a rising interval`);
  }
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const flat = doubles(2 * ring.length);
  let end = 0;
  for (const { x, y } of ring) {
    flat[end] = x;
    flat[end + 1] = y;
    end += 2;
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  const aligned =
    ring.length === 4 && ring.every(({ x, y }) => (x === x0 || x === x1) && (y === y0 || y === y1));
  return { shape: 'upright', ring: flat, aligned, bounds: boundsOver([x0, y0, x1, y1], low, high) };
}

/** A box over a plan rectangle. The array starts with fractions, so that V8 stores integers as doubles too. */
function boundsOver(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  low: number,
  high: number,
): Bounds {
  const bounds: [number, number, number, number, number, number] = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
  bounds[0] = x0;
  bounds[1] = y0;
  bounds[2] = low;
  bounds[3] = x1;
  bounds[4] = y1;
  bounds[5] = high;
  return bounds;
}

/** The union of two boxes. */
export function boundsUnion(a: Bounds, b: Bounds): Bounds {
  return boundsOver(
    [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[3], b[3]), Math.max(a[4], b[4])],
    Math.min(a[2], b[2]),
    Math.max(a[5], b[5]),
  );
}

/** A convex polyhedron from its corners and its faces, which run counter-clockwise seen from outside. */
export function hullPiece(
  corners: ArrayLike<number>,
  faces: readonly (readonly number[])[],
): HullPiece {
  return hullOver(doublesFrom(corners), faces);
}

/** A copy as a list of doubles. */
function doublesFrom(list: ArrayLike<number>): readonly number[] {
  const copy = doubles(list.length);
  for (let i = 0; i < list.length; i++) copy[i] = at(list, i);
  return copy;
}

function hullOver(corners: readonly number[], faces: readonly (readonly number[])[]): HullPiece {
  return {
    shape: 'hull',
    corners,
    faces,
    planes: planesOf(corners, faces),
    edges: edgesOf(corners, faces),
    bounds: boundsOf(corners),
  };
}

/** A prism between two outlines with the same number of corners, from `ends[0]` to `ends[1]`. */
export function prismPiece(ends: readonly [readonly Point3[], readonly Point3[]]): HullPiece {
  const corners = doubles(6 * ends[0].length);
  let end = 0;
  for (const { x, y, z } of ends.flat()) {
    corners[end] = x;
    corners[end + 1] = y;
    corners[end + 2] = z;
    end += 3;
  }
  return hullOver(corners, prismFaces(ends[0].length));
}

const FACES = new Map<number, readonly (readonly number[])[]>();

/** Faces of a prism with `sides` sides: the bottom, the top, then the sides. */
function prismFaces(sides: number): readonly (readonly number[])[] {
  const known = FACES.get(sides);
  if (known !== undefined) return known;
  const around = Array.from({ length: sides }, (_, i) => i);
  const faces = [
    around.toReversed(),
    around.map((i) => i + sides),
    ...around.map((i) => {
      const next = (i + 1) % sides;
      return [i, next, next + sides, i + sides];
    }),
  ];
  FACES.set(sides, faces);
  return faces;
}

const HULLS = new WeakMap<UprightPiece, HullPiece>();

/** The piece as a polyhedron; an upright prism is converted once. */
export function hullOf(piece: ConvexPiece): HullPiece {
  if (piece.shape === 'hull') return piece;
  const known = HULLS.get(piece);
  if (known !== undefined) return known;
  const { ring, bounds } = piece;
  const corners = doubles(3 * ring.length);
  for (const [end, height] of [bounds[2], bounds[5]].entries()) {
    for (let i = 0; i < ring.length; i += 2) {
      const place = 1.5 * (end * ring.length + i);
      corners[place] = doubleAt(ring, i);
      corners[place + 1] = doubleAt(ring, i + 1);
      corners[place + 2] = height;
    }
  }
  const hull = hullOver(corners, prismFaces(ring.length / 2));
  HULLS.set(piece, hull);
  return hull;
}

/** Newell normals, and the mean distance of the corners along them from the first corner of the body. */
function planesOf(
  corners: readonly number[],
  faces: readonly (readonly number[])[],
): readonly number[] {
  const [ox, oy, oz] = [doubleAt(corners, 0), doubleAt(corners, 1), doubleAt(corners, 2)];
  const planes = doubles(4 * faces.length);
  let end = 0;
  for (const face of faces) {
    let [nx, ny, nz] = [0, 0, 0];
    let [sx, sy, sz] = [0, 0, 0];
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
      const [px, py, pz] = [
        doubleAt(corners, p) - ox,
        doubleAt(corners, p + 1) - oy,
        doubleAt(corners, p + 2) - oz,
      ];
      const [qx, qy, qz] = [
        doubleAt(corners, q) - ox,
        doubleAt(corners, q + 1) - oy,
        doubleAt(corners, q + 2) - oz,
      ];
      nx += (py - qy) * (pz + qz);
      ny += (pz - qz) * (px + qx);
      nz += (px - qx) * (py + qy);
      sx += px;
      sy += py;
      sz += pz;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    [nx, ny, nz] = [nx / length, ny / length, nz / length];
    planes[end] = nx;
    planes[end + 1] = ny;
    planes[end + 2] = nz;
    planes[end + 3] = (nx * sx + ny * sy + nz * sz) / face.length;
    end += 4;
  }
  return planes;
}

/**
 * Above this number of corners a piece counts as round: only the edges of its last face are listed, which has the long
 * edges of a prism; the normals of its many faces approximate the other separating axes.
 */
const ROUND_CORNERS = 24;

function edgesOf(
  corners: readonly number[],
  faces: readonly (readonly number[])[],
): readonly number[] {
  const found: number[] = [];
  const few = corners.length <= 3 * ROUND_CORNERS ? faces : faces.slice(-1);
  for (const face of few) {
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
      // Each edge belongs to two faces, which traverse it in opposite directions.
      if (p > q && few === faces) continue;
      const dx = doubleAt(corners, q) - doubleAt(corners, p);
      const dy = doubleAt(corners, q + 1) - doubleAt(corners, p + 1);
      const dz = doubleAt(corners, q + 2) - doubleAt(corners, p + 2);
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length === 0) continue;
      addDirection(found, [dx / length, dy / length, dz / length]);
    }
  }
  return doublesFrom(found);
}

function addDirection(found: number[], [x, y, z]: readonly [number, number, number]): void {
  for (let i = 0; i < found.length; i += 3) {
    const [fx, fy, fz] = [at(found, i), at(found, i + 1), at(found, i + 2)];
    const [cx, cy, cz] = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
    if (cx * cx + cy * cy + cz * cz < PARALLEL_EDGES * PARALLEL_EDGES) return;
  }
  found.push(x, y, z);
}

function boundsOf(corners: readonly number[]): Bounds {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [x, y, z] = [doubleAt(corners, i), doubleAt(corners, i + 1), doubleAt(corners, i + 2)];
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    z0 = Math.min(z0, z);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
    z1 = Math.max(z1, z);
  }
  return boundsOver([x0, y0, x1, y1], z0, z1);
}

const MEASURED = new CutBody();

/** Volume in mm³. */
export function pieceVolume(piece: ConvexPiece): number {
  const { bounds } = piece;
  if (piece.shape === 'upright') {
    const height = bounds[5] - bounds[2];
    return piece.aligned
      ? (bounds[3] - bounds[0]) * (bounds[4] - bounds[1]) * height
      : ringArea(piece.ring) * height;
  }
  MEASURED.begin(piece, [0, 0, 0]);
  return MEASURED.moments().volume;
}

/** Area of a ring of flat x, y; positive counter-clockwise. */
function ringArea(ring: readonly number[]): number {
  const [ox, oy] = [doubleAt(ring, 0), doubleAt(ring, 1)];
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [doubleAt(ring, i) - ox, doubleAt(ring, i + 1) - oy];
    const [bx, by] = [doubleAt(ring, i + 2) - ox, doubleAt(ring, i + 3) - oy];
    twice += ax * by - ay * bx;
  }
  return twice / 2;
}
