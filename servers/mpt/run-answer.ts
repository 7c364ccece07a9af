/** @module run-answer: the budget text, output schemas and refusals shared by all tools that run something. */
import * as z from 'zod';

import type { JobAnswer, RunPreview as JobPreview } from '../../governance/tool/define.ts';
import { PICTURE_OUTPUT, type PictureFile } from '../../governance/tool/stored-picture.ts';
import type { RunPreview } from '../../kernel/tools/mpt/check-call.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import { TAXONOMY, ToolRefusal } from '../../kernel/tools/mpt/refusals.ts';
import type { RunCaller } from './run-caller.ts';
import { RUN_AUDIT, RUN_METRICS } from './run-records.ts';
import type { Recorded, ToolsView } from './view.ts';

/** Sentence about the budget for tool descriptions. */
export const BUDGET_TEXT = 'Budget: the default of mpt_run.';

type Loose = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>;
type RunSchema = z.ZodObject<{
  output: Loose;
  metrics: typeof RUN_METRICS;
  termination: z.ZodString;
  audit: typeof RUN_AUDIT;
  picture: z.ZodOptional<typeof PictureFile>;
}>;

/** Schema of `data` of a run whose output has these members; the tool service has validated the output itself. */
export const runOutput = (members: z.core.$ZodLooseShape): RunSchema =>
  z.object({
    output: z.looseObject(members),
    metrics: RUN_METRICS,
    termination: z.string().describe('BOUNDED_OUTPUT, or REFUSAL(code) of a refused run.'),
    audit: RUN_AUDIT,
    ...PICTURE_OUTPUT,
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
  warnings: z.array(z.looseObject({ kind: z.string() })),
};

/** Output of picture tools. The bytes are in a file (`picture`) and in a content block. */
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

/** `run` and `preview` of a tool whose arguments are the input of a declared tool. */
export function runsTool(tool: string): RunsTool {
  return {
    run: async (input, view, caller) => answerOfRun(await view.call({ tool, input }, caller)),
    preview: async (input, view, caller) =>
      answerOfPreview(await view.previewCall({ tool, input }, caller)),
  };
}

type RunsTool = {
  readonly run: (
    ...call: RunArguments
  ) => Promise<JobAnswer<z.input<typeof RunOutput>, 'TOOL_REFUSED'>>;
  readonly preview: (...call: RunArguments) => Promise<JobPreview<'TOOL_REFUSED'>>;
};
type RunArguments = readonly [
  input: Readonly<Record<string, unknown>>,
  view: ToolsView,
  caller: RunCaller,
];

/** The answer for a dry run: what would run, under which budget; or the refusal of the run. */
export function answerOfPreview(preview: RunPreview | ToolRefusal): JobPreview<'TOOL_REFUSED'> {
  if (!(preview instanceof ToolRefusal)) return { data: { would_run: preview } };
  const { mpt_code, message: cause, detail, questions } = preview;
  const { apex: code, next_step } = TAXONOMY[mpt_code];
  return {
    data: {},
    refusal: {
      name: 'TOOL_REFUSED',
      message: `it would end in REFUSAL(${code}): ${cause}`,
      hint: next_step,
      data: {
        refusal: code,
        termination: `REFUSAL(${code})`,
        refusals: [{ code, mpt_code, cause, detail, next_step, questions }],
      },
    },
  };
}

/** The answer for a run. A run that ended in REFUSAL(code) becomes a refusal with the same data. */
export function answerOfRun({
  result,
  events,
  picture,
  content,
  warnings,
}: Recorded<ToolResult>): JobAnswer<z.input<typeof RunOutput>, 'TOOL_REFUSED'> {
  const [refusal] = result.audit.refusals;
  const data = {
    ...result,
    metrics: { ...result.metrics },
    audit: { ...result.audit },
    ...(picture === null ? {} : { picture }),
  };
  if (refusal === undefined) return { data, events, content, warnings };
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
