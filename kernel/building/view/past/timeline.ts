/** @module timeline: the earlier states of one branch, each derived from a kept state and a few events of the log. */
import { touchedIds, type StoredEvent } from '../../../../schemas/events.ts';
import { evolve } from '../../model/state/evolve.ts';
import { changedIds, lendManifests } from '../../model/state/manifests.ts';
import type { BranchRecord } from '../../model/state/model-state.ts';
import {
  type Batch,
  newBatch,
  vectorDiff,
  vectorGet,
  vectorSet,
} from '../../model/state/persistent-vector.ts';
import type { BranchState } from '../../model/state/state.ts';
import type { EventSource } from '../event-source.ts';

/** The queries of a timeline. */
export type TimelineSource = Pick<EventSource, 'eventsOfBranch' | 'blobPart'>;

/** What a model knows of a branch. */
export type KnownBranch = {
  /** Its fork and its current state. */
  readonly record: BranchRecord;
  /** States after some of its last events. */
  readonly marks: readonly BranchState[];
};

/** Returns the state of a branch in the newest snapshot without any event after `seq`; null without one. */
export type SnapshotState = (branch: string, seq: number) => Promise<BranchState | null>;

/** Events of the branch between two kept states, at least. */
const MIN_INTERVAL = 64;
/** Maximum number of states that are kept at intervals, of those after imports and from snapshots, and of those that were asked for. */
const [KEPT_MAX, IMPORTS_MAX, RECENT_MAX] = [512, 8, 8];
/** Maximum number of events that are read at once. */
const PAGE = 1000;
/** With more events than this to read, a snapshot is looked for. */
const WORTH_SNAPSHOT = 5000;

/** How far a timeline has advanced towards a moment. */
type Step = { state: BranchState; batch: Batch };

/**
 * The states of a branch after each of its own events. States are kept at intervals, so that any moment is a kept state and
 * a few events. The interval grows with the branch, which limits the number of kept states. A state after an import is kept
 * in addition, because its manifest takes long to read, and one from a snapshot. All states share their structure.
 */
export class Timeline {
  readonly #source: TimelineSource;
  readonly #snapshot: SnapshotState;
  /** By the number of the last event in the branch. */
  readonly #kept = new Map<number, BranchState>();
  readonly #imports = new Map<number, BranchState>();
  /** The states that were asked for, the latest last. */
  readonly #recent = new Map<number, BranchState>();
  #interval = MIN_INTERVAL;

  constructor(
    source: TimelineSource,
    snapshot: SnapshotState = async () => await Promise.resolve(null),
  ) {
    this.#source = source;
    this.#snapshot = snapshot;
  }

  /** Number of states that are kept. */
  get size(): number {
    return this.#kept.size + this.#imports.size + this.#recent.size;
  }

  /**
   * The state after the last event of the branch up to ledger event `seq`. `known` is what its model knows now, always the same
   * model; `seq` must not be before the fork.
   */
  async at(seq: number, known: KnownBranch): Promise<BranchState> {
    const now = known.record;
    if (seq >= now.state.last_seq) return now.state;
    this.#widen(now.state.branch_seq);
    const from = await this.#start(seq, known);
    const step: Step = { state: from, batch: newBatch() };
    while (step.state.last_seq < seq) {
      const after = step.state.branch_seq;
      const limit = Math.min(PAGE, seq - step.state.last_seq, now.state.branch_seq - after);
      const page = await this.#source.eventsOfBranch(now.name, after, limit);
      const due = page.filter((event) => event.seq <= seq);
      using _ = await lendManifests(step.state.keys.manifests, due, this.#source);
      for (const event of due) this.#advance(step, event, now.state);
      if (due.length < page.length || page.length < limit || page.length === 0) break;
      await nextTurn();
    }
    this.#remember(step.state);
    return step.state;
  }

  #advance(step: Step, event: StoredEvent, current: BranchState): void {
    const next = evolve(step.state, event, event.seq, step.batch);
    step.state = withShared(next, event, { current, batch: step.batch });
    const isImport = event.type === 'model.imported' || event.type === 'import.reverted';
    const isDue = event.branch_seq % this.#interval === 0;
    if (!isImport && !isDue) return;
    if (isDue) this.#kept.set(event.branch_seq, step.state);
    else keepLast(this.#imports, event.branch_seq, step.state, IMPORTS_MAX);
    // INVARIANT: later events do not change in place a state that is kept.
    step.batch = newBatch();
  }

  #remember(state: BranchState): void {
    keepLast(this.#recent, state.branch_seq, state, RECENT_MAX);
  }

  /** Doubles the interval until the states of a branch of this length are few enough. */
  #widen(branch_seq: number): void {
    while (branch_seq / this.#interval > KEPT_MAX) this.#interval *= 2;
    for (const at of this.#kept.keys()) {
      if (at % this.#interval !== 0) this.#kept.delete(at);
    }
  }

  /** The last state up to `seq` that is known, or that of a snapshot if it is much later. */
  async #start(seq: number, known: KnownBranch): Promise<BranchState> {
    const nearest = this.#nearest(seq, known);
    if (seq - nearest.last_seq <= WORTH_SNAPSHOT) return nearest;
    const { name, state: current } = known.record;
    const found = await this.#snapshot(name, seq);
    const isLater =
      found !== null && found.last_seq <= seq && found.branch_seq > nearest.branch_seq;
    if (!isLater) return nearest;
    const state = withAllShared(found, current);
    keepLast(this.#imports, state.branch_seq, state, IMPORTS_MAX);
    return state;
  }

  #nearest(seq: number, { record: { fork }, marks }: KnownBranch): BranchState {
    let best = fork;
    const own = [this.#kept, this.#imports, this.#recent].map((states) => states.values());
    for (const states of [...own, marks]) {
      for (const state of states) {
        if (state.last_seq <= seq && state.branch_seq > best.branch_seq) best = state;
      }
    }
    return best;
  }
}

/** Keeps a state as the latest one, and forgets the oldest of too many. */
function keepLast(
  states: Map<number, BranchState>,
  at: number,
  state: BranchState,
  most: number,
): void {
  states.delete(at);
  states.set(at, state);
  const [oldest] = states.keys();
  if (states.size > most && oldest !== undefined) states.delete(oldest);
}

/**
 * The state with the elements of the current state in place of equal ones that the event made, so that results derived from
 * them are shared. An element of the same version is equal: both are what the same event made.
 */
function withShared(
  state: BranchState,
  event: StoredEvent,
  { current, batch }: { readonly current: BranchState; readonly batch: Batch },
): BranchState {
  let { entries } = state;
  for (const id of new Set([...changedIds([event], state.keys), ...touchedIds(event)])) {
    const slot = state.keys.elements.find(id);
    if (slot === undefined) continue;
    const known = vectorGet(current.entries, slot);
    if (known === undefined || known.version !== event.seq) continue;
    if (vectorGet(entries, slot)?.version !== event.seq) continue;
    entries = vectorSet(entries, slot, known, batch);
  }
  return entries === state.entries ? state : { ...state, entries };
}

/** The state with the elements of the current state in place of equal ones. */
function withAllShared(state: BranchState, current: BranchState): BranchState {
  const batch = newBatch();
  let { entries } = state;
  vectorDiff(state.entries, current.entries, (slot, own, known) => {
    if (own !== undefined && own.version === known?.version) {
      entries = vectorSet(entries, slot, known, batch);
    }
  });
  return { ...state, entries };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
