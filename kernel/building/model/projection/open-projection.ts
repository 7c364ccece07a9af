/** @module open projection: one branch of a ledger for someone who only looks, with no more of its log than counts. */
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import { KINDS } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { Derived } from '../derived/derived.ts';
import { ModelFault } from '../state/model-fault.ts';
import { newBatch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';
import { emptyState, newKeys } from '../state/state.ts';
import type { BranchReader } from './branch-reader.ts';
import { lineOf, pagesOf } from './branch-reader.ts';
import { evolvedOrFault } from './evolved-or-fault.ts';
import { ProjectedView } from './projected-view.ts';

/** What may be asked of a projection. */
export type ProjectionOptions = {
  /** Last ledger seq that counts; the present without it. */
  readonly until?: number;
  readonly kinds?: Kinds;
  /** For measures of bodies that only exact booleans can make; without it such a body has none. */
  readonly solids?: SolidKernel;
};

/** A branch as it was read. */
export type Projection = {
  readonly view: ProjectedView;
  /** Events that no state could take and that are left out; none in a sound ledger. */
  readonly left_out: readonly ModelFault[];
};

/** The state of a branch that a ledger's events lead to: that of its parent at the fork, and what happened on it since. */
export async function openProjection(
  reader: BranchReader,
  branch: string,
  { until = Infinity, kinds = KINDS, solids }: ProjectionOptions = {},
): Promise<Projection> {
  const { state, left_out } = await replayed(reader, branch, until, kinds);
  const derived = new Derived(solids ?? null);
  const source = { branch, state, seq: state.last_seq, derived, elsewhere: () => [] };
  return { view: new ProjectedView(source), left_out };
}

/** What counts, applied from the beginning. A state that was kept would be the place to begin instead. */
async function replayed(
  reader: BranchReader,
  branch: string,
  until: number,
  kinds: Kinds,
): Promise<{ readonly state: BranchState; readonly left_out: readonly ModelFault[] }> {
  const left_out: ModelFault[] = [];
  const batch = newBatch();
  let state = emptyState(newKeys(kinds));
  for (const stretch of await lineOf(reader, branch, until)) {
    state = counted(state, { branch_seq: 0, last_seq: state.last_seq });
    for await (const page of pagesOf(reader, stretch)) {
      for (const event of page) {
        const result = evolvedOrFault(state, event, event.seq, batch);
        if (result instanceof ModelFault) left_out.push(result);
        state =
          result instanceof ModelFault
            ? counted(state, { branch_seq: event.branch_seq, last_seq: event.seq })
            : result;
      }
    }
  }
  return { state, left_out };
}

/** The same elements with other counters. */
function counted(
  state: BranchState,
  counters: Pick<BranchState, 'branch_seq' | 'last_seq'>,
): BranchState {
  return { ...state, ...counters };
}
