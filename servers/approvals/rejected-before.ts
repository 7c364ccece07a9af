/** @module rejected-before: finds the parts of a plan that a person rejected recently, for any requester. */
import { hasExpired, isVetoed } from '../../governance/approval/machine.ts';
import { effectParts } from '../../governance/approval/plan-digest.ts';
import { LIST_LIMIT, type ReadApproval, withPlan } from './checked-plan.ts';
import type { ListedApproval, ReadingDesk } from './reading-desk.ts';

/** A rejection within the cooldown, and the number of its changes that the plan contains. */
export type RejectedBefore = {
  readonly approval_id: string;
  readonly approver: string;
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly rejected_at: string;
  /**
   * Counts of changes. `shared`: changes to the same item in both plans. `differing`: those of them with another value.
   * `of`: all changes in the rejected plan.
   */
  readonly shared: number;
  readonly differing: number;
  readonly of: number;
};

/** Rejections during the cooldown whose changes are in a pending plan, newest first. */
export type RejectionsIn = (approval: ReadApproval) => readonly RejectedBefore[];

type Parts = ReturnType<typeof effectParts>;

/**
 * Returns a function that finds the rejections that apply at a given time. The watching client keeps that function, so
 * that plans are read only once.
 */
export function openRejections(desk: ReadingDesk): (now: Date) => Promise<RejectionsIn> {
  const known = new Map<string, Parts>();
  const partsOf = ({ record, plan }: ReadApproval): Parts => {
    const parts = known.get(record.plan_digest) ?? effectParts(plan);
    known.set(record.plan_digest, parts);
    return parts;
  };
  return async (now) => {
    const { rejection_cooldown_s } = (await desk.people()).workspace.policy;
    const vetoed: { readonly parts: Parts; readonly rejection: Rejection }[] = [];
    for (const listed of await desk.approvals('rejected', LIST_LIMIT)) {
      if (!isVetoed(listed, rejection_cooldown_s, now.getTime())) continue;
      const parts = known.get(listed.plan_digest) ?? partsOf(await withPlan(desk, listed));
      vetoed.push({ parts, rejection: rejectionOf(listed) });
    }
    return (approval) => {
      const { record } = approval;
      if (record.status !== 'pending' || hasExpired(record, now.getTime())) return [];
      if (vetoed.length === 0) return [];
      const own = partsOf(approval);
      return vetoed.flatMap(({ parts, rejection }) => {
        const both = [...parts].filter(([part]) => own.has(part));
        const differing = both.filter(([part, value]) => own.get(part) !== value).length;
        if (both.length === 0) return [];
        return [{ ...rejection, shared: both.length, differing, of: parts.size }];
      });
    };
  };
}

type Rejection = Omit<RejectedBefore, 'shared' | 'differing' | 'of'>;

function rejectionOf({ approval_id, decisions, updated_at }: ListedApproval): Rejection {
  const decision = decisions.find(({ verdict }) => verdict === 'reject');
  return {
    approval_id,
    approver: decision?.approver ?? 'somebody',
    reason: decision?.reason ?? null,
    rejected_at: updated_at,
  };
}

/** One rejection in words, not yet escaped. */
export function rejectedWords(
  { approval_id, approver, reason, rejected_at, shared, differing, of }: RejectedBefore,
  now: Date,
): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(rejected_at)) / 60_000));
  const what = shared === of ? 'what' : `${shared} of the ${of} changes that`;
  const contains = differing === 0 ? 'contains' : 'contains, with other values,';
  const why = reason === null ? '' : `: ${reason}`;
  return `this plan ${contains} ${what} ${approver} rejected ${minutes} min ago as ${approval_id}${why}`;
}
