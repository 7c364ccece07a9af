/** @module view: what the tools of the mpt server work on. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { RouteOutput } from '../../kernel/apex/apex.ts';
import type { ToolAnalytics } from '../../kernel/mpt/analytics.ts';
import type { Certificate } from '../../kernel/mpt/certify.ts';
import type { ListedContract } from '../../kernel/mpt/kernel.ts';
import type { EntryPage, ToolResult } from '../../kernel/mpt/ledger-entry.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Asked } from './questions.ts';

/** For whom something runs, and how it is told to stop. */
export type RunCaller = { readonly principal: Principal; readonly signal: AbortSignal };

/** What came of a run with the records that must lie on the log before it is answered. */
export type Recorded<Result> = {
  readonly result: Result;
  readonly events: readonly PlannedEvent[];
  /** Links to what was too long to be answered. */
  readonly content: readonly ExtraContent[];
};

/** A run without its frame: the kernel adds caller, account and session. */
export type ToolCall = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** What a query or a job of this server sees. */
export type ToolsView = {
  /** One run of its own with the default budget. */
  readonly call: (call: ToolCall, caller: RunCaller) => Promise<Recorded<ToolResult>>;
  /** A request of the form of schemas/mpt/request.schema.json; the session is that of the caller, whatever it says. */
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
  /** `question`: exact JSON text of a ToolRequest. */
  readonly ask: (question: string, caller: RunCaller) => Promise<Recorded<Asked>>;
  readonly contracts: () => readonly ListedContract[];
  /** Entries of runs; `before` is what the page before gave as `older_before`. */
  readonly entries: {
    readonly recent: (limit: number, before?: number) => Promise<EntryPage>;
    /** By `run_id` (audit.exec_id of the result) or by the digest `exec_id`. */
    readonly of: (exec_id: string, limit: number, before?: number) => Promise<EntryPage>;
  };
  readonly analytics: (runs: number) => Promise<ToolAnalytics>;
};
