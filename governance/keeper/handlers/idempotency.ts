/** @module idempotency: answers a repeated key with its first answer, or with the outcome since then. */
import { digestOf } from '../../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import type { LedgerRead, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { Refusal, type ErrorName } from '../../../schemas/errors.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { type ApprovalRecord, PlanDocument, type Principal } from '../../../schemas/governance.ts';
import { hasExpired } from '../../approval/machine.ts';
import { planData } from '../../approval/plan-data.ts';
import type { AuditAppender } from '../../audit/append.ts';
import { keptReplyDigest } from '../../audit/kept-reply.ts';
import { StoredReply, type SubmitReply } from '../protocol/protocol.ts';

/** A key in its scope, and the digest of its call. */
export type IdempotencyKey = {
  readonly scope: string;
  readonly key: string;
  readonly digest: string;
};

/** The owner of idempotency keys: an agent, or a person who works without one. */
export function idempotencyScope(principal: Pick<Principal, 'agent_id' | 'user_id'>): string {
  return principal.agent_id === null ? `user:${principal.user_id}` : `agent:${principal.agent_id}`;
}

/**
 * The digest of the call of a key: the tool, its arguments after defaults, and the requested checks, because the repeated
 * answer contains them. Without checks the digest equals that of versions without this feature.
 */
export function idempotencyDigest({
  server,
  tool,
  input,
  checks,
}: Pick<PlanDocument, 'server' | 'tool' | 'input'> & {
  readonly checks?: object | undefined;
}): string {
  const names = Object.keys(checks ?? {}).toSorted();
  const requested = names.length === 0 ? {} : { checks: names };
  return digestOf({ profile: 'jcs', of: 'idempotency/v1', server, tool, input, ...requested });
}

/** Stores the answer of a key, and the digest of its row on the chain. */
export async function keepReply(
  tx: LedgerTransaction,
  audit: AuditAppender,
  at: string,
  stored: {
    readonly key: IdempotencyKey;
    readonly operation_id: string;
    readonly reply: StoredReply;
  },
): Promise<void> {
  const { key, operation_id, reply } = stored;
  const row = { ...key, operation_id, reply: canonicalJson(reply) };
  await tx.putIdempotency(row);
  const row_digest = keptReplyDigest(row);
  await audit.write(at, { kind: 'keeper', step: 'kept', outcome: 'ok', operation_id, row_digest });
}

/**
 * The first answer to this key, updated to the current state; null for a new key.
 *
 * Refuses IDEMPOTENCY_MISMATCH when the key was used for another call, and with the outcome of an approval that was
 * rejected or cancelled, or is expired or stale.
 */
export async function storedAnswer(
  read: LedgerRead,
  idempotency: IdempotencyKey,
  now: Date,
): Promise<StoredReply | null> {
  const { scope, key, digest } = idempotency;
  const row = await read.idempotency(scope, key);
  if (row === null) return null;
  if (row.digest !== digest) {
    throw new Refusal(
      'IDEMPOTENCY_MISMATCH',
      `the idempotency key \`${key}\` was used for another call`,
      'use a new key for a new call',
      { operation_id: row.operation_id },
    );
  }
  const reply = StoredReply.parse(JSON.parse(row.reply));
  if (reply.status === 'committed') return { ...reply, replayed: true };
  const approval = await read.approval(reply.approval_id);
  if (approval === null) return null;
  const isOver = approval.status === 'pending' && hasExpired(approval, now.getTime());
  const current: ApprovalRecord = isOver ? { ...approval, status: 'expired' } : approval;
  return approvalAnswer(read, current, { ...reply, repeated: true });
}

async function approvalAnswer(
  read: LedgerRead,
  approval: ApprovalRecord,
  pending: StoredReply,
): Promise<StoredReply> {
  if (approval.status === 'pending' || approval.status === 'approved') return pending;
  if (approval.status !== 'executed') throw closedRefusal(approval);
  const plan = PlanDocument.parse(JSON.parse(approval.plan));
  const events = await read.eventsOfOperation(plan.operation_id);
  const reply = committedReply(events, plan);
  if (reply === null) {
    throw new Error(`approval ${approval.approval_id} is executed without events`);
  }
  return { ...reply, replayed: true };
}

const CLOSED = {
  rejected: [
    'APPROVAL_REJECTED',
    'a person has rejected it; do something else, or ask that person',
  ],
  expired: ['APPROVAL_EXPIRED', 'call again with a new idempotency key to request it again'],
  cancelled: ['APPROVAL_CANCELLED', 'call again with a new idempotency key to request it again'],
  stale: [
    'APPROVAL_STALE',
    'look at the current state, then call again with a new idempotency key',
  ],
} as const satisfies Record<string, readonly [ErrorName, string]>;

/** The refusal for an approval that ended without running. */
export function closedRefusal(approval: ApprovalRecord): Refusal {
  const { status, approval_id, detail } = approval;
  if (status === 'pending' || status === 'approved' || status === 'executed') {
    throw new RangeError(`the approval is \`${status}\`; expected one that ended without running`);
  }
  const [code, hint] = CLOSED[status];
  const because = detail === null ? '' : `: ${detail}`;
  return new Refusal(code, `the approval \`${approval_id}\` is ${status}${because}`, hint, {
    approval_id,
    status,
  });
}

/** The answer of a committed operation, from its events; null when it has none. */
export function committedReply(
  events: readonly Pick<StoredEvent, 'seq' | 'event_id' | 'operation_id' | 'at'>[],
  plan: Pick<PlanDocument, 'data' | 'checks' | 'warnings'>,
): Extract<SubmitReply, { readonly status: 'committed' }> | null {
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    status: 'committed',
    operation_id: first.operation_id,
    event_id: first.event_id,
    first_seq: first.seq,
    last_seq: last.seq,
    at: first.at,
    data: planData(plan),
    warnings: plan.warnings,
    replayed: false,
  };
}
