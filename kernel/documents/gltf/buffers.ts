/** @module buffers: collects the data of many meshes in one binary buffer (glTF 2.0, 3.6); equal data is stored once. */
import { sha256Hex } from '../../base/canonical/hash.ts';

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** Largest number of vertices with 16-bit indices: the index 65535 is reserved for primitive restart. */
const MAX_SHORT_VERTICES = 0xffff;
/** Alignment of the beginning of every buffer view, bytes; property tables need it (EXT_structural_metadata). */
const ALIGNMENT = 8;

export type Accessor = {
  readonly bufferView: number;
  readonly byteOffset: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: 'VEC3' | 'SCALAR';
  readonly min?: readonly number[];
  readonly max?: readonly number[];
};

type BufferView = {
  readonly buffer: 0;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly target?: number;
};

type Numbers = Float32Array | Uint16Array | Uint32Array;

/** Data of one kind, appended in order. */
type Section = {
  readonly chunks: Uint8Array[];
  bytes: number;
  readonly use: Pick<BufferView, 'byteStride' | 'target'>;
};

/** The binary buffer with its buffer views and accessors. */
export type Buffers = {
  /** The `bufferView` of each accessor is an index into `numbers`. */
  readonly accessors: readonly Accessor[];
  /** File indices of the buffer views, by section. */
  readonly numbers: readonly number[];
  readonly bufferViews: readonly BufferView[];
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
};

/** Sections of positions, short indices, long indices and feature ids. Each is contiguous, so one buffer view is enough. */
const [POSITIONS, SHORTS, LONGS, IDS] = [0, 1, 2, 3] as const;

/** Collects the data of a file. */
export class MeshBuffers {
  readonly #sections: Section[] = [
    section({ byteStride: 12, target: ARRAY_BUFFER }),
    section({ target: ELEMENT_ARRAY_BUFFER }),
    section({ target: ELEMENT_ARRAY_BUFFER }),
    section({ byteStride: 4, target: ARRAY_BUFFER }),
  ];
  readonly #accessors: Accessor[] = [];
  /** Accessors by the hash of their data. */
  readonly #known = new Map<string, number>();

  /** Number of bytes collected so far. */
  get bytes(): number {
    return this.#sections.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds positions in metres, y up; returns the index of their accessor. */
  positions(metres: Float32Array): number {
    return this.#add(POSITIONS, metres, {
      componentType: FLOAT,
      count: metres.length / 3,
      type: 'VEC3',
    });
  }

  /** Adds the corners of triangles of a mesh with this number of vertices; returns the index of their accessor. */
  indices(triangles: Uint32Array, vertices: number): number {
    const about = { count: triangles.length, type: 'SCALAR' } as const;
    return vertices <= MAX_SHORT_VERTICES
      ? this.#add(SHORTS, Uint16Array.from(triangles), { ...about, componentType: UNSIGNED_SHORT })
      : this.#add(LONGS, triangles.slice(), { ...about, componentType: UNSIGNED_INT });
  }

  /** Adds the feature id of each vertex; a float is exact up to 2²⁴ and is the largest type that the format allows. */
  featureIds(ids: Float32Array): number {
    return this.#add(IDS, ids, { componentType: FLOAT, count: ids.length, type: 'SCALAR' });
  }

  /** Adds data for a property table; returns the index of its section in `numbers`. */
  table(data: Uint8Array): number {
    const own = section({});
    own.chunks.push(data);
    own.bytes = data.length;
    return this.#sections.push(own) - 1;
  }

  #add(
    into: number,
    data: Numbers,
    about: Pick<Accessor, 'componentType' | 'count' | 'type'>,
  ): number {
    const bytes = littleEndian(data);
    const key = `${into} ${sha256Hex(bytes)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const store = this.#sections[into];
    if (store === undefined) throw new RangeError(`no section ${into}`);
    const bounds = into === POSITIONS && data instanceof Float32Array ? boundsOf(data) : {};
    const accessor = { bufferView: into, byteOffset: store.bytes, ...about, ...bounds };
    store.bytes += bytes.length;
    store.chunks.push(bytes);
    this.#known.set(key, this.#accessors.length);
    return this.#accessors.push(accessor) - 1;
  }

  /** The collected data; buffer views without data are omitted. */
  finish(): Buffers {
    const numbers: number[] = [];
    const bufferViews: BufferView[] = [];
    const chunks: Uint8Array[] = [];
    let byteOffset = 0;
    for (const { bytes, chunks: own, use } of this.#sections) {
      numbers.push(bufferViews.length);
      if (bytes === 0) continue;
      bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes, ...use });
      for (const chunk of own) chunks.push(chunk);
      byteOffset += bytes;
      const gap = (ALIGNMENT - (byteOffset % ALIGNMENT)) % ALIGNMENT;
      if (gap > 0) chunks.push(new Uint8Array(gap));
      byteOffset += gap;
    }
    return { accessors: this.#accessors, numbers, bufferViews, chunks, bytes: byteOffset };
  }
}

function section(use: Section['use']): Section {
  return { chunks: [], bytes: 0, use };
}

/** The bytes of numbers, as the format stores them. */
export function littleEndian(data: Numbers): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (IS_LITTLE_ENDIAN) return bytes;
  return data.BYTES_PER_ELEMENT === 2 ? bytes.swap16() : bytes.swap32();
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Exact bounds of the stored numbers, as the format requires. */
function boundsOf(metres: Float32Array): Required<Pick<Accessor, 'min' | 'max'>> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [index, value] of metres.entries()) {
    const axis = index % 3;
    min[axis] = Math.min(min[axis] ?? 0, value);
    max[axis] = Math.max(max[axis] ?? 0, value);
  }
  return { min, max };
}
