/** @module snap ends: moves wall ends that narrowly miss another wall onto it. */

import { at } from '../indexed.ts';
import { GRID_MM, ROUND_OFF_MM, SHARPEST_TEE } from '../tolerances.ts';
import { onGrid, type Point2, pointOnGrid } from '../vector.ts';
import { landOn } from './arcs/chain.ts';
import { drawnOver } from './location-line.ts';
import type { PreparedWall, StraightWall, WallEnd } from './wall-contacts.ts';
import { directionAtEnd, drawnEnd, prepareWall, shareHeight, WALL_ENDS } from './wall-contacts.ts';

/** Target of a snap: the end of another wall, its axis, or one of its long faces. */
export type Footing = 'node' | 'axis' | 'face';

/** An end that was moved onto another wall; mm. */
export type Snap = {
  readonly end: WallEnd;
  readonly onto: Footing;
  readonly wall_id: string;
  readonly from: Point2;
  readonly to: Point2;
  readonly by_mm: number;
};

/** Which ends may move, and how far. */
export type SnapRule = {
  /** Greatest distance that an end moves, mm. */
  readonly distance: number;
  readonly ends: readonly WallEnd[];
  /** Previous positions of the ends: a wall that an end was on there was left on purpose and is no target. */
  readonly was: readonly Point2[];
};

type Target = {
  readonly onto: Footing;
  readonly wall: PreparedWall;
  readonly point: Point2;
  readonly by: number;
};

/**
 * The snaps of a wall's ends: onto the nearest wall end within the distance, else onto the nearest axis or face,
 * along the wall's own axis if that is within the distance. Ties: the axis before a face, then the smallest id. An
 * end that is already on a target stays, and so does one whose move would shorten the wall to half its length or
 * less, or put it on top of another wall.
 */
export function snapEnds(
  wall: StraightWall,
  others: readonly StraightWall[],
  rule: SnapRule,
): readonly Snap[] {
  const own = prepareWall(withAxisOnLine(wall));
  const near = others
    .filter(({ id }) => id !== wall.id)
    .map((other) => prepareWall(other))
    .filter((other) => shareHeight(own, other));
  const free = near.filter((other) => rule.was.every((point) => !isOn(point, other)));
  const snaps = rule.ends.flatMap((end) => {
    const from = end === 'start' ? own.start : own.end;
    if (near.some((other) => isOn(from, other))) return [];
    const target = bestTarget(own, end, free, rule.distance);
    return target === null ? [] : [snapTo(target, end, from)];
  });
  return acceptableSnaps(own, snaps, near);
}

/** The wall with its axis moved to its location line, because the drawn ends are the ones that snap. */
function withAxisOnLine(wall: StraightWall): StraightWall {
  return { ...wall, ...drawnOver(wall, wall.line ?? 0), line: 0 };
}

function snapTo({ onto, wall, point, by }: Target, end: WallEnd, from: Point2): Snap {
  return { end, onto, wall_id: wall.id, from, to: point, by_mm: onGrid(by) };
}

/** The snaps that are kept: both, else the one that moves less, else none. */
function acceptableSnaps(
  own: PreparedWall,
  snaps: readonly Snap[],
  near: readonly PreparedWall[],
): readonly Snap[] {
  const [shorter] = snaps.toSorted((a, b) => a.by_mm - b.by_mm);
  const choices = [snaps, ...(shorter === undefined || snaps.length < 2 ? [] : [[shorter]])];
  return choices.find((choice) => keepsShape(own, choice, near)) ?? [];
}

function keepsShape(
  own: PreparedWall,
  snaps: readonly Snap[],
  near: readonly PreparedWall[],
): boolean {
  const to = (end: WallEnd): Point2 | undefined => snaps.find((snap) => snap.end === end)?.to;
  const [start, end] = [to('start') ?? own.start, to('end') ?? own.end];
  // A wall that reverses or loses half of its length was not meant to snap.
  const along = (end.x - start.x) * own.ux + (end.y - start.y) * own.uy;
  return (
    along > own.length / 2 && !near.some((other) => isSame(other, [start, end], own.chain !== null))
  );
}

/** Whether a straight wall would have the same ends as another straight wall; always false for arcs. */
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

/** Station along a wall and distance from its axis, left positive; mm. */
function placeOn(
  { start, ux, uy }: PreparedWall,
  { x, y }: Point2,
): { along: number; off: number } {
  const [dx, dy] = [x - start.x, y - start.y];
  return { along: dx * ux + dy * uy, off: dy * ux - dx * uy };
}

