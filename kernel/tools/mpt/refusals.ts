/** @module refusals: the refusal codes of the tool service, and the Apex code and next step of each. */
import type { RunnerCode } from '../runners/runner.ts';

/** Codes with which a run may end in a refusal, before Apex normalises them. */
export type MptCode = RunnerCode | 'ENTROPY_CLARITY' | 'FRAGILITY';

/** The normalised code, and the safe next step for the caller. */
export const TAXONOMY: Readonly<
  Record<MptCode, { readonly apex: string; readonly next_step: string }>
> = {
  TOOL_TIMEOUT: { apex: 'BOUND_TIME', next_step: 'ask for less work, or for more time_ms' },
  TOOL_FAIL: { apex: 'FRAGILITY', next_step: 'read the cause, correct the input, and run again' },
  TOOL_UNSAFE: {
    apex: 'SAFETY_POLICY',
    next_step: 'use a declared tool, and leave out what the rule names',
  },
  TOOL_SCHEMA_MISS: {
    apex: 'DIS_INSUFFICIENT',
    next_step: 'call list_tool_contracts and fit the input to io_schema.in',
  },
  TOOL_DRIFT: {
    apex: 'CONFLICT_PST',
    next_step: 'compare both digests, and record again if the new answer is right',
  },
  BOUND_TIME: { apex: 'BOUND_TIME', next_step: 'ask for less work, or for more time_ms' },
  BOUND_MEM: { apex: 'BOUND_MEM', next_step: 'hold less at a time, or ask for more mem_mb' },
  BOUND_GAS: {
    apex: 'BOUND_GAS',
    next_step: 'do less in one run, wait for other runs to end, or ask for a larger budget',
  },
  BOUND_DEPTH: { apex: 'BOUND_DEPTH', next_step: 'nest fewer calls' },
  BOUND_DATA: { apex: 'BOUND_DATA', next_step: 'ask for a part of the data' },
  ENTROPY_CLARITY: { apex: 'ENTROPY_CLARITY', next_step: 'give the facts that are missing' },
  FRAGILITY: {
    apex: 'FRAGILITY',
    next_step: 'try again later; if it fails again, ask the operator',
  },
};

/** Ends a run without output. `cause` is one line; `detail` has the received and the expected values. */
export class ToolRefusal extends Error {
  readonly mpt_code: MptCode;
  readonly detail: Readonly<Record<string, unknown>>;
  /** At most 3. */
  readonly questions: readonly string[];
  constructor(
    mpt_code: MptCode,
    cause: string,
    detail: Readonly<Record<string, unknown>> = {},
    questions: readonly string[] = [],
  ) {
    super(cause.replaceAll(/\s+/g, ' ').slice(0, 400).toWellFormed());
    this.mpt_code = mpt_code;
    this.detail = detail;
    this.questions = (questions.length > 0 ? questions : boundQuestions(mpt_code, detail)).slice(
      0,
      3,
    );
  }
}

/** The dimension of the budget that a code is about, if the refusal does not name one. */
const DIMENSION: Readonly<Partial<Record<MptCode, string>>> = {
  TOOL_TIMEOUT: 'time_ms',
  BOUND_TIME: 'time_ms',
  BOUND_MEM: 'mem_mb',
  BOUND_GAS: 'gas',
  BOUND_DEPTH: 'depth',
  BOUND_DATA: 'the amount of data',
};

/** Whether a code says that a run exceeded its budget. */
export function isBound(code: string): boolean {
  return Object.hasOwn(DIMENSION, code);
}

/** The questions about an exceeded bound; none for other codes. */
function boundQuestions(
  code: MptCode,
  { dimension = DIMENSION[code], limit }: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (typeof dimension !== 'string') return [];
  const above = typeof limit === 'number' ? ` above ${limit}` : '';
  return [
    'which part of the work is needed',
    'may the work be divided into several calls',
    `may ${dimension} be raised${above}`,
  ];
}

/** The refusal of a run that would exceed the limit of a dimension of its budget. */
export function boundRefusal(
  code: MptCode,
  cause: string,
  dimension: string,
  limit: number,
): ToolRefusal {
  return new ToolRefusal(code, cause, { dimension, limit });
}
