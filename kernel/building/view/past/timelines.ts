/** @module timelines: the earlier states of the branches of a model, with those of their ancestors before the fork. */
import type { Model } from '../../model/model.ts';
import { SnapshotFault } from '../../model/snapshot/snapshot-fault.ts';
import { stateFromSnapshot } from '../../model/snapshot/snapshot.ts';
import type { BranchRecord } from '../../model/state/model-state.ts';
import type { Keys } from '../../model/state/persistent-index.ts';
import type { BranchState } from '../../model/state/state.ts';
import type { SnapshotSource } from '../snapshot-source.ts';
import { Timeline, type TimelineSource } from './timeline.ts';

/** Maximum number of branches whose earlier states are kept. */
const BRANCHES_MAX = 4;

/** The earlier states of the branches of a model, kept for the branches that were asked for last. */
export class Timelines {
  readonly #source: TimelineSource;
  readonly #snapshots: Pick<SnapshotSource, 'before'> | null;
  /** By branch, the latest last. */
  #known = new Map<string, Timeline>();
  #keys: Keys | null = null;

  constructor(source: TimelineSource, snapshots: Pick<SnapshotSource, 'before'> | null = null) {
    this.#source = source;
    this.#snapshots = snapshots;
  }

  /**
   * The state of a branch, open or discarded, after ledger event `seq`: before its fork, that of its parent. Null for a branch
   * that never existed.
   */
  async at(model: Model, branch: string, seq: number): Promise<BranchState | null> {
    const record = branchAt(model, branch, seq);
    if (record === null) return null;
    const known = { record, marks: model.marks(record.name) };
    return await this.#timelineOf(model, record.name).at(seq, known);
  }

  /** The state of a branch in the newest snapshot without any event after `seq`; null without one. */
  async #inSnapshot(keys: Keys, branch: string, seq: number): Promise<BranchState | null> {
    const bytes = (await this.#snapshots?.before(seq)) ?? null;
    if (bytes === null) return null;
    try {
      const { branches } = stateFromSnapshot(bytes, keys);
      return branches.find(({ name }) => name === branch)?.state ?? null;
    } catch (error) {
      if (error instanceof SnapshotFault) return null;
      throw error;
    }
  }

  #timelineOf({ keys }: Model, branch: string): Timeline {
    // States of another model have other keys.
    if (this.#keys !== keys) this.#known = new Map();
    this.#keys = keys;
    const timeline =
      this.#known.get(branch) ??
      new Timeline(this.#source, async (name, seq) => await this.#inSnapshot(keys, name, seq));
    this.#known.delete(branch);
    this.#known.set(branch, timeline);
    const [oldest] = this.#known.keys();
    if (this.#known.size > BRANCHES_MAX && oldest !== undefined) this.#known.delete(oldest);
    return timeline;
  }
}

/** The branch, or its closest ancestor, whose events lead to the state of the branch after `seq`; null if there is none. */
export function branchAt(model: Model, branch: string, seq: number): BranchRecord | null {
  let record = model.record(branch);
  while (record !== null && record.parent !== null && seq < record.from_seq) {
    record = model.record(record.parent);
  }
  return record;
}
