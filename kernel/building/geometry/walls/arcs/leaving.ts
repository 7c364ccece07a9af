/**
 * @module leaving: the host faces at which stems stop, and the point at which an arc that starts tangentially leaves
 * its host.
 */

import { at } from '../../indexed.ts';
import { GRID_MM, ROUND_OFF_MM } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';
import { facePath, freeCorner } from '../face-paths.ts';
import type { HalfEdge } from '../half-edge.ts';
import { type PreparedWall, TOUCH_ARC_MM } from '../wall-contacts.ts';
import { BOTH_SIDES, landOn, type Side } from './chain.ts';
import { meetNearest } from './meet-paths.ts';

/**
 * A face of a host: a point of the axis, the distance `half` and the unit direction `normal` from the axis to the face
 * (for an arc at the facet where the stems stop), and the corners `line` of the whole face, with the outside on their
 * left; `bent` if the host is an arc.
 */
export type Face = {
  readonly axis: Point2;
  readonly half: number;
  readonly normal: Point2;
  readonly line: readonly Point2[];
  readonly bent: boolean;
};

/** Unit direction of a host at the point (mm) where stems stop, and a point of its axis there. */
function placeAt(
  { chain, half, start, ux, uy }: PreparedWall,
  node: Point2,
): { readonly axis: Point2; readonly unit: Point2 } {
  if (chain === null) return { axis: start, unit: { x: ux, y: uy } };
  const facet = landOn(chain, node, half + TOUCH_ARC_MM + GRID_MM)?.facet ?? 0;
  return { axis: at(chain.nodes, facet), unit: at(chain.units, facet) };
}

/** Unit direction of a host at the point (mm) where stems stop. */
export function directionThere(host: PreparedWall, node: Point2): Point2 {
  return placeAt(host, node).unit;
}

/** The face on a side of a host, for stems that stop at `node` (mm). */
export function faceOf(host: PreparedWall, node: Point2, side: Side): Face {
  const { chain, half, length } = host;
  const { axis, unit } = placeAt(host, node);
  const normal = { x: 0 - side * unit.y, y: side * unit.x };
  if (chain !== null) {
    const line = side === 1 ? chain.left : chain.right.toReversed();
    return { axis, half, normal, line, bent: true };
  }
  const from = { x: axis.x + normal.x * half, y: axis.y + normal.y * half };
  const to = { x: from.x + unit.x * length, y: from.y + unit.y * length };
  return { axis, half, normal, line: side === 1 ? [from, to] : [to, from], bent: false };
}

/** Extensions of a stem backwards and of its host at both ends, for intersecting them, mm. */
type Reach = { readonly back: number; readonly host: number };

/**
 * Intersection of a stem's face with its host: the end points of the stem from that face on, and the distance along
 * it; mm.
 */
type Exit = { readonly points: readonly Point2[]; readonly along: number };

/**
 * The point at which a face (1 left, -1 right) of a stem leaves its host through the host's face next to the node, even
 * if it re-enters; the face's start if that is outside and the face does not enter the host. Null if neither exists.
 */
export function exitOf(stem: HalfEdge, side: Side, { line }: Face, reach: Reach): Exit | null {
  const host = { back: reach.host, ahead: reach.host };
  const found = meetNearest(
    [facePath(stem, side), { back: reach.back, ahead: 0 }],
    [line, host],
    1,
  );
  if (found !== null) {
    return found.a < stem.wall.length - ROUND_OFF_MM
      ? { points: [found.point], along: found.a }
      : null;
  }
  const end = [freeCorner(stem, side), freeCorner(stem, side === 1 ? -1 : 1)];
  const foot = meetNearest([end, { back: 0, ahead: 0 }], [line, host], -1);
  return foot === null ? null : { points: [at(end, 0), foot.point], along: 0 };
}

/**
 * The side (1 left, -1 right) on which a wall leaves a host, and the distance at which both its faces have left, mm.
 */
export type Leaving = { readonly side: Side; readonly along: number };

/**
 * How a wall that starts inside a host at `node` (mm) leaves it: through the side that both its faces pass first,
 * within the lengths of both walls. Null if it does not leave the host.
 */
export function leavingOf(host: PreparedWall, node: Point2, stem: HalfEdge): Leaving | null {
  const reach = { back: 4 * (host.half + stem.wall.half), host: 0 };
  let best: Leaving | null = null;
  for (const side of BOTH_SIDES) {
    const face = faceOf(host, node, side);
    const [left, right] = [exitOf(stem, 1, face, reach), exitOf(stem, -1, face, reach)];
    if (left === null || right === null) continue;
    const along = Math.max(left.along, right.along);
    if (best === null || along < best.along) best = { side, along };
  }
  return best;
}
