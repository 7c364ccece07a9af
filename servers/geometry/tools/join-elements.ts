/** @module join_elements: sets how walls that meet are joined. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { JOIN_TYPES } from '../../../kernel/building/kinds/wall/params.ts';
import { planJoin } from '../../../kernel/building/model/plan/join.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Sets the join of walls. */
export const joinElements = defineCommand({
  name: 'join_elements',
  title: 'Join walls',
  description: 'Changes how walls are joined; walls that meet join automatically.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_ids: z
      .array(elementId('Id or @name of a wall.', 'wall'))
      .min(2)
      .max(100)
      .describe('At least 2 walls that meet; with butt the first runs through.'),
    join_type: z
      .enum(JOIN_TYPES)
      .default('auto')
      .describe(
        'auto: mitred corners, trimmed T-junctions; butt: first wall runs through; none: square ends.',
      ),
  }),
  output: z.object({ element_ids: z.array(z.string()), join_type: z.string() }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT', 'NO_EFFECT'),
  plan: (input, view: ModelView, context) => planJoin(input, view, context),
});
