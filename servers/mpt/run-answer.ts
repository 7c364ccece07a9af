/** @module run-answer: the budget text, output and refusals shared by all tools that run something. */
import * as z from 'zod';

import type { JobAnswer } from '../../governance/tool/define.ts';
import type { ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { Recorded } from './view.ts';

/** The default budget, for descriptions. */
export const BUDGET_TEXT =
  'Budget: 30 s, 256 MB, 6000 gas, 800 output tokens; longer output becomes a linked file. mpt_run narrows it.';

type Loose = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>;
type RunSchema = z.ZodObject<{
  output: Loose;
  metrics: Loose;
  termination: z.ZodString;
  audit: Loose;
}>;

/** `data` of a run whose output has these members; the tool service has checked it against the contract of its tool. */
export const runOutput = (members: z.core.$ZodLooseShape): RunSchema =>
  z.object({
    output: z.looseObject(members),
    metrics: z.looseObject({}),
    termination: z.string(),
    audit: z.looseObject({}),
  });

/** `data` of a run of any tool. */
export const RunOutput = runOutput({});

/** What programs answer: `result` is any JSON, or text. */
export const PROGRAM_OUTPUT = {
  result: z.unknown(),
  stdout: z.string(),
  stderr: z.string(),
  files: z.array(z.looseObject({ name: z.string() })),
};

const NextOffset = z.number().nullable();
const Rows = z.array(z.array(z.unknown()));

/** What a page of the web is answered as. */
export const PAGE_OUTPUT = {
  final_url: z.string(),
  title: z.string().nullish(),
  markdown: z.string(),
  truncated: z.boolean(),
  notice: z.string().nullish(),
};

/** What a search answers. */
export const SEARCH_OUTPUT = {
  results: z.array(z.looseObject({ title: z.string() })),
  provider: z.string(),
  scope: z.string(),
};

/** What reading a table answers. */
export const TABLE_OUTPUT = {
  columns: z.array(z.string()).nullable(),
  rows: Rows,
  next_offset: NextOffset,
  total_rows: z.number().nullish(),
  stopped_by: z.string().nullish(),
};

/** What a question to a table answers. */
export const QUERY_OUTPUT = {
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  rows: Rows,
  next_offset: NextOffset,
  stopped_by: z.string().nullish(),
};

/** A picture: in the answer without its bytes, which are in the content beside it. */
export const IMAGE_OUTPUT = {
  image: z.looseObject({
    media_type: z.string(),
    width: z.number(),
    height: z.number(),
    sha256: z.string(),
  }),
};

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
