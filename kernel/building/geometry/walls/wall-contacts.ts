/** @module wall contacts: prepares walls for joining and room detection, and tests their reach and height. */

import { compareIds, inOrder } from '../in-order.ts';
import { at, filled, intAt } from '../indexed.ts';
import { GRID_MM, TOUCH_MM } from '../tolerances.ts';
import { type Box2, type Point2, pointInMicrometres } from '../vector.ts';
import { FACET_MM } from './arcs/arc.ts';
import { type Chain, chainOf } from './arcs/chain.ts';
import { drawnOver } from './location-line.ts';

/**
 * A wall: axis and thickness in mm; straight unless `via` is a point of its arc. `join` is the joint at its ends;
 * default `miter`. `low` and `high` are its foot and top, mm above a common reference; without them it meets walls of
 * any height.
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
  /** Distance of the drawn line to the left of the axis, mm; within the thickness. Default 0. */
  readonly line?: number | undefined;
  /** Whether it is infill: without `join`, it stops at a wall that is not infill. */
  readonly infill?: boolean | undefined;
  readonly pins?: Pins | null | undefined;
};

export type WallEnd = 'start' | 'end';

/**
 * Outlines of ends that are given, not solved; null for a solved end. World mm, in the counter-clockwise order of the
 * wall's outline: `start` from the corner on its left face to the one on its right face, `end` from right to left.
 */
export type Pins = { readonly [end in WallEnd]: readonly Point2[] | null };

export const WALL_ENDS: readonly WallEnd[] = ['start', 'end'];

/** A wall with derived quantities; mm unless stated otherwise. */
export type PreparedWall = {
  readonly wall: StraightWall;
  /** Index in the prepared list. */
  readonly index: number;
  readonly id: string;
  /** Ends in integer micrometres. */
  readonly a: Point2;
  readonly b: Point2;
  /** Ends in mm: on the grid, or offset from the drawn ends by `line`; for an arc, those of its facets. */
  readonly start: Point2;
  readonly end: Point2;
  /** Distance of the drawn line to the left of the axis, and the drawn ends in integer micrometres. */
  readonly line: number;
  readonly drawnA: Point2;
  readonly drawnB: Point2;
  /** Unit direction from start to end. */
  readonly ux: number;
  readonly uy: number;
  /** Length of the axis, for an arc along its facets, mm. */
  readonly length: number;
  /** The facets of an arc; null for a straight wall. */
  readonly chain: Chain | null;
  /** Half the thickness. */
  readonly half: number;
  /** Foot and top; ±Infinity for a wall without heights. */
  readonly low: number;
  readonly high: number;
  /** The box of `wallReach`. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
};

/** `TOUCH_MM` for the facets of an arc, mm: a point on the arc itself may be `FACET_MM` off its facet. */
export const TOUCH_ARC_MM = TOUCH_MM + FACET_MM;

/**
 * Margin of the reach around a wall, mm: an end at exactly `TOUCH_MM` from the face of a diagonal wall is within it.
 */
const REACH_SLACK_MM = TOUCH_MM + GRID_MM;

/**
 * Plan box within which a wall touches others: its axis widened by half its thickness, mm. Two walls can change each
 * other's footprint only if these boxes intersect.
 */
export function wallReach(wall: StraightWall): Box2 {
  const { start, end, via, thickness } = wall;
  const chain = via === undefined || via === null ? null : chainOf(wall);
  return reachOf(start, end, { chain, thickness });
}

type Extent = { readonly chain: Chain | null; readonly thickness: number };

function reachOf(start: Point2, end: Point2, { chain, thickness }: Extent): Box2 {
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

/** Whether the reaches of two walls intersect. */
export function reachesMeet(a: PreparedWall, b: PreparedWall): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Whether the height intervals of two walls overlap, so that neither passes above the other. */
export function shareHeight(a: PreparedWall, b: PreparedWall): boolean {
  return a.low < b.high && b.low < a.high;
}

/** The prepared wall. Throws `RangeError` for a wall without length or thickness. */
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
      `wall \`${id}\` has length ${length / 1000} mm and thickness ${thickness} mm, expected both above 0`,
    );
  }
  // The faces of walls drawn to one point pass through it exactly; faces of axes on the grid would not.
  const [offsetX, offsetY] = [(dy / length) * line, (0 - dx / length) * line];
  const offsetPoint = ({ x, y }: Point2): Point2 => ({
    x: x / 1000 + offsetX,
    y: y / 1000 + offsetY,
  });
  const { min, max } = reachOf(start, end, { chain, thickness });
  return {
    wall,
    index,
    id,
    a,
    b,
    start: chain?.nodes[0] ?? offsetPoint(drawnA),
    end: chain?.nodes.at(-1) ?? offsetPoint(drawnB),
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
    if (id === at(prepared, i - 1).id) throw new RangeError(`two walls have the id \`${id}\``);
  }
  return prepared;
}

/** The drawn end, mm. */
export function drawnEnd(wall: PreparedWall, end: WallEnd): Point2 {
  if (wall.line === 0) return end === 'start' ? wall.start : wall.end;
  const { x, y } = end === 'start' ? wall.drawnA : wall.drawnB;
  return { x: x / 1000, y: y / 1000 };
}

/** Unit direction of a wall at an end, from start to end; for an arc, that of the facet there. */
export function directionAtEnd({ ux, uy, chain }: PreparedWall, end: WallEnd): Point2 {
  return chain === null
    ? { x: ux, y: uy }
    : at(chain.units, end === 'start' ? 0 : chain.units.length - 1);
}

/** Whether a vector is at most `most` along both axes. */
export function isWithin(dx: number, dy: number, most: number): boolean {
  return dx <= most && dx >= -most && dy <= most && dy >= -most;
}

/** Number of a wall end among all ends: twice the wall's index for its start, plus 1 for its end. */
export function endNumber(wall: PreparedWall, end: WallEnd): number {
  return 2 * wall.index + (end === 'start' ? 0 : 1);
}

/** Indices 0, 1, … grouped (compressed sparse rows), ascending in each group. */
export type Grouped = { readonly first: readonly number[]; readonly members: number[] };

/**
 * Groups the indices of `groupOf` by counting sort: group g is `members[first[g]]` up to `members[first[g + 1]]`,
 * excluded.
 */
export function groupIndices(groupOf: readonly number[], groups: number): Grouped {
  const first = filled(groups + 2, 0);
  for (let i = 0; i < groupOf.length; i++) {
    const slot = intAt(groupOf, i) + 2;
    first[slot] = intAt(first, slot) + 1;
  }
  for (let slot = 2; slot < first.length; slot++) {
    first[slot] = intAt(first, slot) + intAt(first, slot - 1);
  }
  // first[g + 1] is the start of group g; filling moves it to the end of the group.
  const members = filled(groupOf.length, 0);
  for (let i = 0; i < groupOf.length; i++) {
    const slot = intAt(groupOf, i) + 1;
    const place = intAt(first, slot);
    members[place] = i;
    first[slot] = place + 1;
  }
  return { first, members };
}
