/** @module pending: the answer of a call whose approval is pending, which is not an error of the caller. */
import { ERROR_CODES } from '../../../schemas/errors.ts';
import type { GovernedCall } from '../../engine/call/governed-call.ts';
import { UNAPPROVED_TRIGGER } from '../../keeper/handlers/limits/unapproved-changes.ts';
import type { PendingApproval } from '../../tool/define.ts';
import { approverWarnings } from './approver-warnings.ts';
import { callerOf, type GateParts, type Outcome } from './context.ts';
import { refusalEnvelope } from './envelope.ts';

/** The outcome of a call with a pending approval, the same for each repeated call; its time is that of the answer. */
export async function pendingOutcome<View>(
  { now, reader }: Pick<GateParts<View>, 'now' | 'reader'>,
  call: GovernedCall<View>,
  { approval_id, approvers_required, warnings, data, planned = {}, comments = 0 }: PendingApproval,
): Promise<Outcome> {
  const noDecision = await approverWarnings(reader, call.principal.user_id, approvers_required);
  const caller = { ...callerOf(call), timestamp: now().toISOString() };
  const envelope = refusalEnvelope(caller, {
    code: ERROR_CODES.APPROVAL_PENDING,
    name: 'APPROVAL_PENDING',
    message: `a person must approve this first (\`${approval_id}\`)${becauseOf(data['triggers'])}; nothing was changed`,
    hint: `${commentHint(comments)}call get_operation with approval_id \`${approval_id}\` and wait_s 25; a person decides with \`plumbline approvals show ${approval_id}\``,
    data: { approval_id, ...planned, ...data },
  });
  const pending = {
    ...envelope,
    data: planned,
    approval_id,
    warnings: [...noDecision, ...warnings],
  };
  return { envelope: pending, content: [], recorded: false };
}

/** The next step after comments of approvers; empty without comments. */
function commentHint(comments: number): string {
  return comments === 0
    ? ''
    : 'read data.comments: you may plan a change that follows them, and leave this request to be rejected or to expire; or wait: ';
}

/** The reason for the approval, if the call itself does not show it. */
function becauseOf(triggers: unknown): string {
  return Array.isArray(triggers) && triggers.includes(UNAPPROVED_TRIGGER)
    ? ', because with it you would have changed more existing elements within an hour than an agent may without approval'
    : '';
}
