/** @module walls with the numbers that joining and rooms need, and the points where they end. */

import { compareIds, inOrder } from '../in-order.ts';
import { at, filled, intAt } from '../indexed.ts';
import type { Box2, Point2 } from '../vector.ts';
import { pointInMicrometres } from '../vector.ts';
import { FACET_MM } from './arcs/arc.ts';
import type { Chain } from './arcs/chain.ts';
import { chainOf } from './arcs/chain.ts';
import { drawnOver } from './location-line.ts';

/**
 * A wall: axis and thickness in mm, straight unless `via` is a point of the arc that it follows. `join` is how its ends meet others; default `miter`. `low` and `high` are
 * its foot and top, mm from whatever is common to all; without them it meets walls of any height.
 */
export type StraightWall = {
  readonly id: string;
  readonly start: Point2;
  readonly end: Point2;
  readonly via?: Point2 | null | undefined;
  readonly thickness: number;
  readonly join?: 'miter' | 'butt' | 'none' | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** How far to the left of the axis the line is on which its ends were drawn, mm; within its thickness. Default 0. */
  readonly line?: number | undefined;
  /** Whether it fills in between others: where nothing is said of `join` it stops at a wall that does not. */
  readonly infill?: boolean | undefined;
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
  /** Ends in mm: on the grid, or as far from where they were drawn as the line is from the axis; of an arc those of its facets. */
  readonly start: Point2;
  readonly end: Point2;
  /** How far to the left of the axis its ends were drawn, and where: in integer micrometres. */
  readonly line: number;
  readonly drawnA: Point2;
  readonly drawnB: Point2;
  /** Unit direction from start to end. */
  readonly ux: number;
  readonly uy: number;
  /** Along its axis or facets, mm. */
  readonly length: number;
  /** The facets of an arc; null for a straight wall. */
  readonly chain: Chain | null;
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

/** How far from the facets of an arc its face is touched, mm: a point on the arc itself lies as far beside them as they may. */
export const TOUCH_ARC_MM = TOUCH_MM + FACET_MM;

/** Added to the reach, mm, for an end exactly so far from the face of a diagonal wall. */
const REACH_SLACK_MM = TOUCH_MM + 0.001;

/**
 * Plan box within which a wall touches others: its axis widened by half its thickness, mm. Two walls
 * can change each other's footprint only when these boxes meet.
 */
export function wallReach(wall: StraightWall): Box2 {
  const { start, end, via, thickness } = wall;
  const chain = via === undefined || via === null ? null : chainOf(wall);
  return around(start, end, { chain, thickness });
}

type Extent = { readonly chain: Chain | null; readonly thickness: number };

function around(start: Point2, end: Point2, { chain, thickness }: Extent): Box2 {
  const margin = thickness / 2 + REACH_SLACK_MM + (chain === null ? 0 : FACET_MM);
  const min = { x: Math.min(start.x, end.x), y: Math.min(start.y, end.y) };
  const max = { x: Math.max(start.x, end.x), y: Math.max(start.y, end.y) };
  for (const { x, y } of chain?.nodes ?? []) {
    [min.x, min.y] = [Math.min(min.x, x), Math.min(min.y, y)];
    [max.x, max.y] = [Math.max(max.x, x), Math.max(max.y, y)];
  }
  return {
    min: { x: min.x - margin, y: min.y - margin },
    max: { x: max.x + margin, y: max.y + margin },
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
  const { id, start, end, via, thickness } = wall;
  const a = pointInMicrometres(start);
  const b = pointInMicrometres(end);
  const chain = via === undefined || via === null ? null : chainOf(wall);
  const line = wall.line ?? 0;
  const drawn = line === 0 || (a.x === b.x && a.y === b.y) ? null : drawnOver(wall, line);
  const drawnA = drawn === null ? a : pointInMicrometres(drawn.start);
  const drawnB = drawn === null ? b : pointInMicrometres(drawn.end);
  const dx = drawnB.x - drawnA.x;
  const dy = drawnB.y - drawnA.y;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0) || !(thickness > 0)) {
    throw new RangeError(
      `wall \`${id}\` has length ${length / 1000} mm and thickness ${thickness} mm, want both above 0`,
    );
  }
  // The faces of walls that were drawn to one point go through it exactly, as those of axes on the grid would not.
  const [besideX, besideY] = [(dy / length) * line, (0 - dx / length) * line];
  const beside = ({ x, y }: Point2): Point2 => ({ x: x / 1000 + besideX, y: y / 1000 + besideY });
  const { min, max } = around(start, end, { chain, thickness });
  return {
    wall,
    index,
    id,
    a,
    b,
    start: chain?.nodes[0] ?? beside(drawnA),
    end: chain?.nodes.at(-1) ?? beside(drawnB),
    line,
    drawnA,
    drawnB,
    ux: dx / length,
    uy: dy / length,
    length: chain?.length ?? length / 1000,
    chain,
    half: thickness / 2,
    low: wall.low ?? -Infinity,
    high: wall.high ?? Infinity,
    minX: min.x,
    minY: min.y,
    maxX: max.x,
    maxY: max.y,
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

/** Where an end was drawn, mm. */
export function drawnEnd(wall: PreparedWall, end: WallEnd): Point2 {
  if (wall.line === 0) return end === 'start' ? wall.start : wall.end;
  const { x, y } = end === 'start' ? wall.drawnA : wall.drawnB;
  return { x: x / 1000, y: y / 1000 };
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
