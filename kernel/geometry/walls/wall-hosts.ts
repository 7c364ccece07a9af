/** @module wall hosts: which wall the walls that end at a point stop at. */

import { at, intAt } from '../indexed.ts';
import type { Point2 } from '../vector.ts';
import { micrometres } from '../vector.ts';
import { landOn } from './arcs/chain.ts';
import { SLACK } from './node-corners.ts';
import type { PreparedWall } from './wall-contacts.ts';
import { shareHeight, TOUCH_ARC_MM, TOUCH_MM } from './wall-contacts.ts';
import type { NearWalls } from './wall-grid.ts';

/** sin 10°: a wall that meets another at a smaller angle continues it and does not stop at its side. */
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
 * Of several the nearest axis (one that is only touched comes last), then the smallest id; a wall within 10° of one of them is none. Of two
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
    const distance = rankOf(landing, host);
    // Numbers rise with the ids, so the first of equally near ones has the smallest id.
    if (
      landing !== null &&
      distance !== null &&
      distance < bestDistance - SLACK &&
      stems.every(
        (wall) =>
          wall !== host && shareHeight(wall, host) && standsOn(wall, host, { point, landing }),
      )
    ) {
      best = host;
      bestDistance = distance;
    }
  }
  return best;
}

/** The distance, greater than that to any axis where the point is outside the band and touches the face. */
function rankOf(distance: number | null, { half }: PreparedWall): number | null {
  return distance !== null && distance > half + SLACK ? distance + TOUCHED_MM : distance;
}

/** Over any thickness of a wall, mm. */
const TOUCHED_MM = 1_000_000;

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

function standsOn(
  stem: PreparedWall,
  host: PreparedWall,
  { point, landing: distance }: { readonly point: Point2; readonly landing: number },
): boolean {
  const [own, its] = [directionAt(stem, point), directionAt(host, point)];
  if (Math.abs(own.x * its.y - own.y * its.x) < SHARPEST_TEE) {
    return false;
  }
  const back = landingDistance(host.drawnA, stem) ?? landingDistance(host.drawnB, stem);
  return back === null || runsThrough(host, stem, back - distance);
}

/** Of two walls that end in each other that which goes further in, then the thicker, then that with the smaller id. */
function runsThrough(host: PreparedWall, stem: PreparedWall, further: number): boolean {
  if (Math.abs(further) > SLACK) {
    return further > 0;
  }
  return host.half === stem.half ? host.id < stem.id : host.half > stem.half;
}