/** Whether a point is on an end, the axis or a long face of a wall. */
function isOn(point: Point2, wall: PreparedWall): boolean {
  const { chain, half } = wall;
  if (chain !== null) {
    const off = Math.abs(landOn(chain, point, half + GRID_MM)?.off ?? Infinity);
    const isEnd = WALL_ENDS.some((end) => apart(drawnEnd(wall, end), point) <= GRID_MM);
    return isEnd || off <= GRID_MM || Math.abs(off - half) <= GRID_MM;
  }
  if (WALL_ENDS.some((end) => apart(drawnEnd(wall, end), point) <= GRID_MM)) return true;
  const { along, off } = placeOn(wall, point);
  if (along < -GRID_MM || along > wall.length + GRID_MM) return false;
  const side = Math.abs(off);
  return side <= GRID_MM || Math.abs(side - wall.half) <= GRID_MM;
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
  // Rounded, so that ties stay ties under translation and rotation.
  const nearer = onGrid(a.by) - onGrid(b.by);
  if (nearer !== 0) return nearer;
  return RANK[a.onto] - RANK[b.onto] || (a.wall.id < b.wall.id ? -1 : 1);
}

/** The ends of another wall as targets, except an end at which the own wall would run along that wall. */
function nodeTargets(own: PreparedWall, end: WallEnd, other: PreparedWall): readonly Target[] {
  const from = end === 'start' ? own.start : own.end;
  const isBowed = own.chain !== null || other.chain !== null;
  const isInLine = !isBowed && Math.abs(own.ux * other.uy - own.uy * other.ux) < SHARPEST_TEE;
  const sameWay = own.ux * other.ux + own.uy * other.uy > 0;
  return WALL_ENDS.flatMap((its) => {
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
  const { x: ux, y: uy } = directionAtEnd(own, end);
  if (other.chain !== null) return arcTargets([ux, uy], from, { other, distance });
  const cross = ux * other.uy - uy * other.ux;
  if (Math.abs(cross) < SHARPEST_TEE) return [];
  const { along, off } = placeOn(other, from);
  const lines: readonly (readonly [Footing, number])[] = [
    ['axis', 0],
    ['face', other.half],
    ['face', 0 - other.half],
  ];
  // Along the own axis, which keeps its direction; perpendicular to the other wall if that is too far.
  const pointAt = (offset: number): Point2 => {
    const way = (offset - off) / (0 - cross);
    return Math.abs(way) <= distance
      ? { x: from.x + ux * way, y: from.y + uy * way }
      : { x: from.x - other.uy * (offset - off), y: from.y + other.ux * (offset - off) };
  };
  return lines.flatMap(([onto, offset]) => {
    const isStraight = Math.abs(offset - off) <= distance * Math.abs(cross);
    const place = isStraight ? placeOn(other, pointAt(offset)).along : along;
    const isBeside = place > 0 && place < other.length;
    const target = (point: Point2): Target => ({
      onto,
      wall: other,
      point,
      by: apart(from, point),
    });
    if (isBeside) return [target(pointOnGrid(pointAt(offset)))];
    const stopsBefore = onto === 'face' && Math.abs(off) > other.half + ROUND_OFF_MM;
    if (!stopsBefore || !makesCorner(own, other, place)) return [];
    // A corner is made on the face, but not a step of the grid outside it.
    const grid = pointOnGrid(pointAt(offset));
    const isOutside = Math.abs(placeOn(other, grid).off) > other.half + ROUND_OFF_MM;
    const inside = offset - Math.sign(offset) * 2 * GRID_MM;
    return [target(isOutside ? pointOnGrid(pointAt(inside)) : grid)];
  });
}

/**
 * Whether an end on a face of a straight wall, at a place past its end or at it, makes a corner with that end: the end
 * of the other wall lies in the own strip.
 */
function makesCorner(own: PreparedWall, other: PreparedWall, place: number): boolean {
  const its = place <= 0 ? other.start : other.end;
  return own.chain === null && Math.abs(placeOn(own, its).off) <= own.half;
}

/** The points on an arc and on its faces, perpendicular to the nearest facet. */
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
  return lines.map(([onto, offset]): Target => {
    const way = offset - landing.off;
    const point = { x: onGrid(from.x - unit.y * way), y: onGrid(from.y + unit.x * way) };
    return { onto, wall: other, point, by: apart(from, point) };
  });
}

function apart(a: Point2, b: Point2): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}
