/** @module given-meshes: the meshes and appearances that the ordinary events of a plan give elements, checked together. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import type { AppliedEvent, CurrentElement } from '../../../schemas/event-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import type { PlanDocument } from '../../../schemas/governance.ts';
import { blobsIn } from '../blobs/staged-blobs.ts';
import { assertAppearances, type GivenAppearance, givenAppearances } from './appearance-values.ts';
import { assertMeshes, givenMeshes, type NamedMesh } from './mesh-places.ts';
import type { PlannedManifests } from './planned-manifests.ts';

/** What the events of one plan give. */
export class GivenMeshes {
  readonly #meshes: NamedMesh[] = [];
  readonly #appearances: GivenAppearance[] = [];
  readonly #rows: (readonly ElementRecord[])[] = [];

  /** Notes what an ordinary event gives elements, which are `before` as the earlier events leave them. */
  note(event: AppliedEvent, before: CurrentElement): void {
    this.#meshes.push(...givenMeshes(event, before));
    this.#appearances.push(...givenAppearances(event, before));
  }

  /** Notes the rows of a manifest event of the plan: an element may get the values of its own rows. */
  manifests({ own, superseded }: Pick<PlannedManifests, 'own' | 'superseded'>): void {
    this.#rows.push(own, superseded);
  }

  /** Refuses INVALID_ARGUMENT for a mesh that no import has, and for an appearance that its element never had. */
  async assert(read: LedgerRead, plan: PlanDocument): Promise<void> {
    await assertMeshes(read, this.#meshes, new Set(blobsIn(plan.events)));
    await assertAppearances(read, plan, this.#appearances, this.#rows.flat());
  }
}
