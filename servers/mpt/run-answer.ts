/** @module run-answer: the budget text, output and refusals shared by all tools that run something. */
import * as z from 'zod';

import type { JobAnswer } from '../../governance/tool/define.ts';
import type { ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { Recorded } from './view.ts';

/** The default budget, for descriptions. */
export const BUDGET_TEXT =
  'Budget: 30 s, 256 MB, 6000 gas, 800 output tokens; longer output becomes a linked file. mpt_run narrows it.';

/** `data` of a run; the tool service has checked `output` against the contract of its tool. */
export const RunOutput = z.object({
  output: z.looseObject({}),
  metrics: z.looseObject({}),
  termination: z.string(),
  audit: z.looseObject({}),
});

export const RUN_REFUSALS = {
  TOOL_REFUSED: 'read error.data.audit.refusals for the cause and the next step',
};

/** The answer for a run; a run that ended in REFUSAL(code) becomes a refusal with the same data. */
export function answerOfRun({
  result,
  events,
  content,
}: Recorded<ToolResult>): JobAnswer<z.input<typeof RunOutput>, 'TOOL_REFUSED'> {
  const [refusal] = result.audit.refusals;
  const data = { ...result, metrics: { ...result.metrics }, audit: { ...result.audit } };
  if (refusal === undefined) return { data, events, content };
  return {
    data,
    events,
    refusal: {
      name: 'TOOL_REFUSED',
      message: `\`${result.metrics.tool_id}\` ended in ${result.termination}: ${refusal.cause}`,
      hint: refusal.next_step,
      data: { ...data, refusal: refusal.code },
    },
  };
}
