/** @module part-buffers: the buffers of a part: positions, codes and corners, with room for changes. */
import type { ElementStore } from './element-store.ts';
import { FaceWriter } from './face-codes.ts';
import type { Part } from './part-reader.ts';
import { type Run, RUNS } from './runs.ts';

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
  readonly vertices: number;
  readonly vertexArray: WebGLVertexArrayObject;
  readonly #gl: WebGL2RenderingContext;
  readonly #buffers: readonly [WebGLBuffer, WebGLBuffer, WebGLBuffer];

  private constructor(
    gl: WebGL2RenderingContext,
    number: number,
    slots: Uint32Array,
    { vertices, counts }: Pick<FaceWriter, 'vertices' | 'counts'>,
  ) {
    this.#gl = gl;
    this.number = number;
    this.slots = slots;
    const [opaque, glass, space] = counts;
    this.counts = [opaque, glass, space];
    this.starts = [0, opaque, opaque + glass];
    this.vertices = vertices;
    this.vertexArray = gl.createVertexArray();
    this.#buffers = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
    const [positions, codes, elements] = this.#buffers;
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, positions);
    gl.bufferData(gl.ARRAY_BUFFER, vertices * POSITION_BYTES, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, POSITION_BYTES, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, codes);
    gl.bufferData(gl.ARRAY_BUFFER, vertices * CODE_BYTES, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribIPointer(1, 1, gl.UNSIGNED_INT, CODE_BYTES, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, elements);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, this.corners * 4, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }

  /** Number of corners of all runs. */
  get corners(): number {
    return this.counts[0] + this.counts[1] + this.counts[2];
  }

  get bytes(): number {
    return this.vertices * (POSITION_BYTES + CODE_BYTES) + this.corners * 4;
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
    const { opaque, glass, space, vertices } = part.header;
    const faces = new FaceWriter(Math.ceil(vertices * 1.05), [opaque, glass, space], isFirst);
    for (const [index, row] of rows.entries()) {
      const slot = slots[index] ?? 0;
      const before = faces.vertices;
      const [first, second, third] = writeRow(faces, part, row, slot);
      store.setCorners(slot, 0, first);
      store.setCorners(slot, 1, second);
      store.setCorners(slot, 2, third);
      store.setVertices(slot, before, faces.vertices - before);
      store.parts[slot] = number;
    }
    const made = new PartBuffers(gl, number, slots, faces);
    made.#writeVertices(0, faces);
    gl.bindVertexArray(made.vertexArray);
    for (const run of RUNS) {
      const content = faces.corners[run].subarray(0, faces.counts[run]);
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, made.starts[run] * 4, content);
    }
    gl.bindVertexArray(null);
    return made;
  }

  /** Copies the buffers of several parts into those of one, and changes the ranges of their elements. The caller disposes of the parts. */
  static merge(
    gl: WebGL2RenderingContext,
    number: number,
    parts: readonly PartBuffers[],
    store: ElementStore,
  ): PartBuffers {
    const slots = Uint32Array.from(
      parts.flatMap((part) => [...part.slots].filter((slot) => store.parts[slot] === part.number)),
    );
    const counts: [number, number, number] = [0, 0, 0];
    for (const part of parts) for (const run of RUNS) counts[run] += part.counts[run];
    const vertices = parts.reduce((sum, part) => sum + part.vertices, 0);
    const made = new PartBuffers(gl, number, slots, { vertices, counts });
    let base = 0;
    const filled: [number, number, number] = [0, 0, 0];
    for (const part of parts) {
      made.#copyFrom(part, base, filled);
      for (const slot of part.slots) {
        if (store.parts[slot] !== part.number) continue;
        const [first, count] = store.verticesOf(slot);
        store.setVertices(slot, first + base, count);
        for (const run of RUNS) {
          const [corner, length] = store.cornersOf(slot, run);
          store.setCorners(slot, run, [corner + filled[run], length]);
        }
        store.parts[slot] = number;
      }
      base += part.vertices;
      for (const run of RUNS) filled[run] += part.counts[run];
    }
    return made;
  }

  /** Writes another shape of an element into its place. Returns false, and changes nothing, if it does not fit. */
  replace(store: ElementStore, slot: number, faces: FaceWriter): boolean {
    const gl = this.#gl;
    const [firstVertex, capacity] = store.verticesOf(slot);
    const ranges = RUNS.map((run) => store.cornersOf(slot, run));
    const fits = RUNS.every((run) => faces.counts[run] <= (ranges[run]?.[1] ?? 0));
    if (!fits || faces.vertices > capacity) return false;
    this.#writeVertices(firstVertex, faces);
    gl.bindVertexArray(this.vertexArray);
    for (const run of RUNS) {
      const [first, count] = ranges[run] ?? [0, 0];
      // Corners that are left over are triangles without an area.
      const corners = new Uint32Array(count).fill(firstVertex);
      for (let k = 0; k < faces.counts[run]; k += 1) {
        corners[k] = (faces.corners[run][k] ?? 0) + firstVertex;
      }
      if (count === 0) continue;
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, (this.starts[run] + first) * 4, corners);
    }
    gl.bindVertexArray(null);
    return true;
  }

  #writeVertices(first: number, { positions, codes, vertices }: FaceWriter): void {
    const gl = this.#gl;
    if (vertices === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[0]);
    gl.bufferSubData(gl.ARRAY_BUFFER, first * POSITION_BYTES, positions.subarray(0, vertices * 3));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[1]);
    gl.bufferSubData(gl.ARRAY_BUFFER, first * CODE_BYTES, codes.subarray(0, vertices));
  }

  /** Copies another part to vertex `base` and to corner `filled` of each run. */
  #copyFrom(part: PartBuffers, base: number, filled: readonly [number, number, number]): void {
    const gl = this.#gl;
    for (const [k, size] of [POSITION_BYTES, CODE_BYTES].entries()) {
      gl.bindBuffer(gl.COPY_READ_BUFFER, part.#buffers[k] ?? null);
      gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.#buffers[k] ?? null);
      const sizes = [0, base * size, part.vertices * size] as const;
      gl.copyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, ...sizes);
    }
    gl.bindBuffer(gl.COPY_READ_BUFFER, part.#buffers[2]);
    gl.bindVertexArray(this.vertexArray);
    for (const run of RUNS) {
      if (part.counts[run] === 0) continue;
      const corners = new Uint32Array(part.counts[run]);
      gl.getBufferSubData(gl.COPY_READ_BUFFER, part.starts[run] * 4, corners);
      const moved = corners.map((corner) => corner + base);
      gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, (this.starts[run] + filled[run]) * 4, moved);
    }
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
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

/** Writes the triangles of a row; returns the first corner and the number of corners in each run. */
export function writeRow(
  faces: FaceWriter,
  { header: { columns, opaque, glass }, positions, corners }: Part,
  row: number,
  slot: number,
): readonly [Span, Span, Span] {
  faces.begin(positions, columns.vertices[row] ?? [0, 0], slot);
  const written = (run: Run, start: number, column: readonly Span[]): Span => {
    const [first, count] = column[row] ?? [0, 0];
    return faces.triangles(run, corners, [start + first, count]);
  };
  return [
    written(0, 0, columns.opaque),
    written(1, opaque, columns.glass),
    written(2, opaque + glass, columns.space),
  ];
}

type Span = readonly [number, number];
