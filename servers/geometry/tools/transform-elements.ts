/** @module transform_elements: moves, rotates, mirrors or repeats many elements, or copies them to other levels. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import {
  planTransform,
  TRANSFORMATIONS,
} from '../../../kernel/building/model/plan/many/transform.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, PlanPoint } from '../../../schemas/units.ts';
import { Delta, elementId } from '../../building/arguments.ts';
import { MANY, selectedIds } from '../selected.ts';
import { ELEMENT_HINTS } from './element-hints.ts';

/** Maximum number of elements in an array, per original. */
const MAX_REPEATED = 500;

/** Transforms elements. */
export const transformElements = defineCommand({
  name: 'transform_elements',
  title: 'Transform elements',
  description:
    'Moves, rotates, mirrors or repeats many elements, or copies them to levels, with the elements they host.',
  action: 'MODIFY',
  input: z.strictObject({
    element_ids: MANY.element_ids.optional(),
    filter: MANY.filter.optional(),
    operation: z
      .enum(TRANSFORMATIONS)
      .describe(
        'move (delta), rotate (about, angle_deg), mirror (from, to), array (count; delta, or about and angle_deg), to_levels (to_level_ids).',
      ),
    delta: Delta.optional(),
    about: PlanPoint.optional().describe('Centre of a rotation, world mm.'),
    angle_deg: AngleDeg.optional().describe(
      'Rotation (array: per step), degrees counter-clockwise.',
    ),
    from: PlanPoint.optional().describe('First point of the mirror line, world mm.'),
    to: PlanPoint.optional().describe('Second point of the mirror line, world mm.'),
    count: z
      .number()
      .int()
      .min(2)
      .max(MAX_REPEATED)
      .optional()
      .describe('Number in an array, with the originals.'),
    to_level_ids: z
      .array(elementId('Id or @name of a level.', 'level'))
      .min(1)
      .max(1000)
      .optional()
      .describe('Levels that receive copies.'),
    copy: z
      .boolean()
      .optional()
      .describe('Transforms copies, keeps the originals. Default: false.'),
    joined: z.boolean().optional().describe('Stretches walls joined to moved ones. Default: true.'),
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
    return planTransform({ ...how, copy, joined, element_ids: ids }, view, context);
  },
});
