/** @module ledger-entry: the three records of a run: the result that the caller gets, the report, the entry for ever. */
import type { Budgets } from '../apex/budgets.ts';
import type { Annotation } from './annotations.ts';

/** Budgets by dimension, as asked for, as granted, as used. `consumed.mem_mb` is rounded up. */
export type BudgetRecord = {
  readonly requested: Budgets;
  readonly granted: Budgets;
  readonly consumed: Budgets;
};

/** `BOUNDED_OUTPUT` or `REFUSAL(code)` with the code that Apex uses. */
export type Termination = 'BOUNDED_OUTPUT' | `REFUSAL(${string})`;

/** Why a run gave no output. */
export type RefusalRecord = {
  /** As Apex says it. */
  readonly code: string;
  readonly mpt_code: string;
  readonly cause: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly next_step: string;
  /** At most 3. */
  readonly questions: readonly string[];
};

/** What the caller gets. `output` fits `io_schema.out`; it is empty when the run was refused. */
export type ToolResult = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly metrics: {
    readonly latency_ms: number;
    readonly gas_used: number;
    readonly tool_id: string;
  };
  readonly termination: Termination;
  readonly audit: {
    /** The caller's exec_id where that is a UUID, else a new one. */
    readonly exec_id: string;
    readonly route: 'mpt';
    readonly budgets: BudgetRecord;
    /** None or one. */
    readonly refusals: readonly RefusalRecord[];
    /** ISO 8601, UTC, milliseconds. */
    readonly timestamp: string;
  };
};

/** Summary of a run for audits: the spine. */
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

/** The append-only record: the report and what is needed to run again. Only ids of the run, its tape and the latency differ between equal runs. */
export type ToolLedgerEntry = ToolReport & {
  /** `audit.exec_id` of the result. */
  readonly run_id: string;
  readonly refusals: readonly Omit<RefusalRecord, 'detail'>[];
  readonly annotations: readonly Annotation[];
};

/** Some entries, oldest first. `older_before` says where to look on for older ones; null when there are none. */
export type EntryPage = {
  readonly entries: readonly ToolLedgerEntry[];
  readonly older_before: number | null;
};

/** Where entries go: the audit chain. `append` rejects when it cannot write, and then the run gives no output. */
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
