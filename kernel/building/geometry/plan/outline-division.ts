/** @module outline division: divides the area inside an outline among the owners of its sides. */

import { at, cyclic, intAt } from '../indexed.ts';
import { SAME_PLACE_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import { kernelCentroid } from './kernel-point.ts';
import { signedArea } from './polygon.ts';

/** An owner's part of an outline: from its first point to its last, mm. The next part starts with the last point. */
export type Share = readonly Point2[];

/**
 * Whether a point (mm) is in the area outside the outline that the owner of a share has, so that it can be taken from
 * that owner.
 */
export type Holds = (share: number, point: Point2) => boolean;

/** A side of the outline, and the share it belongs to. */
type Side = { readonly from: Point2; readonly share: number };

/** Sides that form a closed simple loop. */
type Loop = readonly Side[];

/**
 * For each share the points (mm) from its last point back to its first, both excluded. Neighbours get the same path, so
 * that the parts neither overlap nor leave gaps. If the outline crosses itself, each of its loops is divided
 * separately. A clockwise loop is covered twice, so it is taken from its owners; if that is impossible, all of them
 * keep it.
 */
export function divideOutline(
  shares: readonly Share[],
  holds: Holds,
): readonly (readonly Point2[])[] {
  const sides = withCrossings(
    shares.flatMap((points, share) => points.slice(0, -1).map((from) => ({ from, share }))),
  );
  const ways: Point2[][] = shares.map(() => []);
  const { loops, loopOf } = loopsOf(sides);
  const centres = loops.map((loop) => centreOf(loop, holds));
  for (const [share, way] of ways.entries()) {
    const own = sides.flatMap((side, i) => (side.share === share ? [i] : []));
    for (let k = own.length - 1; k >= 0; k--) {
      const i = at(own, k);
      const loop = intAt(loopOf, i);
      const before = k === 0 ? null : at(own, k - 1);
      if (loop >= 0 && before !== null && loopOf[before] === loop) continue;
      const centre = loop < 0 ? null : at(centres, loop);
      if (centre !== null) way.push(centre);
      if (before !== null) way.push(at(sides, i).from);
    }
  }
  return ways;
}

function isSame(a: Point2, b: Point2): boolean {
  return Math.abs(a.x - b.x) <= SAME_PLACE_MM && Math.abs(a.y - b.y) <= SAME_PLACE_MM;
}

/** The sides without those of zero length, split where they touch or cross; equal points are the same object. */
function withCrossings(input: readonly Side[]): readonly Side[] {
  const known: Point2[] = [];
  const identified = (point: Point2): Point2 => {
    const same = known.find((other) => isSame(point, other));
    if (same === undefined) known.push(point);
    return same ?? point;
  };
  const sides = input
    .map(({ from, share }) => ({ from: identified(from), share }))
    .filter(({ from }, i, all) => from !== cyclic(all, i + 1).from);
  return sides.flatMap(({ from, share }, i) => {
    const to = cyclic(sides, i + 1).from;
    const places = sides.flatMap((other, k) => {
      if (k === i) return [];
      const end = cyclic(sides, k + 1).from;
      if (isOn(other.from, from, to)) return [other.from];
      const crossing = crossingOf([from, to], [other.from, end]);
      return crossing === null ? [] : [identified(crossing)];
    });
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const projection = ({ x, y }: Point2): number => (x - from.x) * dx + (y - from.y) * dy;
    const inner = [...new Set(places)].filter((point) => point !== from && point !== to);
    return [from, ...inner.toSorted((a, b) => projection(a) - projection(b))].map((point) => ({
      from: point,
      share,
    }));
  });
}

function isOn({ x, y }: Point2, from: Point2, to: Point2): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const projection = ((x - from.x) * dx + (y - from.y) * dy) / length;
  const off = ((y - from.y) * dx - (x - from.x) * dy) / length;
  return Math.abs(off) <= SAME_PLACE_MM && projection > 0 && projection < length;
}

/** The crossing of two sides between their ends; null if they do not cross. */
function crossingOf(
  [a, b]: readonly [Point2, Point2],
  [c, d]: readonly [Point2, Point2],
): Point2 | null {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = ux * vy - uy * vx;
  const [gx, gy] = [c.x - a.x, c.y - a.y];
  const s = (gx * vy - gy * vx) / cross;
  const t = (gx * uy - gy * ux) / cross;
  return s > 0 && s < 1 && t > 0 && t < 1 ? { x: a.x + ux * s, y: a.y + uy * s } : null;
}

/** The loops of sides, and for each side the number of its loop; -1 if another side runs straight back along it. */
function loopsOf(sides: readonly Side[]): {
  readonly loops: readonly Loop[];
  readonly loopOf: readonly number[];
} {
  const loops: Loop[] = [];
  const loopOf = sides.map(() => -1);
  const open: number[] = [];
  const close = (point: Point2): void => {
    const first = open.findIndex((i) => at(sides, i).from === point);
    if (first < 0) return;
    const loop = open.splice(first);
    if (loop.length < 3) return;
    for (const i of loop) loopOf[i] = loops.length;
    loops.push(loop.map((i) => at(sides, i)));
  };
  for (const [i, { from }] of sides.entries()) {
    close(from);
    open.push(i);
  }
  if (sides.length > 0) close(at(sides, 0).from);
  return { loops, loopOf };
}

/**
 * A point from which the whole loop is visible: a corner between two shares if possible, so that the path is straight.
 * Null if there is none.
 */
function centreOf(loop: Loop, holds: Holds): Point2 | null {
  const ring = loop.map(({ from }) => from);
  if (signedArea(ring) < 0) return centreOfTaken(loop, holds);
  const ends = loop.filter(({ share }, i) => share !== cyclic(loop, i - 1).share);
  const corner = ends.length === 2 ? ends.find(({ from }) => seesAll(from, ring)) : undefined;
  return corner?.from ?? kernelCentroid(ring);
}

/**
 * For a clockwise loop: a point in its kernel that all owners of its shares can give up; the centroid if possible, else
 * the corner with the smallest sum of distances to the others.
 */
function centreOfTaken(loop: Loop, holds: Holds): Point2 | null {
  const ring = loop.map(({ from }) => from).toReversed();
  const shares = new Set(loop.map(({ share }) => share));
  const centre = kernelCentroid(ring);
  const totalDistance = (from: Point2): number =>
    ring.reduce((sum, { x, y }) => sum + Math.sqrt((x - from.x) ** 2 + (y - from.y) ** 2), 0);
  return (
    [
      ...(centre === null ? [] : [centre]),
      ...ring.toSorted((a, b) => totalDistance(a) - totalDistance(b)),
    ].find((point) => seesAll(point, ring) && [...shares].every((share) => holds(share, point))) ??
    null
  );
}

function seesAll({ x, y }: Point2, ring: readonly Point2[]): boolean {
  return ring.every((from, i) => {
    const to = cyclic(ring, i + 1);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    return (
      (y - from.y) * dx - (x - from.x) * dy >= 0 - SAME_PLACE_MM * Math.sqrt(dx * dx + dy * dy)
    );
  });
}
