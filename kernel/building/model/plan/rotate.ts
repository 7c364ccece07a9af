/** @module rotate: rotates elements in plan. */
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';
import { turning } from './motions.ts';
import type { Moved, MoveCode } from './move.ts';
import { planMotion } from './move.ts';

/**
 * Plans a counter-clockwise rotation about `center` (default: centre of the bounding box of the
 * element's points). Quarter turns are exact.
 */
export function planRotate(
  input: {
    readonly element_id: string;
    readonly angle_deg: number;
    readonly center?: PlanPoint | undefined;
  },
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Moved> {
  const element = requireElement(view, input.element_id, context);
  const { transform } = view.kinds.of(element);
  if (transform === 'in_host' || transform === 'up_and_down' || transform === 'none') {
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${element.id}\` is a ${element.kind}, which cannot be rotated: rotate the elements on it, or its host`,
    );
  }
  const center = input.center ?? middleOf(transform.points(element));
  return planMotion(element, turning(center, input.angle_deg), view, context);
}

function middleOf(points: readonly PlanPoint[]): PlanPoint {
  const { min, max } = ringBounds(points);
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
}
