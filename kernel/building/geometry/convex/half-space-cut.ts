/** @module half-space cut: parts of a body that planes cut off, as convex regions, and the remainder of its pieces. */

import { at } from '../indexed.ts';
import { signedArea } from '../plan/polygon.ts';
import { FLUSH_CUT_MM, ROUND_OFF_MM } from '../tolerances.ts';
import { cross, dot, minus, type Point2, type Point3 } from '../vector.ts';
import { type Cell, extentAlong, type Plane, splitCell } from './cell.ts';
import { CutBody } from './clip-hull.ts';
import { type ConvexPiece, hullOf, hullPiece } from './convex-piece.ts';
import { convexRings } from './convex-rings.ts';

/**
 * An unlimited prism, mm: over the outline `points` in the plane through `origin` with the normal `axis`, whose x axis
 * is `x`. Both are unit vectors at right angles. The outline is simple, in either direction.
 */
export type UnlimitedPrism = {
  readonly origin: Point3;
  readonly axis: Point3;
  readonly x: Point3;
  readonly points: readonly Point2[];
};

/**
 * A cut by a plane, mm: what is on the side of `point` to which the unit vector `normal` points is removed, only in the
 * prism if one is given.
 */
export type HalfSpaceCut = {
  readonly point: Point3;
  readonly normal: Point3;
  readonly within: UnlimitedPrism | null;
};

/** A convex region: the points with `normal · p <= offset` for every plane. */
export type ConvexRegion = readonly Plane[];

/** The regions that cuts remove, the plane of the cut first. Throws `RangeError` for an invalid outline. */
export function regionsOf(cuts: readonly HalfSpaceCut[]): readonly ConvexRegion[] {
  return cuts.flatMap(({ point, normal, within }) => {
    const removed = { normal: opposite(normal), offset: 0 - dot(normal, point) };
    const prisms = within === null ? [[]] : sidesOf(within);
    return prisms.map((sides) => [removed].concat(sides));
  });
}

/** The sides of each convex part of a prism. */
function sidesOf({ origin, axis, x, points }: UnlimitedPrism): readonly (readonly Plane[])[] {
  const y = cross(axis, x);
  const boundary = signedArea(points) < 0 ? points.toReversed() : points;
  return convexRings({ boundary, holes: [] }).map((ring) =>
    ring.flatMap((from, i) => {
      const to = at(ring, (i + 1) % ring.length);
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (length === 0) return [];
      const [u, v] = [(to.y - from.y) / length, (from.x - to.x) / length];
      const normal = { x: u * x.x + v * y.x, y: u * x.y + v * y.y, z: u * x.z + v * y.z };
      return [{ normal, offset: dot(normal, origin) + u * from.x + v * from.y }];
    }),
  );
}

function opposite({ x, y, z }: Point3): Point3 {
  return { x: 0 - x, y: 0 - y, z: 0 - z };
}

/** The other side of a plane. */
function behind({ normal, offset }: Plane): Plane {
  return { normal: opposite(normal), offset: 0 - offset };
}

/** Least and greatest signed distance of a body from a plane, mm. */
export type Extent = readonly [least: number, greatest: number];

/**
 * The regions that meet a body, without the sides that all of the body is within. A side that leaves only a sheet on the
 * outside of the body removes it, too. A region without sides contains the whole body.
 */
export function regionsMeeting(
  regions: readonly ConvexRegion[],
  extent: (plane: Plane) => Extent,
): readonly ConvexRegion[] {
  return regions.flatMap((region) => {
    const met = region.map((plane) => ({ plane, extent: extent(plane) }));
    if (met.some(({ extent: [least] }) => least >= -ROUND_OFF_MM)) return [];
    return [met.flatMap(({ plane, extent: [, most] }) => (most <= FLUSH_CUT_MM ? [] : [plane]))];
  });
}

/** Maximum number of pieces that cuts leave: far more than those of a building element, and few enough to be computed. */
const MAX_PIECES = 20_000;

/**
 * The parts of pieces outside all regions, as pieces that share no volume; pieces that no region meets stay the same.
 * Throws `RangeError` for more than 20,000 parts.
 */
