/** @module view: what the tools of the mpt server work on. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { RouteOutput } from '../../kernel/apex/apex.ts';
import type { Certificate } from '../../kernel/mpt/certification/certify.ts';
import type { ToolAnalytics } from '../../kernel/mpt/records/analytics.ts';
import type { ToolLedgerEntry, ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { ListedContract } from '../../kernel/mpt/tool-service.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { QuestionOutcome } from './questions.ts';
import type { RunCaller } from './run-caller.ts';

/** The result of a run, and the records that must be on the log before it is returned. */
export type Recorded<Result> = {
  readonly result: Result;
  readonly events: readonly PlannedEvent[];
  /** Content blocks beside the result: pictures, and links to outputs that are too long. */
  readonly content: readonly ExtraContent[];
};

/** A run to which the server adds caller, account and session. */
export type ToolCall = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** Some ledger entries, oldest first. `next_cursor`: the cursor of the page of older entries; null when there are none. */
export type LedgerPage = {
  readonly entries: readonly ToolLedgerEntry[];
  readonly next_cursor: string | null;
};

/** Which ledger entries to return. */
export type LedgerQuery = {
  /** Only runs with this `run_id` (audit.exec_id of the result) or digest `exec_id`. */
  readonly exec_id: string | undefined;
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor: string | undefined;
};

/** The view that queries and jobs of this server work on. */
export type ToolsView = {
  /** One run with an account of its own and the default budget. */
  readonly call: (call: ToolCall, caller: RunCaller) => Promise<Recorded<ToolResult>>;
  /** Runs a request of schemas/mpt/request.schema.json; its session is replaced by the caller's. */
  readonly run: (
    request: Readonly<Record<string, unknown>>,
    caller: RunCaller,
  ) => Promise<Recorded<ToolResult>>;
  readonly replay: (exec_id: string, caller: RunCaller) => Promise<Recorded<ToolResult>>;
  readonly certify: (contract: unknown, caller: RunCaller) => Promise<Recorded<Certificate>>;
  readonly route: (
    request: Readonly<Record<string, unknown>>,
    caller: RunCaller,
  ) => Promise<Recorded<RouteOutput>>;
  /** `question`: exact JSON text of a ToolRequest; `beat_id`: the caller's unit of work within its request. */
  readonly ask: (
    question: string,
    caller: RunCaller,
    beat_id?: string,
  ) => Promise<Recorded<QuestionOutcome>>;
  readonly contracts: () => readonly ListedContract[];
  /** Entries of the runs that the reader could repeat; null for an unknown cursor. */
  readonly entries: (reader: Principal, query: LedgerQuery) => Promise<LedgerPage | null>;
  /** Figures of the runs of all callers; none for a reader that may not read everything. */
  readonly analytics: (reader: Principal, runs: number) => Promise<ToolAnalytics>;
};
