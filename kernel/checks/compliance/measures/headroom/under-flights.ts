/** @module under flights: headroom under stairs and ramps, above floor on which people can walk. */
import { at } from '../../../../building/geometry/indexed.ts';
import { ringBounds, signedArea } from '../../../../building/geometry/plan/polygon.ts';
import type { Ring } from '../../../../building/geometry/plan/polygon.ts';
import { common, united } from '../../../../building/geometry/plan/regions.ts';
import { planBoxIntersects, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { Run } from '../../run.ts';
import { clip, nearestIn, type Piece } from '../../shapes/clip.ts';
import { bodiesIn, type Candidate, isTouch, type Lowest, lower, lowestCorners } from '../bodies.ts';
import {
  counterClockwise,
  facesOf,
  isFlight,
  STANDS_MM,
  walkedFloor,
  wideParts,
} from './walked-floor.ts';

/** The height of a face's plane, by point in plan. */
function heightOn(face: Piece): (point: Point2) => number {
  const [a, b, c] = [at(face, 0), at(face, 1), at(face, 2)];
  const [ux, uy, uh] = [b.x - a.x, b.y - a.y, b.h - a.h];
  const [vx, vy, vh] = [c.x - a.x, c.y - a.y, c.h - a.h];
  const twice = ux * vy - uy * vx;
  const [gx, gy] = [(uh * vy - vh * uy) / twice, (ux * vh - vx * uh) / twice];
  return ({ x, y }) => a.h + gx * (x - a.x) + gy * (y - a.y);
}

/** A room: its net outline, the elevation of its floor and its middle. */
export type RoomPlan = { readonly ring: Ring; readonly z: number; readonly middle: Point2 };

/**
 * The lowest underside of stairs and ramps above walked floor of a room, at most `most` above it; null if there is none.
 * Undersides lower than `STANDS_MM` do not count: the stair stands on the floor there.
 */
export function lowestFlight(run: Run, { ring, z, middle }: RoomPlan, most: number): Lowest | null {
  const { min, max } = ringBounds(ring);
  const box = { min: { ...min, z: z + STANDS_MM }, max: { ...max, z: z + most } };
  const hanging = bodiesIn(run, box)
    .filter(isFlight)
    .flatMap(({ id }) =>
      facesOf(run, id, z).flatMap((face) => {
        if (!planBoxIntersects(face.box, { min, max })) return [];
        const over = clip(face.piece, ({ h }) => h - STANDS_MM);
        if (isTouch(over)) return [];
        return [{ id, outline: counterClockwise(over), height: heightOn(face.piece) }];
      }),
    );
  if (hanging.length === 0) return null;
  const all = united([hanging.map(({ outline }) => outline)]);
  const walked = wideParts(common(all, walkedFloor(run, ring, z)));
  let lowest: Candidate | null = null;
  for (const { id, outline, height } of hanging) {
    for (const part of common([outline], walked)) {
      const corners = part.map(({ x, y }) => ({ x, y, h: height({ x, y }) }));
      if (signedArea(part) < 0 || isTouch(corners)) continue;
      const low = lowestCorners(corners);
      const clear = Math.min(...low.map(({ h }) => h));
      if (clear > most) continue;
      const { x, y } = nearestIn(low, middle);
      const off = segmentLengthMm({ x, y }, middle);
      lowest = lower(lowest, { clear, at: { x, y, z: z + clear }, of: [id], off });
    }
  }
  return lowest === null ? null : { ...lowest, of: lowest.of.toSorted() };
}
