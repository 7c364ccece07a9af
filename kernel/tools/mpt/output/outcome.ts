/** @module outcome: checks what a runner returns before it is used. */
import * as z from 'zod';

import { canonicalJson } from '../../canonical/json.ts';
import type { RunBudget, RunOutcome, RunProvenance, RunUse } from '../../runners/runner.ts';
import { ToolRefusal } from '../refusals.ts';

const Count = z.int().min(0);
const Use = z.object({
  gas: Count,
  fuel: Count,
  web_requests: Count,
  mem_high_water_bytes: Count,
  latency_ms: z.number(),
  unmeasured: z.literal(true).exactOptional(),
});
const Provenance = z.record(
  z.string().max(80),
  z.union([z.string().max(500), z.number(), z.boolean()]),
);
const Record = z.record(z.string(), z.unknown());

const OutcomeShape = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), output: Record, use: Use, provenance: Provenance }),
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
    use: Use,
    provenance: Provenance,
  }),
]) satisfies z.ZodType<RunOutcome>;

/** A checked outcome as a deep copy in plain JSON. */
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

/** The use of a run that did not report any. */
export const UNMEASURED: RunUse = {
  gas: 0,
  fuel: 0,
  web_requests: 0,
  mem_high_water_bytes: 0,
  latency_ms: 0,
  unmeasured: true,
};

/** Bytes of one MB. */
export const MEGABYTE = 1_048_576;

/** Checks the outcome of a runner against its shape and the budget. Never throws. */
export function checkOutcome(given: unknown, budget: RunBudget): CheckedOutcome {
  const read = readOutcome(given);
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
    ? overdrawn(use, budget)
    : new ToolRefusal(outcome.code, outcome.cause, copy);
  if (refusal !== undefined) return { use, provenance, end: { ok: false, refusal } };
  return { use, provenance, end: { ok: true, output: copy, text } };
}

/** The outcome and the canonical text of its output or detail, or the fault; reading an untrusted object may throw. */
function readOutcome(given: unknown): string | { outcome: RunOutcome; text: string } {
  try {
    const parsed = OutcomeShape.safeParse(given);
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

function overdrawn(use: RunUse, budget: RunBudget): ToolRefusal | undefined {
  if (use.gas > budget.gas) {
    return new ToolRefusal('BOUND_GAS', `the run used ${use.gas} gas of ${budget.gas}`, {
      dimension: 'gas',
      limit: budget.gas,
    });
  }
  if (use.web_requests > budget.web_requests_max) {
    return new ToolRefusal(
      'BOUND_GAS',
      `the run made ${use.web_requests} web requests of at most ${budget.web_requests_max}`,
      { dimension: 'web_requests_max', limit: budget.web_requests_max },
    );
  }
  if (use.mem_high_water_bytes > budget.mem_mb * MEGABYTE) {
    return new ToolRefusal('BOUND_MEM', `the run held more than ${budget.mem_mb} MB`, {
      dimension: 'mem_mb',
      limit: budget.mem_mb,
    });
  }
  return undefined;
}
