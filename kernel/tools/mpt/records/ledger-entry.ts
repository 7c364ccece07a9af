/** @module ledger-entry: the two records of a run: its result for the caller and its ledger entry. */
import type { Budgets } from '../../apex/budgets.ts';
import type { Annotation } from '../output/annotations.ts';

/** Budgets by dimension: requested, granted, consumed. `consumed.mem_mb` is rounded up; `consumed.time_ms` does not include waiting. */
export type BudgetRecord = {
  readonly requested: Budgets;
  readonly granted: Budgets;
  readonly consumed: Budgets;
};

/** `BOUNDED_OUTPUT` or `REFUSAL(code)` with the code that Apex uses. */
export type Termination = 'BOUNDED_OUTPUT' | `REFUSAL(${string})`;

/** Why a run has no output. */
export type RefusalRecord = {
  /** Code of Apex. */
  readonly code: string;
  readonly mpt_code: string;
  readonly cause: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly next_step: string;
  /** At most 3. */
  readonly questions: readonly string[];
};

/** The result for the caller. `output` is valid by `io_schema.out`; it is empty when the run was refused. */
export type ToolResult = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly metrics: {
    readonly latency_ms: number;
    readonly gas_used: number;
    readonly tool_id: string;
  };
  readonly termination: Termination;
  readonly audit: {
    /** The caller's exec_id if that is a UUID, else a new one. */
    readonly exec_id: string;
    readonly route: 'mpt';
    readonly budgets: BudgetRecord;
    /** None or one. */
    readonly refusals: readonly RefusalRecord[];
    /** ISO 8601, UTC, milliseconds. */
    readonly timestamp: string;
  };
};

/** The append-only record of a run, with the data for repeating it. Equal runs differ only in ids, tape and times. */
export type ToolLedgerEntry = {
  /** SHA-256 of route, input and requested budget. */
  readonly exec_id: string;
  readonly route: string;
  readonly budgets: BudgetRecord;
  readonly termination: Termination;
  readonly metrics: {
    readonly latency_ms: number;
    readonly gas: number;
    readonly tool_calls: number;
    readonly clarity: number;
  };
  readonly tool_metrics: { readonly failures: number; readonly timeouts: number };
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  /** `audit.exec_id` of the result. */
  readonly run_id: string;
  readonly refusals: readonly Omit<RefusalRecord, 'detail'>[];
  readonly annotations: readonly Annotation[];
};

/** A page of entries, oldest first. `older_before`: cursor of the page of older entries; null if there are none. */
export type EntryPage = {
  readonly entries: readonly ToolLedgerEntry[];
  readonly older_before: number | null;
};

/** The audit chain of entries. `append` rejects if it cannot write; the run then has no output. */
export type ToolLedger = {
  append(entry: ToolLedgerEntry): Promise<{ readonly seq: number }>;
  /** The last entries. */
  recent(limit: number): Promise<EntryPage>;
};
