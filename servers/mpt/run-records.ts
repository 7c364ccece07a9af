/** @module run-records: output schemas of runs, ledger entries, contracts and statistics. */
import * as z from 'zod';

/** Bounds by dimension (`kernel/tools/apex/budgets.ts`); a missing dimension is unbounded. */
const Budget = z.record(z.string(), z.number());
const Budgets = z.looseObject({
  requested: Budget.optional(),
  granted: Budget.optional(),
  consumed: Budget.optional(),
});

/** Why a run has no output. */
const RefusalRecord = z.looseObject({
  code: z.string().optional(),
  mpt_code: z.string().optional(),
  cause: z.string().optional(),
  next_step: z.string().optional(),
  questions: z.array(z.string()).readonly().optional(),
});

/** Measurements of a run. */
export const RUN_METRICS = z.looseObject({
  latency_ms: z.number().optional(),
  gas_used: z.number().optional(),
  tool_id: z.string().optional(),
});

/** Identity, budgets and refusals of a run. */
export const RUN_AUDIT = z.looseObject({
  exec_id: z.string().optional(),
  route: z.string().optional(),
  budgets: Budgets.optional(),
  refusals: z.array(RefusalRecord).readonly().optional(),
  timestamp: z.string().optional(),
});

/** The audit entry of a route. */
export const APEX_AUDIT = z.looseObject({
  exec_id: z.string().optional(),
  route: z.string().optional(),
  budgets: Budgets.optional(),
  termination: z.string().optional(),
  metrics: z.record(z.string(), z.number()).optional(),
  provenance: z.record(z.string(), z.string()).optional(),
});

/** A ledger entry of a run. An unfinished run lacks some of the members. */
export const LEDGER_ENTRY = z.looseObject({
  run_id: z.string().optional(),
  exec_id: z.string().optional(),
  route: z.string().optional(),
  budgets: Budgets.optional(),
  termination: z.string().optional(),
  metrics: z.looseObject({}).optional(),
  tool_metrics: z.looseObject({}).optional(),
  refusals: z.array(RefusalRecord).readonly().optional(),
  annotations: z.array(z.looseObject({})).readonly().optional(),
  provenance: z.looseObject({}).optional(),
});

/** A tool contract; the brief form lacks `io_schema` and `examples`. */
export const CONTRACT = z.looseObject({
  tool_id: z.string(),
  version: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  class: z.string(),
  safety_level: z.string(),
  determinism: z.string(),
  domains: z.array(z.string()).readonly(),
  io_schema: z.looseObject({}).optional(),
  examples: z.array(z.looseObject({})).readonly().optional(),
  sha256: z.string(),
  ready: z.boolean(),
});

/** Percentiles of a measure. */
const Spread = z.looseObject({ p50: z.number(), p95: z.number(), max: z.number() });

/** Statistics of the runs of one tool. */
export const TOOL_FIGURES = z.looseObject({
  tool_id: z.string(),
  runs: z.number(),
  outputs: z.number(),
  refusals: z.record(z.string(), z.number()),
  timeouts: z.number(),
  cached: z.number(),
  gas: Spread,
  latency_ms: Spread,
  refusal_trend: z.number(),
});

/** The answer to a question: excerpts. */
export const QUESTION_OUTPUT = z.looseObject({
  kind: z.literal('RESULTS'),
  results: z.array(z.looseObject({})).readonly().optional(),
  empty: z.boolean().optional(),
  notes: z.string().nullish(),
});
