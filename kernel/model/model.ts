/** @module model: all branches of a building model, kept level with the ledger by applying its events in order. */
import * as z from 'zod';

import type { StoredEvent } from '../../schemas/events.ts';
import type { SolidKernel } from '../geometry/solid-kernel.ts';
import { Derived } from './derived.ts';
import { evolve } from './evolve.ts';
import { ModelFault } from './model-fault.ts';
import type { Keys } from './persistent-index.ts';
import type { Batch } from './persistent-vector.ts';
import { newBatch } from './persistent-vector.ts';
import { StateView } from './state-view.ts';
import type { BranchState } from './state.ts';
import { elementIn, emptyState, newKeys } from './state.ts';

/** The branch that is there from the beginning. */
export const MAIN = 'main';

/** Ledger events between two kept states of a branch, and how many such states and events are kept. */
const MARK_EVERY = 64;
const MARKS_KEPT = 64;
const EVENTS_KEPT = MARK_EVERY * MARKS_KEPT;

/** A branch as the model knows it. `from_seq` and `last_seq` are ledger seqs. */
export type BranchSummary = {
  readonly name: string;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly status: 'open' | 'discarded';
  readonly branch_seq: number;
  readonly last_seq: number;
};

/** What a model may be given. */
export type ModelOptions = {
  /** Cuts what direct meshes cannot; without it such shapes are refused. */
  readonly solids?: SolidKernel | null;
  /** The ledger from its first event to `seq`, for a branch that forks further back than states are kept. */
  readonly replay?: (seq: number) => Iterable<StoredEvent>;
};

type Branch = {
  readonly name: string;
  readonly parent: string | null;
  readonly from_seq: number;
  readonly fork: BranchState;
  status: 'open' | 'discarded';
  state: BranchState;
  /** States some events apart, ascending. */
  marks: readonly BranchState[];
};

const Created = z.looseObject({ name: z.string(), from: z.string(), from_seq: z.number().int() });
const Merged = z.looseObject({ source: z.string(), source_seq: z.number().int() });
const Discarded = z.looseObject({ name: z.string() });

function payloadOf<T>(schema: z.ZodType<T>, event: StoredEvent): T {
  const result = schema.safeParse(event.payload);
  if (result.success) return result.data;
  throw new ModelFault('MALFORMED_EVENT', `payload of \`${event.type}\` at seq ${event.seq}`);
}

/**
 * Owner of the branches' states. States are values: a view taken before an event is not changed by it.
 *
 * Forks and merges are exact: the state of any branch after any of the last {@link EVENTS_KEPT} ledger
 * events can be had from a kept state and the events since. Further back it is made by replaying the
 * ledger through `options.replay`; without that, such a fork throws FORK_POINT_LOST.
 */
export class Model {
  readonly #keys: Keys;
  readonly #replay: ModelOptions['replay'];
  readonly #derived: Derived;
  readonly #branches = new Map<string, Branch>();
  readonly #mergeBases = new Map<string, BranchState>();
  #recent: StoredEvent[] = [];
  #lastSeq = 0;
  #broken: unknown = null;

