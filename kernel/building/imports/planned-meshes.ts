/** @module planned-meshes: meshes of stored imports, and of planned ones whose blobs are not stored yet. */
import { blobPartOf } from '../../../schemas/imports.ts';
import type { PlanBlob } from '../../../schemas/plan.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { MeshPlace, MeshSource } from '../geometry/mesh/stored-mesh.ts';
import { StoredMeshes } from './stored-meshes.ts';

/** Reads meshes from blobs of planned imports while they are lent, else from the store. */
export class PlannedMeshes implements MeshSource {
  readonly #stored: MeshSource | null;
  readonly #lent = new Map<string, { readonly meshes: StoredMeshes; loans: number }>();

  /** `stored`: the meshes of the store; null without any. */
  constructor(stored: MeshSource | null) {
    this.#stored = stored;
  }

  /** Makes the meshes of a blob readable until the result is disposed of. */
  lend({ sha256, content }: PlanBlob): Disposable {
    const lent = this.#lent.get(sha256) ?? {
      // The content is in memory already, so no copies are kept.
      meshes: new StoredMeshes((_, n) => blobPartOf(content, n), 0),
      loans: 0,
    };
    this.#lent.set(sha256, lent);
    lent.loans += 1;
    let isLent = true;
    return {
      [Symbol.dispose]: () => {
        if (isLent) lent.loans -= 1;
        isLent = false;
        if (lent.loans === 0) this.#lent.delete(sha256);
      },
    };
  }

  /** @throws {LedgerError} CORRUPT as `StoredMeshes`; {Error} without a store */
  mesh(place: MeshPlace): Mesh {
    const source = this.#lent.get(place.blob)?.meshes ?? this.#stored;
    if (source === null) throw new Error(`there is no store for the blob \`${place.blob}\``);
    return source.mesh(place);
  }
}
