/** @module room gaps: finds the gaps between walls that keep a point from being enclosed. */

import { compareText } from '../in-order.ts';
import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { compareGaps, type Gap, gapsOf } from './loose-ends.ts';
import { findRoomAt } from './rooms.ts';
import { type PreparedWall, prepareWalls, type StraightWall } from './wall-contacts.ts';

/** Maximum width of a gap, mm. */
const MAX_WIDTH_MM = 10_000;
/** Maximum number of gaps that are tried, narrowest first. */
const MAX_GAPS = 16;
/** Maximum number of walls that are examined, nearest first. */
const MAX_WALLS = 250;

/**
 * The gaps that must be closed to enclose a point (mm), narrowest first; each of them is necessary. Empty if closing
 * gaps of up to 10 m does not enclose it.
 */
export function gapsAround(point: Point2, walls: readonly StraightWall[]): readonly Gap[] {
  const near = nearestWalls(point, prepareWalls(walls));
  const given = near.map(({ wall }) => wall);
  const gaps = narrowestGaps(near.flatMap((wall) => gapsOf(wall, near, MAX_WIDTH_MM).slice(0, 4)));
  const closes = (some: readonly Gap[]): boolean =>
    findRoomAt(point, [...given, ...some.map((gap, i) => closingWall(gap, i, near))]) !== null;
  if (gaps.length === 0 || !closes(gaps)) return [];
  // Enclosure is monotonic in the gaps closed: bisection finds the smallest sufficient prefix.
  let [low, high] = [1, gaps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (closes(gaps.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  return necessaryGaps(gaps.slice(0, high), closes);
}

/** The walls nearest to a point. */
function nearestWalls(point: Point2, walls: readonly PreparedWall[]): readonly PreparedWall[] {
  if (walls.length <= MAX_WALLS) return walls;
  const distance = ({ start, ux, uy, length }: PreparedWall): number => {
    const along = (point.x - start.x) * ux + (point.y - start.y) * uy;
    const clamped = Math.min(length, Math.max(0, along));
    return Math.hypot(start.x + ux * clamped - point.x, start.y + uy * clamped - point.y);
  };
  const ranked = walls.map((wall) => ({ wall, far: distance(wall) }));
  return ranked
    .toSorted((a, b) => a.far - b.far || a.wall.index - b.wall.index)
    .slice(0, MAX_WALLS)
    .map(({ wall }) => wall)
    .toSorted((a, b) => a.index - b.index);
}

/** The narrowest gaps, without duplicates between the same two points. */
function narrowestGaps(gaps: readonly Gap[]): readonly Gap[] {
  const seen = new Set<string>();
  return gaps
    .toSorted(compareGaps)
    .filter(({ from, to }) => {
      if (from.x === to.x && from.y === to.y) return false;
      const key = [`${from.x} ${from.y}`, `${to.x} ${to.y}`].toSorted(compareText).join('\n');
      return seen.size < seen.add(key).size;
    })
    .slice(0, MAX_GAPS);
}

/** A wall that closes a gap. */
function closingWall(
  { wall_id, from, to }: Gap,
  i: number,
  walls: readonly PreparedWall[],
): StraightWall {
  const { wall } = walls.find(({ id }) => id === wall_id) ?? at(walls, 0);
  return { ...wall, id: `${wall_id} ${i}`, start: from, end: to, join: undefined, line: 0 };
}

/** The necessary gaps; the widest are dropped first. */
function necessaryGaps(
  gaps: readonly Gap[],
  closes: (some: readonly Gap[]) => boolean,
): readonly Gap[] {
  let kept = gaps;
  for (const gap of gaps.toReversed()) {
    const rest = kept.filter((one) => one !== gap);
    if (closes(rest)) kept = rest;
  }
  return kept;
}
