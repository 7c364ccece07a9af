/** @module decide-all: decides approvals named on the command line; each is read, shown or compared with its digest, and signed separately. */
import type { KeyObject } from 'node:crypto';

import { printable } from '../../../kernel/base/text/printable.ts';
import type { MarkOption } from '../../../schemas/command-line/mark-option.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { endedWords, approvalDetails } from '../../../servers/approvals/approval-details.ts';
import type { ReadApproval } from '../../../servers/approvals/checked-plan.ts';
import { approvalLines } from '../../../servers/approvals/effect-text.ts';
import type { Call } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { unlockKey } from '../keys/approver-key.ts';
import { activeApprover } from '../registry-change.ts';
import { marksOn } from '../remarks/given-marks.ts';
import { isConfirmed } from '../signing-options.ts';
import { painter } from '../terminal.ts';
import { summaryOf } from './approval-row.ts';
import { decide } from './decide.ts';
import type { Desk } from './desk.ts';
import { openDesk } from './open-desk.ts';
import { readApproval } from './read-approval.ts';
import type { Decided } from './store.ts';

/** One person's decision about all of the approvals. */
export type Decision = {
  readonly verdict: 'approve' | 'reject';
  readonly name: string;
  readonly reason: string | null;
  /** Required beginnings of the digests; null if each plan is shown and confirmed. */
  readonly digests: readonly string[] | null;
  /** Marks of a rejection, of one approval only. */
  readonly marks: readonly MarkOption[];
};

/** Inputs of a decision. `key` is unlocked at its first use. */
type DecisionContext = Decision & {
  readonly desk: Desk;
  readonly call: Call;
  readonly key: () => Promise<KeyObject>;
};

/**
 * Decides the approvals one after the other, so that each is shown after the effect of the previous one. Throws CliFailure
 * before anything is signed for an unknown approver or id, and for a plan whose digest differs from the given one. The desk
 * is not trusted: each of its answers is compared with the digest.
 */
export async function decideAll(call: Call, decision: Decision): Promise<readonly Decided[]> {
  await using desk = await openDesk(call);
  const approver = activeApprover(await desk.people(), decision.name);
  const first: ReadApproval['record'][] = [];
  for (const [index, id] of call.positionals.entries()) {
    const approval = await readApproval(desk, id);
    assertDigest(approval, decision.digests?.[index] ?? '');
    first.push(approval.record);
  }
  let unlocked: Promise<KeyObject> | undefined;
  const key = (): Promise<KeyObject> => (unlocked ??= keyOf(desk, call, approver));
  const results: Decided[] = [];
  // Uses the complete id and digest of the first reading: a partial id could match another approval by now.
  for (const { approval_id, plan_digest } of first) {
    const approval = await readApproval(desk, approval_id);
    assertDigest(approval, plan_digest);
    results.push(await decideOne({ ...decision, desk, call, key }, approval));
  }
  return results;
}

/** The unlocked key of an approver: that of the desk, or that of its file. */
export function keyOf(desk: Desk, call: Call, approver: ApproverRecord): Promise<KeyObject> {
  if (desk.signer !== null) return Promise.resolve(desk.signer.key);
  return unlockKey(desk.keyFile(approver.name), approver, call.terminal);
}

/** Throws CliFailure if the digest of a plan does not begin with `prefix`. */
export function assertDigest({ record }: ReadApproval, prefix: string): void {
  if (record.plan_digest.startsWith(prefix)) return;
  throw new CliFailure(
    `the plan of \`${printable(record.approval_id)}\` does not have the digest \`${prefix}\`; nothing was signed`,
    `run \`plumbline approvals show ${printable(record.approval_id)}\` again`,
  );
}

async function decideOne(context: DecisionContext, approval: ReadApproval): Promise<Decided> {
  const { desk, call, verdict, name, reason, digests } = context;
  const closed = closedResult(approval);
  if (closed !== null) return closed;
  const needsPrompt = verdict === 'approve' && digests === null;
  if (needsPrompt && !(await isAgreed(context, approval))) {
    return unsignedResult(approval, 'nothing was signed');
  }
  if (!needsPrompt && !call.json) {
    call.terminal.out(`${printable(approval.record.approval_id)} ${summaryOf(approval.plan)}`);
  }
  const marks = await marksOn(desk, approval.plan, context.marks);
  const key = await context.key();
  return decide(desk, approval, { approver: name, key, verdict, reason, marks });
}

/** The result for an approval that is no longer pending and is not signed; null for a pending one. */
export function closedResult(approval: ReadApproval): Decided | null {
  const { status } = approval.record;
  if (status === 'pending') return null;
  const ended = endedWords(approval.record);
  return unsignedResult(
    approval,
    ended === null
      ? `is already ${status}; nothing was signed`
      : `${ended}; nothing was signed, nothing was changed`,
  );
}

function unsignedResult({ record }: ReadApproval, text: string): Decided {
  const { approval_id, status, event_id } = record;
  const message = printable(`${approval_id}: ${text}`);
  return { approval_id, ok: false, status, event_id, message };
}

/** Shows the whole plan on the stream of the prompt, and asks for confirmation. */
async function isAgreed({ desk, call }: DecisionContext, approval: ReadApproval): Promise<boolean> {
  const { terminal } = call;
  const { width, colour } = terminal;
  const now = new Date();
  const details = await approvalDetails(desk, approval, now);
  for (const line of approvalLines(details, { width, paint: painter(colour), now })) {
    terminal.err(line);
  }
  const id = printable(approval.record.approval_id);
  return await isConfirmed(terminal, `sign and approve all of ${id} as shown above?`);
}
