/** @module pin faces: the corners of pinned ends on the faces of their wall. */

import { at } from '../../indexed.ts';
import { PINNED_CORNER_MM } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';
import { faceCorners, type Side } from '../arcs/chain.ts';
import { facePath } from '../face-paths.ts';
import { fromEnd } from '../half-edge.ts';
import {
  endNumber,
  type Pins,
  prepareWall,
  type PreparedWall,
  type StraightWall,
} from '../wall-contacts.ts';

/** The point of a face that is nearest to a point, mm. The face is prolonged at both ends. */
export function nearestOnFace(wall: PreparedWall, side: Side, { x, y }: Point2): Point2 {
  const path =
    wall.chain === null
      ? facePath(fromEnd(wall, endNumber(wall, 'start')), side)
      : faceCorners(wall.chain, side);
  let [best, least] = [at(path, 0), Infinity];
  const last = path.length - 2;
  for (let i = 0; i <= last; i++) {
    const from = at(path, i);
    const to = at(path, i + 1);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
    const along = Math.min(i === last ? Infinity : 1, Math.max(i === 0 ? -Infinity : 0, share));
    const point = { x: from.x + dx * along, y: from.y + dy * along };
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}

/** Corners nearer to their face stay, mm: the rest of the tolerance is for their rounding to the grid. */
const NEAR_FACE_MM = PINNED_CORNER_MM / 2;

/** The pins with their first and last points on the faces of the wall, unless they are near them already. */
export function onFaces(straight: StraightWall, { start, end }: Pins): Pins {
  const wall = prepareWall({ ...straight, pins: null });
  const put = (side: Side, point: Point2): Point2 => {
    const near = nearestOnFace(wall, side, point);
    return Math.hypot(near.x - point.x, near.y - point.y) <= NEAR_FACE_MM ? point : near;
  };
  const onSides = (
    pin: readonly Point2[] | null,
    first: Side,
    last: Side,
  ): readonly Point2[] | null =>
    pin?.map((point, i) => {
      if (i === 0) return put(first, point);
      return i === pin.length - 1 ? put(last, point) : point;
    }) ?? null;
  return { start: onSides(start, 1, -1), end: onSides(end, -1, 1) };
}
