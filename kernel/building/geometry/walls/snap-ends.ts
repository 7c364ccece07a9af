/** @module snap ends: where wall ends go that were meant to stand on another wall and miss it by a little. */

import { at } from '../indexed.ts';
import { onGrid, type Point2 } from '../vector.ts';
import { landOn } from './arcs/chain.ts';
import { drawnOver } from './location-line.ts';
import type { PreparedWall, StraightWall, WallEnd } from './wall-contacts.ts';
import { drawnEnd, prepareWall, shareHeight } from './wall-contacts.ts';
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

const BOTH: readonly WallEnd[] = ['start', 'end'];

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
  const own = prepareWall(onItsLine(wall));
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

/** The wall as it would stand with its axis on its location line: that is what is put on others. */
function onItsLine(wall: StraightWall): StraightWall {
  return { ...wall, ...drawnOver(wall, wall.line ?? 0), line: 0 };
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
  return (
    along > own.length / 2 && !near.some((other) => isSame(other, [start, end], own.chain !== null))
  );
}

/** Whether a straight wall would lie between the ends of another one; an arc lies beside it. */
function isSame(
  other: PreparedWall,
  [start, end]: readonly [Point2, Point2],
  isBowed: boolean,
): boolean {
  if (other.chain !== null || isBowed) return false;
  return (
    (isEndAt(other, 'start', start) && isEndAt(other, 'end', end)) ||
    (isEndAt(other, 'start', end) && isEndAt(other, 'end', start))
  );
}

function isEndAt(wall: PreparedWall, end: WallEnd, point: Point2): boolean {
  return apart(drawnEnd(wall, end), point) === 0;
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
  const { chain, half } = wall;
  if (chain !== null) {
    const off = Math.abs(landOn(chain, point, half + EXACT_MM)?.off ?? Infinity);
    const isEnd = BOTH.some((end) => apart(drawnEnd(wall, end), point) <= EXACT_MM);
    return isEnd || off <= EXACT_MM || Math.abs(off - half) <= EXACT_MM;
  }
  if (BOTH.some((end) => apart(drawnEnd(wall, end), point) <= EXACT_MM)) return true;
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
  const isBowed = own.chain !== null || other.chain !== null;
  const isInLine = !isBowed && Math.abs(own.ux * other.uy - own.uy * other.ux) < SHARPEST_TEE;
  const sameWay = own.ux * other.ux + own.uy * other.uy > 0;
  return BOTH.flatMap((its) => {
    if (isInLine && sameWay === (its === end)) return [];
    const point = drawnEnd(other, its);
    return [{ onto: 'node', wall: other, point, by: apart(from, point) }];
  });
}

function lineTargets(
  own: PreparedWall,
  end: WallEnd,
  other: PreparedWall,
  distance: number,
): readonly Target[] {
  const from = end === 'start' ? own.start : own.end;
  const [ux, uy] = directionAtEnd(own, end);
  if (other.chain !== null) return arcTargets([ux, uy], from, { other, distance });
  const cross = ux * other.uy - uy * other.ux;
  if (Math.abs(cross) < SHARPEST_TEE) return [];
  const { along, off } = placeOn(other, from);
  const lines: readonly (readonly [Footing, number])[] = [
    ['axis', 0],
    ['face', other.half],
    ['face', 0 - other.half],
  ];
  return lines.flatMap(([onto, aside]) => {
    // Along the own axis, whose direction stays; square to the other wall where that is too far.
    const way = (aside - off) / (0 - cross);
    const straight = Math.abs(way) <= distance;
    const point = straight
      ? { x: from.x + ux * way, y: from.y + uy * way }
      : { x: from.x - other.uy * (aside - off), y: from.y + other.ux * (aside - off) };
    const place = straight ? placeOn(other, point).along : along;
    if (place <= 0 || place >= other.length) return [];
    const grid = { x: onGrid(point.x), y: onGrid(point.y) };
    return [{ onto, wall: other, point: grid, by: apart(from, grid) }];
  });
}

/** Direction of a wall at one of its ends, of an arc that of the facet there. */
function directionAtEnd({ ux, uy, chain }: PreparedWall, end: WallEnd): readonly [number, number] {
  if (chain === null) return [ux, uy];
  const { x, y } = at(chain.units, end === 'start' ? 0 : chain.units.length - 1);
  return [x, y];
}

/** The places on an arc and on its faces, square to the facet that is nearest. */
function arcTargets(
  [ux, uy]: readonly [number, number],
  from: Point2,
  { other, distance }: { readonly other: PreparedWall; readonly distance: number },
): readonly Target[] {
  const { chain, half } = other;
  const landing = chain === null ? null : landOn(chain, from, half + distance);
  if (chain === null || landing === null) return [];
  const unit = at(chain.units, landing.facet);
  if (Math.abs(ux * unit.y - uy * unit.x) < SHARPEST_TEE) return [];
  const lines = [
    ['axis', 0],
    ['face', half],
    ['face', 0 - half],
  ] as const;
  return lines.map(([onto, aside]): Target => {
    const way = aside - landing.off;
    const point = { x: onGrid(from.x - unit.y * way), y: onGrid(from.y + unit.x * way) };
    return { onto, wall: other, point, by: apart(from, point) };
  });
}

function apart(a: Point2, b: Point2): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}
