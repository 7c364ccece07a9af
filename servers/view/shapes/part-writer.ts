/** @module part-writer: collects the triangles of elements and writes them as a part of a scene. */
import { Buffer } from 'node:buffer';

import type { BoxNumbers, PartHeader } from '../protocol/scene.ts';
import type { Piece, Run } from './element-shape.ts';
import { inMetres, type Origin } from './scene-box.ts';
import type { CachedShape, Packed, PackedShape } from './shape-cache.ts';

/** First number and count. */
export type Span = readonly [number, number];

/** The place of an element in a part. */
export type Written = Readonly<Record<Run | 'vertices', Span>> & { readonly box: BoxNumbers };

/** Runs of triangles in the order of a part. */
const RUNS: readonly Run[] = ['opaque', 'glass', 'space'];
const MAGIC = Buffer.from('PLV1', 'latin1');
/** Number of vertices that 16 bits can number. */
const MOST_PACKED = 0x10000;
/** Bytes of the numbers of a vertex: three coordinates and its row. */
const VERTEX_BYTES = 16;

/** Numbers that are appended; the array grows as needed. */
class Growing<A extends Float32Array | Uint32Array> {
  readonly #make: (length: number) => A;
  array: A;
  length = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.array = make(4096);
  }

  /** Makes room for more numbers and returns the array. */
  reserve(more: number): A {
    const needed = this.length + more;
    if (needed > this.array.length) {
      const wider = this.#make(Math.max(needed, 2 * this.array.length));
      wider.set(this.array.subarray(0, this.length));
      this.array = wider;
    }
    return this.array;
  }

  get written(): Float32Array | Uint32Array {
    return this.array.subarray(0, this.length);
  }
}

function integers(): Growing<Uint32Array> {
  return new Growing((length) => new Uint32Array(length));
}

/** The triangles of a part while it is written. */
export class PartWriter {
  readonly #origin: Origin;
  readonly #metres = new Growing<Float32Array>((length) => new Float32Array(length));
  readonly #runs = { opaque: integers(), glass: integers(), space: integers() };
  readonly #owners: number[] = [];

  /** `origin`: the point of the world to which positions are relative, mm. */
  constructor(origin: Origin) {
    this.#origin = origin;
  }

