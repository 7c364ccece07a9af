/** @module run-intent: what a job says on the log before it lets foreign work begin, and what it may then do. */

/** A run that is about to begin. */
export type RunIntent = {
  /** Name of what carries it out. */
  readonly tool: string;
  readonly run_id: string;
  /** Aggregate of the event that will record its end; new. */
  readonly record_id: string;
  /** As the ledger entry of its end has it. */
  readonly exec_id: string;
  /** As the caller gave it: its runs of one id share their calls and web requests, in whatever process. */
  readonly shared_id: string;
  readonly input_sha256: string;
  /** Web requests that it would make at most. */
  readonly web_requests: number;
  /** Of all runs of the `shared_id`, and how many calls may run at once in the workspace. */
  readonly most: {
    readonly calls: number;
    readonly concurrent: number;
    readonly web_requests: number;
  };
};

/** It stands on the log and may begin, with so many web requests; or it may not. */
export type RunLeave =
  | { readonly status: 'begun'; readonly web_requests: number }
  | {
      readonly status: 'refused';
      /** Lower-case, no full stop. */
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

/** Enters an intent; resolves when it is durable. Refuses AUDIT_UNAVAILABLE when it cannot be entered. */
export type BeginRun = (intent: RunIntent) => Promise<RunLeave>;
