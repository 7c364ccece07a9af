/** @module machine: the state machine of an approval; transitions that are not listed here are refused. */
import type { ApprovalRecord, ApprovalStatus, Decision } from '../../schemas/governance.ts';

/** The transitions from each status. A status without transitions is final. */
export const TRANSITIONS = {
  pending: ['approved', 'rejected', 'expired', 'cancelled', 'stale'],
  approved: ['executed', 'stale'],
  executed: [],
  rejected: [],
  expired: [],
  cancelled: [],
  stale: [],
} as const satisfies Record<ApprovalStatus, readonly ApprovalStatus[]>;

/** Whether an approval may go from one status to another. */
export function mayMove(from: ApprovalStatus, to: ApprovalStatus): boolean {
  const allowed: readonly ApprovalStatus[] = TRANSITIONS[from];
  return allowed.includes(to);
}

/** Fields that a transition can change besides status and time. */
export type StatusChanges = Partial<Pick<ApprovalRecord, 'event_id' | 'detail' | 'decisions'>>;

/**
 * The record after a transition.
 *
 * @param at ISO 8601, UTC, milliseconds
 * @throws {RangeError} for a transition that is not listed: a bug of the caller, which must check `mayMove` first
 */
export function withStatus(
  record: ApprovalRecord,
  to: ApprovalStatus,
  at: string,
  changes: StatusChanges = {},
): ApprovalRecord {
  if (!mayMove(record.status, to)) {
    throw new RangeError(`the transition from \`${record.status}\` to \`${to}\` is not listed`);
  }
  return { ...record, ...changes, status: to, updated_at: at };
}

/** Whether an approval has expired, which includes its last millisecond. Times in milliseconds since 1970. */
export function hasExpired(record: Pick<ApprovalRecord, 'expires_at'>, now_ms: number): boolean {
  return now_ms >= Date.parse(record.expires_at);
}

/** Whether a rejection still vetoes its effect, which it does until the end of the cooldown, exclusive. */
export function isVetoed(
  record: Pick<ApprovalRecord, 'status' | 'updated_at'>,
  cooldown_s: number,
  now_ms: number,
): boolean {
  return record.status === 'rejected' && now_ms < Date.parse(record.updated_at) + cooldown_s * 1000;
}

/** The status that follows from the decisions: one rejection vetoes, else distinct people are counted. */
export function verdictOf(
  decisions: readonly Pick<Decision, 'user_id' | 'verdict'>[],
  approvers_required: number,
): 'pending' | 'approved' | 'rejected' {
  if (decisions.some(({ verdict }) => verdict === 'reject')) return 'rejected';
  const people = new Set(decisions.map(({ user_id }) => user_id));
  // INVARIANT: no held plan runs without the approval of at least one person.
  return people.size >= Math.max(1, approvers_required) ? 'approved' : 'pending';
}
