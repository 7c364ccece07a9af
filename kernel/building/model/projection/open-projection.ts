/** @module open projection: opens one branch of a ledger for reading, with only the part of its log that applies. */
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { SolidKernel } from '../../geometry/mesh/solid-kernel.ts';
import { KINDS } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { Derived } from '../derived/derived.ts';
import { provideManifests } from '../state/manifests.ts';
import { ModelFault } from '../state/model-fault.ts';
import { type Batch, newBatch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';
import { emptyState, newKeys } from '../state/state.ts';
import type { BranchReader } from './branch-reader.ts';
import { lineOf, pagesOf } from './branch-reader.ts';
import { evolvedOrFault } from './evolved-or-fault.ts';
import { ProjectedView } from './projected-view.ts';

/** Options of a projection. */
export type ProjectionOptions = {
  /** Last ledger seq that applies; default: the present. */
  readonly until?: number;
  readonly kinds?: Kinds;
  /** Measures bodies that only exact booleans can make; without it such a body has no measures. */
  readonly solids?: SolidKernel;
};

/** The projected state of a branch. */
export type Projection = {
  readonly view: ProjectedView;
  /** Events that did not fit the state and were left out; empty for a sound ledger. */
  readonly left_out: readonly ModelFault[];
};

/**
 * Returns the state of a branch after a ledger's events: the parent's state at the fork, plus the branch's own events.
 */
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

/**
 * Returns the state of the same branch after its later events up to ledger seq `until`. The given state must not be older
 * than the fork of the branch, after which its parent does not count.
 */
export async function advanceProjection(
  reader: BranchReader,
  { source }: ProjectedView,
  until: number,
): Promise<Projection> {
  const left_out: ModelFault[] = [];
  const batch = newBatch();
  let { state } = source;
  const { branch_seq, last_seq: seq } = state;
  const after = { branch_seq, seq };
  for await (const page of pagesOf(reader, { branch: source.branch, until }, after)) {
    await provideManifests(state.keys.manifests, page, reader);
    for (const event of page) state = appliedOr(state, event, batch, left_out);
  }
  return { view: new ProjectedView({ ...source, state, seq: state.last_seq }), left_out };
}

/** The state after an event; if the event does not fit, it is only counted, and added to `left_out`. */
function appliedOr(
  state: BranchState,
  event: StoredEvent,
  batch: Batch,
  left_out: ModelFault[],
): BranchState {
  const result = evolvedOrFault(state, event, event.seq, batch);
  if (!(result instanceof ModelFault)) return result;
  left_out.push(result);
  return counted(state, { branch_seq: event.branch_seq, last_seq: event.seq });
}

/** Applies all events that count from the beginning. A stored snapshot would be the place to start from instead. */
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
      await provideManifests(state.keys.manifests, page, reader);
      for (const event of page) state = appliedOr(state, event, batch, left_out);
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
