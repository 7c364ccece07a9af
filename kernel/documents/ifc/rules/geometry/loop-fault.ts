/** @module loop-fault: self-intersections of the boundary of a face. */
import type { IfcModel } from '../../read/ifc-model.ts';
import type { IfcOutcome } from '../ifc-rule.ts';
import { withoutRepeats } from './outlines.ts';
import { offPlane, planeCoordinates } from './plane-fit.ts';
import type { Point } from './points.ts';
import { MAX_PAIRS, selfIntersection } from './self-intersection.ts';

/** A loop to compare. */
export type Loop = {
  readonly points: readonly Point[];
  /** Distance below which segments meet, unit of the file. */
  readonly nearer: number;
  /** Name of the loop in messages. */
  readonly subject: string;
};

/**
 * The self-intersection of a loop in space, whose first point is not repeated at its end; null without one. It is
 * compared in the plane that fits its points best. Points are further apart than their places in this plane, so that a
 * loop that does not intersect itself there does so nowhere.
 */
export function loopFault(
  { points, nearer, subject }: Loop,
  model: Pick<IfcModel, 'spend'>,
): IfcOutcome | null {
  const [first] = points;
  if (first === undefined || points.length < 4) return null;
  const flat = withoutRepeats(planeCoordinates([...points, first]), nearer);
  const meeting = selfIntersection(flat, nearer, (reads) => model.spend(reads));
  if (meeting === 'none') return null;
  if (meeting === 'too_many') {
    const unchecked = `${subject} has more than ${MAX_PAIRS} pairs of segments that this check would have to compare`;
    return { unchecked };
  }
  if (offPlane(points) > nearer) {
    return { unchecked: `${subject} is not planar, and its projection intersects itself` };
  }
  const [one, other] = meeting;
  const measured = `${one + 1} and ${other + 1}`;
  return { message: `${subject} intersects itself: segments ${measured}`, measured };
}
