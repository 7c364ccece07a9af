/** @module pending: the answer while people decide: an outcome of the call and no error of the caller. */
import { ERROR_CODES } from '../../schemas/errors.ts';
import { UNAPPROVED_TRIGGER } from '../keeper/handlers/limits/unapproved-changes.ts';
import type { PendingApproval } from '../tool/define.ts';
import { approverWarnings } from './approver-warnings.ts';
import { callerOf, type GateParts, type GovernedCall, type Outcome } from './context.ts';
import { refused } from './envelope.ts';

/** The same for every call that asks again for what already waits; the time is that of the answer. */
export async function pendingOutcome<View>(
  { now, reader }: Pick<GateParts<View>, 'now' | 'reader'>,
  call: GovernedCall<View>,
  { approval_id, approvers_required, warnings, data }: PendingApproval,
): Promise<Outcome> {
  const nobody = await approverWarnings(reader, call.principal.user_id, approvers_required);
  const caller = { ...callerOf(call), timestamp: now().toISOString() };
  const envelope = refused(caller, {
    code: ERROR_CODES.APPROVAL_PENDING,
    name: 'APPROVAL_PENDING',
    message: `a person must approve this first (\`${approval_id}\`)${becauseOf(data['triggers'])}; nothing was changed`,
    hint: `call get_operation with approval_id \`${approval_id}\` and wait_s 25; a person decides with \`plumbline approvals show ${approval_id}\``,
    data: { approval_id, ...data },
  });
  const said = { ...envelope, approval_id, warnings: [...nobody, ...warnings] };
  return { envelope: said, content: [], recorded: false };
}

/** The reason that the call itself does not show. */
function becauseOf(triggers: unknown): string {
  return Array.isArray(triggers) && triggers.includes(UNAPPROVED_TRIGGER)
    ? ', because with it you would have changed more elements that already stood than an agent may within an hour without approval'
    : '';
}
