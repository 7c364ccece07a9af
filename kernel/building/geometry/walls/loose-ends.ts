/**
 * @module loose ends: wall ends without a joint, their gaps to other walls, and the points at which they would join.
 */

import { SHARPEST_TEE } from '../tolerances.ts';
import { type Point2, pointOnGrid, samePoint } from '../vector.ts';
import { onChain } from './arcs/arc-cuts.ts';
import { endNearly } from './near-ends.ts';
import type { PreparedWall, WallEnd } from './wall-contacts.ts';
import { drawnEnd, shareHeight, WALL_ENDS } from './wall-contacts.ts';
import { directionAt, landingDistance } from './wall-hosts.ts';

/** The gap between an end and another wall, and the point (mm) at which the end would join it. */
export type Gap = {
  readonly wall_id: string;
  readonly end: WallEnd;
  readonly from: Point2;
  readonly other_id: string;
  readonly to: Point2;
  readonly gap_mm: number;
  /** The point at which the wall crosses the other one before its end; null if it does not. */
  readonly crosses: Point2 | null;
};

/** Whether an end touches one of the walls or makes a corner with it. */
function isJoined(own: PreparedWall, end: WallEnd, others: readonly PreparedWall[]): boolean {
  const place = end === 'start' ? own.drawnA : own.drawnB;
  return others.some(
    (other) =>
      other.id !== own.id &&
      shareHeight(own, other) &&
      (samePoint(place, other.drawnA) ||
        samePoint(place, other.drawnB) ||
        landingDistance(place, other) !== null ||
        endNearly(own, end, other)),
  );
}

/** Station along a wall, and distance from its axis; mm. */
function placeOn({ start, ux, uy, chain }: PreparedWall, point: Point2): readonly [number, number] {
  if (chain !== null) {
    const { along, origin } = onChain(chain, point);
    return [along, Math.hypot(point.x - origin.point.x, point.y - origin.point.y)];
  }
  const [dx, dy] = [point.x - start.x, point.y - start.y];
  return [dx * ux + dy * uy, dy * ux - dx * uy];
}

/** Parallel walls up to this distance apart are layers or linings of each other, mm. */
const LAYER_MM = 300;

/** Distance of an end from the body of a wall, mm; null if the end's wall is a layer or lining next to it. */
function gapTo(own: PreparedWall, from: Point2, other: PreparedWall): number | null {
  const [along, off] = placeOn(other, from);
  const beyond = Math.max(0 - along, along - other.length, 0);
  const [mine, its] = [directionAt(own, from), directionAt(other, from)];
  const alike = Math.abs(mine.x * its.y - mine.y * its.x) < SHARPEST_TEE;
  const distance = Math.max(0, Math.abs(off) - other.half);
  if (alike && beyond === 0 && distance <= LAYER_MM) return null;
  return Math.hypot(beyond, distance);
}

/** The nearest point of a wall's axis. */
function nearestOn(other: PreparedWall, from: Point2): Point2 {
  if (other.chain !== null) return pointOnGrid(onChain(other.chain, from).origin.point);
  const [along] = placeOn(other, from);
  const clamped = Math.min(other.length, Math.max(0, along));
  return pointOnGrid({
    x: other.start.x + other.ux * clamped,
    y: other.start.y + other.uy * clamped,
  });
}

/**
 * The point at which an end would join a wall: the intersection of the axes if it is ahead of the end and on the wall,
 * else the nearest point of the wall's axis; and the intersection if it is on both walls.
 */
function joinPoint(
  own: PreparedWall,
  end: WallEnd,
  other: PreparedWall,
): Pick<Gap, 'to' | 'crosses'> {
  const from = drawnEnd(own, end);
  const nearest = { to: nearestOn(other, from), crosses: null };
  if (own.chain !== null || other.chain !== null) return nearest;
  const [, off] = placeOn(other, from);
  const cross = own.ux * other.uy - own.uy * other.ux;
  if (Math.abs(cross) < SHARPEST_TEE) return nearest;
  const along = off / cross;
  const forwards = end === 'start' ? along <= 0 : along >= 0;
  const point = { x: from.x + own.ux * along, y: from.y + own.uy * along };
  const [place] = placeOn(other, point);
  const onAxis = place >= 0 - other.half && place <= other.length + other.half;
  if (!onAxis) return nearest;
  if (forwards) return { to: pointOnGrid(point), crosses: null };
  return Math.abs(along) <= own.length ? { ...nearest, crosses: pointOnGrid(point) } : nearest;
}

/** The gaps of at most `most` mm between the loose ends of `wall` and `others`, nearest first. */
export function gapsOf(
  wall: PreparedWall,
  others: readonly PreparedWall[],
  most: number,
): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const end of WALL_ENDS) {
    if (isJoined(wall, end, others)) continue;
    const from = drawnEnd(wall, end);
    for (const other of others) {
      if (other.id === wall.id || !shareHeight(wall, other)) continue;
      const gap = gapTo(wall, from, other);
      if (gap === null || gap > most) continue;
      const joint = joinPoint(wall, end, other);
      gaps.push({ wall_id: wall.id, end, from, other_id: other.id, gap_mm: gap, ...joint });
    }
  }
  return gaps.toSorted(compareGaps);
}

/** Compares gaps by width, then by id. */
export function compareGaps(a: Gap, b: Gap): number {
  const nearer = Math.round((a.gap_mm - b.gap_mm) * 1000);
  if (nearer !== 0) return nearer;
  return a.other_id === b.other_id ? compareEnds(a, b) : a.other_id < b.other_id ? -1 : 1;
}

function compareEnds(a: Gap, b: Gap): number {
  if (a.wall_id !== b.wall_id) return a.wall_id < b.wall_id ? -1 : 1;
  return a.end === b.end ? 0 : a.end === 'start' ? -1 : 1;
}
