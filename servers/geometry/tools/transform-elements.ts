/** @module transform_elements: many elements moved, turned, mirrored, repeated or copied to other levels. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { inTurns } from '../../../kernel/findings/steps.ts';
import { planTransform, TRANSFORMATIONS } from '../../../kernel/model/plan/many/transform.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { MANY, selectedIds } from '../selected.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Moves, turns, mirrors and repeats elements. */
export const transformElements = defineCommand({
  name: 'transform_elements',
  title: 'Transform elements',
  description:
    'Moves, rotates (about), mirrors (line from-to), arrays (by delta, or about) or copies to_levels; what they hold goes along. Moved walls stretch walls joined to them.',
  action: 'MODIFY',
  input: z.strictObject({
    element_ids: MANY.element_ids.optional(),
    filter: MANY.filter.optional(),
    operation: z.enum(TRANSFORMATIONS).describe('How'),
    delta: MANY.delta.optional(),
    about: MANY.point.optional(),
    angle_deg: MANY.angle_deg.optional(),
    from: MANY.point.optional(),
    to: MANY.point.optional(),
    count: MANY.count.optional(),
    to_level_ids: MANY.level_ids.optional(),
    copy: z.boolean().describe('Keep the original').optional(),
    joined: z.boolean().describe('Default true').optional(),
  }),
  output: z.object({
    modified_ids: z.array(z.string()),
    placed_ids: z.array(z.string()),
  }),
  refusals: ELEMENT_HINTS,
  async plan(
    { element_ids, filter, copy = false, joined = true, ...how },
    view: ModelView,
    context,
  ) {
    const ids = selectedIds({ element_ids, filter }, view, context);
    const steps = planTransform({ ...how, copy, joined, element_ids: ids }, view, context);
    return await inTurns(steps, context.pause);
  },
});
