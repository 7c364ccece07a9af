/** @module decide-all: approvals named on the command line, each read, shown or compared with its digest, and signed on its own. */
import type { KeyObject } from 'node:crypto';

import type { ApproverRecord } from '../../../schemas/governance.ts';
import type { Call } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { unlockKey } from '../keys/approver-key.ts';
import { printable } from '../printable.ts';
import { activeApprover } from '../registry-change.ts';
import { painter } from '../terminal.ts';
import { whatOf } from './approval-row.ts';
import { decide } from './decide.ts';
import type { Desk } from './desk.ts';
import { approvalLines } from './effect-text.ts';
import { openDesk } from './open-desk.ts';
import { type ReadApproval, readApproval } from './read-approval.ts';
import { type Decided, endedWords, shownApproval } from './store.ts';

/** What one person says about all of the approvals. */
export type Decision = {
  readonly verdict: 'approve' | 'reject';
  readonly name: string;
  readonly reason: string | null;
  /** The digest that each plan must begin with, null where each is shown and the person is asked. */
  readonly digests: readonly string[] | null;
};

/** What deciding takes. `key` is unlocked at its first use. */
type Deciding = Decision & {
  readonly desk: Desk;
  readonly call: Call;
  readonly key: () => Promise<KeyObject>;
};

/**
 * Decides each approval in turn, so that the second sees the effect of the first. Throws CliFailure before anything is
 * signed for an unknown approver or id, and for a plan with another digest than was given. The desk is not believed: each
 * of its answers is compared with the digest.
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
  // By the whole id and the whole digest of the first reading: a part of an id could mean another approval now.
  for (const { approval_id, plan_digest } of first) {
    const approval = await readApproval(desk, approval_id);
    assertDigest(approval, plan_digest);
    results.push(await decideOne({ ...decision, desk, call, key }, approval));
  }
  return results;
}

function keyOf(desk: Desk, call: Call, approver: ApproverRecord): Promise<KeyObject> {
  if (desk.signer !== null) return Promise.resolve(desk.signer.key);
  return unlockKey(desk.keyFile(approver.name), approver, call.terminal);
}

function assertDigest({ record }: ReadApproval, prefix: string): void {
  if (record.plan_digest.startsWith(prefix)) return;
  throw new CliFailure(
    1,
    `got the digest \`${prefix}\`, \`${printable(record.approval_id)}\` has another plan: nothing was signed`,
    `read \`plumbline approvals show ${printable(record.approval_id)}\` again`,
  );
}

async function decideOne(deciding: Deciding, approval: ReadApproval): Promise<Decided> {
  const { desk, call, verdict, name, reason, digests } = deciding;
  const closed = closedAlready(approval);
  if (closed !== null) return closed;
  const asks = verdict === 'approve' && digests === null;
  if (asks && !(await agreed(deciding, approval))) {
    return unsigned(approval, 'nothing was signed');
  }
  if (!asks && !call.json) {
    call.terminal.out(`${printable(approval.record.approval_id)} ${whatOf(approval.plan)}`);
  }
  return decide(desk, approval, { approver: name, key: await deciding.key(), verdict, reason });
}

/** What nothing can come of any more; a signature under it would change nothing. */
function closedAlready(approval: ReadApproval): Decided | null {
  const { status } = approval.record;
  if (status === 'pending') return null;
  const ended = endedWords(approval.record);
  return unsigned(
    approval,
    ended === null
      ? `is ${status} already, nothing was signed`
      : `${ended}; nothing was signed, nothing was changed`,
  );
}

function unsigned({ record }: ReadApproval, words: string): Decided {
  const { approval_id, status, event_id } = record;
  return { approval_id, ok: false, status, event_id, said: printable(`${approval_id}: ${words}`) };
}

/** Shows the whole plan where the question is asked, and asks. */
async function agreed({ desk, call }: Deciding, approval: ReadApproval): Promise<boolean> {
  const { terminal } = call;
  const { width, colour } = terminal;
  const now = new Date();
  const shown = await shownApproval(desk, approval, now);
  for (const line of approvalLines(shown, { width, paint: painter(colour), now })) {
    terminal.err(line);
  }
  const answer = await terminal.ask(
    `sign and approve ${printable(approval.record.approval_id)}, all of the above? y/n `,
  );
  return ['y', 'yes'].includes(answer.trim().toLowerCase());
}
