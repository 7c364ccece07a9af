/** @module report-data: the data of an activity report, computed from the log; every renderer shows the same data. */
import type { Fault } from '../../../governance/audit/verify-report.ts';
import type { Drawing } from '../../../kernel/documents/drawings/drawing.ts';

/** The first rows of a list, and how many rows the list has in total. */
export type Listed<Row> = { readonly rows: readonly Row[]; readonly total: number };

/** A caller as the log names it; `person` is the responsible person of an agent, null for a person. */
export type Caller = {
  readonly kind: 'agent' | 'human';
  readonly name: string;
  readonly id: string;
  readonly person: string | null;
};

/** Numbers of calls and of their effects. */
export type CallCounts = {
  /** Commits that changed the model, made a file or recorded a run. */
  readonly operations: number;
  readonly refused: number;
  readonly previews: number;
  /** Calls that were answered without a change and without a refusal. */
  readonly reads: number;
  /** Calls that were answered with a pending approval. */
  readonly waiting: number;
};

/** One connection of a caller; times are ISO 8601, UTC. */
export type SessionRow = CallCounts & {
  readonly session_id: string;
  readonly first_at: string;
  readonly last_at: string;
};

/** A caller with its sessions. */
export type CallerRow = CallCounts & {
  readonly caller: Caller;
  readonly sessions: Listed<SessionRow>;
};

/** Result of the verification of the whole log; hashes are 64 hex digits. */
export type Verification = {
  readonly ok: boolean;
  readonly entries: number;
  readonly events: number;
  readonly head: { readonly seq: number; readonly hash: string };
  /** Entries that a signed checkpoint covers. */
  readonly covered: number;
  readonly log_key: string | null;
  /** The newest checkpoint that the key of the log has signed, as a signed note over its first `size` entries. */
  readonly checkpoint: { readonly size: number; readonly note: string } | null;
  readonly faults: Listed<Fault>;
};

/** The reported entries of the audit log; `follows` is the hash of the entry before the first one. */
export type ReportStretch = {
  readonly first: number;
  readonly last: number;
  readonly from_at: string;
  readonly to_at: string;
  readonly follows: string;
  readonly head: string;
  /** Ledger seqs of the first and the last event that these entries committed; null without one. */
  readonly events: { readonly first: number; readonly last: number } | null;
};

/** The options of the report. `since` is the option as given, `starts_at` the time or event that it denotes. */
export type ReportFilter = {
  readonly agent: string | null;
  readonly session: string | null;
  readonly branch: string | null;
  readonly since: { readonly given: string; readonly starts_at: string } | null;
};

/** A changed element in words; `params` has old and new values of a modified one. */
export type ChangeRow = {
  readonly change: 'created' | 'modified' | 'deleted' | 'also';
  /** 0, or more for an element that is deleted as a dependant of the row above. */
  readonly depth: number;
  readonly text: string;
  readonly params: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
};

/** A signed decision on an approval. */
export type DecisionRow = {
  readonly verdict: 'approve' | 'reject';
  readonly approver: string;
  readonly public_key: string;
  readonly reason: string | null;
  readonly decided_at: string;
  readonly via_hub: boolean;
  /** Remarks about elements and places of the plan, in words. */
  readonly marks: readonly string[];
};

/** A signed comment on a pending approval. */
export type CommentRow = {
  readonly approver: string;
  readonly public_key: string;
  readonly text: string;
  readonly commented_at: string;
  readonly marks: readonly string[];
};

/** The approval of an operation. */
export type ApprovalProof = {
  readonly approval_id: string;
  readonly plan_digest: string;
  readonly decisions: readonly DecisionRow[];
};

/** Numbers of elements that an operation created, modified and deleted. */
export type ElementCounts = {
  readonly created: number;
  readonly modified: number;
  readonly deleted: number;
};

/** One commit. `entry` is its audit entry. */
export type OperationRow = {
  readonly entry: number;
  readonly at: string;
  readonly caller: Caller;
  readonly session_id: string;
  readonly tool: string;
  readonly branch: string;
  readonly operation_id: string;
  /** Ledger seqs of its events. */
  readonly events: { readonly first: number; readonly last: number };
  /** The reason that the caller stated; nobody has verified it. */
  readonly reasoning: string | null;
  readonly approval: ApprovalProof | null;
  readonly counts: ElementCounts;
  /** Effects that are not changes of single elements: undo, merge, import, files, runs. */
  readonly notes: readonly string[];
  readonly changes: Listed<ChangeRow>;
  /** Measures of bodies before and after. */
  readonly measures: readonly string[];
};

