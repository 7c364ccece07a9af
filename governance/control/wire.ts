/** @module wire: what a hub and the approval client of another machine say to each other. */
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
  Decision,
  WorkspaceRecord,
} from '../../schemas/governance.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';

/** Path below which a hub serves approvals. */
export const CONTROL = '/control';

/** Longest wait for a change, s, and what a list has at most. */
export const WAIT_MOST_S = 25;
export const LIST_MOST = 1000;

/** Events of a branch in one answer. */
export const EVENTS_MOST = 2000;

/** What approvers read of the registry: who asks and who may sign; no permissions and no token. */
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

/** An approval without its plan, which never changes and is asked for once. */
export type ApprovalHead = Omit<ApprovalRecord, 'plan'>;

/** A hub of a later version may say more of it. */
const Head = z.object(ApprovalFields.omit({ plan: true }).shape) satisfies z.ZodType<ApprovalHead>;

const Event = z.custom<StoredEvent>(
  (event) => 'data' in storedEvents.validate(event) || isPassedOver(event),
  'no event of this form',
);

/** What stands for an event that was taken out. */
function isPassedOver(event: unknown): boolean {
  const record = eventRecords.validate(event);
  return 'data' in record && record.data.type === 'event.passed_over';
}

const KnownName = z.custom<ErrorName>(
  (name) => typeof name === 'string' && Object.hasOwn(ERROR_CODES, name),
);

/** What becomes of a decision: as the keeper answers it. */
const Decided = z.union([
  z.object({
    status: z.literal('refused'),
    refusal: z.object({
      code: z.number(),
      name: KnownName,
      message: z.string(),
      hint: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  }),
  z.object({
    status: z.enum(APPROVAL_STATUSES),
    approval_id: z.string(),
    event_id: z.string().nullable(),
    detail: z.string().nullable(),
    approvals: z.number().int(),
    approvers_required: z.number().int(),
  }),
]);

/** Answers by what is asked for. */
export const Answers = {
  people: People,
  heads: z.object({ approvals: z.array(Head) }),
  ids: z.object({ ids: z.array(z.string()) }),
  approval: z.object({ approval: Head.extend({ plan: z.string() }).nullable() }),
  plan: z.object({ plan: z.string().nullable() }),
  decided: Decided,
  events: z.object({ events: z.array(Event) }),
  branch: z.object({
    head: z.object({ parent: z.string().nullable(), from_seq: z.number().int() }).nullable(),
  }),
  changes: z.object({ seen: z.string() }),
  term: z.object({ nonce: Challenge }),
  error: z.object({ error: z.string() }),
};

/** A decision as it is sent: the keeper finds the key of the approver itself. */
export const DecisionBody = Decision.omit({ user_id: true, public_key: true });
