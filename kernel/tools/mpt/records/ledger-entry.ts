/** @module ledger-entry: the three records of a run: the result for the caller, the report, and the ledger entry. */
import type { Budgets } from '../../apex/budgets.ts';
import type { Annotation } from '../output/annotations.ts';

/** Budgets by dimension: requested, granted, consumed. `consumed.mem_mb` is rounded up. */
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

/** Summary of a run for audits. */
export type ToolReport = {
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
};

/** The append-only record: the report and what a repeated run needs. Equal runs differ only in ids, tape and latency. */
export type ToolLedgerEntry = ToolReport & {
  /** `audit.exec_id` of the result. */
  readonly run_id: string;
  readonly refusals: readonly Omit<RefusalRecord, 'detail'>[];
  readonly annotations: readonly Annotation[];
};

/** Some entries, oldest first. `older_before`: where the page of older entries begins; null when there are none. */
export type EntryPage = {
  readonly entries: readonly ToolLedgerEntry[];
  readonly older_before: number | null;
};

/** The audit chain of entries. `append` rejects when it cannot write; the run then has no output. */
export type ToolLedger = {
  append(entry: ToolLedgerEntry): Promise<{ readonly seq: number }>;
  /** The last entries. */
  recent(limit: number): Promise<EntryPage>;
};

/** The report of a run from its entry. */
export function reportOf(entry: ToolLedgerEntry): ToolReport {
  const { exec_id, route, budgets, termination, metrics, tool_metrics, provenance } = entry;
  return { exec_id, route, budgets, termination, metrics, tool_metrics, provenance };
}