export function piecesOutside(
  pieces: readonly ConvexPiece[],
  regions: readonly ConvexRegion[],
): readonly ConvexPiece[] {
  const extent = (plane: Plane): Extent => {
    const extents = pieces.map((piece) => extentOf(piece, plane));
    return [
      Math.min(...extents.map(([least]) => least)),
      Math.max(...extents.map(([, most]) => most)),
    ];
  };
  return regionsMeeting(regions, extent).reduce<readonly ConvexPiece[]>((left, region) => {
    const parts = left.flatMap((piece) =>
      outside(piece, region, { extent: extentOf, split: splitPiece }),
    );
    if (parts.length <= MAX_PIECES) return parts;
    throw new RangeError(
      `cut planes divide it into ${parts.length} pieces, expected at most ${MAX_PIECES}`,
    );
  }, pieces);
}

/** The parts of flat polygons outside all regions. */
export function polygonsOutside(
  polygons: readonly (readonly Point3[])[],
  regions: readonly ConvexRegion[],
): readonly (readonly Point3[])[] {
  const cells = polygons.map((polygon): Cell => ({ flat: true, faces: [polygon] }));
  const left = regions.reduce<readonly Cell[]>(
    (some, region) =>
      some.flatMap((cell) => outside(cell, region, { extent: extentAlong, split: splitCell })),
    cells,
  );
  return left.flatMap(({ faces }) => faces);
}

/** Area of a flat convex polygon, mm². */
export function polygonArea(polygon: readonly Point3[]): number {
  const first = at(polygon, 0);
  let [x, y, z] = [0, 0, 0];
  for (let i = 1; i + 1 < polygon.length; i++) {
    const part = cross(minus(at(polygon, i), first), minus(at(polygon, i + 1), first));
    [x, y, z] = [x + part.x, y + part.y, z + part.z];
  }
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** How convex bodies of a sort are measured and split; null for a part without extent. */
type Sort<T> = {
  readonly extent: (body: T, plane: Plane) => Extent;
  readonly split: (body: T, plane: Plane) => readonly [T | null, T | null];
};

function outside<T>(body: T, region: ConvexRegion, { extent, split }: Sort<T>): readonly T[] {
  const parts: T[] = [];
  let rest = body;
  for (const plane of region) {
    const [least, greatest] = extent(rest, plane);
    if (least >= -ROUND_OFF_MM) return [body];
    if (greatest <= ROUND_OFF_MM) continue;
    const [below, above] = split(rest, plane);
    if (below === null) return [body];
    if (above !== null) parts.push(above);
    rest = below;
  }
  return parts;
}

function extentOf(piece: ConvexPiece, plane: Plane): Extent {
  return extentOfCorners(hullOf(piece).corners, plane);
}

/** Least and greatest signed distance of corners, given as x, y, z of each, from a plane, mm. */
export function extentOfCorners(corners: ArrayLike<number>, { normal, offset }: Plane): Extent {
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const off =
      normal.x * at(corners, i) + normal.y * at(corners, i + 1) + normal.z * at(corners, i + 2);
    least = Math.min(least, off);
    greatest = Math.max(greatest, off);
  }
  return [least - offset, greatest - offset];
}

function splitPiece(
  piece: ConvexPiece,
  plane: Plane,
): readonly [ConvexPiece | null, ConvexPiece | null] {
  return [pieceWithin(piece, [plane]), pieceWithin(piece, [behind(plane)])];
}

const BODY = new CutBody();

/** The part of a piece in a region; null if at most a face, an edge or a corner is in it. */
export function pieceWithin(piece: ConvexPiece, region: ConvexRegion): ConvexPiece | null {
  const hull = hullOf(piece);
  const [ox, oy, oz] = [at(hull.corners, 0), at(hull.corners, 1), at(hull.corners, 2)];
  BODY.begin(hull, [ox, oy, oz]);
  for (const { normal, offset } of region) {
    const own = offset - (normal.x * ox + normal.y * oy + normal.z * oz);
    if (!BODY.keepBelow(normal.x, normal.y, normal.z, own)) return null;
  }
  const { corners, faces } = BODY.shape();
  const moved = corners.map((value, i) => value + (i % 3 === 0 ? ox : i % 3 === 1 ? oy : oz));
  return faces.length < 4 ? null : hullPiece(moved, faces);
}
