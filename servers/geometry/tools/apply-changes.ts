/** @module apply_changes: several changes as one. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { compose } from '../../building/compose.ts';
import type { BuildingView } from '../../building/view.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';

/** Most operations of one change. */
const MOST_OPERATIONS = 100;

/** What a composed change answers. */
export const ComposedOutput = z.object({
  operation_count: z.number(),
  event_count: z.number(),
  results: z.array(z.object({ tool: z.string(), id: z.string(), as: z.string().optional() })),
});

/** Applies several changes as one. */
export const applyChanges = defineCommand({
  name: 'apply_changes',
  title: 'Apply several changes as one',
  description:
    'Runs up to 100 tools that change elements as one atomic change: all or nothing, one preview, one approval. Name a result with `as` and use `$name` (its id) or `$name.field` later, in other calls too, e.g. {tool:"create_wall",arguments:{…},as:"w"}, {tool:"place_door",arguments:{wall_id:"$w",offset:500}}.',
  action: 'MODIFY',
  input: z.strictObject({
    operations: z
      .array(
        z.strictObject({
          tool: z.string().min(1).max(40).describe('Tool name.'),
          arguments: z.looseObject({}).describe('Its arguments.'),
          as: z
            .string()
            .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/u)
            .describe('Name for its result.')
            .optional(),
        }),
      )
      .min(1)
      .max(MOST_OPERATIONS)
      .describe('In order.'),
  }),
  output: ComposedOutput,
  refusals: COMPOSED_HINTS,
  plan: ({ operations }, view: BuildingView, context) =>
    compose(operations, {
      tools: COMPOSABLE,
      view,
      context,
      lists: COMPOSED_HINTS,
      place: (index) => ({
        said: `operation ${index}`,
        data: { operation: index },
        path: `operations.${index}`,
      }),
    }),
});
