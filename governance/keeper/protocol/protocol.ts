/** @module protocol: requests to the keeper and its replies, sent over JSON-RPC 2.0. */
import * as z from 'zod';

import type { RefusalBody } from '../../../schemas/errors.ts';
import {
  AgentRecord,
  APPROVAL_STATUSES,
  type ApprovalRecord,
  type ApprovalStatus,
  ApproverRecord,
  type AuditDraft,
  Challenge,
  Comment,
  Decision,
  PlanDocument,
  SignedChange,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import {
  RequestPrincipal,
  type BlobDropReply,
  type BlobDropRequest,
  type BlobPutReply,
  type BlobPutRequest,
} from './blob-requests.ts';

/** A planned effect for the keeper, which decides whether a person must approve it first. */
export const SubmitRequest = z.strictObject({
  principal: RequestPrincipal,
  plan: PlanDocument,
  /** Arguments as received, with masked secrets, for the audit entry. */
  arguments: z.record(z.string(), z.unknown()),
  /** A retry with the same key and input gets the first answer again. */
  idempotency_key: z.string().nullable(),
});
export type SubmitRequest = z.output<typeof SubmitRequest>;

/** Replies that are stored for an idempotency key. */
export const StoredReply = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('committed'),
    operation_id: z.string(),
    event_id: z.string(),
    first_seq: z.number().int(),
    last_seq: z.number().int(),
    at: z.string(),
    data: z.record(z.string(), z.unknown()),
    warnings: z.array(z.string()).readonly(),
    /** True when an earlier submission of the same operation had already been committed. */
    replayed: z.boolean(),
  }),
  z.strictObject({
    status: z.literal('pending'),
    approval_id: z.string(),
    plan_digest: z.string(),
    expires_at: z.string(),
    triggers: z.array(z.string()).readonly(),
    approvers_required: z.number().int(),
    /** True when the same effect was already pending. */
    repeated: z.boolean(),
  }),
]);
export type StoredReply = z.output<typeof StoredReply>;

/** `conflict`: a state that the plan relied on has changed; plan again. `pending`: a person must decide first. */
export type SubmitReply =
  | StoredReply
  | { readonly status: 'conflict'; readonly changed: readonly string[] }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** One person's signed verdict. */
export const DecideRequest = z.strictObject({
  approval_id: z.string(),
  decision: Decision.omit({ user_id: true, public_key: true }),
  /** Origin of a decision that does not come from a client on the keeper's machine, for the log. */
  via: z.literal('hub').optional(),
});
export type DecideRequest = z.output<typeof DecideRequest>;

/** The state of the approval after the decision. `executed` has the first event id. */
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

/** One person's signed comment on a pending approval. */
export const CommentRequest = z.strictObject({
  approval_id: z.string(),
  comment: Comment.omit({ user_id: true, public_key: true }),
  /** Origin of a comment that does not come from a client on the keeper's machine, for the log. */
  via: z.literal('hub').optional(),
});
export type CommentRequest = z.output<typeof CommentRequest>;

/** `number`: that of the comment among those on its approval; `repeated`: whether it had been recorded before. */
export type CommentReply =
  | {
      readonly status: 'commented';
      readonly approval_id: string;
      readonly number: number;
      readonly repeated: boolean;
    }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** A change of the registry. `signed` is the signature of an approver, if the change needs one. */
export const RegistryRequest = z.discriminatedUnion('change', [
  z.strictObject({
    change: z.literal('init'),
    workspace: WorkspaceRecord,
    agent: AgentRecord,
    log_public_key: z.string(),
  }),
  z.strictObject({
    change: z.literal('agent'),
    record: AgentRecord,
    signed: SignedChange.nullable(),
  }),
  z.strictObject({
    change: z.literal('approver'),
    record: ApproverRecord,
    signed: SignedChange.nullable(),
  }),
  z.strictObject({
    change: z.literal('policy'),
    policy: WorkspaceRecord.shape.policy,
    signed: SignedChange.nullable(),
  }),
]);
export type RegistryRequest = z.output<typeof RegistryRequest>;

