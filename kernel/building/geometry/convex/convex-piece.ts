/** @module convex pieces: upright prisms and hulls with flat faces, of which bodies consist. */
import { at, float64At } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
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

/** Vertical sides over a convex outline, level ends. Most of a building is of these. */
export type UprightPiece = {
  readonly shape: 'upright';
  /** x and y of each corner in turn, counter-clockwise, mm. */
  readonly ring: Float64Array;
  /** Whether the outline is a rectangle along the axes. */
  readonly aligned: boolean;
  readonly bounds: Bounds;
};

/** Any other convex body with flat faces. */
export type HullPiece = {
  readonly shape: 'hull';
  /** x, y, z of each corner, mm. */
  readonly corners: Float64Array;
  /** Corners of each face, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
  /** Outward unit normal of each face, and how far along it the face lies from the first corner of the piece. */
  readonly planes: Float64Array;
  /** Directions of the edges, each once, as unit vectors; of a round piece those of its last face only. */
  readonly edges: Float64Array;
  readonly bounds: Bounds;
};

export type ConvexPiece = UprightPiece | HullPiece;

/** An upright prism over a convex counter-clockwise outline, mm. Throws `RangeError` unless `low` < `high`. */
export function uprightPiece(ring: Ring, low: number, high: number): UprightPiece {
  if (!(low < high)) {
    throw new RangeError(`the piece runs from ${low} to ${high} mm, want a rising interval`);
  }
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const flat = new Float64Array(2 * ring.length);
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

/** A box over a rectangle in plan. A list that begins with fractions keeps whole numbers as it keeps all others. */
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

/** The box around two. */
export function boundsUnion(a: Bounds, b: Bounds): Bounds {
  return boundsOver(
    [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[3], b[3]), Math.max(a[4], b[4])],
    Math.min(a[2], b[2]),
    Math.max(a[5], b[5]),
  );
}

/** A convex body from its corners and flat faces, which run counter-clockwise from outside. */
export function hullPiece(
  corners: ArrayLike<number>,
  faces: readonly (readonly number[])[],
): HullPiece {
  return hullOver(Float64Array.from(corners), faces);
}

function hullOver(corners: Float64Array, faces: readonly (readonly number[])[]): HullPiece {
  return {
    shape: 'hull',
    corners,
    faces,
    planes: planesOf(corners, faces),
    edges: edgesOf(corners, faces),
    bounds: boundsOf(corners),
  };
}

/** The same corners and faces carried from `ends[0]` to `ends[1]`: a prism between two outlines of equal length. */
export function prismPiece(ends: readonly [readonly Point3[], readonly Point3[]]): HullPiece {
  const corners = new Float64Array(6 * ends[0].length);
  for (const [i, { x, y, z }] of ends.flat().entries()) corners.set([x, y, z], 3 * i);
  return hullOver(corners, prismFaces(ends[0].length));
}

const FACES = new Map<number, readonly (readonly number[])[]>();

/** Faces of a prism over `sides` corners: the foot, the head, then the sides. */
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

/** The piece with its faces. */
export function hullOf(piece: ConvexPiece): HullPiece {
  if (piece.shape === 'hull') return piece;
  const known = HULLS.get(piece);
  if (known !== undefined) return known;
  const { ring, bounds } = piece;
  const corners = new Float64Array(3 * ring.length);
  for (const [end, height] of [bounds[2], bounds[5]].entries()) {
    for (let i = 0; i < ring.length; i += 2) {
      const place = 1.5 * (end * ring.length + i);
      corners[place] = float64At(ring, i);
      corners[place + 1] = float64At(ring, i + 1);
      corners[place + 2] = height;
    }
  }
  const hull = hullOver(corners, prismFaces(ring.length / 2));
  HULLS.set(piece, hull);
  return hull;
}

/** Normal by Newell, and the mean distance of the corners, all relative to the first corner of the body. */
function planesOf(corners: Float64Array, faces: readonly (readonly number[])[]): Float64Array {
  const [ox, oy, oz] = [float64At(corners, 0), float64At(corners, 1), float64At(corners, 2)];
  const planes = new Float64Array(4 * faces.length);
  let end = 0;
  for (const face of faces) {
    let [nx, ny, nz] = [0, 0, 0];
    let [sx, sy, sz] = [0, 0, 0];
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
      const [px, py, pz] = [
        float64At(corners, p) - ox,
        float64At(corners, p + 1) - oy,
        float64At(corners, p + 2) - oz,
      ];
      const [qx, qy, qz] = [
        float64At(corners, q) - ox,
        float64At(corners, q + 1) - oy,
        float64At(corners, q + 2) - oz,
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

/** Two directions whose cross product is shorter count as one. */
const PARALLEL = 1e-9;

/**
 * A piece of more corners is a round one. Its faces stand for the directions of its edges, but for the long edges of a
 * prism, which the last face has.
 */
const ROUND_CORNERS = 24;

function edgesOf(corners: Float64Array, faces: readonly (readonly number[])[]): Float64Array {
  const found: number[] = [];
  const few = corners.length <= 3 * ROUND_CORNERS ? faces : faces.slice(-1);
  for (const face of few) {
    for (let k = 0; k < face.length; k++) {
      const [p, q] = [3 * at(face, k), 3 * at(face, k + 1 === face.length ? 0 : k + 1)];
      // Each edge belongs to two faces, which run along it in opposite directions.
      if (p > q && few === faces) continue;
      const dx = float64At(corners, q) - float64At(corners, p);
      const dy = float64At(corners, q + 1) - float64At(corners, p + 1);
      const dz = float64At(corners, q + 2) - float64At(corners, p + 2);
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length === 0) continue;
      addDirection(found, [dx / length, dy / length, dz / length]);
    }
  }
  return Float64Array.from(found);
}

function addDirection(found: number[], [x, y, z]: readonly [number, number, number]): void {
  for (let i = 0; i < found.length; i += 3) {
    const [fx, fy, fz] = [at(found, i), at(found, i + 1), at(found, i + 2)];
    const [cx, cy, cz] = [y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
    if (cx * cx + cy * cy + cz * cz < PARALLEL * PARALLEL) return;
  }
  found.push(x, y, z);
}

function boundsOf(corners: Float64Array): Bounds {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [x, y, z] = [float64At(corners, i), float64At(corners, i + 1), float64At(corners, i + 2)];
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
function ringArea(ring: Float64Array): number {
  const [ox, oy] = [float64At(ring, 0), float64At(ring, 1)];
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const [ax, ay] = [float64At(ring, i) - ox, float64At(ring, i + 1) - oy];
    const [bx, by] = [float64At(ring, i + 2) - ox, float64At(ring, i + 3) - oy];
    twice += ax * by - ay * bx;
  }
  return twice / 2;
}
