/** @module store: approvals as the ledger has them, with their plans read and checked. */
import { sha256Hex } from '../../../governance/keeper/client-kit.ts';
import type { DecideReply } from '../../../governance/keeper/protocol.ts';
import { type ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Session } from '../session.ts';
import { type Effect, effectOf } from './effect.ts';
import { branchState } from './model-state.ts';

/** An approval whose plan text hashes to its digest. */
export type ReadApproval = { readonly record: ApprovalRecord; readonly plan: PlanDocument };

/** Most approvals that a list shows. */
export const LIST_LIMIT = 1000;

/**
 * The keeper's own copy of an approval. Throws CliFailure: exit 1 when there is none, exit 3 when the plan that would
 * be shown is not the one that would be signed.
 */
export async function readApproval(session: Session, approval_id: string): Promise<ReadApproval> {
  const keeper = await session.keeper();
  const record = await keeper.approval(approval_id);
  if (record === null) throw unknownApproval(session, approval_id);
  return { record, plan: checkedPlan(record) };
}

function unknownApproval(session: Session, approval_id: string): CliFailure {
  const pending = session.reader.approvals('pending', 5).map((known) => `\`${known.approval_id}\``);
  return new CliFailure(
    1,
    `got no approval \`${printable(approval_id)}\`, want the id of one`,
    pending.length === 0
      ? 'nothing waits now; `plumbline approvals list --all` shows the past'
      : `waiting now: ${pending.join(', ')}`,
  );
}

/** The plan of a record. Throws CliFailure with exit code 3 when text and digest differ. */
export function checkedPlan({ approval_id, plan, plan_digest }: ApprovalRecord): PlanDocument {
  if (sha256Hex(plan) !== plan_digest)
    throw new CliFailure(
      3,
      `the plan of \`${printable(approval_id)}\` does not have the digest ${printable(plan_digest)}: the store was edited`,
      'sign nothing; run `plumbline audit verify`',
    );
  return PlanDocument.parse(JSON.parse(plan));
}

/** What the plan would do to its branch as it is now. */
export function effectNow(session: Session, plan: PlanDocument): Effect {
  const { reader } = session;
  return effectOf(plan, branchState(reader, plan.branch));
}

/** Approvals for a list, newest first; what has run out is marked as expired on the way. */
export async function listApprovals(
  session: Session,
  all: boolean,
): Promise<readonly ReadApproval[]> {
  const keeper = await session.keeper();
  const now = Date.now();
  const records = session.reader.approvals(all ? null : 'pending', LIST_LIMIT);
  const settled = await Promise.all(
    records.map(async (record) => {
      const over = record.status === 'pending' && Date.parse(record.expires_at) <= now;
      return over ? ((await keeper.approval(record.approval_id)) ?? record) : record;
    }),
  );
  return settled
    .filter(({ status }) => all || status === 'pending')
    .map((record) => ({ record, plan: checkedPlan(record) }));
}

/** What came of a decision, read back from the store. */
export type Decided = {
  readonly approval_id: string;
  readonly ok: boolean;
  readonly status: string;
  readonly event_id: string | null;
  readonly said: string;
};

/** Words for the keeper's answer to one decision. `ok` is false where the verdict did not have its effect. */
export function decidedWords(
  approval_id: string,
  verdict: 'approve' | 'reject',
  reply: DecideReply,
): Decided {
  const id = printable(approval_id);
  if (reply.status === 'refused') {
    const { message, name, code } = reply.refusal;
    const said = `${id}: refused: ${printable(message)} (${code} ${name})`;
    return { approval_id, ok: false, status: 'refused', event_id: null, said };
  }
  const { status, event_id, detail, approvals, approvers_required } = reply;
  const because = detail === null ? '' : `: ${printable(detail)}`;
  const base = { approval_id, status, event_id };
  switch (status) {
    case 'executed':
      return {
        ...base,
        ok: verdict === 'approve',
        said: `${id}: executed, event ${printable(event_id ?? '')}`,
      };
    case 'pending':
      return {
        ...base,
        ok: true,
        said: `${id}: approved by ${approvals} of ${approvers_required}; it waits for ${approvers_required - approvals} more`,
      };
    case 'rejected':
      return { ...base, ok: verdict === 'reject', said: `${id}: rejected${because}` };
    case 'approved':
    case 'stale':
    case 'expired':
    case 'cancelled':
      return { ...base, ok: false, said: `${id}: ${status}, nothing was changed${because}` };
    default:
      return status satisfies never;
  }
}
