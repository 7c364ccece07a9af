/**
 * @module recent meshes: a cache of the most recently used meshes, limited in bytes. Most meshes can be rebuilt
 * within microseconds.
 */
import type { Mesh } from '../../geometry/mesh/mesh.ts';

/** Memory of an empty mesh in V8, bytes: two typed arrays, their buffers and the entry in the map. */
const OVERHEAD_BYTES = 500;

/** Meshes by the object to which they belong. A mesh that is not used between two swaps is dropped. */
export class RecentMeshes {
  readonly #limit_bytes: number;
  #recent = new Map<object, Mesh>();
  #older = new Map<object, Mesh>();
  /** Size of `#recent` in bytes. */
  #bytes = 0;

  constructor(limit_bytes: number) {
    this.#limit_bytes = limit_bytes;
  }

  /** The mesh for `key`, made by `make` if it is not cached; null if `make` returns null, which is not cached. */
  of(key: object, make: () => Mesh | null): Mesh | null {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const mesh = this.#older.get(key) ?? make();
    if (mesh === null) return null;
    const { positions, triangles } = mesh;
    this.#bytes += OVERHEAD_BYTES + positions.byteLength + triangles.byteLength;
    this.#recent.set(key, mesh);
    if (2 * this.#bytes > this.#limit_bytes) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#bytes = 0;
    }
    return mesh;
  }
}
