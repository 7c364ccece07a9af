/** @module boolean_operation: the exact union, difference or intersection of two elements. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BOOLEAN_OPERATIONS } from '../../../kernel/building/kinds/solid/solid.ts';
import { planBoolean } from '../../../kernel/building/model/plan/solid/boolean.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Combines two solids. */
export const booleanOperation = defineCommand({
  name: 'boolean_operation',
  title: 'Combine two solids',
  description:
    'Creates a solid from the bodies of two elements and deletes those whose place it takes: both, for subtract only a. A person must approve. Circles are polygons of 256 sides; volume_tolerance_mm3 bounds the difference to true circles.',
  action: 'CREATE',
  input: z.strictObject({
    element_a: elementId('First element (a): id or @name.'),
    element_b: elementId('Second element (b): id or @name.'),
    operation: z
      .enum(BOOLEAN_OPERATIONS)
      .describe('union: both; subtract: a without b, which stays; intersect: the common part.'),
  }),
  output: z.object({
    solid_id: z.string(),
    volume_mm3: z.number(),
    volume_tolerance_mm3: z.number(),
    watertight: z.boolean(),
    triangle_count: z.number(),
    deleted_ids: z.array(z.string()),
    cascaded_ids: z.array(z.string()),
    deleted_count: z.int(),
  }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'LEVEL_NOT_FOUND',
    'INVALID_ARGUMENT',
    'OUT_OF_RANGE',
    'EMPTY_RESULT',
    'REGENERATION_FAILED',
    'OUT_OF_MODEL_BOUNDS',
  ),
  plan: (input, view: ModelView, context) => planBoolean(input, view, context),
});
