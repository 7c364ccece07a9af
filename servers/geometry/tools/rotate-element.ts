/** @module rotate_element: an element turned in plan. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planRotate } from '../../../kernel/model/plan/rotate.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { ElementId } from '../../building/arguments.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Rotates an element. */
export const rotateElement = defineCommand({
  name: 'rotate_element',
  title: 'Rotate an element',
  description:
    'Turns an element in plan, counter-clockwise, about center or about its own middle. What it holds goes with it. Quarter turns are exact.',
  toolset: 'more',
  action: 'MODIFY',
  input: z.strictObject({
    element_id: ElementId,
    angle_deg: AngleDeg.describe('Degrees counter-clockwise, e.g. 90.'),
    center: PlanPoint.describe('Point to turn about, mm.').optional(),
  }),
  output: z.object({ element_id: z.string(), modified_ids: z.array(z.string()) }),
  refusals: ELEMENT_HINTS,
  plan: (input, view: ModelView, context) => planRotate(input, view, context),
});
