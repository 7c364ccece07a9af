/** @module wall hosts: finds the host of walls that end at a point: the wall at whose side they stop. */

import { at, intAt } from '../indexed.ts';
import { GRID_MM, ROUND_OFF_MM, SHARPEST_TEE, TOUCH_MM } from '../tolerances.ts';
import { micrometres, type Point2, samePoint } from '../vector.ts';
import { landOn } from './arcs/chain.ts';
import { directionThere, leavingOf } from './arcs/leaving.ts';
import { fromEnd, type HalfEdge } from './half-edge.ts';
import { directionAtEnd, type PreparedWall, shareHeight, TOUCH_ARC_MM } from './wall-contacts.ts';
import type { NearWalls } from './wall-grid.ts';

/**
 * Distance in mm from a point (integer micrometres) to the axis of a wall on whose side it is: its projection is
 * strictly between the ends, and it is in the wall's strip or touches its face. Null otherwise.
 */
export function landingDistance(point: Point2, host: PreparedWall): number | null {
  if (host.chain !== null) {
    const place = { x: point.x / 1000, y: point.y / 1000 };
    const landing = landOn(host.chain, place, host.half + TOUCH_ARC_MM + GRID_MM);
    return landing === null ? null : Math.abs(landing.off);
  }
  // The drawn end of a host is perpendicular to the end of its axis, up to rounding.
  if (samePoint(point, host.drawnA) || samePoint(point, host.drawnB)) return null;
  const dx = host.b.x - host.a.x;
  const dy = host.b.y - host.a.y;
  const px = point.x - host.a.x;
  const py = point.y - host.a.y;
  const dot = px * dx + py * dy;
  const square = dx * dx + dy * dy;
  if (dot <= 0 || dot >= square) return null;
  const distance = Math.abs(px * dy - py * dx) / Math.sqrt(square) / 1000;
  const beyond = distance - host.half;
  if (beyond < -GRID_MM) return distance;
  return beyond < TOUCH_MM + GRID_MM && (beyond < TOUCH_MM - GRID_MM || withinTouch(point, host))
    ? distance
    : null;
}

/**
 * Exact: 2 |p × d| ≤ (thickness + 2 · touch) · |d|, with the point p and the other end d relative to the host's
 * start.
 */
function withinTouch(point: Point2, { a, b, wall }: PreparedWall): boolean {
  const [px, py] = [BigInt(point.x - a.x), BigInt(point.y - a.y)];
  const [dx, dy] = [BigInt(b.x - a.x), BigInt(b.y - a.y)];
  const cross = 2n * (px * dy - py * dx);
  const width = BigInt(micrometres(wall.thickness) + 2 * micrometres(TOUCH_MM));
  return cross * cross <= width * width * (dx * dx + dy * dy);
}

/** The walls that end at one point, in integer micrometres and in mm. */
type Stems = {
  readonly position: Point2;
  readonly point: Point2;
  readonly walls: readonly PreparedWall[];
};

/** Whether a point (mm) is in the reach of a wall; every point on its side is. */
function reaches({ minX, minY, maxX, maxY }: PreparedWall, { x, y }: Point2): boolean {
  return minX <= x && x <= maxX && minY <= y && y <= maxY;
}

/**
 * The wall among `near` on whose side the walls that end at a point stop; null if there is none. The wall with the
 * nearest axis is the host (walls along which a stem starts come after others, walls that are only touched last), then
 * the one with the smallest id. A straight wall within 10° of a stem is no host. If two walls each end in the side of
 * the other, the one that extends further in is the host.
 */
