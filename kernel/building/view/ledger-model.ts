/**
 * @module ledger model: the model that is derived from a ledger; it starts from the newest snapshot if there is one.
 */
import type { SolidKernel } from '../geometry/mesh/solid-kernel.ts';
import type { MeshSource } from '../geometry/mesh/stored-mesh.ts';
import { KINDS } from '../kinds/elements.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { FileSource } from '../model/file-source.ts';
import { emptyModel, Model } from '../model/model.ts';
import { replay } from '../model/replay.ts';
import { stateFromSnapshot } from '../model/snapshot/snapshot.ts';
import { ModelFault } from '../model/state/model-fault.ts';
import type { ModelState } from '../model/state/model-state.ts';
import { newKeys } from '../model/state/state.ts';
import type { EventSource } from './event-source.ts';
import type { SnapshotSource } from './snapshot-source.ts';

/** Options for loading the model. */
export type Beginning = {
  /** Element kinds. Default: the kinds of a building. */
  readonly kinds?: Kinds;
  /** Source of snapshots. Without it, the ledger is read from its first event. */
  readonly snapshots?: SnapshotSource;
  /** Reads the meshes of imported products. Without it these have a box and no mesh. */
  readonly meshes?: MeshSource;
  /** Reads the files of imports. Without it nothing is known of them. */
  readonly files?: FileSource;
};

/** A model and the ledger with which it is kept up to date. */
export class LedgerModel {
  readonly #events: EventSource;
  readonly #solids: SolidKernel | null;
  readonly #meshes: MeshSource | null;
  readonly #files: FileSource | null;
  readonly #kinds: Kinds;
  readonly #snapshots: SnapshotSource | null;
  #opened = false;
  #model: Model;
  #fault: ModelFault | null = null;

  constructor(
    events: EventSource,
    solids: SolidKernel | null,
    { kinds = KINDS, snapshots, meshes, files }: Beginning,
  ) {
    this.#events = events;
    this.#solids = solids;
    this.#meshes = meshes ?? null;
    this.#files = files ?? null;
    this.#kinds = kinds;
    this.#snapshots = snapshots ?? null;
    this.#model = this.#modelFrom(emptyModel(newKeys(kinds)));
  }

  #modelFrom(state: ModelState): Model {
    const [solids, meshes, files] = [this.#solids, this.#meshes, this.#files];
    return new Model({ solids, meshes, files }, state);
  }

  get model(): Model {
    return this.#model;
  }

  /** Reason why the next event of the ledger cannot be applied; null if there is no next event or it can be applied. */
  get fault(): ModelFault | null {
    return this.#fault;
  }

  /**
   * Applies the events committed since the last call, up to the first event that cannot be applied. Must not be called
   * again before it has finished.
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

  /** Continues from the newest snapshot. A snapshot that does not match the ledger is ignored. */
  async #open(snapshots: SnapshotSource): Promise<void> {
    const bytes = await snapshots.newest();
    if (bytes === null) return;
    try {
      const state = stateFromSnapshot(bytes, newKeys(this.#kinds));
      const model = this.#modelFrom(state);
      await this.#replay(model);
      this.#model = model;
    } catch (error) {
      snapshots.refused(error);
    }
  }
}
