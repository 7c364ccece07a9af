/** @module line: the axis of a beam, ramp or grid line. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { micrometres, segmentLengthMm } from '../../geometry/vector.ts';
import { type BoundsCode, requireInModel } from './model-bounds.ts';

export type LineCode = BoundsCode | 'OUT_OF_RANGE';

/** Refuses an axis outside the model, or whose ends are the same point on the 0.001 mm grid. */
export function requireLine(
  start: PlanPoint,
  end: PlanPoint,
  context: PlanContext<LineCode>,
): void {
  requireInModel('`start`', { x: start.x, y: start.y }, context);
  requireInModel('`end`', { x: end.x, y: end.y }, context);
  if (micrometres(start.x) === micrometres(end.x) && micrometres(start.y) === micrometres(end.y)) {
    context.refuse(
      'OUT_OF_RANGE',
      `start and end are the same point (${start.x}, ${start.y}), expected at least 0.001 mm between them`,
      { start, end },
    );
  }
}

/** Corners of a strip of this width along an axis with a length, mm. */
export function stripCorners(start: PlanPoint, end: PlanPoint, width: number): PlanPoint[] {
  const length = segmentLengthMm(start, end);
  const dx = (((start.y - end.y) / length) * width) / 2;
  const dy = (((end.x - start.x) / length) * width) / 2;
  return [start, end].flatMap(({ x, y }) => [
    { x: x + dx, y: y + dy },
    { x: x - dx, y: y - dy },
  ]);
}
