/** @module run-intent: the record of a run before its foreign work begins, and the decision on it. */

/** A run that is about to begin. */
export type RunIntent = {
  /** Name of its runner. */
  readonly tool: string;
  readonly run_id: string;
  /** New aggregate of the event that will record its end. */
  readonly record_id: string;
  /** The same as in the ledger entry of its end. */
  readonly exec_id: string;
  /** Id from the caller: its runs with the same id share calls and web requests, in any process. */
  readonly shared_id: string;
  readonly input_sha256: string;
  /** Upper bound of its web requests. */
  readonly web_requests: number;
  /** Bounds of all runs of the `shared_id`, and of calls that run at once in the workspace. */
  readonly most: {
    readonly calls: number;
    readonly concurrent: number;
    readonly web_requests: number;
  };
};

/** The decision on a run: it is recorded and may begin, with this many web requests; or it may not begin. */
export type RunDecision =
  | { readonly status: 'begun'; readonly web_requests: number }
  | {
      readonly status: 'refused';
      /** Lower-case, no full stop. */
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

/** Records an intent; resolves when it is durable. Refuses AUDIT_UNAVAILABLE if it cannot be recorded. */
export type BeginRun = (intent: RunIntent) => Promise<RunDecision>;
