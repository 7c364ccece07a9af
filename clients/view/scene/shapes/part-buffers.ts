/** @module part-buffers: the buffers of a part: positions, codes and corners, with room for changes. */
import type { ElementStore } from './element-store.ts';
import { FaceWriter } from './face-codes.ts';
import type { Part } from './part-reader.ts';
import { RUNS } from './runs.ts';

/** Bytes of a vertex: a position and a code. */
const POSITION_BYTES = 12;
const CODE_BYTES = 4;

/** Buffers of some elements. Owner of its WebGL objects. */
export class PartBuffers {
  readonly number: number;
  /** Slots of its elements in the order of their corners, with those that have left it. */
  slots: Uint32Array;
  /** Number of corners and first corner of each run. */
  readonly counts: readonly [number, number, number];
  readonly starts: readonly [number, number, number];
  readonly vertexArray: WebGLVertexArrayObject;
  readonly #gl: WebGL2RenderingContext;
  readonly #buffers: readonly [WebGLBuffer, WebGLBuffer, WebGLBuffer];
  readonly #bytes: number;

  private constructor(
    gl: WebGL2RenderingContext,
    number: number,
    faces: FaceWriter,
    slots: Uint32Array,
  ) {
    this.#gl = gl;
    this.number = number;
    this.slots = slots;
    const [opaque, glass, space] = faces.counts;
    this.counts = [opaque, glass, space];
    this.starts = [0, opaque, opaque + glass];
    this.vertexArray = gl.createVertexArray();
    this.#buffers = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
    const [positions, codes, elements] = this.#buffers;
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, positions);
    gl.bufferData(gl.ARRAY_BUFFER, faces.positions.subarray(0, faces.vertices * 3), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, POSITION_BYTES, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, codes);
    gl.bufferData(gl.ARRAY_BUFFER, faces.codes.subarray(0, faces.vertices), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribIPointer(1, 1, gl.UNSIGNED_INT, CODE_BYTES, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, elements);
    const corners = opaque + glass + space;
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners * 4, gl.STATIC_DRAW);
    for (const run of RUNS) {
      const content = faces.corners[run].subarray(0, this.counts[run]);
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, this.starts[run] * 4, content);
    }
    gl.bindVertexArray(null);
    this.#bytes = faces.vertices * (POSITION_BYTES + CODE_BYTES) + corners * 4;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Makes the buffers of a part and writes the ranges of its elements into the store. `rows`: the rows to take, in
   * drawing order; `slots`: their slots.
   */
  static make(
    gl: WebGL2RenderingContext,
    { number, part, rows, slots }: PartSource,
    store: ElementStore,
    isFirst: boolean,
  ): PartBuffers {
    const { columns, opaque, glass, space, vertices } = part.header;
    const faces = new FaceWriter(Math.ceil(vertices * 1.05), [opaque, glass, space], isFirst);
    const starts = [0, opaque, opaque + glass];
    const runs = [columns.opaque, columns.glass, columns.space];
    for (const [index, row] of rows.entries()) {
      const slot = slots[index] ?? 0;
      const before = faces.vertices;
      faces.begin(part.positions, columns.vertices[row] ?? [0, 0], slot);
      for (const run of RUNS) {
        const [first, count] = runs[run]?.[row] ?? [0, 0];
        const range = [(starts[run] ?? 0) + first, count] as const;
        store.setCorners(slot, run, faces.triangles(run, part.corners, range));
      }
      store.setVertices(slot, before, faces.vertices - before);
    }
    for (const slot of slots) store.parts[slot] = number;
    return new PartBuffers(gl, number, faces, slots);
  }

  /** Makes an element that has left this part invisible in it. */
  erase(store: ElementStore, slot: number): void {
    const gl = this.#gl;
    gl.bindVertexArray(this.vertexArray);
    for (const run of RUNS) {
      const [first, count] = store.cornersOf(slot, run);
      if (count === 0) continue;
      const at = (this.starts[run] + first) * 4;
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, at, new Uint32Array(count));
    }
    gl.bindVertexArray(null);
  }

  /** The triangles of an element, read back: nine numbers each, metres, lifted by `lift`. */
  trianglesOf(store: ElementStore, slot: number, lift: number): Float64Array {
    const gl = this.#gl;
    const [positions, , elements] = this.#buffers;
    const [firstVertex, vertices] = store.verticesOf(slot);
    const points = new Float32Array(vertices * 3);
    gl.bindBuffer(gl.COPY_READ_BUFFER, positions);
    if (vertices > 0) {
      gl.getBufferSubData(gl.COPY_READ_BUFFER, firstVertex * POSITION_BYTES, points);
    }
    gl.bindBuffer(gl.COPY_READ_BUFFER, elements);
    const triangles: number[] = [];
    for (const run of RUNS) {
      const [first, count] = store.cornersOf(slot, run);
      if (count === 0) continue;
      const corners = new Uint32Array(count);
      gl.getBufferSubData(gl.COPY_READ_BUFFER, (this.starts[run] + first) * 4, corners);
      for (const corner of corners) {
        const at = (corner - firstVertex) * 3;
        triangles.push(points[at] ?? 0, points[at + 1] ?? 0, (points[at + 2] ?? 0) + lift);
      }
    }
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return Float64Array.from(triangles);
  }

  dispose(): void {
    this.#gl.deleteVertexArray(this.vertexArray);
    for (const buffer of this.#buffers) this.#gl.deleteBuffer(buffer);
  }
}

export type PartSource = {
  readonly number: number;
  readonly part: Part;
  readonly rows: Uint32Array;
  readonly slots: Uint32Array;
};
