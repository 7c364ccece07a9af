/** @module notice-entries: attempts to notify the webhook of an approval, and their outcomes, from the log alone. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { PlanDocument, WORKSPACE_NAME, WorkspaceRecord } from '../../../schemas/governance.ts';
import { noticePointer } from '../../approval/approval-counters.ts';
import { hasExpired } from '../../approval/machine.ts';
import { openAppender } from '../../audit/append.ts';
import { readGoverning } from '../../audit/governing.ts';
import { bodyAt, pointTo } from '../handlers/records/counters.ts';
import { noticeBody } from './notice.ts';

/** Time limits and pauses of attempts. */
export type NoticeTiming = {
  /** Longest wait for an answer, ms; no pause is shorter. */
  readonly timeoutMs: number;
  /** Pauses after each attempt, ms; the number of pauses is the number of attempts. */
  readonly pausesMs: readonly number[];
};

/** The next step for an approval. */
export type NextNotice =
  | { readonly next: 'send'; readonly attempt: number; readonly url: string; readonly body: string }
  | { readonly next: 'wait'; readonly until_ms: number }
  | { readonly next: 'nothing' };

/** The outcome of an attempt. */
export type NoticeOutcome = { readonly delivered: boolean; readonly detail: string };

type About = { readonly approval_id: string; readonly now: Date; readonly timing: NoticeTiming };

const NOTHING: NextNotice = { next: 'nothing' };

/**
 * Claims the next attempt by recording it, so that only one of several processes makes it. An attempt without a recorded
 * outcome at the end of its pause was made by a process that has ended.
 */
export async function takeNotice(tx: LedgerTransaction, about: About): Promise<NextNotice> {
  const { approval_id, now, timing } = about;
  const last = await lastNotice(tx, approval_id);
  if (last?.step === 'notified') return NOTHING;
  const made = last?.attempt ?? 0;
  if (last !== null) {
    const until_ms = Date.parse(last.at) + (timing.pausesMs[made - 1] ?? 0);
    if (now.getTime() < until_ms) return { next: 'wait', until_ms };
  }
  const record = await tx.approval(approval_id);
  const isPending = record?.status === 'pending' && !hasExpired(record, now.getTime());
  const url = await webhookOf(tx);
  if (record === null || !isPending || url === null || made >= timing.pausesMs.length) {
    if (last === null) return NOTHING;
    const because = isPending ? 'no attempt was answered' : 'the approval is no longer pending';
    const detail = url === null ? 'the policy no longer has a webhook' : because;
    await enter(tx, about, { step: 'notified', attempts: made, outcome: 'given_up', detail });
    return NOTHING;
  }
  const attempt = made + 1;
  await enter(tx, about, { step: 'notifying', attempt });
  const body = noticeBody(record, PlanDocument.parse(JSON.parse(record.plan)));
  return { next: 'send', attempt, url, body };
}

/** Records the outcome of an attempt if it is final; otherwise returns the time of the next attempt. */
export async function settleNotice(
  tx: LedgerTransaction,
  about: About,
  { attempt, delivered, detail }: NoticeOutcome & { readonly attempt: number },
): Promise<NextNotice> {
  const { approval_id, timing } = about;
  const last = await lastNotice(tx, approval_id);
  if (last?.step !== 'notifying' || last.attempt !== attempt) return NOTHING;
  if (!delivered && attempt < timing.pausesMs.length) {
    return { next: 'wait', until_ms: Date.parse(last.at) + (timing.pausesMs[attempt - 1] ?? 0) };
  }
  const outcome = delivered ? 'delivered' : 'given_up';
  await enter(tx, about, { step: 'notified', attempts: attempt, outcome, detail });
  return NOTHING;
}

async function enter(
  tx: LedgerTransaction,
  { approval_id, now }: About,
  fields: { readonly step: 'notifying' | 'notified' } & Readonly<Record<string, string | number>>,
): Promise<void> {
  const entry = { kind: 'approval', approval_id, ...fields } as const;
  const { seq } = await openAppender(tx).write(now.toISOString(), entry);
  await pointTo(tx, noticePointer(approval_id), seq);
}

/** The last entry about the notice of an approval; null without one. */
async function lastNotice(
  tx: LedgerTransaction,
  approval_id: string,
): Promise<{
  readonly step: 'notifying' | 'notified';
  readonly attempt: number;
  readonly at: string;
} | null> {
  const body = await bodyAt(tx, noticePointer(approval_id));
  const entry = body === null ? null : readGoverning(body);
  if (entry?.step === 'notified') {
    return { step: 'notified', attempt: entry.attempts, at: entry.at };
  }
  if (entry?.step !== 'notifying' || entry.approval_id !== approval_id) return null;
  return { step: 'notifying', attempt: entry.attempt, at: entry.at };
}

/** The address of the webhook; null when the policy has none. */
export async function webhookOf(tx: Pick<LedgerTransaction, 'registry'>): Promise<string | null> {
  const row = await tx.registry('workspace', WORKSPACE_NAME);
  if (row === null) return null;
  return WorkspaceRecord.parse(JSON.parse(row.record)).policy.approval_webhook ?? null;
}
