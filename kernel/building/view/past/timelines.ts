/** @module timelines: the earlier states of the branches of a model, with those of their ancestors before the fork. */
import type { Model } from '../../model/model.ts';
import type { BranchRecord } from '../../model/state/model-state.ts';
import type { Keys } from '../../model/state/persistent-index.ts';
import type { BranchState } from '../../model/state/state.ts';
import { Timeline, type TimelineSource } from './timeline.ts';

/** Maximum number of branches whose earlier states are kept. */
const BRANCHES_MAX = 4;

/** The earlier states of the branches of a model, kept for the branches that were asked for last. */
export class Timelines {
  readonly #source: TimelineSource;
  /** By branch, the latest last. */
  #known = new Map<string, Timeline>();
  #keys: Keys | null = null;

  constructor(source: TimelineSource) {
    this.#source = source;
  }

  /**
   * The state of a branch, open or discarded, after ledger event `seq`: before its fork, that of its parent. Null for a branch
   * that never existed.
   */
  async at(model: Model, branch: string, seq: number): Promise<BranchState | null> {
    const record = branchAt(model, branch, seq);
    return record === null ? null : await this.#timelineOf(model, record.name).at(seq, record);
  }

  #timelineOf({ keys }: Model, branch: string): Timeline {
    // States of another model have other keys.
    if (this.#keys !== keys) this.#known = new Map();
    this.#keys = keys;
    const timeline = this.#known.get(branch) ?? new Timeline(this.#source);
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
