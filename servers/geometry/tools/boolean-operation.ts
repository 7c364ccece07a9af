/** @module boolean_operation: the exact union, difference or intersection of two elements. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { BOOLEAN_OPERATIONS } from '../../../kernel/kinds/solid.ts';
import { planBoolean } from '../../../kernel/model/plan/boolean.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Combines two solids. */
export const booleanOperation = defineCommand({
  name: 'boolean_operation',
  title: 'Combine two solids',
  description:
    'Makes a new solid from the bodies of two elements of one branch: union, subtract (a without b) or intersect. Both stay as they are. Answers the volume of the stored body; circles are polygons of 256 sides, and volume_tolerance_mm3 is how far true ones can be from that.',
  action: 'CREATE',
  input: z.strictObject({
    element_a: elementId('First element.'),
    element_b: elementId('Second element; what is taken away in subtract.'),
    operation: z.enum(BOOLEAN_OPERATIONS).describe('What to do.'),
  }),
  output: z.object({
    solid_id: z.string(),
    volume_mm3: z.number(),
    volume_tolerance_mm3: z.number(),
    watertight: z.boolean(),
    triangle_count: z.number(),
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
