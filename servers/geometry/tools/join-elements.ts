/** @module join_elements: how walls that meet end at each other. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { JOIN_TYPES } from '../../../kernel/kinds/wall.ts';
import { planJoin } from '../../../kernel/model/plan/join.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Sets the join of walls. */
export const joinElements = defineCommand({
  name: 'join_elements',
  title: 'Join walls',
  description:
    'Sets how walls that meet end at each other: auto (mitred corners, trimmed T-junctions), miter, butt (the first runs through) or none (square ends). Walls that meet join by themselves; this changes how.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_ids: z.array(elementId('A wall.', 'wall')).min(2).max(100).describe('Walls that meet.'),
    join_type: z.enum(JOIN_TYPES).default('auto').describe('How they end.'),
  }),
  output: z.object({ element_ids: z.array(z.string()), join_type: z.string() }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT', 'NO_EFFECT'),
  plan: (input, view: ModelView, context) => planJoin(input, view, context),
});
