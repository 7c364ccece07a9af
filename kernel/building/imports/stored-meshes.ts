/** @module stored-meshes: reads meshes of imports from the blobs of a ledger, with a bounded cache of their chunks. */
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';
import { sha256Hex } from '../../base/canonical/hash.ts';
import { MAX_MESH_BYTES } from '../../base/manifest/mesh-header.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { Mesh } from '../geometry/mesh/mesh.ts';
import type { MeshPlace, MeshSource } from '../geometry/mesh/stored-mesh.ts';
import { decodeMesh } from './mesh-code.ts';

/** Memory for decompressed chunks, bytes: meshes of neighbours are near each other in their blob. */
const CACHE_BYTES = 16 * 2 ** 20;

/** Content of chunk `n` of a blob, null if the store does not have it. Throws `LedgerError` CORRUPT for a damaged one. */
export type ChunkOf = (sha256: string, n: number) => Uint8Array | null;

/** The meshes of a store. Reads only the chunks in which a mesh is, and keeps the most recently used ones. */
export class StoredMeshes implements MeshSource {
  readonly #chunkOf: ChunkOf;
  readonly #limit_bytes: number;
  /** Least recently used first. */
  readonly #chunks = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(chunkOf: ChunkOf, limit_bytes = CACHE_BYTES) {
    this.#chunkOf = chunkOf;
    this.#limit_bytes = limit_bytes;
  }

  /**
   * The mesh at a place, in mm from the lowest corner of its box.
   * @throws {LedgerError} CORRUPT if its chunks are missing, or their content is not the mesh that the digest names
   */
  mesh(place: MeshPlace): Mesh {
    const { blob, digest } = place;
    const bytes = this.#read(place);
    if (sha256Hex(bytes) !== digest) {
      throw new LedgerError('CORRUPT', `the mesh \`${digest}\` in blob \`${blob}\` is damaged`);
    }
    try {
      return decodeMesh(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new LedgerError('CORRUPT', `blob \`${blob}\` has ${error.message}`);
    }
  }

  #read({ blob, offset, length }: MeshPlace): Uint8Array {
    if (length > MAX_MESH_BYTES) {
      throw new LedgerError('CORRUPT', `got a mesh of ${length} bytes in blob \`${blob}\``);
    }
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const from = offset + done;
      const n = Math.floor(from / BLOB_CHUNK_BYTES);
      const chunk = this.#chunk(blob, n);
      const start = from - n * BLOB_CHUNK_BYTES;
      const piece = chunk.subarray(start, start + length - done);
      if (piece.length === 0) {
        throw new LedgerError('CORRUPT', `blob \`${blob}\` ends before byte ${offset + length}`);
      }
      bytes.set(piece, done);
      done += piece.length;
    }
    return bytes;
  }

  #chunk(blob: string, n: number): Uint8Array {
    const key = `${blob} ${n}`;
    const known = this.#chunks.get(key);
    if (known !== undefined) {
      this.#chunks.delete(key);
      this.#chunks.set(key, known);
      return known;
    }
    const read = this.#chunkOf(blob, n);
    if (read === null) {
      throw new LedgerError('CORRUPT', `the store has no chunk ${n} of blob \`${blob}\``);
    }
    this.#chunks.set(key, read);
    this.#bytes += read.length;
    for (const [oldest, { length }] of this.#chunks) {
      if (this.#bytes <= this.#limit_bytes || oldest === key) break;
      this.#chunks.delete(oldest);
      this.#bytes -= length;
    }
    return read;
  }
}
