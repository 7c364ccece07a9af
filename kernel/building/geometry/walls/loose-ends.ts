/** @module loose ends: wall ends that meet nothing, how far they are from what they might have met, and where they would. */

import type { Point2 } from '../vector.ts';
import { pointOnGrid } from '../vector.ts';
import { onChain } from './arcs/arc-cuts.ts';
import { endNearly } from './near-ends.ts';
import type { PreparedWall, WallEnd } from './wall-contacts.ts';
import { drawnEnd, shareHeight } from './wall-contacts.ts';
import { directionAt, landingDistance, SHARPEST_TEE } from './wall-hosts.ts';

/** The space between an end and another wall, and the point (mm) at which the end would join it. */
export type Gap = {
  readonly wall_id: string;
  readonly end: WallEnd;
  readonly from: Point2;
  readonly other_id: string;
  readonly to: Point2;
  readonly gap_mm: number;
};

const BOTH: readonly WallEnd[] = ['start', 'end'];

/** Whether an end lies on, in or at a corner with one of the walls. */
function isHeld(own: PreparedWall, end: WallEnd, others: readonly PreparedWall[]): boolean {
  const place = end === 'start' ? own.drawnA : own.drawnB;
  return others.some(
    (other) =>
      other !== own &&
      shareHeight(own, other) &&
      (isAt(place, other.drawnA) ||
        isAt(place, other.drawnB) ||
        landingDistance(place, other) !== null ||
        endNearly(own, end, other)),
  );
}

function isAt(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Place along a wall from its start, and distance from its axis; mm. */
function placeOn({ start, ux, uy, chain }: PreparedWall, point: Point2): readonly [number, number] {
  if (chain !== null) {
    const { along, origin } = onChain(chain, point);
    return [along, Math.hypot(point.x - origin.point.x, point.y - origin.point.y)];
  }
  const [dx, dy] = [point.x - start.x, point.y - start.y];
  return [dx * ux + dy * uy, dy * ux - dx * uy];
}

/** Walls this near to each other that run the same way are two layers, or one beside the other; mm. */
const BESIDE_MM = 300;

/** Distance of an end from the body of a wall; null where it runs beside it and is not meant to end there. */
function gapTo(own: PreparedWall, from: Point2, other: PreparedWall): number | null {
  const [along, off] = placeOn(other, from);
  const beyond = Math.max(0 - along, along - other.length, 0);
  const [mine, its] = [directionAt(own, from), directionAt(other, from)];
  const alike = Math.abs(mine.x * its.y - mine.y * its.x) < SHARPEST_TEE;
  const aside = Math.max(0, Math.abs(off) - other.half);
  if (alike && beyond === 0 && aside <= BESIDE_MM) return null;
  return Math.hypot(beyond, aside);
}

/** The point of the axis of a wall that is nearest to a point. */
function nearestOn(other: PreparedWall, from: Point2): Point2 {
  if (other.chain !== null) return pointOnGrid(onChain(other.chain, from).origin.point);
  const [along] = placeOn(other, from);
  const clamped = Math.min(other.length, Math.max(0, along));
  return pointOnGrid({
    x: other.start.x + other.ux * clamped,
    y: other.start.y + other.uy * clamped,
  });
}

/** Where an end would join a wall: where the axes meet, when that is on the way, else the nearest point of its axis. */
function meeting(own: PreparedWall, end: WallEnd, other: PreparedWall): Point2 {
  const from = drawnEnd(own, end);
  if (own.chain !== null || other.chain !== null) return nearestOn(other, from);
  const [along, off] = placeOn(other, from);
  const clamped = Math.min(other.length, Math.max(0, along));
  const nearest = {
    x: other.start.x + other.ux * clamped,
    y: other.start.y + other.uy * clamped,
  };
  const cross = own.ux * other.uy - own.uy * other.ux;
  if (Math.abs(cross) < SHARPEST_TEE) return pointOnGrid(nearest);
  const way = off / cross;
  const forwards = end === 'start' ? way <= 0 : way >= 0;
  const point = { x: from.x + own.ux * way, y: from.y + own.uy * way };
  const [place] = placeOn(other, point);
  const onAxis = place >= 0 - other.half && place <= other.length + other.half;
  return pointOnGrid(forwards && onAxis ? point : nearest);
}

/** The gaps between the loose ends of `wall` and `others`, nearest first; none further than `most` (mm). */
export function gapsOf(
  wall: PreparedWall,
  others: readonly PreparedWall[],
  most: number,
): readonly Gap[] {
  const gaps: Gap[] = [];
  for (const end of BOTH) {
    if (isHeld(wall, end, others)) continue;
    const from = drawnEnd(wall, end);
    for (const other of others) {
      if (other === wall || other.id === wall.id || !shareHeight(wall, other)) continue;
      const gap = gapTo(wall, from, other);
      if (gap === null || gap > most) continue;
      const to = meeting(wall, end, other);
      gaps.push({ wall_id: wall.id, end, from, other_id: other.id, to, gap_mm: gap });
    }
  }
  return gaps.toSorted(compareGaps);
}

/** Nearest first, then by id. */
export function compareGaps(a: Gap, b: Gap): number {
  const nearer = Math.round((a.gap_mm - b.gap_mm) * 1000);
  if (nearer !== 0) return nearer;
  return a.other_id === b.other_id ? compareEnds(a, b) : a.other_id < b.other_id ? -1 : 1;
}

function compareEnds(a: Gap, b: Gap): number {
  if (a.wall_id !== b.wall_id) return a.wall_id < b.wall_id ? -1 : 1;
  return a.end === b.end ? 0 : a.end === 'start' ? -1 : 1;
}
