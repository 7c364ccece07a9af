/** @module stored mesh: where the mesh of an imported product is stored, and the source that reads it. */
import type { Mesh } from './mesh.ts';

/** The place of an encoded mesh: bytes from `offset` in the blob with this SHA-256, and the SHA-256 of these bytes. */
export type MeshPlace = {
  readonly blob: string;
  readonly offset: number;
  readonly length: number;
  readonly digest: string;
};

/** Reads stored meshes. */
export interface MeshSource {
  /**
   * The mesh at a place, in mm from the lowest corner of its box. The caller must not change it.
   * @throws {Error} if its blob is missing or damaged; the message names the blob and the reason
   */
  mesh(place: MeshPlace): Mesh;
}
