/** @module snap ends: where wall ends go that were meant to stand on another wall and miss it by a little. */

import { onGrid, type Point2 } from '../vector.ts';
import type { PreparedWall, StraightWall, WallEnd } from './wall-contacts.ts';
import { prepareWall, shareHeight } from './wall-contacts.ts';
import { SHARPEST_TEE } from './wall-hosts.ts';

/** What an end can stand on: the end of another wall, its axis, or one of its long faces. */
export type Footing = 'node' | 'axis' | 'face';

/** One end that moved onto another wall; mm. */
export type Snap = {
  readonly end: WallEnd;
  readonly onto: Footing;
  readonly wall_id: string;
  readonly from: Point2;
  readonly to: Point2;
  readonly by_mm: number;
};

/** What may move, and how far. */
export type SnapRule = {
  /** The furthest that an end moves, mm. */
  readonly distance: number;
  readonly ends: readonly WallEnd[];
  /** Where the ends were before: what they stood on there they were taken off on purpose. */
  readonly was: readonly Point2[];
};

/** Ends on the grid stand on a line that is not further away than rounding leaves, mm. */
const EXACT_MM = 0.001;

type Target = {
  readonly onto: Footing;
  readonly wall: PreparedWall;
  readonly point: Point2;
  readonly by: number;
};

/**
 * Where the ends of a wall go: onto the nearest end of another wall within the distance, else onto the nearest axis or
 * face, on which they go along their own axis when that is no further; of equally near ones onto the axis, then that of
 * the smallest id. An end that stands on something already stays, and so does one whose move would leave the wall
 * without length or on top of another.
 */
export function snapEnds(
  wall: StraightWall,
  others: readonly StraightWall[],
  rule: SnapRule,
): readonly Snap[] {
  const own = prepareWall(wall);
  const near = others
    .filter(({ id }) => id !== wall.id)
    .map((other) => prepareWall(other))
    .filter((other) => shareHeight(own, other));
  const free = near.filter((other) => rule.was.every((point) => !standsOn(point, other)));
  const snaps = rule.ends.flatMap((end) => {
    const from = end === 'start' ? own.start : own.end;
    if (near.some((other) => standsOn(from, other))) return [];
    const target = bestTarget(own, end, free, rule.distance);
    return target === null ? [] : [snapTo(target, end, from)];
  });
  return kept(own, snaps, near);
}

function snapTo({ onto, wall, point, by }: Target, end: WallEnd, from: Point2): Snap {
  return { end, onto, wall_id: wall.id, from, to: point, by_mm: onGrid(by) };
}

/** The snaps after which the wall has a length and lies on no other: of both at once that which moves less, else none. */
function kept(
  own: PreparedWall,
  snaps: readonly Snap[],
  near: readonly PreparedWall[],
): readonly Snap[] {
  const [shorter] = snaps.toSorted((a, b) => a.by_mm - b.by_mm);
  const choices = [snaps, ...(shorter === undefined || snaps.length < 2 ? [] : [[shorter]])];
  return choices.find((choice) => isSound(own, choice, near)) ?? [];
}

function isSound(
  own: PreparedWall,
  snaps: readonly Snap[],
  near: readonly PreparedWall[],
): boolean {
  const to = (end: WallEnd): Point2 | undefined => snaps.find((snap) => snap.end === end)?.to;
  const [start, end] = [to('start') ?? own.start, to('end') ?? own.end];
  // A wall that turns round or loses most of its length was not meant.
  const along = (end.x - start.x) * own.ux + (end.y - start.y) * own.uy;
  return along > own.length / 2 && !near.some((other) => isSame(other, start, end));
}

function isSame(other: PreparedWall, start: Point2, end: Point2): boolean {
  return (
    (apart(other.start, start) === 0 && apart(other.end, end) === 0) ||
    (apart(other.start, end) === 0 && apart(other.end, start) === 0)
  );
}

/** Place along a wall from its start and distance from its axis, left positive; mm. */
function placeOn(
  { start, ux, uy }: PreparedWall,
  { x, y }: Point2,
): { along: number; off: number } {
  const [dx, dy] = [x - start.x, y - start.y];
  return { along: dx * ux + dy * uy, off: dy * ux - dx * uy };
}

/** Whether a point lies on an end, on the axis or on a long face of a wall. */
function standsOn(point: Point2, wall: PreparedWall): boolean {
  const { along, off } = placeOn(wall, point);
  if (along < -EXACT_MM || along > wall.length + EXACT_MM) return false;
  const side = Math.abs(off);
  return side <= EXACT_MM || Math.abs(side - wall.half) <= EXACT_MM;
}

function bestTarget(
  own: PreparedWall,
  end: WallEnd,
  others: readonly PreparedWall[],
  distance: number,
): Target | null {
  const targets = others.flatMap((other) => [
    ...nodeTargets(own, end, other),
    ...lineTargets(own, end, other, distance),
  ]);
  const within = targets.filter(({ by }) => by <= distance);
  return within.toSorted(compareTargets)[0] ?? null;
}

const RANK: Readonly<Record<Footing, number>> = { node: 0, axis: 1, face: 2 };

function compareTargets(a: Target, b: Target): number {
  const nodes = Number(b.onto === 'node') - Number(a.onto === 'node');
  if (nodes !== 0) return nodes;
  // Rounded, so that what is equally near stays so when everything is shifted or turned.
  const nearer = onGrid(a.by) - onGrid(b.by);
  if (nearer !== 0) return nearer;
  return RANK[a.onto] - RANK[b.onto] || (a.wall.id < b.wall.id ? -1 : 1);
}

/** The ends of a wall; not that beside which the own wall would lie on it. */
function nodeTargets(own: PreparedWall, end: WallEnd, other: PreparedWall): readonly Target[] {
  const from = end === 'start' ? own.start : own.end;
  const isInLine = Math.abs(own.ux * other.uy - own.uy * other.ux) < SHARPEST_TEE;
  const sameWay = own.ux * other.ux + own.uy * other.uy > 0;
  return (['start', 'end'] as const).flatMap((at) => {
    if (isInLine && sameWay === (at === end)) return [];
    const point = at === 'start' ? other.start : other.end;
    return [{ onto: 'node', wall: other, point, by: apart(from, point) }];
  });
}

function lineTargets(
  own: PreparedWall,
  end: WallEnd,
  other: PreparedWall,
  distance: number,
): readonly Target[] {
  const cross = own.ux * other.uy - own.uy * other.ux;
  if (Math.abs(cross) < SHARPEST_TEE) return [];
  const from = end === 'start' ? own.start : own.end;
  const { along, off } = placeOn(other, from);
  const lines: readonly (readonly [Footing, number])[] = [
    ['axis', 0],
    ['face', other.half],
    ['face', 0 - other.half],
  ];
  return lines.flatMap(([onto, at]) => {
    // Along the own axis, whose direction stays; square to the other wall where that is too far.
    const way = (at - off) / (0 - cross);
    const straight = Math.abs(way) <= distance;
    const point = straight
      ? { x: from.x + own.ux * way, y: from.y + own.uy * way }
      : { x: from.x - other.uy * (at - off), y: from.y + other.ux * (at - off) };
    const place = straight ? placeOn(other, point).along : along;
    if (place <= 0 || place >= other.length) return [];
    const grid = { x: onGrid(point.x), y: onGrid(point.y) };
    return [{ onto, wall: other, point: grid, by: apart(from, grid) }];
  });
}

function apart(a: Point2, b: Point2): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}
