/** @module view: the operations that the tools of the mpt server call. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { PictureFile } from '../../governance/tool/stored-picture.ts';
import type { RouteOutput } from '../../kernel/tools/apex/apex.ts';
import type { Certificate } from '../../kernel/tools/mpt/certification/certify.ts';
import type { RunPreview } from '../../kernel/tools/mpt/check-call.ts';
import type { ToolAnalytics } from '../../kernel/tools/mpt/records/analytics.ts';
import type { ToolLedgerEntry, ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { ToolRefusal } from '../../kernel/tools/mpt/refusals.ts';
import type { ListedContract } from '../../kernel/tools/mpt/tool-service.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { QuestionOutcome } from './questions.ts';
import type { RunCaller } from './run-caller.ts';

/** The result of a run, and the events that must be in the log before it is returned. */
export type Recorded<Result> = {
  readonly result: Result;
  readonly events: readonly PlannedEvent[];
  /** The file of the picture that the run made; null if it made none. */
  readonly picture: PictureFile | null;
  /** Further content blocks: pictures, and links to stored outputs and files. */
  readonly content: readonly ExtraContent[];
  /** One for each file that could not be stored. */
  readonly warnings: readonly string[];
};

/** A call of a tool; the server adds caller and exec_id. */
export type ToolCall = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** A page of ledger entries, oldest first. `next_cursor`: cursor of the page of older entries; null if none. */
export type LedgerPage = {
  readonly entries: readonly ToolLedgerEntry[];
  readonly next_cursor: string | null;
};

/** Which ledger entries to return. */
export type LedgerQuery = {
  /** Only runs with this `run_id` (audit.exec_id of the result), digest `exec_id` or `exec_id` of the caller. */
  readonly exec_id: string | undefined;
  readonly limit: number;
  /** `next_cursor` of the previous page. */
  readonly cursor: string | undefined;
};

/** The operations for queries and jobs of this server. */
export type ToolsView = {
  /** Runs a tool with the default budget, as a run of its own. */
  readonly call: (call: ToolCall, caller: RunCaller) => Promise<Recorded<ToolResult>>;
  /** Runs a request (schemas/mpt/request.schema.json). */
  readonly run: (
    request: Readonly<Record<string, unknown>>,
    caller: RunCaller,
  ) => Promise<Recorded<ToolResult>>;
  /** See `CallerTools.preview`; for a call with the default budget. */
  readonly previewCall: (call: ToolCall, caller: RunCaller) => Promise<RunPreview | ToolRefusal>;
  /** See `CallerTools.preview`. */
  readonly previewRun: (
    request: Readonly<Record<string, unknown>>,
    caller: RunCaller,
  ) => Promise<RunPreview | ToolRefusal>;
  /** See `CallerTools.replay`. */
  readonly replay: (exec_id: string, caller: RunCaller) => Promise<Recorded<ToolResult>>;
  /** See `CallerTools.certify`. */
  readonly certify: (contract: unknown, caller: RunCaller) => Promise<Recorded<Certificate>>;
  /** See `CallerRoutes.route`. */
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
  /** Entries of the runs that the reader may replay; null for an unknown cursor. */
  readonly entries: (reader: Principal, query: LedgerQuery) => Promise<LedgerPage | null>;
  /** Statistics of the runs of all callers; empty for a reader with a restricted READ scope. */
  readonly analytics: (reader: Principal, runs: number) => Promise<ToolAnalytics>;
};
