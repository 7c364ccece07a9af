/** @module straight walls with the numbers that joining and rooms need, and the points where they end. */

import { compareIds, inOrder } from '../in-order.ts';
import { at, filled, intAt } from '../indexed.ts';
import type { Box2, Point2 } from '../vector.ts';
import { pointInMicrometres } from '../vector.ts';

/**
 * A straight wall: axis and thickness in mm. `join` is how its ends meet others; default `miter`. `low` and `high` are
 * its foot and top, mm from whatever is common to all; without them it meets walls of any height.
 */
export type StraightWall = {
  readonly id: string;
  readonly start: Point2;
  readonly end: Point2;
  readonly thickness: number;
  readonly join?: 'miter' | 'butt' | 'none' | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
};

export type WallEnd = 'start' | 'end';

/** A wall with the numbers that every step needs. */
export type PreparedWall = {
  readonly wall: StraightWall;
  /** Place in the list it was prepared with. */
  readonly index: number;
  readonly id: string;
  /** Ends in integer micrometres. */
  readonly a: Point2;
  readonly b: Point2;
  /** Ends in mm on the grid. */
  readonly start: Point2;
  readonly end: Point2;
  readonly ux: number;
  readonly uy: number;
  /** mm. */
  readonly length: number;
  readonly half: number;
  readonly low: number;
  readonly high: number;
  /** The box of `wallReach`. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
};

/** Ends that are not further than this from a face or another end touch it, mm: turning and rounding leave less. */
export const TOUCH_MM = 0.5;

/** Added to the reach, mm, for an end exactly so far from the face of a diagonal wall. */
const REACH_SLACK_MM = TOUCH_MM + 0.001;

/**
 * Plan box within which a wall touches others: its axis widened by half its thickness, mm. Two walls
 * can change each other's footprint only when these boxes meet.
 */
export function wallReach({ start, end, thickness }: StraightWall): Box2 {
  const margin = thickness / 2 + REACH_SLACK_MM;
  return {
    min: { x: Math.min(start.x, end.x) - margin, y: Math.min(start.y, end.y) - margin },
    max: { x: Math.max(start.x, end.x) + margin, y: Math.max(start.y, end.y) + margin },
  };
}

/** Whether the reaches of two walls share at least a point. */
export function reachesMeet(a: PreparedWall, b: PreparedWall): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Whether two walls have some height in common, so that they do not pass above each other. */
export function shareHeight(a: PreparedWall, b: PreparedWall): boolean {
  return a.low < b.high && b.low < a.high;
}

/** Throws `RangeError` for a wall without length or thickness. */
export function prepareWall(wall: StraightWall, index = 0): PreparedWall {
  const { id, start, end, thickness } = wall;
  const a = pointInMicrometres(start);
  const b = pointInMicrometres(end);
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0) || !(thickness > 0)) {
    throw new RangeError(
      `wall \`${id}\` has length ${length / 1000} mm and thickness ${thickness} mm, want both above 0`,
    );
  }
  const margin = thickness / 2 + REACH_SLACK_MM;
  return {
    wall,
    index,
    id,
    a,
    b,
    start: { x: a.x / 1000, y: a.y / 1000 },
    end: { x: b.x / 1000, y: b.y / 1000 },
    ux: dx / length,
    uy: dy / length,
    length: length / 1000,
    half: thickness / 2,
    low: wall.low ?? -Infinity,
    high: wall.high ?? Infinity,
    minX: Math.min(start.x, end.x) - margin,
    minY: Math.min(start.y, end.y) - margin,
    maxX: Math.max(start.x, end.x) + margin,
    maxY: Math.max(start.y, end.y) + margin,
  };
}

/** All walls prepared, in order of id; throws `RangeError` for a repeated id. */
export function prepareWalls(walls: Iterable<StraightWall>): readonly PreparedWall[] {
  const list: readonly StraightWall[] = Array.isArray(walls) ? walls : [...walls];
  const ordered = inOrder(list, compareIds);
  const prepared: PreparedWall[] = [];
  for (let i = 0; i < ordered.length; i++) {
    prepared.push(prepareWall(at(ordered, i), i));
  }
  for (let i = 1; i < prepared.length; i++) {
    const { id } = at(prepared, i);
    if (id === at(prepared, i - 1).id) {
      throw new RangeError(`two walls have the id \`${id}\``);
    }
  }
  return prepared;
}

/** Number of a wall's end among all ends: its start has twice the wall's index, its end one more. */
export function endNumber(wall: PreparedWall, end: WallEnd): number {
  return 2 * wall.index + (end === 'start' ? 0 : 1);
}

/** Places 0, 1, … of a list by the group (below `groups`) that each belongs to, rising in each group. */
export type Grouped = { readonly first: readonly number[]; readonly members: number[] };

/** Groups the places of `groupOf` by counting: group g has `members[first[g]]` up to `members[first[g + 1]]`. */
export function grouped(groupOf: readonly number[], groups: number): Grouped {
  const first = filled(groups + 2, 0);
  for (let i = 0; i < groupOf.length; i++) {
    const slot = intAt(groupOf, i) + 2;
    first[slot] = intAt(first, slot) + 1;
  }
  for (let slot = 2; slot < first.length; slot++) {
    first[slot] = intAt(first, slot) + intAt(first, slot - 1);
  }
  // first[g + 1] is where group g begins; filling moves it to where the group ends.
  const members = filled(groupOf.length, 0);
  for (let i = 0; i < groupOf.length; i++) {
    const slot = intAt(groupOf, i) + 1;
    const place = intAt(first, slot);
    members[place] = i;
    first[slot] = place + 1;
  }
  return { first, members };
}
