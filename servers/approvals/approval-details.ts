/** @module approval-details: collects everything that is shown about an approval. */
import type { ApprovalRecord } from '../../schemas/governance.ts';
import type { ReadApproval } from './checked-plan.ts';
import type { ApprovalDetails } from './effect-text.ts';
import { effectOf } from './effect.ts';
import type { ReadingDesk } from './reading-desk.ts';
import { openRejections } from './rejected-before.ts';

/** Everything shown about an approval. `effect` is on the current branch, or, if executed, on the branch before execution. */
export async function approvalDetails(
  desk: ReadingDesk,
  approval: ReadApproval,
  now: Date,
): Promise<ApprovalDetails> {
  const { record, plan } = approval;
  const [executed] = await desk.eventsOfOperation(plan.operation_id);
  const options = executed === undefined ? {} : { until: executed.seq - 1 };
  const effect = await effectOf(desk, plan, options);
  const ended = endedWords(record);
  return {
    ...approval,
    effect: ended === null ? effect : { ...effect, notes: [ended, ...effect.notes] },
    registry: await desk.people(),
    comments: await desk.comments(record.approval_id),
    rejected: (await openRejections(desk)(now))(approval),
  };
}

/** Why an approval can no longer be executed; null unless it is expired or stale. */
export function endedWords({ status, detail, expires_at }: ApprovalRecord): string | null {
  if (status === 'expired') {
    return `expired: nobody decided before ${expires_at}`;
  }
  if (status !== 'stale') return null;
  return `stale, can no longer be executed: ${detail ?? 'the model on which it is based has changed'}`;
}
