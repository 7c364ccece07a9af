/** @module leaving: the faces of a wall at whose side others stop, and where an arc that starts along it leaves it. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import { facePath, freeCorner } from '../face-paths.ts';
import type { HalfEdge } from '../half-edge.ts';
import { SLACK } from '../node-corners.ts';
import type { PreparedWall } from '../wall-contacts.ts';
import { TOUCH_ARC_MM } from '../wall-contacts.ts';
import type { Side } from './chain.ts';
import { landOn } from './chain.ts';
import { meetNearest } from './meet-paths.ts';

/**
 * A face of the host: a point of its axis, and how far and in which direction the face is from it, of an arc at the facet
 * where the walls stop; and the corners of the whole face, with the outside to their left.
 */
export type Face = {
  readonly axis: Point2;
  readonly half: number;
  readonly normal: Point2;
  readonly line: readonly Point2[];
  readonly bent: boolean;
};

/** Unit direction of a host at the point (mm) where walls stop at it, and a point of its axis there. */
function placeAt(
  { chain, half, start, ux, uy }: PreparedWall,
  node: Point2,
): { readonly axis: Point2; readonly unit: Point2 } {
  if (chain === null) return { axis: start, unit: { x: ux, y: uy } };
  const facet = landOn(chain, node, half + TOUCH_ARC_MM + 0.001)?.facet ?? 0;
  return { axis: at(chain.nodes, facet), unit: at(chain.units, facet) };
}

/** The unit direction of a host at the point (mm) where walls stop at it. */
export function directionThere(host: PreparedWall, node: Point2): Point2 {
  return placeAt(host, node).unit;
}

/** The face on a side of a host, for walls that stop at it at `node` (mm). */
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

/** How a stem is prolonged backwards and its host at both ends to meet each other, mm. */
type Reach = { readonly back: number; readonly host: number };

/** Where a face of a stem leaves its host: the points of the end of the stem from that face on, and how far along; mm. */
type Exit = { readonly points: readonly Point2[]; readonly along: number };

/**
 * Where a face (1 left, -1 right) of a stem goes out through the face of its host next to the node, however often it comes
 * back; of one that starts outside and does not come in, its start. Null where neither is.
 */
export function exitOf(stem: HalfEdge, side: Side, { line }: Face, reach: Reach): Exit | null {
  const host = { back: reach.host, ahead: reach.host };
  const found = meetNearest(
    [facePath(stem, side), { back: reach.back, ahead: 0 }],
    [line, host],
    1,
  );
  if (found !== null) {
    return found.a < stem.wall.length - SLACK ? { points: [found.point], along: found.a } : null;
  }
  const end = [freeCorner(stem, side), freeCorner(stem, side === 1 ? -1 : 1)];
  const foot = meetNearest([end, { back: 0, ahead: 0 }], [line, host], -1);
  return foot === null ? null : { points: [at(end, 0), foot.point], along: 0 };
}

/** The side (1 left, -1 right) on which a wall leaves a host, and how far along it both its faces have left, mm. */
export type Leaving = { readonly side: Side; readonly along: number };

const BOTH_SIDES = [1, -1] as const;

/**
 * Where a wall that starts in a host at `node` (mm) leaves it: through which side both its faces go, within the lengths of
 * both walls. Null where they go through none together.
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
