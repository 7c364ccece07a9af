/** @module apply_changes: several changes as one operation. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { compose } from '../../building/compose.ts';
import { COMPOSABLE, COMPOSED_HINTS } from '../composable.ts';

/**
 * Maximum number of operations in one change, as of the statements of a script: a bound of the implementation. The
 * element limit of the agent (`max_elements_per_operation`) is usually reached first.
 */
const MAX_OPERATIONS = 2000;

/** Data of a composed change. */
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
    'Runs up to 2,000 calls of tools that change elements as one atomic change: all or nothing, one preview, one approval. Every element, including copies, counts against your limits. `as` names a result; `$name` is its id and `$name.field` a field of it, in later operations and calls: {tool:"create_wall",arguments:{…},as:"w"}, {tool:"place_door",arguments:{wall_id:"$w",offset:500}}.',
  action: 'MODIFY',
  input: z.strictObject({
    operations: z
      .array(
        z.strictObject({
          tool: z.string().min(1).max(40).describe('Name of a tool that changes elements.'),
          arguments: z
            .record(z.string(), z.unknown())
            .describe(
              'Arguments of that tool, without branch, dry_run, idempotency_key, check and reasoning.',
            ),
          as: z
            .string()
            .regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/u)
            .describe('Name of its result, without $.')
            .optional(),
        }),
      )
      .min(1)
      .max(MAX_OPERATIONS)
      .describe('Operations in the order of execution.'),
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
        label: `operation ${index}`,
        data: { operation: index },
      }),
    }),
});
