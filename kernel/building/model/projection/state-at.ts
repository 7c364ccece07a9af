/** @module state at: the state of a branch after one of its earlier events, from the closest kept state and the log. */
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { Model } from '../model.ts';
import { evolve } from '../state/evolve.ts';
import { type BlobSource, provideManifests } from '../state/manifests.ts';
import { newBatch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';

/** The ledger queries for earlier states. They return synchronously or asynchronously, like the store. */
export interface PastSource extends BlobSource {
  /** Events of one branch after its event `branch_seq`, in order, without the events of its parent. */
  eventsOfBranch(
    branch: string,
    branch_seq: number,
    limit: number,
  ): readonly StoredEvent[] | Promise<readonly StoredEvent[]>;
}

/** The number of events read at once. */
const PAGE = 1000;

/**
 * Returns the state of a branch after ledger event `seq`, which must not be before the branch began, with the keys of the
 * model. Yields to other calls between pages of the log.
 *
 * @throws {ModelFault} UNKNOWN_BRANCH; INCONSISTENT_EVENT if the branch did not exist at `seq`
 */
export async function stateAt(
  model: Model,
  source: PastSource,
  { branch, seq }: { readonly branch: string; readonly seq: number },
): Promise<BranchState> {
  let state = model.keptState(branch, seq);
  for (;;) {
    const page = await source.eventsOfBranch(branch, state.branch_seq, PAGE);
    const due = page.filter((event) => event.seq <= seq);
    await provideManifests(model.keys.manifests, due, source);
    // INVARIANT: a kept state is not changed in place, because its nodes are of other batches.
    const batch = newBatch();
    for (const event of due) state = evolve(state, event, event.seq, batch);
    if (due.length < PAGE) return state;
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