export function hostOf(
  { position, point, walls: stems }: Stems,
  near: NearWalls,
  walls: readonly PreparedWall[],
): PreparedWall | null {
  let best: PreparedWall | null = null;
  let bestDistance = Infinity;
  for (let i = near.from; i < near.to; i++) {
    const host = at(walls, intAt(near.members, i));
    const landing = reaches(host, point) ? landingDistance(position, host) : null;
    if (landing === null || landing >= bestDistance - ROUND_OFF_MM) continue;
    let distance = landing > host.half + ROUND_OFF_MM ? landing + TOUCHED_MM : landing;
    for (const wall of stems) {
      const isStem = wall !== host && shareHeight(wall, host);
      const more = isStem ? hostPenalty(wall, host, { point, landing }) : null;
      distance = Math.max(distance, more === null ? Infinity : landing + more);
    }
    // Indices ascend with the ids, so the first of equally near walls has the smallest id.
    if (distance < bestDistance - ROUND_OFF_MM) [best, bestDistance] = [host, distance];
  }
  return best;
}

/**
 * Penalty for a host that is only touched, mm: above any thickness, so that it comes after hosts that contain the
 * point.
 */
const TOUCHED_MM = 1_000_000;
/** Penalty for a host along which a stem starts, mm. */
const ALONG_MM = 500_000;

/** Unit direction of a wall where it passes or ends at a point, mm. */
export function directionAt(wall: PreparedWall, point: Point2): Point2 {
  const { chain, half, ux, uy, start, end } = wall;
  if (chain === null) return { x: ux, y: uy };
  const landing = landOn(chain, point, half + TOUCH_ARC_MM + GRID_MM);
  if (landing !== null) return at(chain.units, landing.facet);
  const [sx, sy] = [start.x - point.x, start.y - point.y];
  const [ex, ey] = [end.x - point.x, end.y - point.y];
  const isStart = sx * sx + sy * sy <= ex * ex + ey * ey;
  return directionAtEnd(wall, isStart ? 'start' : 'end');
}

/** Penalty added to the distance of a host for a stem, mm; null if the stem does not stop at it. */
function hostPenalty(
  stem: PreparedWall,
  host: PreparedWall,
  { point, landing: distance }: { readonly point: Point2; readonly landing: number },
): number | null {
  const [own, its] = [directionAt(stem, point), directionAt(host, point)];
  const along = Math.abs(own.x * its.y - own.y * its.x) < SHARPEST_TEE;
  if (along && !startsAlong(stem, host, point)) return null;
  const back = landingDistance(host.drawnA, stem) ?? landingDistance(host.drawnB, stem);
  if (back !== null && !runsThrough(host, stem, back - distance)) return null;
  return along ? ALONG_MM : 0;
}

/** Whether a wall starts along the host at a point (mm) and leaves it; at least one of them is an arc. */
function startsAlong(stem: PreparedWall, host: PreparedWall, { x, y }: Point2): boolean {
  if (stem.chain === null && host.chain === null) return false;
  const { drawnA, drawnB, index } = stem;
  const off = (end: Point2): number => (end.x / 1000 - x) ** 2 + (end.y / 1000 - y) ** 2;
  const number = 2 * index + (off(drawnA) <= off(drawnB) ? 0 : 1);
  return leavingOf(host, { x, y }, fromEnd(stem, number)) !== null;
}

/**
 * Side of a host (1 left, -1 right, 0 collinear) on which a half-edge leaves it at a node; at least one of them is an
 * arc.
 */
export function sideOfEdge(host: PreparedWall, node: Point2, edge: HalfEdge): number {
  const unit = directionThere(host, node);
  const cross = unit.x * edge.uy - unit.y * edge.ux;
  if (Math.abs(cross) >= SHARPEST_TEE) return Math.sign(cross);
  return (
    leavingOf(host, node, edge)?.side ?? (Math.abs(cross) < ROUND_OFF_MM ? 0 : Math.sign(cross))
  );
}

/**
 * Whether the host runs through if two walls end in each other: the one that extends further in does, then the thicker,
 * then the one with the smaller id.
 */
function runsThrough(host: PreparedWall, stem: PreparedWall, further: number): boolean {
  if (Math.abs(further) > ROUND_OFF_MM) return further > 0;
  return host.half === stem.half ? host.id < stem.id : host.half > stem.half;
}