  constructor(options: ModelOptions = {}, keys: Keys = newKeys()) {
    this.#keys = keys;
    this.#replay = options.replay;
    this.#derived = new Derived(options.solids ?? null);
    const fork = emptyState(keys);
    this.#branches.set(MAIN, {
      name: MAIN,
      parent: null,
      from_seq: 0,
      fork,
      status: 'open',
      state: fork,
      marks: [],
    });
  }

  /** Ledger seq of the last event applied, 0 for none. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Applies the next event of the ledger. Throws `ModelFault`, and then the model is as it was. */
  applyStored(event: StoredEvent): void {
    this.#apply(event, null);
  }

  /** Applies the next events of the ledger, faster than one by one. After a `ModelFault` the model is of no use. */
  applyAll(events: Iterable<StoredEvent>): void {
    const batches = { current: newBatch() };
    try {
      for (const event of events) this.#apply(event, batches);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  #apply(event: StoredEvent, batches: { current: Batch } | null): void {
    if (this.#broken !== null) throw this.#broken;
    if (event.seq !== this.#lastSeq + 1)
      throw new ModelFault('SEQUENCE_GAP', `got seq ${event.seq}, want ${this.#lastSeq + 1}`);
    const branch =
      event.type === 'branch.created' ? this.#forked(event) : this.#known(event.branch);
    if (event.branch_seq !== branch.state.branch_seq + 1)
      throw new ModelFault(
        'SEQUENCE_GAP',
        `got branch_seq ${event.branch_seq} of \`${event.branch}\`, want ${branch.state.branch_seq + 1}`,
      );
    const base = event.type === 'branch.merged' ? this.#mergedFrom(event) : null;
    const due = event.seq - (branch.marks.at(-1)?.last_seq ?? branch.from_seq) >= MARK_EVERY;
    // INVARIANT: what is kept from here on is not changed in place by what follows.
    if (batches !== null && (due || event.type.startsWith('branch.'))) batches.current = newBatch();
    const state = evolve(branch.state, event, event.seq, batches?.current ?? null);
    if (due) branch.marks = [...branch.marks, branch.state].slice(-MARKS_KEPT);
    branch.state = state;
    if (event.type === 'branch.created') this.#branches.set(event.branch, branch);
    if (base !== null) this.#mergeBases.set(pairKey(base.source, event.branch), base.state);
    if (event.type === 'branch.discarded') this.#discard(event);
    this.#lastSeq = event.seq;
    this.#recent.push(event);
    if (this.#recent.length >= 2 * EVENTS_KEPT) this.#recent = this.#recent.slice(-EVENTS_KEPT);
  }

  #known(name: string): Branch {
    const branch = this.#branches.get(name);
    if (branch === undefined) throw new ModelFault('UNKNOWN_BRANCH', `no branch \`${name}\``);
    return branch;
  }

  #forked(event: StoredEvent): Branch {
    const { name, from, from_seq } = payloadOf(Created, event);
    if (name !== event.branch || this.#branches.has(name))
      throw new ModelFault(
        'INCONSISTENT_EVENT',
        `branch \`${name}\` cannot be created at seq ${event.seq} of \`${event.branch}\``,
      );
    const fork = { ...this.#stateAt(from, from_seq), branch_seq: 0, last_seq: from_seq };
    return { name, parent: from, from_seq, fork, status: 'open', state: fork, marks: [] };
  }

  #mergedFrom(event: StoredEvent): { readonly source: string; readonly state: BranchState } {
    const { source, source_seq } = payloadOf(Merged, event);
    return { source, state: this.#stateAt(source, source_seq) };
  }

  #discard(event: StoredEvent): void {
    const branch = this.#known(payloadOf(Discarded, event).name);
    branch.status = 'discarded';
  }

  /** State of a branch after ledger event `seq` (its own last event up to there). */
  #stateAt(name: string, seq: number): BranchState {
    const branch = this.#known(name);
    if (branch.state.last_seq <= seq) return branch.state;
    if (seq < branch.from_seq)
      throw new ModelFault('INCONSISTENT_EVENT', `\`${name}\` was not there at seq ${seq}`);
    let state = branch.marks.findLast((mark) => mark.last_seq <= seq) ?? branch.fork;
    for (const event of this.#recent) {
      if (event.branch !== name || event.seq <= state.last_seq) continue;
      if (event.branch_seq !== state.branch_seq + 1) break;
      if (event.seq > seq) return state;
      state = evolve(state, event, event.seq);
    }
    return this.#replayed(name, seq);
  }

  #replayed(name: string, seq: number): BranchState {
    if (this.#replay === undefined)
      throw new ModelFault('FORK_POINT_LOST', `state of \`${name}\` at seq ${seq} is not kept`);
    const past = new Model({ replay: this.#replay }, this.#keys);
    for (const event of this.#replay(seq)) if (event.seq <= seq) past.applyStored(event);
    return past.#known(name).state;
  }

  /** The branch as it is now, null when it is not there or was discarded. */
  view(name: string): StateView | null {
    const branch = this.#branches.get(name);
    if (branch === undefined || branch.status === 'discarded') return null;
    return this.#viewOf(name, branch.state);
  }

  #viewOf(name: string, state: BranchState): StateView {
    return new StateView({
      branch: name,
      state,
      seq: this.#lastSeq,
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
   * What both branches last had in common: the source's state at the last merge between the two, in
   * either direction, else where their lines part. Null when one of them is not there.
   */
  mergeBase(source: string, target: string): StateView | null {
    const [a, b] = [this.#branches.get(source), this.#branches.get(target)];
    if (a === undefined || b === undefined) return null;
    const state = this.#mergeBases.get(pairKey(source, target)) ?? this.#parting(a, b);
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

  /** The branch and its ancestors, each with its state where the line leaves it. */
  #lineOf(branch: Branch): ReadonlyMap<string, BranchState> {
    const line = new Map([[branch.name, branch.state]]);
    for (let at = branch; at.parent !== null; at = this.#known(at.parent))
      line.set(at.parent, at.fork);
    return line;
  }
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}