export type RegistryReply =
  | { readonly status: 'done' }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** An approver's signed request to void an event that no model can apply; `seq` and digest are those that were shown. */
export const RepairRequest = z.strictObject({
  seq: z.number().int().min(1),
  event_digest: z.string(),
  approver: z.string(),
  reason: z.string().max(2000).nullable(),
  decided_at: z.string(),
  challenge: Challenge.exactOptional(),
  signature: z.string(),
});
export type RepairRequest = z.output<typeof RepairRequest>;

/** `event_id`: the event that voids the other one. */
export type RepairReply =
  | { readonly status: 'done'; readonly event_id: string }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** The number of calls that the principal of this name is about to make. */
export const CallsRequest = z.strictObject({
  name: z.string(),
  calls: z.number().int().min(1).max(1_000_000),
});
export type CallsRequest = z.output<typeof CallsRequest>;

/** The number of granted calls; if 0, the time to wait for the next one. */
export type CallsReply = { readonly granted: number; readonly retry_after_ms: number };

/** A process that has started to serve: runs of processes that have ended are recorded as unfinished. */
export const UnfinishedRequest = z.strictObject({
  process: z.strictObject({
    host: z.string().max(200),
    id: z.string().max(200),
    pid: z.number().int(),
  }),
});
export type UnfinishedRequest = z.output<typeof UnfinishedRequest>;

/** The number of recorded runs. */
export type UnfinishedReply = { readonly unfinished: number };

/** State of the keeper, for doctor and tests. */
export type KeeperStatus = {
  readonly pid: number;
  readonly epoch: number;
  readonly head_seq: number;
  readonly audit_seq: number;
  readonly clients: number;
  /** Whether the last attempt to use the store succeeded; a shared store is tried several times per second. */
  readonly usable: boolean;
};

/** Pushed to every client after a commit; `approvals`: those that have a new status or comment. */
export const CommittedNotice = z.object({
  head_seq: z.number(),
  audit_seq: z.number(),
  approvals: z
    .array(z.object({ approval_id: z.string(), status: z.enum(APPROVAL_STATUSES) }))
    .readonly(),
});
export type CommittedNotice = z.output<typeof CommittedNotice>;

/** The keeper as its clients call it, in this process or another one. */
export interface Keeper {
  submit(request: SubmitRequest): Promise<SubmitReply>;
  /** Appends audit entries with no event; resolves when durable. */
  record(drafts: readonly AuditDraft[]): Promise<void>;
  decide(request: DecideRequest): Promise<DecideReply>;
  comment(request: CommentRequest): Promise<CommentReply>;
  registry(request: RegistryRequest): Promise<RegistryReply>;
  repair(request: RepairRequest): Promise<RepairReply>;
  /** The nonce of the keeper's present term, from which the challenge of a signature is derived: 64 hex digits. */
  termNonce(): Promise<string>;
  /** The approval; if it has expired or gone stale, it is marked as such first. */
  approval(approval_id: string): Promise<ApprovalRecord | null>;
  /** Takes calls from the rate limit of a principal, over all processes of the workspace. */
  calls(request: CallsRequest): Promise<CallsReply>;
  /** Records open runs of processes that have ended as unfinished. */
  unfinished(request: UnfinishedRequest): Promise<UnfinishedReply>;
  /** Stores the next chunk of a blob, in a transaction that is shared with few other requests. */
  blobPut(request: BlobPutRequest): Promise<BlobPutReply>;
  /** Removes a staged blob that no plan needs. */
  blobDrop(request: BlobDropRequest): Promise<BlobDropReply>;
  /** Signs and stores a checkpoint over the whole chain; the note in signed-note form. */
  checkpoint(): Promise<string>;
  status(): Promise<KeeperStatus>;
  onCommitted(listener: (notice: CommittedNotice) => void): () => void;
  close(): Promise<void>;
}
