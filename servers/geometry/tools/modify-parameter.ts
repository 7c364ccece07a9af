/** @module modify_parameter: one parameter of one element. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planModify } from '../../../kernel/model/plan/modify.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { referringParams, shownReference } from '../../building/rows.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Changes a parameter. */
export const modifyParameter = defineCommand({
  name: 'modify_parameter',
  title: 'Change a parameter of an element',
  description:
    'Sets one parameter that exists for the type of the element, e.g. height 2800 of a wall, end {x,y} of a wall, elevation of a level, boundary_points of a floor. get_element shows the parameters. What depends on it follows; what would no longer fit is refused.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_id: ElementId,
    parameter_name: z.string().min(1).max(60).describe('Name as get_element shows it.'),
    value: z.unknown().describe('New value in its own type; lengths in mm.'),
  }),
  output: z.object({
    element_id: z.string(),
    parameter_name: z.string(),
    from: z.unknown(),
    to: z.unknown(),
  }),
  refusals: { ...ELEMENT_HINTS, ...hintsFor('UNKNOWN_PARAMETER') },
  plan(input, view: ModelView, context) {
    const plan = planModify(input, view, context);
    const element = view.element(input.element_id);
    if (element === undefined || !referringParams(element, view).includes(input.parameter_name)) {
      return plan;
    }
    return { ...plan, data: { ...plan.data, from: shownReference(plan.data.from, view) } };
  },
});
