/** @module copy_element: copies an element. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planCopy } from '../../../kernel/building/model/plan/copy.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { Delta, ElementId, elementId } from '../../building/arguments.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Copies an element. */
export const copyElement = defineCommand({
  name: 'copy_element',
  title: 'Copy an element',
  description:
    'Copies an element and those it hosts by delta or to to_location, and to another level (at least one is required). Each of count copies is displaced from the previous one.',
  action: 'CREATE',
  input: z.strictObject({
    element_id: ElementId,
    to_location: PlanPoint.describe(
      'New position of its start, first corner or location, world mm; not with delta.',
    ).optional(),
    delta: Delta.optional(),
    to_level_id: elementId('Level of the copies. Default: same.', 'level').optional(),
    count: z.number().int().min(1).max(500).default(1).describe('Number of copies to make.'),
  }),
  output: z.object({
    new_id: z.string(),
    new_ids: z.array(z.string()),
    copied_ids: z.array(z.string()),
  }),
  refusals: ELEMENT_HINTS,
  plan: (input, view: ModelView, context) => planCopy(input, view, context),
});
