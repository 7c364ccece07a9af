/** @module store: lists approvals, and words the results of decisions. */
import type { DecideReply } from '../../../governance/keeper/protocol/protocol.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { RefusalBody } from '../../../schemas/errors.ts';
import type { ApprovalStatus } from '../../../schemas/governance.ts';
import {
  LIST_LIMIT,
  type ReadApproval,
  withPlan,
} from '../../../servers/approvals/checked-plan.ts';
import type { ListedApproval } from '../../../servers/approvals/reading-desk.ts';
import type { Desk } from './desk.ts';

/** Time (ms) for which approvals that ended without a decision stay in the list of pending ones: 1 h. */
const ENDED_SHOWN_MS = 3_600_000;

/** Statuses of approvals that ended without a person's decision. */
const ENDED: ReadonlySet<ApprovalStatus> = new Set(['expired', 'stale']);

/** Approvals for a list, newest first: pending and just ended ones, or all. */
export async function listApprovals(
  desk: Desk,
  all: boolean,
  now: Date,
): Promise<readonly ReadApproval[]> {
  await desk.settle(now);
  const read: ReadApproval[] = [];
  for (const listed of await listedApprovals(desk, now, all)) {
    read.push(await withPlan(desk, listed));
  }
  return read;
}

/** The same list without plans. */
export async function listedApprovals(
  desk: Desk,
  now: Date,
  all = false,
): Promise<readonly ListedApproval[]> {
  return (await desk.approvals(null, LIST_LIMIT)).filter(({ status, updated_at }) => {
    const recent = Date.parse(updated_at) + ENDED_SHOWN_MS > now.getTime();
    return all || status === 'pending' || (recent && ENDED.has(status));
  });
}

/** The result for one approval, as shown to the person. */
export type Decided = {
  readonly approval_id: string;
  readonly ok: boolean;
  readonly status: string;
  readonly event_id: string | null;
  readonly message: string;
};

/** A refusal of the keeper in words, safe to print. */
export function refusedWords(approval_id: string, refusal: RefusalBody): string {
  const { message, name, code, hint } = refusal;
  const next = hint === '' ? '' : `; next: ${printable(hint)}`;
  return `${printable(approval_id)}: refused: ${printable(message)} (${code} ${name})${next}`;
}

/** The keeper's answer to one decision, in words. `ok` is false if the verdict had no effect. */
export function decidedWords(
  approval_id: string,
  verdict: 'approve' | 'reject',
  reply: DecideReply,
): Decided {
  const id = printable(approval_id);
  if (reply.status === 'refused') {
    const message = refusedWords(approval_id, reply.refusal);
    return { approval_id, ok: false, status: 'refused', event_id: null, message };
  }
  const { status, event_id, detail, approvals, approvers_required } = reply;
  const because = detail === null ? '' : `: ${printable(detail)}`;
  const base = { approval_id, status, event_id };
  switch (status) {
    case 'executed':
      return {
        ...base,
        ok: verdict === 'approve',
        message: `${id}: executed, event ${printable(event_id ?? '')}`,
      };
    case 'pending':
      return {
        ...base,
        ok: true,
        message: `${id}: approved by ${approvals} of ${approvers_required}; ${approvers_required - approvals} more required`,
      };
    case 'rejected':
      return { ...base, ok: verdict === 'reject', message: `${id}: rejected${because}` };
    case 'approved':
    case 'stale':
    case 'expired':
    case 'cancelled':
      return { ...base, ok: false, message: `${id}: ${status}, nothing was changed${because}` };
    default:
      return status satisfies never;
  }
}
