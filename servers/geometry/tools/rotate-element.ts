/** @module rotate_element: rotates an element in plan. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planRotate } from '../../../kernel/building/model/plan/rotate.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { ElementId } from '../../building/arguments.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Rotates an element. */
export const rotateElement = defineCommand({
  name: 'rotate_element',
  title: 'Rotate an element',
  description:
    'Rotates an element in plan, with the elements it hosts, about center or its own centre. Quarter turns are exact.',
  toolset: 'more',
  action: 'MODIFY',
  input: z.strictObject({
    element_id: ElementId,
    angle_deg: AngleDeg.describe('Rotation in plan, degrees counter-clockwise, e.g. 90.'),
    center: PlanPoint.describe(
      'Centre of the rotation, world mm. Default: centre of its bounding box in plan.',
    ).optional(),
  }),
  output: z.object({ element_id: z.string(), modified_ids: z.array(z.string()) }),
  refusals: ELEMENT_HINTS,
  plan: (input, view: ModelView, context) => planRotate(input, view, context),
});
