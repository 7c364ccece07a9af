/** @module mesh-blob-builder: collects the meshes of an import into one blob; equal meshes are stored once. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { MeshPlace } from '../geometry/mesh/stored-mesh.ts';
import type { Box3 } from '../geometry/vector.ts';
import { encodeMesh } from './mesh-code.ts';

/** Where a mesh is in the blob, its SHA-256, and its box in mm on the grid. */
export type AddedMesh = Omit<MeshPlace, 'blob'> & { readonly box: Box3 };

/** A blob of meshes with its SHA-256. */
export type MeshBlob = { readonly bytes: Uint8Array; readonly sha256: string };

/** Builds a blob of meshes. Equal meshes in equal order give equal bytes. */
export class MeshBlobBuilder {
  readonly #pieces: Uint8Array[] = [];
  readonly #known = new Map<string, Omit<MeshPlace, 'blob'>>();
  #length = 0;

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds a mesh, unless one with the same shape is in the blob. @throws {RangeError} as `encodeMesh` */
  add(mesh: Mesh): AddedMesh {
    const { bytes, box } = encodeMesh(mesh);
    const digest = sha256Hex(bytes);
    let place = this.#known.get(digest);
    if (place === undefined) {
      place = { offset: this.#length, length: bytes.length, digest };
      this.#known.set(digest, place);
      this.#pieces.push(bytes);
      this.#length += bytes.length;
    }
    return { ...place, box };
  }

  /** The blob of the meshes added so far; null without any. */
  finish(): MeshBlob | null {
    if (this.#pieces.length === 0) return null;
    const bytes = new Uint8Array(this.#length);
    let to = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, to);
      to += piece.length;
    }
    return { bytes, sha256: sha256Hex(bytes) };
  }
}
