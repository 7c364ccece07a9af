/** @module looking: what the person of a sign-in sees: the part of each moment that their READ permission allows. */
import type { ActingAgent } from '../../../governance/access/principal.ts';
import { callerView, wholeBranch } from '../../../governance/engine/call/caller-view.ts';
import type { Domain } from '../../../governance/tool/domain.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import type { Moment, ShownMoment } from '../protocol/moment.ts';
import type { Marks } from './marks.ts';

/** A moment as the person sees it. */
export type Seen = {
  readonly shown: ShownMoment;
  /** INVARIANT: answers read the model only through this view. */
  readonly view: BuildingView;
};

/** Everything that the answer to one question may use. */
export type Looking = {
  /** The record of the person with READ only; for the owner, one with unrestricted READ. */
  readonly viewer: ActingAgent;
  /** Whether nothing is hidden from the person. Answers from the log that no view filters require it. */
  readonly sees_all: boolean;
  readonly domain: Domain<BuildingView>;
  /** The log as stored. INVARIANT: what an answer takes from here is filtered by a view, or `sees_all` holds. */
  readonly reader: LedgerRead;
  /** The keeper's own copy of an approval. */
  readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
  readonly workspace: string;
  readonly now: () => Date;
  readonly marks: Marks;
  /** Returns a moment. Refuses an unknown one, and one that the person may not read, in the same words. */
  readonly at: (moment: Moment) => Promise<Seen>;
};

type LookingParts = Omit<Looking, 'at' | 'sees_all'>;

/** What a person sees by their current record. The domain must be caught up. */
export function lookingOf(parts: LookingParts): Looking {
  const { viewer } = parts;
  const { READ } = viewer.permissions.permissions;
  const sees_all = READ !== undefined && Object.keys(READ).length === 0;
  return { ...parts, sees_all, at: async (moment) => await seen(parts, moment) };
}

async function seen(parts: LookingParts, moment: Moment): Promise<Seen> {
  if ('plan' in moment || moment.seq !== undefined || moment.event !== undefined) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      'this moment is not available',
      'look at the present of a branch',
    );
  }
  const { domain, viewer, marks } = parts;
  const whole = wholeBranch({ domain }, viewer, moment.branch);
  const { view } = callerView({ domain }, viewer, whole, moment.branch);
  const mark = marks.markOf({ branch: moment.branch, seq: whole.seq });
  const shown = { branch: moment.branch, seq: view.position(whole.seq), plan: null, mark };
  return await Promise.resolve({ shown, view });
}
