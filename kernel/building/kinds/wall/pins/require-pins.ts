/** @module require pins: refuses pinned ends that do not fit their wall. */
import type { PlanContext } from '../../../../../schemas/plan.ts';
import { pinFault } from '../../../geometry/walls/pins/pin-fault.ts';
import { WALL_ENDS } from '../../../geometry/walls/wall-contacts.ts';
import { type BoundsCode, requirePointsInModel } from '../../rules/model-bounds.ts';
import type { WallGiven } from '../params.ts';
import { straightWall } from '../straight-wall.ts';

/**
 * Refuses OUT_OF_RANGE for pins whose corners are not on the faces of the wall or whose outline is not simple and
 * counter-clockwise, OUT_OF_MODEL_BOUNDS for pins outside the model.
 */
export function requirePins(
  element: { readonly id: string; readonly params: WallGiven },
  context: PlanContext<'OUT_OF_RANGE' | BoundsCode>,
): void {
  const { pins } = element.params;
  if (pins === undefined || pins === null) return;
  for (const end of WALL_ENDS) {
    requirePointsInModel(`pins.${end}`, pins[end] ?? [], context);
  }
  const fault = pinFault(straightWall(element));
  if (fault === null) return;
  context.refuse(
    'OUT_OF_RANGE',
    `the ${fault.end} of wall \`${element.id}\` cannot be pinned: ${fault.why}`,
    {
      element_id: element.id,
      end: fault.end,
      received: fault.received,
      expected: fault.expected,
    },
  );
}
