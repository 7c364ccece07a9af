/** @module loop-fault: self-intersections of the boundary of a face. */
import type { IfcOutcome } from '../ifc-rule.ts';
import { withoutRepeats } from './outlines.ts';
import { offPlane, planeCoordinates } from './plane-fit.ts';
import type { Point } from './points.ts';
import { MAX_PAIRS, selfIntersection } from './self-intersection.ts';

/**
 * The self-intersection of a loop in space, whose first point is not repeated at its end; null without one. It is
 * compared in the plane that fits its points best. Points are further apart than their places in this plane, so that a
 * loop that does not intersect itself there does so nowhere.
 *
 * @param nearer distance below which segments meet, unit of the file
 * @param subject name of the loop in messages
 */
export function loopFault(
  loop: readonly Point[],
  nearer: number,
  subject: string,
): IfcOutcome | null {
  const [first] = loop;
  if (first === undefined || loop.length < 4) return null;
  const flat = planeCoordinates([...loop, first]);
  const meeting = selfIntersection(withoutRepeats(flat, nearer), nearer);
  if (meeting === 'none') return null;
  if (meeting === 'too_many') {
    const unchecked = `${subject} has more than ${MAX_PAIRS} pairs of segments that this check would have to compare`;
    return { unchecked };
  }
  if (offPlane(loop) > nearer) {
    return { unchecked: `${subject} is not planar, and its projection intersects itself` };
  }
  const [one, other] = meeting;
  const measured = `${one + 1} and ${other + 1}`;
  return { message: `${subject} intersects itself: segments ${measured}`, measured };
}
