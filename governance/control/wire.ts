/** @module wire: messages between a hub and the approval client on another machine. */
import * as z from 'zod';

import { ERROR_CODES, type ErrorName } from '../../schemas/errors.ts';
import { eventRecords, storedEvents } from '../../schemas/event-schemas.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import {
  AgentRecord,
  APPROVAL_STATUSES,
  ApprovalFields,
  type ApprovalRecord,
  ApproverRecord,
  Challenge,
  Comment,
  COMMENTS_MAX,
  Decision,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';

/** Path below which a hub serves approvals. */
export const CONTROL = '/control';

/** Longest wait for a change (s), and maximum number of items in a list. */
export const MAX_WAIT_S = 25;
export const MAX_LIST = 1000;

/** Maximum number of events of a branch in one answer. */
export const MAX_EVENTS = 2000;

/** The part of the registry that approvers may read: requesters and approvers, without permissions and tokens. */
export const People = z.object({
  workspace: WorkspaceRecord.pick({ workspace_id: true, owner: true }).extend({
    policy: WorkspacePolicy.pick({ rejection_cooldown_s: true }),
  }),
  agents: z
    .array(AgentRecord.pick({ kind: true, name: true, agent_id: true, user_id: true }))
    .readonly(),
  approvers: z.array(ApproverRecord).readonly(),
});
export type People = z.output<typeof People>;

/**
 * An approval without its plan, which never changes and is requested once. `comment_count`: the number of comments on it; absent
 * for a hub of an earlier version.
 */
export type ApprovalHead = Omit<ApprovalRecord, 'plan'> & { readonly comment_count?: number };

/** Not strict, because a hub of a later version may add fields. */
const Head = z.object({
  ...ApprovalFields.omit({ plan: true }).shape,
  comment_count: z.number().int().min(0).exactOptional(),
}) satisfies z.ZodType<ApprovalHead>;

const Event = z.custom<StoredEvent>(
  (event) => 'data' in storedEvents.validate(event) || isPassedOver(event),
  'not an event of this form',
);

/** Whether it is the placeholder of a voided event. */
function isPassedOver(event: unknown): boolean {
  const record = eventRecords.validate(event);
  return 'data' in record && record.data.type === 'event.passed_over';
}

const KnownName = z.custom<ErrorName>(
  (name) => typeof name === 'string' && Object.hasOwn(ERROR_CODES, name),
);

const Refused = z.object({
  status: z.literal('refused'),
  refusal: z.object({
    code: z.number(),
    name: KnownName,
    message: z.string(),
    hint: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
});

/** The reply of the keeper to a decision. */
const Decided = z.union([
  Refused,
  z.object({
    status: z.enum(APPROVAL_STATUSES),
    approval_id: z.string(),
    event_id: z.string().nullable(),
    detail: z.string().nullable(),
    approvals: z.number().int(),
    approvers_required: z.number().int(),
  }),
]);

/** The reply of the keeper to a comment. */
const Commented = z.union([
  Refused,
  z.object({
    status: z.literal('commented'),
    approval_id: z.string(),
    number: z.number().int(),
    repeated: z.boolean(),
  }),
]);

/** Answers by request. */
export const Answers = {
  people: People,
  heads: z.object({ approvals: z.array(Head) }),
  ids: z.object({ ids: z.array(z.string()) }),
  approval: z.object({ approval: Head.extend({ plan: z.string() }).nullable() }),
  plan: z.object({ plan: z.string().nullable() }),
  decided: Decided,
  commented: Commented,
  comments: z.object({
    comments: z
      .array(z.object({ ...Comment.shape, number: z.number().int().min(1) }))
      .max(COMMENTS_MAX),
  }),
  events: z.object({ events: z.array(Event) }),
  branch: z.object({
    head: z.object({ parent: z.string().nullable(), from_seq: z.number().int() }).nullable(),
  }),
  /** One chunk of a blob in base64; null after the last one, and for an unknown blob. */
  part: z.object({ part: z.string().nullable() }),
  changes: z.object({ seen: z.string() }),
  term: z.object({ nonce: Challenge }),
  error: z.object({ error: z.string() }),
};

/** A decision as it is sent, without the key of the approver, which the keeper looks up. */
export const DecisionBody = Decision.omit({ user_id: true, public_key: true });

/** A comment as it is sent, without the key of the approver. */
export const CommentBody = Comment.omit({ user_id: true, public_key: true });
