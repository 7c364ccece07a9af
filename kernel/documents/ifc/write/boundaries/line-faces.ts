/** @module line faces: the faces of a room along room separation lines. */
import { cyclic } from '../../../../building/geometry/indexed.ts';
import type { Ring } from '../../../../building/geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import type { PlanLine } from '../../../../building/geometry/walls/separations/split-area.ts';
import { isSeparation } from '../../../../building/kinds/room/bounding.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import type { UprightFace } from './boundary-faces.ts';

/** A side lies on a line if both ends are within `ON_LINE_MM` of it over a length of at least `MIN_MM`; mm. */
const [ON_LINE_MM, MIN_MM] = [0.01, 1];

/** A face of a room along a line. */
export type LineFace = { readonly line_id: string; readonly face: UprightFace };

/**
 * The faces of a room along the lines of its level: the sides of its outlines on each line, over the height of the
 * room. The height is null, and the face without a surface, if `isUneven`: its top is not level.
 */
export function lineFaces(
  rings: readonly Ring[],
  {
    id,
    level_id,
    isUneven,
  }: { readonly id: string; readonly level_id: string; readonly isUneven: boolean },
  view: ModelView,
): readonly LineFace[] {
  const box = view.bounds(id);
  const heights = box === null || isUneven ? null : { low: box.min.z, high: box.max.z };
  const found: LineFace[] = [];
  for (const element of view.elementsOnLevel(level_id)) {
    if (!isSeparation(element)) continue;
    for (const ring of rings) {
      for (const [i, from] of ring.entries()) {
        const side = sideOn(element.params, from, cyclic(ring, i + 1));
        if (side === null) continue;
        const face = { from: side[0], to: side[1], heights, tops: null };
        found.push({ line_id: element.id, face });
      }
    }
  }
  return found;
}

/** The part of a side that lies on a line; null if there is none. */
function sideOn(
  { start, end }: PlanLine,
  from: Point2,
  to: Point2,
): readonly [Point2, Point2] | null {
  const [length, span] = [segmentLengthMm(from, to), segmentLengthMm(start, end)];
  if (length < MIN_MM) return null;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [vx, vy] = [(end.x - start.x) / span, (end.y - start.y) / span];
  const off = (point: Point2): number =>
    Math.abs((point.y - start.y) * vx - (point.x - start.x) * vy);
  if (Math.max(off(from), off(to)) > ON_LINE_MM) return null;
  const along = (point: Point2): number => (point.x - from.x) * ux + (point.y - from.y) * uy;
  const [a, b] = [along(start), along(end)];
  // A line may end up to its reach before the side of the room.
  const [low, high] = [Math.max(0, Math.min(a, b)), Math.min(length, Math.max(a, b))];
  if (high - low < MIN_MM) return null;
  return [from, to];
}
