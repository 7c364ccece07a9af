/** @module wall hosts: which wall the walls that end at a point stop at. */

import { at, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { micrometres } from '../vector.ts';
import { landOn } from './arcs/chain.ts';
import { directionThere, leavingOf } from './arcs/leaving.ts';
import type { HalfEdge } from './half-edge.ts';
import { fromEnd } from './half-edge.ts';
import { SLACK } from './node-corners.ts';
import type { PreparedWall } from './wall-contacts.ts';
import { shareHeight, TOUCH_ARC_MM, TOUCH_MM } from './wall-contacts.ts';
import type { NearWalls } from './wall-grid.ts';

/** sin 10°: a straight wall that meets another at a smaller angle continues it and does not stop at its side. */
export const SHARPEST_TEE = 0.173_648_177_666_930_3;

/**
 * Distance in mm from a point (integer micrometres) to the axis of a wall whose side it lands on: it
 * projects strictly between the ends and lies in its band or touches its face. Null otherwise.
 */
export function landingDistance(point: Point2, host: PreparedWall): number | null {
  if (host.chain !== null) {
    const place = { x: point.x / 1000, y: point.y / 1000 };
    const landing = landOn(host.chain, place, host.half + TOUCH_ARC_MM + 0.001);
    return landing === null ? null : Math.abs(landing.off);
  }
  // Where the host was drawn to is square to the end of its axis, but for rounding.
  if (isAt(point, host.drawnA) || isAt(point, host.drawnB)) return null;
  const dx = host.b.x - host.a.x;
  const dy = host.b.y - host.a.y;
  const px = point.x - host.a.x;
  const py = point.y - host.a.y;
  const dot = px * dx + py * dy;
  const square = dx * dx + dy * dy;
  if (dot <= 0 || dot >= square) {
    return null;
  }
  const distance = Math.abs(px * dy - py * dx) / Math.sqrt(square) / 1000;
  const beyond = distance - host.half;
  if (beyond < -0.001) {
    return distance;
  }
  return beyond < TOUCH_MM + 0.001 && (beyond < TOUCH_MM - 0.001 || withinTouch(point, host))
    ? distance
    : null;
}

function isAt(a: Point2, b: Point2): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Exactly: 2 |p × d| ≤ (thickness + 2 · touch) · |d|, with the point p and the other end d of the host seen from its start. */
function withinTouch(point: Point2, { a, b, wall }: PreparedWall): boolean {
  const [px, py] = [BigInt(point.x - a.x), BigInt(point.y - a.y)];
  const [dx, dy] = [BigInt(b.x - a.x), BigInt(b.y - a.y)];
  const cross = 2n * (px * dy - py * dx);
  const width = BigInt(micrometres(wall.thickness) + 2 * micrometres(TOUCH_MM));
  return cross * cross <= width * width * (dx * dx + dy * dy);
}

/** The walls that end at one point, which is given in integer micrometres and in mm. */
type Stems = {
  readonly position: Point2;
  readonly point: Point2;
  readonly walls: readonly PreparedWall[];
};

/** Whether a point (mm) lies in the reach of a wall; points that land on its side do. */
function reaches({ minX, minY, maxX, maxY }: PreparedWall, { x, y }: Point2): boolean {
  return minX <= x && x <= maxX && minY <= y && y <= maxY;
}

/**
 * The wall, out of those numbered `near`, on whose side the walls that end at a point stop, or null.
 * Of several the nearest axis (one along which a wall starts comes after others, one that is only touched last), then the
 * smallest id; a straight wall within 10° of one of them is none. Of two
 * walls that each end in the side of the other, the host is that which goes further in.
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
    if (landing === null || landing >= bestDistance - SLACK) continue;
    let distance = landing > host.half + SLACK ? landing + TOUCHED_MM : landing;
    for (const wall of stems) {
      const stands = wall !== host && shareHeight(wall, host);
      const more = stands ? standsOn(wall, host, { point, landing }) : null;
      distance = Math.max(distance, more === null ? Infinity : landing + more);
    }
    // Numbers rise with the ids, so the first of equally near ones has the smallest id.
    if (distance < bestDistance - SLACK) [best, bestDistance] = [host, distance];
  }
  return best;
}

/** Over any thickness of a wall, mm: walls that are only touched come after those in which a point lies. */
const TOUCHED_MM = 1_000_000;
/** As much for walls along which others start. */
const ALONG_MM = 500_000;

/** Unit direction of a wall where it passes or ends at a point, mm. */
export function directionAt(
  { chain, half, ux, uy, start, end }: PreparedWall,
  point: Point2,
): Point2 {
  if (chain === null) return { x: ux, y: uy };
  const landing = landOn(chain, point, half + TOUCH_ARC_MM + 0.001);
  if (landing !== null) return at(chain.units, landing.facet);
  const [sx, sy] = [start.x - point.x, start.y - point.y];
  const [ex, ey] = [end.x - point.x, end.y - point.y];
  const isStart = sx * sx + sy * sy <= ex * ex + ey * ey;
  return at(chain.units, isStart ? 0 : chain.units.length - 1);
}

/** What is added to the distance of a host from the point at which a wall ends that stands on it, mm; null where it does not. */
function standsOn(
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

/** Whether a wall of which it or the host is an arc starts along the host at a point (mm) and leaves it. */
function startsAlong(stem: PreparedWall, host: PreparedWall, { x, y }: Point2): boolean {
  if (stem.chain === null && host.chain === null) return false;
  const { drawnA, drawnB, index } = stem;
  const off = (end: Point2): number => (end.x / 1000 - x) ** 2 + (end.y / 1000 - y) ** 2;
  const number = 2 * index + (off(drawnA) <= off(drawnB) ? 0 : 1);
  return leavingOf(host, { x, y }, fromEnd(stem, number)) !== null;
}

/** On which side of a host (1 left, -1 right, 0 in line) a half edge leaves it at a node; of which one is an arc. */
export function sideOfEdge(host: PreparedWall, node: Point2, edge: HalfEdge): number {
  const unit = directionThere(host, node);
  const cross = unit.x * edge.uy - unit.y * edge.ux;
  if (Math.abs(cross) >= SHARPEST_TEE) return Math.sign(cross);
  return leavingOf(host, node, edge)?.side ?? (Math.abs(cross) < SLACK ? 0 : Math.sign(cross));
}

/** Of two walls that end in each other that which goes further in, then the thicker, then that with the smaller id. */
function runsThrough(host: PreparedWall, stem: PreparedWall, further: number): boolean {
  if (Math.abs(further) > SLACK) {
    return further > 0;
  }
  return host.half === stem.half ? host.id < stem.id : host.half > stem.half;
}
