/** @module room gaps: what is open round a point that walls do not enclose. */

import { at } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import type { Gap } from './loose-ends.ts';
import { compareGaps, gapsOf } from './loose-ends.ts';
import { findRoomAt } from './rooms.ts';
import type { PreparedWall, StraightWall } from './wall-contacts.ts';
import { prepareWalls } from './wall-contacts.ts';

/** The widest gap that is looked at, mm. */
const WIDEST_MM = 10_000;
/** Gaps that are tried, and walls round the point that are looked at. */
const [MOST_GAPS, MOST_WALLS] = [16, 250];

/**
 * The gaps that would enclose a point (mm) if walls were prolonged or put across them, narrowest first: each of them is
 * needed. None when no gap of up to 10 m does.
 */
export function gapsAround(point: Point2, walls: readonly StraightWall[]): readonly Gap[] {
  const near = nearest(point, prepareWalls(walls));
  const given = near.map(({ wall }) => wall);
  const gaps = narrowest(near.flatMap((wall) => gapsOf(wall, near, WIDEST_MM).slice(0, 4)));
  const closes = (some: readonly Gap[]): boolean =>
    findRoomAt(point, [...given, ...some.map((gap, i) => across(gap, i, near))]) !== null;
  if (gaps.length === 0 || !closes(gaps)) return [];
  // More walls enclose no less: the fewest that do are found by halving.
  let [low, high] = [1, gaps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (closes(gaps.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  return needed(gaps.slice(0, high), closes);
}

/** The walls that come nearest to a point. */
function nearest(point: Point2, walls: readonly PreparedWall[]): readonly PreparedWall[] {
  if (walls.length <= MOST_WALLS) return walls;
  const distance = ({ start, ux, uy, length }: PreparedWall): number => {
    const along = (point.x - start.x) * ux + (point.y - start.y) * uy;
    const clamped = Math.min(length, Math.max(0, along));
    return Math.hypot(start.x + ux * clamped - point.x, start.y + uy * clamped - point.y);
  };
  const ranked = walls.map((wall) => ({ wall, far: distance(wall) }));
  return ranked
    .toSorted((a, b) => a.far - b.far || a.wall.index - b.wall.index)
    .slice(0, MOST_WALLS)
    .map(({ wall }) => wall)
    .toSorted((a, b) => a.index - b.index);
}

/** The narrowest gaps; of two between the same points one. */
function narrowest(gaps: readonly Gap[]): readonly Gap[] {
  const seen = new Set<string>();
  return gaps
    .toSorted(compareGaps)
    .filter(({ from, to }) => {
      if (from.x === to.x && from.y === to.y) return false;
      const key = [`${from.x} ${from.y}`, `${to.x} ${to.y}`].toSorted(compareText).join('\n');
      return seen.size < seen.add(key).size;
    })
    .slice(0, MOST_GAPS);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A wall across a gap. */
function across(
  { wall_id, from, to }: Gap,
  i: number,
  walls: readonly PreparedWall[],
): StraightWall {
  const { wall } = walls.find(({ id }) => id === wall_id) ?? at(walls, 0);
  return { ...wall, id: `${wall_id} ${i}`, start: from, end: to, join: undefined, line: 0 };
}

/** The gaps without those that need not be closed, the widest tried first. */
function needed(gaps: readonly Gap[], closes: (some: readonly Gap[]) => boolean): readonly Gap[] {
  let kept = gaps;
  for (const gap of gaps.toReversed()) {
    const rest = kept.filter((one) => one !== gap);
    if (closes(rest)) kept = rest;
  }
  return kept;
}
