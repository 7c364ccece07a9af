/** @module ledger model: the model behind a ledger, from the newest snapshot where there is one. */
import type { SolidKernel } from '../../kernel/geometry/mesh/solid-kernel.ts';
import { KINDS } from '../../kernel/kinds/elements.ts';
import type { Kinds } from '../../kernel/kinds/kinds.ts';
import { emptyModel, Model } from '../../kernel/model/model.ts';
import { replay } from '../../kernel/model/replay.ts';
import { stateFromSnapshot } from '../../kernel/model/snapshot/snapshot.ts';
import { ModelFault } from '../../kernel/model/state/model-fault.ts';
import { newKeys } from '../../kernel/model/state/state.ts';
import type { EventSource } from './event-source.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** Where the model begins. */
export type Beginning = {
  /** Default: the kinds of a building. */
  readonly kinds?: Kinds;
  /** Without it the ledger is read from its first event. */
  readonly snapshots?: SnapshotSource;
};

/** A model and the ledger that it is kept level with. */
export class LedgerModel {
  readonly #events: EventSource;
  readonly #solids: SolidKernel | null;
  readonly #kinds: Kinds;
  readonly #snapshots: SnapshotSource | null;
  #opened = false;
  #model: Model;
  #fault: ModelFault | null = null;

  constructor(
    events: EventSource,
    solids: SolidKernel | null,
    { kinds = KINDS, snapshots }: Beginning,
  ) {
    this.#events = events;
    this.#solids = solids;
    this.#kinds = kinds;
    this.#snapshots = snapshots ?? null;
    this.#model = new Model({ solids }, emptyModel(newKeys(kinds)));
  }

  get model(): Model {
    return this.#model;
  }

  /** Why the next event of the ledger cannot be applied; null when there is none, or it can. */
  get fault(): ModelFault | null {
    return this.#fault;
  }

  /**
   * Applies what was committed since the last call, up to an event that cannot be applied. Not to be called again before
   * it ends.
   */
  async catchUp(): Promise<void> {
    if (!this.#opened && this.#snapshots !== null) await this.#open(this.#snapshots);
    this.#opened = true;
    this.#fault = null;
    try {
      await this.#replay(this.#model);
    } catch (error) {
      if (!(error instanceof ModelFault) || error.event === null) throw error;
      this.#fault = error;
    }
    this.#snapshots?.reached(this.#model.lastSeq);
  }

  async #replay(model: Model): Promise<void> {
    const snapshots = this.#snapshots;
    const before =
      snapshots === null ? undefined : async (seq: number) => await snapshots.before(seq);
    await replay(model, this.#events, { before });
  }

  /** Goes on from the newest snapshot. One that does not lead to the ledger as it is, is as good as none. */
  async #open(snapshots: SnapshotSource): Promise<void> {
    const bytes = await snapshots.newest();
    if (bytes === null) return;
    try {
      const state = stateFromSnapshot(bytes, newKeys(this.#kinds));
      const model = new Model({ solids: this.#solids }, state);
      await this.#replay(model);
      this.#model = model;
    } catch (error) {
      snapshots.refused(error);
    }
  }
}
