/** @module buffers: collects the positions and indices of many meshes in one binary buffer (glTF 2.0, 3.6). */
import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { Point3 } from '../../building/geometry/vector.ts';

const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** Largest number of vertices with 16-bit indices: the index 65535 is reserved for primitive restart. */
const MAX_SHORT_VERTICES = 0xffff;

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
  readonly target: number;
};

/** Data of one kind, appended in order. */
type Section = { readonly chunks: Uint8Array[]; bytes: number };

/** The binary buffer with its buffer views and accessors. */
export type Buffers = {
  /** The `bufferView` of each accessor is an index into `numbers`. */
  readonly accessors: readonly Accessor[];
  /** File indices of the buffer views for positions, short indices and long indices. */
  readonly numbers: readonly number[];
  readonly bufferViews: readonly BufferView[];
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
};

/** Collects meshes. Positions, short indices and long indices are each contiguous, so three buffer views are enough. */
export class MeshBuffers {
  readonly #sections: readonly [Section, Section, Section] = [section(), section(), section()];
  readonly #accessors: Accessor[] = [];

  /** Number of bytes collected so far. */
  get bytes(): number {
    return this.#sections.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Adds a mesh given in mm, z up; it is stored in metres relative to `origin` (mm), y up. Returns the indices of its
   * accessors.
   */
  add(
    { positions, triangles }: Mesh,
    origin: Point3,
  ): { readonly position: number; readonly indices: number } {
    const vertices = positions.length / 3;
    const metres = metresFrom(positions, origin);
    const [floats, shorts, longs] = this.#sections;
    const position = this.#accessors.push({
      bufferView: 0,
      byteOffset: append(floats, metres),
      componentType: FLOAT,
      count: vertices,
      type: 'VEC3',
      ...boundsOf(metres),
    });
    const isShort = vertices <= MAX_SHORT_VERTICES;
    const indices = this.#accessors.push({
      bufferView: isShort ? 1 : 2,
      byteOffset: append(
        isShort ? shorts : longs,
        isShort ? Uint16Array.from(triangles) : triangles.slice(),
      ),
      componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT,
      count: triangles.length,
      type: 'SCALAR',
    });
    return { position: position - 1, indices: indices - 1 };
  }

  /** The collected data; buffer views without data are omitted. */
  finish(): Buffers {
    const numbers: number[] = [];
    const bufferViews: BufferView[] = [];
    const chunks: Uint8Array[] = [];
    let byteOffset = 0;
    for (const [index, { bytes, chunks: own }] of this.#sections.entries()) {
      numbers.push(bufferViews.length);
      if (bytes === 0) continue;
      const use =
        index === 0 ? { byteStride: 12, target: ARRAY_BUFFER } : { target: ELEMENT_ARRAY_BUFFER };
      bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes, ...use });
      for (const chunk of own) chunks.push(chunk);
      byteOffset += bytes;
      const gap = (4 - (byteOffset % 4)) % 4;
      if (gap > 0) chunks.push(new Uint8Array(gap));
      byteOffset += gap;
    }
    return { accessors: this.#accessors, numbers, bufferViews, chunks, bytes: byteOffset };
  }
}

function section(): Section {
  return { chunks: [], bytes: 0 };
}

/** Appends data and returns its offset in the section. */
function append(into: Section, data: Float32Array | Uint16Array | Uint32Array): number {
  const offset = into.bytes;
  into.chunks.push(littleEndian(data));
  into.bytes += data.byteLength;
  return offset;
}

function littleEndian(data: Float32Array | Uint16Array | Uint32Array): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (IS_LITTLE_ENDIAN) return bytes;
  return data.BYTES_PER_ELEMENT === 2 ? bytes.swap16() : bytes.swap32();
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Converts mm to metres with x to the right, y up and z towards the viewer: north is −z. */
function metresFrom(positions: Float64Array, origin: Point3): Float32Array {
  const metres = new Float32Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    metres[i] = ((positions[i] ?? 0) - origin.x) / 1000;
    metres[i + 1] = ((positions[i + 2] ?? 0) - origin.z) / 1000;
    metres[i + 2] = 0 - ((positions[i + 1] ?? 0) - origin.y) / 1000;
  }
  return metres;
}

/** Exact bounds of the stored numbers, as the format requires. */
function boundsOf(metres: Float32Array): {
  readonly min: readonly number[];
  readonly max: readonly number[];
} {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const [index, value] of metres.entries()) {
    const axis = index % 3;
    min[axis] = Math.min(min[axis] ?? 0, value);
    max[axis] = Math.max(max[axis] ?? 0, value);
  }
  return { min, max };
}