  /** Appends the pieces of the next element. */
  add(pieces: readonly Piece[]): Written {
    const first = this.#metres.length / 3;
    const starts = lengthsOf(this.#runs);
    const min = { x: Infinity, y: Infinity, z: Infinity };
    const max = { x: -Infinity, y: -Infinity, z: -Infinity };
    for (const { mesh, run } of pieces) {
      this.#addCorners(run, mesh.triangles);
      this.#addPositions(mesh.positions, { min, max });
    }
    const count = this.#metres.length / 3 - first;
    this.#owners.push(count);
    const ends = lengthsOf(this.#runs);
    const span = (run: Run): Span => [starts[run], ends[run] - starts[run]];
    return {
      vertices: [first, count],
      opaque: span('opaque'),
      glass: span('glass'),
      space: span('space'),
      box: inMetres({ min, max }, this.#origin),
    };
  }

  /** Appends a shape that was written before, relative to the same origin. */
  copy({ packed, spans, box }: CachedShape): Written {
    const first = this.#metres.length / 3;
    const [from, count] = spans.vertices;
    this.#metres
      .reserve(3 * count)
      .set(packed.metres.subarray(3 * from, 3 * (from + count)), this.#metres.length);
    this.#metres.length += 3 * count;
    this.#owners.push(count);
    const span = (run: Run): Span => {
      const [start, length] = spans[run];
      const corners = this.#runs[run];
      const array = corners.reserve(length);
      const at = corners.length;
      const own = packed.corners[run];
      for (let i = 0; i < length; i += 1) array[at + i] = first + (own[start + i] ?? 0);
      corners.length += length;
      return [at, length];
    };
    return {
      vertices: [first, count],
      opaque: span('opaque'),
      glass: span('glass'),
      space: span('space'),
      box,
    };
  }

  /** Copies of some of the shapes, packed, with their places; null for one with more vertices than 16 bits can number. */
  pack(rows: readonly Written[]): readonly (PackedShape | null)[] {
    const small = rows.filter(isSmall);
    const total = (run: Run | 'vertices'): number =>
      small.reduce((sum, row) => sum + row[run][1], 0);
    const packed: Packed = {
      metres: new Float32Array(3 * total('vertices')),
      corners: {
        opaque: new Uint16Array(total('opaque')),
        glass: new Uint16Array(total('glass')),
        space: new Uint16Array(total('space')),
      },
    };
    const next = { vertices: 0, opaque: 0, glass: 0, space: 0 };
    return rows.map((row) => {
      if (!isSmall(row)) return null;
      const [first, count] = row.vertices;
      packed.metres.set(
        this.#metres.array.subarray(3 * first, 3 * (first + count)),
        3 * next.vertices,
      );
      const spans = { ...row, vertices: [next.vertices, count] as const };
      next.vertices += count;
      for (const run of RUNS) {
        const [start, length] = row[run];
        const { array } = this.#runs[run];
        const [own, at] = [packed.corners[run], next[run]];
        for (let i = 0; i < length; i += 1) own[at + i] = (array[start + i] ?? 0) - first;
        spans[run] = [at, length];
        next[run] += length;
      }
      return { packed, spans };
    });
  }

  #addCorners(run: Run, triangles: Uint32Array): void {
    const corners = this.#runs[run];
    const array = corners.reserve(triangles.length);
    const [at, vertex] = [corners.length, this.#metres.length / 3];
    for (let i = 0; i < triangles.length; i += 1) array[at + i] = vertex + (triangles[i] ?? 0);
    corners.length += triangles.length;
  }

  #addPositions(positions: Float64Array, { min, max }: Extremes): void {
    const metres = this.#metres.reserve(positions.length);
    const at = this.#metres.length;
    const [ox, oy, oz] = this.#origin;
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const [x, y, z] = [positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0];
      if (x < min.x) min.x = x;
      if (y < min.y) min.y = y;
      if (z < min.z) min.z = z;
      if (x > max.x) max.x = x;
      if (y > max.y) max.y = y;
      if (z > max.z) max.z = z;
      metres[at + i] = (x - ox) / 1000;
      metres[at + i + 1] = (y - oy) / 1000;
      metres[at + i + 2] = (z - oz) / 1000;
    }
    this.#metres.length += positions.length;
  }

  /** Numbers of vertices and corners so far. */
  get counts(): Readonly<Record<Run | 'vertices', number>> {
    return { vertices: this.#metres.length / 3, ...lengthsOf(this.#runs) };
  }

  /** The part with this header. */
  finish(header: PartHeader): Uint8Array<ArrayBuffer> {
    const text = Buffer.from(JSON.stringify(header), 'utf8');
    const length = Math.ceil(text.length / 4) * 4;
    const { vertices, opaque, glass, space } = this.counts;
    const at = 8 + length;
    const bytes = new Uint8Array(at + VERTEX_BYTES * vertices + 4 * (opaque + glass + space));
    bytes.set(MAGIC, 0);
    new DataView(bytes.buffer).setUint32(4, length, true);
    bytes.set(text, 8);
    bytes.fill(0x20, 8 + text.length, at);
    new Float32Array(bytes.buffer, at, 3 * vertices).set(this.#metres.written);
    const owners = new Uint32Array(bytes.buffer, at + 12 * vertices, vertices);
    let vertex = 0;
    for (const [row, count] of this.#owners.entries()) {
      owners.fill(row, vertex, vertex + count);
      vertex += count;
    }
    let corner = at + VERTEX_BYTES * vertices;
    for (const run of RUNS) {
      const { written, length: count } = this.#runs[run];
      new Uint32Array(bytes.buffer, corner, count).set(written);
      corner += 4 * count;
    }
    return bytes;
  }
}

function isSmall({ vertices }: Written): boolean {
  return vertices[1] <= MOST_PACKED;
}

type Point = { x: number; y: number; z: number };
type Extremes = { readonly min: Point; readonly max: Point };

function lengthsOf(
  runs: Readonly<Record<Run, { readonly length: number }>>,
): Readonly<Record<Run, number>> {
  const { opaque, glass, space } = runs;
  return { opaque: opaque.length, glass: glass.length, space: space.length };
}
