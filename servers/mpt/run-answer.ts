/** @module run-answer: the budget text, output schemas and refusals shared by all tools that run something. */
import * as z from 'zod';

import type { JobAnswer } from '../../governance/tool/define.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import { RUN_AUDIT, RUN_METRICS } from './run-records.ts';
import type { Recorded } from './view.ts';

/** Sentence about the budget for tool descriptions. */
export const BUDGET_TEXT = 'Budget: the default of mpt_run.';

type Loose = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>;
type RunSchema = z.ZodObject<{
  output: Loose;
  metrics: typeof RUN_METRICS;
  termination: z.ZodString;
  audit: typeof RUN_AUDIT;
}>;

/** Schema of `data` of a run whose output has these members; the tool service has validated the output itself. */
export const runOutput = (members: z.core.$ZodLooseShape): RunSchema =>
  z.object({
    output: z.looseObject(members),
    metrics: RUN_METRICS,
    termination: z.string().describe('BOUNDED_OUTPUT, or REFUSAL(code) of a refused run.'),
    audit: RUN_AUDIT,
  });

/** Schema of `data` of a run of any tool. */
export const RunOutput = runOutput({});

/** Output of programs: `result` is any JSON, or text. */
export const PROGRAM_OUTPUT = {
  result: z.unknown(),
  stdout: z.string(),
  stderr: z.string(),
  files: z.array(z.looseObject({ name: z.string() })),
};

const NextOffset = z.number().nullable();
const Rows = z.array(z.array(z.unknown()));

/** Output of opening a web page. */
export const PAGE_OUTPUT = {
  final_url: z.string(),
  title: z.string().nullish(),
  markdown: z.string(),
  truncated: z.boolean(),
  left_out: z.looseObject({}).optional(),
  notice: z.string().nullish(),
};

/** Output of a search. */
export const SEARCH_OUTPUT = {
  results: z.array(z.looseObject({ title: z.string() })),
  provider: z.string(),
  scope: z.string(),
};

/** Output of reading a table. */
export const TABLE_OUTPUT = {
  columns: z.array(z.string()).nullable(),
  rows: Rows,
  next_offset: NextOffset,
  total_rows: z.number().nullish(),
  stopped_by: z.string().nullish(),
};

/** Output of a query over a table. */
export const QUERY_OUTPUT = {
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: Rows,
  next_offset: NextOffset,
  stopped_by: z.string().nullish(),
};

/** Output of picture tools. The bytes are in a content block instead. */
export const IMAGE_OUTPUT = {
  image: z.looseObject({
    media_type: z.string(),
    width: z.number(),
    height: z.number(),
    sha256: z.string(),
  }),
};

/** The refusal of every tool that runs something. */
export const RUN_REFUSALS = {
  TOOL_REFUSED: 'read error.data.audit.refusals for the cause and the next step',
};

/** The answer for a run. A run that ended in REFUSAL(code) becomes a refusal with the same data. */
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
