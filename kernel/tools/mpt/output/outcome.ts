/** @module outcome: validates the outcome of a runner before it is used. */
import * as z from 'zod';

import { canonicalJson } from '../../../base/canonical/json.ts';
import { NOTHING_USED } from '../../runners/runner.ts';
import type { RunBudget, RunOutcome, RunProvenance, RunUse } from '../../runners/runner.ts';
import { boundRefusal, ToolRefusal } from '../refusals.ts';

const Count = z.int().min(0);
/** Shape of the use of a run. */
export const UseShape = z.object({
  gas: Count,
  fuel: Count,
  web_requests: Count,
  mem_high_water_bytes: Count,
  latency_ms: z.number(),
  unmeasured: z.literal(true).exactOptional(),
});
/** Shape of the provenance of a run. */
export const ProvenanceShape = z.record(
  z.string().max(80),
  z.union([z.string().max(500), z.number(), z.boolean()]),
);
const Record = z.record(z.string(), z.unknown());

const OutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), output: Record, use: UseShape, provenance: ProvenanceShape }),
  z.object({
    ok: z.literal(false),
    code: z.enum([
      'TOOL_TIMEOUT',
      'TOOL_FAIL',
      'TOOL_UNSAFE',
      'TOOL_SCHEMA_MISS',
      'TOOL_DRIFT',
      'BOUND_TIME',
      'BOUND_MEM',
      'BOUND_GAS',
      'BOUND_DEPTH',
      'BOUND_DATA',
    ]),
    cause: z.string(),
    detail: Record,
    use: UseShape,
    provenance: ProvenanceShape,
  }),
]) satisfies z.ZodType<RunOutcome>;

/** A validated outcome, as a deep copy in plain JSON. `text` is the canonical JSON of `output`. */
export type CheckedOutcome = {
  readonly use: RunUse;
  readonly provenance: RunProvenance;
  readonly end:
    | {
        readonly ok: true;
        readonly output: Readonly<Record<string, unknown>>;
        readonly text: string;
      }
    | { readonly ok: false; readonly refusal: ToolRefusal };
};

/** The use of a run that reported none. */
export const UNMEASURED: RunUse = { ...NOTHING_USED, unmeasured: true };

/** Bytes of one MB. */
export const MEGABYTE = 1_048_576;

/** Validates the outcome of a runner and checks it against the budget. Never throws. */
export function checkOutcome(value: unknown, budget: RunBudget): CheckedOutcome {
  const read = readOutcome(value);
  if (typeof read === 'string') {
    return {
      use: UNMEASURED,
      provenance: {},
      end: {
        ok: false,
        refusal: new ToolRefusal('TOOL_FAIL', `the runner gave no outcome: ${read}`),
      },
    };
  }
  const { outcome, text } = read;
  const { use, provenance } = outcome;
  const copy = Record.parse(JSON.parse(text));
  const refusal = outcome.ok
    ? budgetFault(use, budget)
    : new ToolRefusal(outcome.code, outcome.cause, copy);
  if (refusal !== undefined) return { use, provenance, end: { ok: false, refusal } };
  return { use, provenance, end: { ok: true, output: copy, text } };
}

/** The outcome with the canonical JSON of its output or detail, or its fault as a string. */
function readOutcome(value: unknown): string | { outcome: RunOutcome; text: string } {
  try {
    const parsed = OutcomeShape.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return `\`${issue?.path.join('.').slice(0, 80) ?? ''}\` ${issue?.message.slice(0, 200) ?? ''}`;
    }
    const outcome = parsed.data;
    const text = canonicalJson(outcome.ok ? outcome.output : outcome.detail);
    return { outcome, text };
  } catch {
    return 'it is not plain json';
  }
}

function budgetFault(use: RunUse, budget: RunBudget): ToolRefusal | undefined {
  const { gas, web_requests_max, mem_mb } = budget;
  if (use.gas > gas) {
    return boundRefusal('BOUND_GAS', `the run used ${use.gas} gas of ${gas}`, 'gas', gas);
  }
  if (use.web_requests > web_requests_max) {
    const cause = `the run made ${use.web_requests} web requests of at most ${web_requests_max}`;
    return boundRefusal('BOUND_GAS', cause, 'web_requests_max', web_requests_max);
  }
  if (use.mem_high_water_bytes > mem_mb * MEGABYTE) {
    return boundRefusal('BOUND_MEM', `the run used more than ${mem_mb} MB`, 'mem_mb', mem_mb);
  }
  return undefined;
}
