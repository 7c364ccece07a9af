/** @module run-intents: records that a run starts. External tools wait for the record, local programs do not. */
import type { RunBudget } from '../../runners/runner.ts';

/** A run that passed every gate and is about to begin. */
export type RunIntent = {
  readonly tool: string;
  readonly run_id: string;
  /** `context.exec_id`: calls with the same id share one limit of calls and web requests. */
  readonly exec_id: string;
  /** `exec_id` of its ledger entry: SHA-256 of route, input and requested budget. */
  readonly exec_digest: string;
  readonly input_sha256: string;
  /** Web requests that this process would grant it. */
  readonly web_requests: number;
  /** Limits of all calls of the `exec_id` together. */
  readonly most: Pick<RunBudget, 'tool_calls_max' | 'web_requests_max'>;
  readonly concurrent_max: number;
};

/** A run whose start is recorded: `record_id` must be used to record its end; `web_requests` is its limit. */
export type BegunRun = { readonly record_id: string; readonly web_requests: number };

/** The log of started runs. The record is durable when `begin` resolves. */
export type RunIntents = {
  /**
   * @throws {ToolRefusal} BOUND_GAS if its `exec_id` has no call left or too many calls are running, FRAGILITY if it
   *   cannot be recorded
   */
  begin(intent: RunIntent): Promise<BegunRun>;
};
