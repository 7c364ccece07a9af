/** @module move_element: moves an element by a displacement. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planMove } from '../../../kernel/building/model/plan/move.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { Delta, ElementId } from '../../building/arguments.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Moves an element. */
export const moveElement = defineCommand({
  name: 'move_element',
  title: 'Move an element',
  description:
    'Moves an element and those it hosts. Joined walls stay where they are; transform_elements stretches them. A door or window moves along its wall, a level up or down with everything on it.',
  action: 'MODIFY',
  input: z.strictObject({ element_id: ElementId, delta: Delta }),
  output: z.object({ element_id: z.string(), modified_ids: z.array(z.string()) }),
  refusals: ELEMENT_HINTS,
  plan: (input, view: ModelView, context) => planMove(input, view, context),
});
