/** @module run-intents: a run is entered before it begins; what leaves the machine waits for that, a pure program may run meanwhile. */
import type { RunBudget } from '../../runners/runner.ts';

/** A run that passed every gate and is about to begin. */
export type RunIntent = {
  readonly tool: string;
  readonly run_id: string;
  /** `context.exec_id`: the calls of one run share its calls and web requests. */
  readonly exec_id: string;
  /** `exec_id` of its ledger entry: SHA-256 of route, input and requested budget. */
  readonly exec_digest: string;
  readonly input_sha256: string;
  /** Web requests that this process would let it make. */
  readonly web_requests: number;
  /** Of all calls of the `exec_id`. */
  readonly most: Pick<RunBudget, 'tool_calls_max' | 'web_requests_max'>;
  readonly concurrent_max: number;
};

/** The run stands on the log: as what its end must be entered, and how many web requests it may make. */
export type BegunRun = { readonly record_id: string; readonly web_requests: number };

/** The log of runs that begin. `begin` is durable when it resolves. */
export type RunIntents = {
  /**
   * @throws {ToolRefusal} BOUND_GAS when its `exec_id` has no call left or too many calls run, FRAGILITY when it cannot be
   *   entered
   */
  begin(intent: RunIntent): Promise<BegunRun>;
};
