/** @module branch-walk: the states of branches while the operations of a log are read in order. */
import type { SolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { BranchReader } from '../../../kernel/building/model/projection/branch-reader.ts';
import {
  advanceProjection,
  openProjection,
  type Projection,
} from '../../../kernel/building/model/projection/open-projection.ts';

/** Most branches whose states are kept; the state of another one is replayed when it is needed. */
const BRANCHES_KEPT = 16;

/** States of branches at growing ledger seqs, so that the events of a branch are read once. */
export class BranchWalk {
  readonly #reader: BranchReader;
  readonly #solids: SolidKernel;
  readonly #kept = new Map<string, { readonly projection: Projection; readonly until: number }>();

  constructor(reader: BranchReader, solids: SolidKernel) {
    this.#reader = reader;
    this.#solids = solids;
  }

  /** The branch after ledger seq `until`. Calls for one branch must have growing seqs to be fast. */
  async at(branch: string, until: number): Promise<Projection> {
    const kept = this.#kept.get(branch);
    const projection =
      kept === undefined || kept.until > until
        ? await openProjection(this.#reader, branch, { until, solids: this.#solids })
        : await this.#advanced(kept.projection, until);
    this.#kept.delete(branch);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= BRANCHES_KEPT) this.#kept.delete(oldest);
    this.#kept.set(branch, { projection, until });
    return projection;
  }

  async #advanced({ view, left_out }: Projection, until: number): Promise<Projection> {
    const later = await advanceProjection(this.#reader, view, until);
    return { view: later.view, left_out: [...left_out, ...later.left_out] };
  }
}
