/** @module decide: one person's signed verdict on exactly the plan that was shown. */
import type { KeyObject } from 'node:crypto';

import { signDecision } from '../../../governance/approval/decision.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { Mark } from '../../../schemas/governance.ts';
import type { ReadApproval } from '../../../servers/approvals/checked-plan.ts';
import { signForTerm } from '../sign-for-term.ts';
import type { Desk } from './desk.ts';
import { decidedWords, type Decided } from './store.ts';

/** Who decides, how and why. */
export type Verdict = {
  readonly approver: string;
  readonly key: KeyObject;
  readonly verdict: 'approve' | 'reject';
  readonly reason: string | null;
  /** Undefined if there are none. */
  readonly marks?: Mark[] | undefined;
};

/** Signs the digest of a plan that was read and checked, and reads the outcome back. */
export async function decide(
  desk: Desk,
  { record, plan }: ReadApproval,
  { approver, key, verdict, reason, marks }: Verdict,
): Promise<Decided> {
  const { approval_id, plan_digest } = record;
  const decided_at = new Date().toISOString();
  const { workspace_id } = (await desk.people()).workspace;
  const said = {
    approver,
    verdict,
    reason,
    ...(marks === undefined ? {} : { marks }),
    decided_at,
  };
  const statement = { ...said, workspace_id, approval_id, plan_digest };
  const reply = await signForTerm(desk.term, (challenge) => {
    const signature = signDecision(key, { ...statement, challenge });
    return desk.decide({
      approval_id,
      decision: { ...said, challenge, signature },
    });
  });
  const decided = decidedWords(approval_id, verdict, reply);
  if (reply.status !== 'executed') return decided;
  const events = await desk.eventsOfOperation(plan.operation_id);
  const event = events.find(({ event_id }) => event_id === reply.event_id);
  if (event?.approval_id === approval_id) return decided;
  const message = `${printable(approval_id)}: reported as executed, but its event is not in the store`;
  return { ...decided, ok: false, message };
}
