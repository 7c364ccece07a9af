/** @module model: all branches of a building model, kept in step with the ledger by applying its events in order. */
import type { StoredEvent, StoredEventOf } from '../../../schemas/events.ts';
import type { SolidKernel } from '../geometry/mesh/solid-kernel.ts';
import type { MeshSource } from '../geometry/mesh/stored-mesh.ts';
import { Derived } from './derived/derived.ts';
import type { FileSource } from './file-source.ts';
import { MergeBases } from './merge-bases.ts';
import { StateView } from './state-view.ts';
import { evolve } from './state/evolve.ts';
import { ModelFault, type PastState } from './state/model-fault.ts';
import type { BranchRecord, ModelState } from './state/model-state.ts';
import type { Keys } from './state/persistent-index.ts';
import type { Batch } from './state/persistent-vector.ts';
import { newBatch } from './state/persistent-vector.ts';
import type { BranchState } from './state/state.ts';
import { elementIn, emptyState, newKeys } from './state/state.ts';

/** The branch that exists from the beginning. */
export const MAIN = 'main';

/** Ledger events between two kept states of a branch, and the numbers of kept states and events. */
const MARK_EVERY = 64;
const MARKS_KEPT = 64;
const EVENTS_KEPT = MARK_EVERY * MARKS_KEPT;

/** Summary of a branch. `from_seq` and `last_seq` are ledger seqs. */
export type BranchSummary = {
  readonly name: string;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly status: 'open' | 'discarded';
  readonly branch_seq: number;
  readonly last_seq: number;
};

/** Options of a model. */
export type ModelOptions = {
  /** Makes the cuts that direct meshes cannot; without it such shapes are refused. */
  readonly solids?: SolidKernel | null;
  /** Reads the meshes of imported products; without it these have a box and no mesh. */
  readonly meshes?: MeshSource | null;
  /** Reads the files of imports; without it nothing is known of them. */
  readonly files?: FileSource | null;
};

type Branch = Omit<BranchRecord, 'status' | 'state'> & {
  status: 'open' | 'discarded';
  state: BranchState;
  /** States at intervals of some events, ascending. */
  marks: readonly BranchState[];
};

/** A recalled state, or an intermediate state on the way to it. */
type Recalled = { readonly state: BranchState; readonly there: boolean };

/** A model before its first event. */
export function emptyModel(keys: Keys = newKeys()): ModelState {
  const fork = emptyState(keys);
  const main = {
    name: MAIN,
    parent: null,
    from_seq: 0,
    fork,
    status: 'open',
    state: fork,
  } as const;
  return { keys, last_seq: 0, branches: [main], merge_bases: new Map(), base_changes: [] };
}

/**
 * Owner of the branches' states. States are values: later events do not change a view that was taken before.
 *
 * Forks and merges are exact: the state of any branch after any of the last {@link EVENTS_KEPT} ledger events is
 * derived from a kept state and the events since. An older state is FORK_POINT_LOST until `recall` is given the events
 * that lead to it.
 */
export class Model {
  readonly #start: ModelState;
  readonly #derived: Derived;
  readonly #branches = new Map<string, Branch>();
  readonly #mergeBases: MergeBases;
  readonly #recalled = new Map<string, Recalled>();
  #recent: StoredEvent[] = [];
  #lastSeq = 0;
  #broken: unknown = null;

