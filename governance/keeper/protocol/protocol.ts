/** @module protocol: requests to the keeper and its replies; JSON-RPC 2.0 carries them. */
import type { RefusalBody } from '../../../schemas/errors.ts';
import type { ProcessMark } from '../../../schemas/events.ts';
import type {
  AgentRecord,
  ApprovalRecord,
  ApprovalStatus,
  ApproverRecord,
  AuditDraft,
  Decision,
  PlanDocument,
  Requester,
  SignedChange,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';

/** A planned effect handed to the keeper. The keeper, not the client, decides whether a human must approve it first. */
export type SubmitRequest = {
  readonly principal: Requester;
  readonly plan: PlanDocument;
  /** Arguments as received, secrets masked: they go to the audit entry. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** A retry with the same key and input gets the first answer again. */
  readonly idempotency_key: string | null;
};

/** `conflict`: something the plan relied on has changed, plan again. `pending`: a person must decide first. */
export type SubmitReply =
  | {
      readonly status: 'committed';
      readonly operation_id: string;
      readonly event_id: string;
      readonly first_seq: number;
      readonly last_seq: number;
      readonly at: string;
      readonly data: Readonly<Record<string, unknown>>;
      readonly warnings: readonly string[];
      /** True when an earlier submission of the same operation had already been committed. */
      readonly replayed: boolean;
    }
  | {
      readonly status: 'pending';
      readonly approval_id: string;
      readonly plan_digest: string;
      readonly expires_at: string;
      readonly triggers: readonly string[];
      readonly approvers_required: number;
      /** True when the same effect was already waiting. */
      readonly repeated: boolean;
    }
  | { readonly status: 'conflict'; readonly changed: readonly string[] }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** One person's signed verdict. */
export type DecideRequest = {
  readonly approval_id: string;
  readonly decision: Omit<Decision, 'user_id' | 'public_key'>;
  /** How it came, where not from a client on the machine of the keeper; for the log. */
  readonly via?: 'hub' | undefined;
};

/** What became of the approval. `executed` carries the first event id. */
export type DecideReply =
  | {
      readonly status: ApprovalStatus;
      readonly approval_id: string;
      readonly event_id: string | null;
      readonly detail: string | null;
      readonly approvals: number;
      readonly approvers_required: number;
    }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** A change of the registry. Where the change needs an approver's signature, `signed` carries it. */
export type RegistryRequest =
  | {
      readonly change: 'init';
      readonly workspace: WorkspaceRecord;
      readonly agent: AgentRecord;
      readonly log_public_key: string;
    }
  | { readonly change: 'agent'; readonly record: AgentRecord; readonly signed: SignedChange | null }
  | {
      readonly change: 'approver';
      readonly record: ApproverRecord;
      readonly signed: SignedChange | null;
    }
  | {
      readonly change: 'policy';
      readonly policy: WorkspaceRecord['policy'];
      readonly signed: SignedChange | null;
    };

export type RegistryReply =
  | { readonly status: 'done' }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** An approver's signed wish that an event which no model can apply is taken out. */
export type RepairRequest = {
  /** Ledger seq and digest of the event, as they were shown. */
  readonly seq: number;
  readonly event_digest: string;
  readonly approver: string;
  readonly reason: string | null;
  readonly decided_at: string;
  readonly challenge?: string;
  readonly signature: string;
};

/** `event_id`: the event that takes the other one out. */
export type RepairReply =
  | { readonly status: 'done'; readonly event_id: string }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** So many calls that the principal of this name is about to make. */
export type CallsRequest = { readonly name: string; readonly calls: number };

/** How many of them may be made; none, and the time to wait for the next one. */
export type CallsReply = { readonly granted: number; readonly retry_after_ms: number };

/** A process that has begun to serve: runs of processes that are gone are entered as unfinished. */
export type UnfinishedRequest = { readonly process: ProcessMark };

/** How many runs were entered. */
export type UnfinishedReply = { readonly unfinished: number };

/** State of the keeper, for doctor and tests. */
export type KeeperStatus = {
  readonly pid: number;
  readonly epoch: number;
  readonly head_seq: number;
  readonly audit_seq: number;
  readonly clients: number;
  /** Whether the store could be used when that was tried last; a shared one is tried several times a second. */
  readonly usable: boolean;
};

/** Pushed to every client after a commit. */
export type CommittedNotice = {
  readonly head_seq: number;
  readonly audit_seq: number;
  /** Approvals whose status has changed. */
  readonly approvals: readonly { readonly approval_id: string; readonly status: ApprovalStatus }[];
};

/** The keeper as its clients call it, wherever it runs. */
export interface Keeper {
  submit(request: SubmitRequest): Promise<SubmitReply>;
  /** Appends audit entries with no event; resolves when durable. */
  record(drafts: readonly AuditDraft[]): Promise<void>;
  decide(request: DecideRequest): Promise<DecideReply>;
  registry(request: RegistryRequest): Promise<RegistryReply>;
  repair(request: RepairRequest): Promise<RepairReply>;
  /** The nonce of the keeper's present term, from which the challenge of a signature is derived: 64 hex digits. */
  termNonce(): Promise<string>;
  /** Marks what has run out as expired and answers the record as it is then. */
  approval(approval_id: string): Promise<ApprovalRecord | null>;
  /** Takes calls off what a principal may make in a minute, over all processes of the workspace. */
  calls(request: CallsRequest): Promise<CallsReply>;
  /** Enters the runs that were begun by processes which are gone, and have no end. */
  unfinished(request: UnfinishedRequest): Promise<UnfinishedReply>;
  /** Signs and stores a checkpoint over the whole chain; the note in signed-note form. */
  checkpoint(): Promise<string>;
  status(): Promise<KeeperStatus>;
  onCommitted(listener: (notice: CommittedNotice) => void): () => void;
  close(): Promise<void>;
}
