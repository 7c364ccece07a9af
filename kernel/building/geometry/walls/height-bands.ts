/**
 * @module height bands: outlines of a wall over parts of its height, where walls of other heights end near it. Above
 * and below such a wall the others meet as if it were not there.
 */

import { at } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { onGrid, type Point2, samePoint } from '../vector.ts';
import { type StraightWall, WALL_ENDS, wallReach } from './wall-contacts.ts';
import type { HeightBand, WallFootprint, WallOutline } from './wall-joins.ts';
import { solveJoinsFor } from './wall-joins.ts';

/**
 * Maximum number of intervals of heights. The joint of each is solved by itself, so that many walls of different heights
 * at one point would take minutes; a wall with more intervals has one outline.
 */
const MAX_BANDS = 24;

/**
 * The footprint with the bands of the wall, from below, if its outline differs from `whole` at any height.
 * `candidates` are its `joinCandidates`, including itself; `whole` is its footprint among all of them.
 */
export function withBands(
  id: string,
  candidates: readonly StraightWall[],
  whole: WallFootprint,
): WallFootprint {
  const own = candidates.find((wall) => wall.id === id);
  if (own === undefined) return whole;
  const [low, high] = heightsOf(own);
  const others = candidates.filter((wall) => {
    const [foot, top] = heightsOf(wall);
    return wall.id !== id && (foot > low || top < high) && isNearEnd(own, wall);
  });
  if (others.length === 0) return whole;
  const inner = others.flatMap(heightsOf).filter((height) => height > low && height < high);
  const levels = [...new Set([low, ...inner, high])].toSorted((a, b) => a - b);
  if (levels.length - 1 > MAX_BANDS) return whole;
  const bands: HeightBand[] = [];
  for (const [i, foot] of levels.slice(0, -1).entries()) {
    const top = at(levels, i + 1);
    const outline = outlineBetween(foot, top, { id, candidates }) ?? whole;
    const below = bands.at(-1);
    if (below !== undefined && isSameOutline(below, outline)) {
      bands[bands.length - 1] = { ...below, high: top };
    } else {
      bands.push({ ...outline, low: foot, high: top });
    }
  }
  return bands.every((band) => isSameOutline(band, whole)) ? whole : { ...whole, bands };
}

/** The outline among the walls that exist at every height between two levels. */
function outlineBetween(
  foot: number,
  top: number,
  { id, candidates }: { readonly id: string; readonly candidates: readonly StraightWall[] },
): WallOutline | undefined {
  const there = candidates.filter((wall) => {
    const [low, high] = heightsOf(wall);
    return low < top && high > foot;
  });
  return solveJoinsFor([id], there).get(id);
}

function heightsOf({ low, high }: StraightWall): readonly [number, number] {
  return [onGrid(low ?? -Infinity), onGrid(high ?? Infinity)];
}

/**
 * Whether a wall may change the ends of another one, as an upper bound: it is near one of these ends, or it is a
 * candidate through other walls only.
 */
function isNearEnd(own: StraightWall, other: StraightWall): boolean {
  const margin = 2 * (own.thickness + other.thickness);
  const { min, max } = wallReach(other);
  const near = ({ x, y }: Point2): boolean =>
    x >= min.x - margin && x <= max.x + margin && y >= min.y - margin && y <= max.y + margin;
  if (WALL_ENDS.some((end) => near(own[end]))) return true;
  const reach = wallReach(own);
  const meets =
    reach.min.x <= max.x && min.x <= reach.max.x && reach.min.y <= max.y && min.y <= reach.max.y;
  return !meets;
}

function isSameOutline(a: WallOutline, b: WallOutline): boolean {
  return a.ring.length === b.ring.length && a.ring.every((p, i) => samePoint(p, at(b.ring, i)));
}

/** The outlines of a wall over its height; the footprint itself if it is the same everywhere. */
export function outlinesOver({ ring, bands }: WallFootprint): readonly Ring[] {
  return bands === undefined ? [ring] : bands.map((band) => band.ring);
}

/** The outline of a wall at a height, mm above the reference; at a boundary, that of the band above it. */
export function outlineAt(footprint: WallFootprint, height: number): WallOutline {
  const { bands } = footprint;
  return bands?.findLast(({ low }) => low <= height) ?? bands?.[0] ?? footprint;
}

/** The outlines of a wall between two heights, mm above the reference; beyond its foot and top, those there. */
export function outlinesBetween(
  footprint: WallFootprint,
  low: number,
  high: number,
): readonly WallOutline[] {
  const { bands } = footprint;
  if (bands === undefined) return [footprint];
  const there = bands.filter((band) => band.low < high && band.high > low);
  return there.length > 0 ? there : [outlineAt(footprint, low)];
}
