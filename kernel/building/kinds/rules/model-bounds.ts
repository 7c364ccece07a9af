/** @module model bounds: everything lies within ±10 km of the origin. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { type PlanPoint, MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import { micrometres } from '../../geometry/vector.ts';

const LIMIT_UM = micrometres(MODEL_LIMIT_MM);

/** Code of a place outside the model. */
export type BoundsCode = 'OUT_OF_MODEL_BOUNDS';

/** Refuses OUT_OF_MODEL_BOUNDS for a coordinate beyond the limit; the limit itself is inside. `what` names the value. */
export function requireInModel(
  what: string,
  coordinates: { readonly [axis: string]: number },
  context: PlanContext<BoundsCode>,
): void {
  for (const [axis, mm] of Object.entries(coordinates)) {
    if (Math.abs(micrometres(mm)) > LIMIT_UM) {
      context.refuse(
        'OUT_OF_MODEL_BOUNDS',
        `${what} has ${axis} = \`${mm}\` mm, the model ends at ±${MODEL_LIMIT_MM} mm`,
        { what, axis, value: mm, limit: MODEL_LIMIT_MM },
      );
    }
  }
}

/** `requireInModel` for each point of a line or outline. */
export function requirePointsInModel(
  what: string,
  points: readonly PlanPoint[],
  context: PlanContext<BoundsCode>,
): void {
  for (const [index, { x, y }] of points.entries()) {
    requireInModel(points.length === 1 ? what : `${what}[${index}]`, { x, y }, context);
  }
}
