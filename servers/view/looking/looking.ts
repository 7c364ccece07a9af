/** @module looking: what the person of a sign-in sees: the part of each moment that their READ permission allows. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import type { BuildingDomain } from '../../building/domain.ts';
import type { Moment, ShownMoment } from '../protocol/moment.ts';
import type { MarkedState, Marks } from './marks.ts';
import { type Moments, readKey, type Since } from './moments.ts';
import { seenApproval } from './seen-approvals.ts';
import { changesSince } from './since.ts';

/** A moment as the person sees it. */
export type Seen = {
  readonly shown: ShownMoment;
  /** Ledger seq of the state. No answer may contain it; `shown.seq` is what the person sees of it. */
  readonly seq: number;
  /** INVARIANT: answers read the model only through this view. */
  readonly view: BuildingView;
  /** Why a plan does not fit its branch any more; null if it fits, and without a plan. */
  readonly misfit: string | null;
};

/** Everything that the answer to one question may use. */
export type Looking = {
  /** The record of the person with READ only; for the owner, one with unrestricted READ. */
  readonly viewer: ActingAgent;
  /** Whether nothing is hidden from the person. Answers from the log that no view filters require it. */
  readonly sees_all: boolean;
  readonly domain: BuildingDomain;
  /** The log as stored. INVARIANT: what an answer takes from here is filtered by a view, or `sees_all` holds. */
  readonly reader: LedgerRead;
  /** The keeper's own copy of an approval. */
  readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
  readonly workspace: string;
  readonly now: () => Date;
  readonly marks: Marks;
  /** What the person sees change on a branch after a state that they saw. */
  readonly since: (state: MarkedState, present: Pick<Seen, 'seq' | 'view'>) => Promise<Since>;
  /** Returns a moment. Refuses an unknown one, and one that the person may not read, in the same words. */
  readonly at: (moment: Moment) => Promise<Seen>;
};

type LookingParts = Omit<Looking, 'at' | 'since' | 'sees_all'> & { readonly moments: Moments };

/** What a person sees by their current record. The domain must be caught up. */
export function lookingOf({ moments, ...parts }: LookingParts): Looking {
  const { viewer, marks } = parts;
  const { READ } = viewer.permissions.permissions;
  const sees_all = READ !== undefined && Object.keys(READ).length === 0;
  const sight = { ...parts, sees_all };
  const planOf = async (id: string): Promise<PlanDocument> => (await seenApproval(sight, id)).plan;
  return {
    ...sight,
    since: async (state, present) => await changesSince({ ...parts, moments }, state, present),
    at: async (moment) => {
      if ('seq' in moment && moment.seq !== undefined && !sees_all) throw byEvent();
      const { branch, seq, view, misfit } = await moments.at(viewer, moment, planOf);
      const plan = 'plan' in moment ? moment.plan : null;
      const mark = marks.markOf({
        branch,
        seq,
        read: readKey(viewer),
        is_present: isPresent(moment),
      });
      return { shown: { branch, seq: view.position(seq), plan, mark }, seq, view, misfit };
    },
  };
}

function isPresent(moment: Moment): boolean {
  return !('plan' in moment) && moment.seq === undefined && moment.event === undefined;
}

function byEvent(): Refusal {
  return new Refusal(
    'SCOPE_DENIED',
    'you may not name moments by `seq`: your READ permission does not cover the whole model',
    'name a moment by an event',
  );
}
