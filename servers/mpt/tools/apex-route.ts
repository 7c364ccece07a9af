/** @module apex_route: one intent through Apex. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { BUDGET_DIMENSIONS, BudgetsShape } from '../../../kernel/apex/budgets.ts';
import type { ToolsView } from '../view.ts';

/** Routes an intent to a plane. */
export const apexRoute = defineJob({
  name: 'apex_route',
  title: 'Route an intent',
  description:
    'Sends an intent to the plane that answers it: tool.<class>.<tool> runs that tool with the payload as input; words about the building or the experiment reach their servers (payload {tool, arguments}); a question goes to a tool that reads; what is not clear gets the tools that fit, outcome ask and at most 3 questions. Budget: 60 s, 512 MB, 6000 gas, 12 calls, 1800 output tokens, narrowed by route and caller_budgets. Every call passes the same gate as a direct one.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    intent: z.string().min(1).max(2000).describe('What is wanted, or tool.code.python.'),
    payload: z.record(z.string(), z.unknown()).describe('Input of what answers.').default({}),
    caller_budgets: z
      .record(z.string(), z.int().min(0))
      .refine(
        (budgets) => BudgetsShape.safeParse(budgets).success,
        `want some of ${BUDGET_DIMENSIONS.join(', ')}`,
      )
      .describe('Upper bounds by dimension, e.g. {"time_ms": 5000}.')
      .optional(),
    trace: z
      .strictObject({
        parent_exec_id: z.string().min(1).max(200).optional(),
        hops: z.int().min(0).max(1000).optional(),
      })
      .describe('Where this comes from.')
      .optional(),
  }),
  output: z.object({
    kind: z.literal('BOUNDED_OUTPUT'),
    payload: z.unknown(),
    audit: z.looseObject({}),
  }),
  refusals: { TOOL_REFUSED: 'read error.data.cause, and narrow or reword the intent' },
  async run({ intent, payload, caller_budgets, trace }, view: ToolsView, caller) {
    const request = {
      intent,
      payload,
      ...(caller_budgets === undefined ? {} : { callerBudgets: caller_budgets }),
      ...(trace === undefined ? {} : { trace }),
    };
    const { result, events } = await view.route(request, caller);
    const audit = { ...result.audit };
    if (result.kind === 'BOUNDED_OUTPUT') {
      return { data: { kind: result.kind, payload: result.payload, audit }, events };
    }
    return {
      data: { kind: 'BOUNDED_OUTPUT' as const, payload: null, audit },
      events,
      refusal: {
        name: 'TOOL_REFUSED' as const,
        message: `\`${audit.route}\` ended in REFUSAL(${result.code}): ${result.cause}`,
        data: { refusal: result.code, cause: result.cause, audit },
      },
    };
  },
});
