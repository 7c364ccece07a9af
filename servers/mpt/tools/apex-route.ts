/** @module apex_route: the tool that routes one intent through Apex. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { JobRefusal } from '../../../governance/tool/define.ts';
import { PICTURE_OUTPUT } from '../../../governance/tool/stored-picture.ts';
import { BUDGET_DIMENSIONS, BudgetsShape } from '../../../kernel/tools/apex/budgets.ts';
import { APEX_AUDIT } from '../run-records.ts';
import type { ToolsView } from '../view.ts';

/** Routes an intent to a plane and returns the answer of the plane. */
export const apexRoute = defineJob({
  name: 'apex_route',
  title: 'Route an intent',
  description:
    'Routes an intent: tool.<class>.<tool> runs that tool with payload as its input; text about the building or the experiment reaches their servers (payload {tool, arguments}); an unclear intent returns the tools that fit and at most 3 questions. Budget: 60 s, 512 MB, 6000 gas, 12 calls, 1800 output tokens. Permissions are checked as in direct calls.',
  action: 'CREATE',
  openWorld: true,
  input: z.strictObject({
    intent: z
      .string()
      .min(1)
      .max(2000)
      .describe('Request in words, or a route such as tool.code.python.'),
    payload: z
      .unknown()
      .describe('Input of the tool, or {tool, arguments}. Default: {}.')
      .optional(),
    caller_budgets: z
      .record(z.string(), z.int().min(0))
      .refine(
        (budgets) => BudgetsShape.safeParse(budgets).success,
        `expected some of ${BUDGET_DIMENSIONS.join(', ')}`,
      )
      .describe(
        `Narrower budget by dimension (${BUDGET_DIMENSIONS.join(', ')}), e.g. {"time_ms": 5000}.`,
      )
      .optional(),
    trace: z
      .strictObject({
        parent_exec_id: z
          .string()
          .min(1)
          .max(200)
          .describe('exec_id of the run that routes this.')
          .optional(),
        hops: z.int().min(0).max(1000).describe('Number of routes before this one.').optional(),
      })
      .describe('Origin of this request. Default: none.')
      .optional(),
  }),
  output: z.object({
    kind: z.literal('BOUNDED_OUTPUT'),
    payload: z.unknown().describe('Answer of the tool that was reached.'),
    audit: APEX_AUDIT,
    ...PICTURE_OUTPUT,
  }),
  refusals: {
    TOOL_REFUSED: 'read error.data.cause and narrow or reword the intent',
    APPROVAL_PENDING: 'call get_operation with the approval_id and wait_s 25',
  },
  async run({ intent, payload = {}, caller_budgets, trace }, view: ToolsView, caller) {
    const request = {
      intent,
      payload,
      ...(caller_budgets === undefined ? {} : { callerBudgets: caller_budgets }),
      ...(trace === undefined ? {} : { trace }),
    };
    const { result, events, warnings, picture, content } = await view.route(request, caller);
    const audit = { ...result.audit };
    if (result.kind === 'BOUNDED_OUTPUT') {
      const { kind, approval_id } = result;
      const data = {
        kind,
        payload: result.payload,
        audit,
        ...(picture === null ? {} : { picture }),
      };
      return approval_id === undefined
        ? { data, events, warnings, content }
        : { data, events, refusal: pendingRefusal(approval_id, data) };
    }
    const { kind, code, cause, hint, approval_id, audit: _audit, ...more } = result;
    if (approval_id !== undefined) {
      const data = { kind, code, cause, ...more, payload: null, audit };
      return { data: withoutOutput(audit), events, refusal: pendingRefusal(approval_id, data) };
    }
    return {
      data: withoutOutput(audit),
      events,
      refusal: {
        name: 'TOOL_REFUSED' as const,
        message: `\`${audit.route}\` ended in REFUSAL(${code}): ${cause}`,
        ...(hint === undefined ? {} : { hint }),
        data: { kind, code, refusal: code, cause, ...more, audit },
      },
    };
  },
});

/** `data` of a route that is answered with a refusal; the gate returns the refusal instead. */
function withoutOutput<Audit>(audit: Audit): {
  readonly kind: 'BOUNDED_OUTPUT';
  readonly payload: null;
  readonly audit: Audit;
} {
  return { kind: 'BOUNDED_OUTPUT', payload: null, audit };
}

/** The answer of a route whose tool waits for an approval, as a direct call of that tool has it. */
function pendingRefusal(
  approval_id: string,
  data: { readonly kind: string; readonly payload: unknown; readonly audit: object },
): JobRefusal<'APPROVAL_PENDING'> {
  return {
    name: 'APPROVAL_PENDING',
    message: `a person must approve this first (\`${approval_id}\`); nothing was changed`,
    hint: `call get_operation with approval_id \`${approval_id}\` and wait_s 25; a person decides with \`plumbline approvals show ${approval_id}\``,
    data: { approval_id, ...data },
  };
}
