/** @module parted outlines: an outline divided among those who have parts of it. */

import { at, cyclic, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { amidKernel } from './kernel-point.ts';
import { signedArea } from './polygon.ts';

/** The part that one has of an outline: from its first point to its last, with those between; mm. The next part begins with the last. */
export type Share = readonly Point2[];

/** Whether a point (mm) lies in what the owner of a share has outside the outline, so that it can be taken from that. */
export type Holds = (share: number, point: Point2) => boolean;

/** What rounding leaves between points that are one, mm. */
const SAME_MM = 0.002;

/** A side of the outline, of which share. */
type Side = { readonly from: Point2; readonly share: number };

/** Sides that close on themselves without touching themselves. */
type Loop = readonly Side[];

/**
 * For each share the points (mm) on the way from its last point back to its first, both excluded: ways of neighbours are
 * the same, so that nothing is left between them and nothing is in both. Where the outline crosses itself each of its
 * loops is divided for itself. One that runs clockwise is what they have twice, and is taken from those who have it; what
 * cannot be is left to all of them.
 */
export function partedAmong(
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
  return Math.abs(a.x - b.x) <= SAME_MM && Math.abs(a.y - b.y) <= SAME_MM;
}

/** The sides without those that have no length, cut where they touch or cross each other: in points that are then the same. */
function withCrossings(given: readonly Side[]): readonly Side[] {
  const known: Point2[] = [];
  const one = (point: Point2): Point2 => {
    const same = known.find((other) => isSame(point, other));
    if (same === undefined) known.push(point);
    return same ?? point;
  };
  const sides = given
    .map(({ from, share }) => ({ from: one(from), share }))
    .filter(({ from }, i, all) => from !== cyclic(all, i + 1).from);
  return sides.flatMap(({ from, share }, i) => {
    const to = cyclic(sides, i + 1).from;
    const places = sides.flatMap((other, k) => {
      if (k === i) return [];
      const end = cyclic(sides, k + 1).from;
      if (isOn(other.from, from, to)) return [other.from];
      const crossing = crossingOf([from, to], [other.from, end]);
      return crossing === null ? [] : [one(crossing)];
    });
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ({ x, y }: Point2): number => (x - from.x) * dx + (y - from.y) * dy;
    const inner = [...new Set(places)].filter((point) => point !== from && point !== to);
    return [from, ...inner.toSorted((a, b) => along(a) - along(b))].map((point) => ({
      from: point,
      share,
    }));
  });
}

function isOn({ x, y }: Point2, from: Point2, to: Point2): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = ((x - from.x) * dx + (y - from.y) * dy) / length;
  const off = ((y - from.y) * dx - (x - from.x) * dy) / length;
  return Math.abs(off) <= SAME_MM && along > 0 && along < length;
}

/** Where two sides cross between their ends. */
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

/** The loops of sides, and of each side the number of its loop, -1 where another runs straight back along it. */
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
 * A point from which all of a loop is seen; one between two shares where that does, so that the way is straight. Null where
 * there is none.
 */
function centreOf(loop: Loop, holds: Holds): Point2 | null {
  const ring = loop.map(({ from }) => from);
  if (signedArea(ring) < 0) return centreOfTaken(loop, holds);
  const ends = loop.filter(({ share }, i) => share !== cyclic(loop, i - 1).share);
  const corner = ends.length === 2 ? ends.find(({ from }) => seesAll(from, ring)) : undefined;
  return corner?.from ?? amidKernel(ring);
}

/** Of a clockwise loop: a point that all owners of its shares have, amid it, else the corner nearest to all others. */
function centreOfTaken(loop: Loop, holds: Holds): Point2 | null {
  const ring = loop.map(({ from }) => from).toReversed();
  const shares = new Set(loop.map(({ share }) => share));
  const amid = amidKernel(ring);
  const ways = (one: Point2): number =>
    ring.reduce((sum, { x, y }) => sum + Math.sqrt((x - one.x) ** 2 + (y - one.y) ** 2), 0);
  return (
    [...(amid === null ? [] : [amid]), ...ring.toSorted((a, b) => ways(a) - ways(b))].find(
      (point) => seesAll(point, ring) && [...shares].every((share) => holds(share, point)),
    ) ?? null
  );
}

function seesAll({ x, y }: Point2, ring: readonly Point2[]): boolean {
  return ring.every((from, i) => {
    const to = cyclic(ring, i + 1);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    return (y - from.y) * dx - (x - from.x) * dy >= 0 - SAME_MM * Math.sqrt(dx * dx + dy * dy);
  });
}