  /** `start` is the state of another model from which this one continues. */
  constructor(options: ModelOptions = {}, start: ModelState = emptyModel()) {
    this.#start = start;
    this.#lastSeq = start.last_seq;
    this.#derived = new Derived(
      options.solids ?? null,
      options.meshes ?? null,
      options.files ?? null,
    );
    this.#mergeBases = new MergeBases(start);
    for (const branch of start.branches) {
      const marks = branch.state === branch.fork ? [] : [branch.state];
      this.#branches.set(branch.name, { ...branch, marks });
    }
  }

  /** The current state of the model. It is a value that later events do not change. */
  get state(): ModelState {
    return {
      keys: this.#start.keys,
      last_seq: this.#lastSeq,
      branches: [...this.#branches.values()].map(
        ({ name, parent, from_seq, fork, status, state }) => ({
          name,
          parent,
          from_seq,
          fork,
          status,
          state,
        }),
      ),
      ...this.#mergeBases.state,
    };
  }

  /** The keys of all states of this model. */
  get keys(): Keys {
    return this.#start.keys;
  }

  /** Ledger seq of the last applied event; 0 if there is none. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Applies the next event of the ledger. If it throws `ModelFault`, the model is unchanged. */
  applyStored(event: StoredEvent): void {
    this.#apply(event, null);
  }

  /**
   * Applies the next events of the ledger, faster than one by one. Returns null, or a state that is not kept and that
   * the event after `lastSeq` needs: restore it with `recall` and continue there. After a `ModelFault` about an event
   * the model is in its state before that event. After any other error it must not be used.
   */
  applyAll(events: Iterable<StoredEvent>): PastState | null {
    const batches = { current: newBatch() };
    try {
      for (const event of events) this.#apply(event, batches);
      return null;
    } catch (error) {
      if (error instanceof ModelFault && error.lost !== null) return error.lost;
      // An event that does not fit leaves the model in its state before that event.
      if (!(error instanceof ModelFault && error.event !== null)) this.#broken = error;
      throw error;
    }
  }

  /**
   * Advances the restoration of a lost state with the events of its branch after `past.after`; an empty list means that
   * there are no more. Returns null when the state is restored; it is then kept until the event that needs it is
   * applied. Otherwise returns the state that still needs further events.
   */
  recall(past: PastState, events: readonly StoredEvent[]): PastState | null {
    const { branch, seq } = past;
    const key = keyOfPast(branch, seq);
    let state = this.#recalled.get(key)?.state ?? this.#keptBefore(this.#known(branch), seq);
    const batch = newBatch();
    const due = events.filter((event) => event.seq <= seq);
    for (const event of due) {
      if (event.branch !== branch || event.branch_seq !== state.branch_seq + 1) {
        throw new ModelFault(
          'SEQUENCE_GAP',
          `branch_seq was ${event.branch_seq} of \`${event.branch}\`; expected ${state.branch_seq + 1} of \`${branch}\``,
        );
      }
      state = evolve(state, event, event.seq, batch);
    }
    const there = due.length < events.length || events.length === 0 || state.last_seq === seq;
    this.#recalled.set(key, { state, there });
    return there ? null : { branch, seq, after: state.branch_seq };
  }

  /**
   * Advances the restoration of a lost state from the state of an earlier model of the same ledger and the same keys.
   */
  recallFrom(past: PastState, earlier: ModelState): PastState {
    const { branch, seq, after } = past;
    const record = earlier.branches.find(({ name }) => name === branch);
    if (record === undefined || earlier.last_seq > seq || record.state.branch_seq <= after) {
      return past;
    }
    this.#recalled.set(keyOfPast(branch, seq), { state: record.state, there: false });
    return { branch, seq, after: record.state.branch_seq };
  }

  #apply(event: StoredEvent, batches: { current: Batch } | null): void {
    try {
      this.#applyOne(event, batches);
    } catch (error) {
      throw error instanceof ModelFault ? error.about(event) : error;
    }
  }

  #applyOne(event: StoredEvent, batches: { current: Batch } | null): void {
    if (this.#broken !== null) throw this.#broken;
    if (event.seq !== this.#lastSeq + 1) {
      throw new ModelFault('SEQUENCE_GAP', `seq was ${event.seq}; expected ${this.#lastSeq + 1}`);
    }
    const branch = this.#branchOf(event);
    const fresh = !this.#branches.has(event.branch);
    if (event.branch_seq !== branch.state.branch_seq + 1) {
      throw new ModelFault(
        'SEQUENCE_GAP',
        `branch_seq was ${event.branch_seq} of \`${event.branch}\`; expected ${branch.state.branch_seq + 1}`,
      );
    }
    const base = event.type === 'branch.merged' ? this.#mergedFrom(event) : null;
    const due = event.seq - (branch.marks.at(-1)?.last_seq ?? branch.from_seq) >= MARK_EVERY;
    // INVARIANT: later events do not change in place the states that are kept from here on.
    if (batches !== null && (due || fresh || event.type.startsWith('branch.'))) {
      batches.current = newBatch();
    }
    const state = evolve(branch.state, event, event.seq, batches?.current ?? null);
    if (due) branch.marks = [...branch.marks, branch.state].slice(-MARKS_KEPT);
    branch.state = state;
    if (fresh) this.#branches.set(event.branch, branch);
    this.#mergeBases.apply(event, base);
    if (event.type === 'branch.discarded') this.#known(event.payload.name).status = 'discarded';
    this.#lastSeq = event.seq;
    this.#recent.push(event);
    if (this.#recent.length >= 2 * EVENTS_KEPT) this.#recent = this.#recent.slice(-EVENTS_KEPT);
  }

  #known(name: string): Branch {
    const branch = this.#branches.get(name);
    if (branch === undefined) throw new ModelFault('UNKNOWN_BRANCH', `no branch \`${name}\``);
    return branch;
  }

  /** The branch of an event; the event may create it. */
  #branchOf(event: StoredEvent): Branch {
    if (event.type === 'branch.created') return this.#forked(event);
    if (event.type !== 'event.passed_over' || this.#branches.has(event.branch)) {
      return this.#known(event.branch);
    }
    const { from, from_seq } = event.payload.fork ?? { from: MAIN, from_seq: 0 };
    return this.#forkedAnyhow(event.branch, from, from_seq);
  }

  /** A branch whose creating event was left out. It starts from its closest ancestor that existed then. */
  #forkedAnyhow(name: string, from: string, from_seq: number): Branch {
    let parent = this.#branches.get(from) ?? this.#known(MAIN);
    while (from_seq < parent.from_seq && parent.parent !== null) {
      parent = this.#known(parent.parent);
    }
    const seq = Math.max(0, Math.min(from_seq, this.#lastSeq));
    const fork = { ...this.#stateAt(parent.name, seq), branch_seq: 0, last_seq: seq };
    return {
      name,
      parent: parent.name,
      from_seq: seq,
      fork,
      status: 'open',
      state: fork,
      marks: [],
    };
  }

  #forked(event: StoredEventOf<'branch.created'>): Branch {
    const { name, from, from_seq } = event.payload;
    if (name !== event.branch || this.#branches.has(name)) {
      throw new ModelFault(
        'INCONSISTENT_EVENT',
        `branch \`${name}\` cannot be created at seq ${event.seq} of \`${event.branch}\``,
      );
    }
    const fork = { ...this.#stateAt(from, from_seq), branch_seq: 0, last_seq: from_seq };
    return { name, parent: from, from_seq, fork, status: 'open', state: fork, marks: [] };
  }

  #mergedFrom({ payload: { source, source_seq } }: StoredEventOf<'branch.merged'>): {
    readonly source: string;
    readonly state: BranchState;
  } {
    return { source, state: this.#stateAt(source, source_seq) };
  }

  /** State of a branch after ledger event `seq`, that is, after its own last event up to `seq`. */
  #stateAt(name: string, seq: number): BranchState {
    const branch = this.#known(name);
    if (branch.state.last_seq <= seq) return branch.state;
    if (seq < branch.from_seq) {
      throw new ModelFault('INCONSISTENT_EVENT', `\`${name}\` did not exist at seq ${seq}`);
    }
    const kept = this.#keptBefore(branch, seq);
    let state = kept;
    for (const event of this.#recent) {
      if (event.branch !== name || event.seq <= state.last_seq) continue;
      if (event.branch_seq !== state.branch_seq + 1) break;
      if (event.seq > seq) return state;
      state = evolve(state, event, event.seq);
    }
    const key = keyOfPast(name, seq);
    const recalled = this.#recalled.get(key);
    if (recalled?.there !== true) {
      const lost = { branch: name, seq, after: (recalled?.state ?? kept).branch_seq };
      throw new ModelFault('FORK_POINT_LOST', `state of \`${name}\` at seq ${seq} is not kept`, {
        lost,
      });
    }
    this.#recalled.delete(key);
    return recalled.state;
  }

  /** The last kept state of a branch that is not later than ledger event `seq`. */
  #keptBefore({ marks, fork }: Branch, seq: number): BranchState {
    return marks.findLast((mark) => mark.last_seq <= seq) ?? fork;
  }

  /** The current view of a branch; null if it does not exist or was discarded. */
  view(name: string): StateView | null {
    const branch = this.#branches.get(name);
    if (branch === undefined || branch.status === 'discarded') return null;
    return this.#viewOf(name, branch.state);
  }

  /** The branch, open or discarded, with its fork and its current state; null if it never existed. */
  record(name: string): BranchRecord | null {
    return this.#branches.get(name) ?? null;
  }

  /** States of a branch after some of its last events, ascending. */
  marks(name: string): readonly BranchState[] {
    return this.#branches.get(name)?.marks ?? [];
  }

  /**
   * The view of an earlier state of a branch, complete up to ledger event `seq`. It shares derived results with the views of
   * current states.
   */
  pastView(name: string, state: BranchState, seq: number): StateView {
    return this.#viewOf(name, state, seq);
  }

  #viewOf(name: string, state: BranchState, seq = this.#lastSeq): StateView {
    return new StateView({
      branch: name,
      state,
      seq,
      derived: this.#derived,
      elsewhere: (id) => this.#elsewhere(name, id),
    });
  }

  #elsewhere(name: string, id: string): readonly string[] {
    return [...this.#branches.values()]
      .filter(
        (branch) =>
          branch.name !== name &&
          branch.status === 'open' &&
          elementIn(branch.state, id) !== undefined,
      )
      .map((branch) => branch.name);
  }

  /** All branches in order of creation, discarded ones included. */
  branches(): readonly BranchSummary[] {
    return [...this.#branches.values()].map(({ name, parent, from_seq, status, state }) => ({
      name,
      parent,
      from_seq,
      status,
      branch_seq: state.branch_seq,
      last_seq: state.last_seq,
    }));
  }

  /**
   * The last common state of both branches: the source's state at the last merge between the two, in either direction, that
   * was not undone, or otherwise the state where their lines diverge. Null if one of them does not exist.
   */
  mergeBase(source: string, target: string): StateView | null {
    const [a, b] = [this.#branches.get(source), this.#branches.get(target)];
    if (a === undefined || b === undefined) return null;
    const state = this.#mergeBases.of(source, target) ?? this.#parting(a, b);
    return state === null ? null : this.#viewOf(source, state);
  }

  #parting(a: Branch, b: Branch): BranchState | null {
    const [linesA, linesB] = [this.#lineOf(a), this.#lineOf(b)];
    for (const [name, fromA] of linesA) {
      const fromB = linesB.get(name);
      if (fromB !== undefined) return fromA.last_seq <= fromB.last_seq ? fromA : fromB;
    }
    return null;
  }

  /** The branch and its ancestors, each with its state at the point where the line leaves it. */
  #lineOf(branch: Branch): ReadonlyMap<string, BranchState> {
    const line = new Map([[branch.name, branch.state]]);
    for (let at = branch; at.parent !== null; at = this.#known(at.parent)) {
      line.set(at.parent, at.fork);
    }
    return line;
  }
}

function keyOfPast(branch: string, seq: number): string {
  return `${seq}\n${branch}`;
}
