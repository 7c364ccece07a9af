/** @module rotate: elements turned in plan. */
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import { directionOf } from '../../geometry/vector.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';
import type { Moved, MoveCode } from './move.ts';
import { planMotion } from './move.ts';

/** Plans a counter-clockwise turn about `center` (by default the middle of the element's own points); quarter turns are exact. */
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
  if (transform === 'in_host' || transform === 'up_and_down') {
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${element.id}\` is a ${element.kind}, which cannot be rotated; rotate what stands on it or holds it`,
    );
  }
  const { x: cosine, y: sine } = directionOf(input.angle_deg);
  const center = input.center ?? middleOf(transform.points(element));
  const point = ({ x, y }: PlanPoint): PlanPoint => ({
    x: center.x + (x - center.x) * cosine - (y - center.y) * sine,
    y: center.y + (x - center.x) * sine + (y - center.y) * cosine,
  });
  return planMotion(element, { point, dz: 0, turn_deg: input.angle_deg % 360 }, view, context);
}

function middleOf(points: readonly PlanPoint[]): PlanPoint {
  const { min, max } = ringBounds(points);
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
}
