/** @module seen-approvals: the approvals that a person may see. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { readsBranch } from '../../../governance/access/scope-assertions.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { LedgerRead, PlanRequester } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  type ApprovalRecord,
  type ApprovalStatus,
  PlanDocument,
} from '../../../schemas/governance.ts';

/** Where approvals are read for a person. */
export type ApprovalSight = {
  readonly viewer: ActingAgent;
  readonly sees_all: boolean;
  readonly reader: Pick<LedgerRead, 'approvals'>;
  /** The keeper's own copy. */
  readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
};

/** Maximum number of approvals that are read for a list. */
const MOST = 200;

/** An approval and the plan whose text has its digest. */
export type SeenApproval = { readonly record: ApprovalRecord; readonly plan: PlanDocument };

/** The newest approvals that a person sees, and whether there are older ones. */
type SeenApprovals = { readonly seen: readonly SeenApproval[]; readonly more: boolean };

/**
 * Approvals, newest first. A plan shows whole elements, so a person with a restricted READ sees only what they requested
 * themselves, on branches that they may read. SECURITY: these are searched among their own, so that requests of others push
 * none of them out of the list.
 */
export async function seenApprovals(
  looking: ApprovalSight,
  status: ApprovalStatus | null,
): Promise<SeenApprovals> {
  const { reader, sees_all, viewer } = looking;
  const by = sees_all ? undefined : requesterOf(viewer);
  const records = await reader.approvals(status, MOST + 1, by);
  const seen = records.slice(0, MOST).flatMap((record) => {
    const one = planIn(record);
    return seesPlan(looking, one.plan) ? [one] : [];
  });
  return { seen, more: records.length > MOST };
}

function requesterOf({ kind, user_id, agent_id }: ActingAgent): PlanRequester {
  return { user_id, agent_id: kind === 'agent' ? agent_id : null };
}

/**
 * The keeper's own copy of an approval. Refuses NOT_FOUND for an unknown approval, and one that the person may not see;
 * refuses one whose plan does not have its digest.
 */
export async function seenApproval(
  looking: ApprovalSight,
  approval_id: string,
): Promise<SeenApproval> {
  const record = await looking.approval(approval_id);
  if (record === null) throw unknown(approval_id);
  const seen = planIn(record);
  if (!seesPlan(looking, seen.plan)) throw unknown(approval_id);
  return seen;
}

/** Whether the person may see a plan. */
function seesPlan({ sees_all, viewer }: ApprovalSight, plan: PlanDocument): boolean {
  if (sees_all) return true;
  const { user_id, agent_id } = requesterOf(viewer);
  const isOwn = user_id === plan.user_id && agent_id === plan.agent_id;
  return isOwn && readsBranch(viewer, plan.branch);
}

function planIn(record: ApprovalRecord): SeenApproval {
  const { approval_id, plan, plan_digest } = record;
  if (sha256Hex(plan) === plan_digest) {
    return { record, plan: PlanDocument.parse(JSON.parse(plan)) };
  }
  throw new Refusal(
    'STORE_UNAVAILABLE',
    `the plan of \`${approval_id}\` does not have the digest ${plan_digest}: the store was edited`,
    'sign nothing; run `plumbline audit verify`',
  );
}

function unknown(approval_id: string): Refusal {
  return new Refusal(
    'OPERATION_NOT_FOUND',
    `unknown approval \`${approval_id}\``,
    'choose one of the list',
  );
}