/** A call, or a request to the keeper, that was refused. */
export type RefusalRow = {
  readonly entry: number;
  readonly at: string;
  readonly who: string;
  readonly session_id: string | null;
  readonly what: string;
  readonly error: string;
  readonly message: string;
  readonly reasoning: string | null;
};

/** An approval that was requested, decided or ended in the stretch; `status` is that at its end. */
export type ApprovalReport = {
  readonly approval_id: string;
  readonly status: string;
  readonly requested_at: string;
  readonly caller: Caller;
  readonly session_id: string;
  readonly what: string;
  readonly because: string;
  readonly reasoning: string | null;
  readonly plan_digest: string;
  readonly decisions: readonly DecisionRow[];
  /** Comments in the reported period. */
  readonly comments: readonly CommentRow[];
  /** The audit entry of its execution; null if it was not executed. */
  readonly executed_entry: number | null;
  readonly detail: string | null;
};

/** A finding of a check in words. */
export type FindingRow = {
  readonly severity: string;
  readonly check: string;
  readonly message: string;
};

/** A run of a check. `kept` findings of `found` are in the log. */
export type CheckRunRow = {
  readonly entry: number;
  readonly at: string;
  readonly counts: Readonly<Record<'error' | 'warning' | 'advisory', number>>;
  readonly found: number;
  readonly kept: number;
};

/** The first and the last run of one check with equal arguments; `last` is null if it ran once. */
export type CheckRow = {
  readonly tool: string;
  readonly options: string;
  readonly branch: string;
  readonly whole: boolean;
  readonly runs: number;
  readonly first: CheckRunRow;
  readonly last: CheckRunRow | null;
  /** Findings of the last run that the first one does not have; empty if it ran once. */
  readonly fresh: Listed<FindingRow>;
  readonly resolved: Listed<FindingRow>;
  /** Findings of both runs, or of the only run. */
  readonly remaining: Listed<FindingRow>;
};

/** State of a file on disk compared with the log. */
export type FileState =
  | { readonly state: 'same' }
  | { readonly state: 'replaced'; readonly event_seq: number; readonly sha256: string }
  | { readonly state: 'differs'; readonly sha256: string }
  | { readonly state: 'missing' }
  | { readonly state: 'not_read'; readonly because: string };

/** A file that was made; `path` is below `artifacts/`. */
export type FileRow = {
  readonly entry: number;
  readonly at: string;
  readonly tool: string;
  readonly who: string;
  readonly path: string;
  readonly media_type: string | null;
  readonly bytes: number | null;
  readonly sha256: string;
  readonly disk: FileState;
};

/** A change of people, agents or policy. */
export type RegistryChange = {
  readonly entry: number;
  readonly at: string;
  readonly what: string;
  readonly signed_by: string | null;
};

/** A level before and after the reported operations. */
export type PictureRow = {
  readonly branch: string;
  readonly level: string;
  readonly changes: ElementCounts;
  readonly drawing: Drawing;
};

/** Everything that a report states. */
export type ReportData = {
  readonly workspace: { readonly workspace_id: string; readonly owner: string };
  readonly filter: ReportFilter;
  readonly verification: Verification;
  /** Null if no entry is in the period. */
  readonly stretch: ReportStretch | null;
  readonly counts: CallCounts &
    ElementCounts & { readonly entries: number; readonly files: number };
  readonly callers: Listed<CallerRow>;
  readonly operations: Listed<OperationRow>;
  readonly refusals: Listed<RefusalRow>;
  readonly approvals: Listed<ApprovalReport>;
  readonly checks: Listed<CheckRow>;
  readonly files: Listed<FileRow>;
  readonly registry: Listed<RegistryChange>;
  readonly pictures: Listed<PictureRow>;
  /** Parts of the log that could not be read, in words; empty for an intact log. */
  readonly unread: Listed<string>;
};
