/** @module moving-boxes: boxes instead of shapes, for a picture while the camera moves without a GPU. */
import type { Lens } from '../camera/camera-rig.ts';
import type { ElementStore } from '../shapes/element-store.ts';
import { directionCode } from '../shapes/face-codes.ts';

/** The corner of a box at (x, y, z), bit by bit, for each face: axis, side, four corners. */
const FACES = [
  { axis: 0, side: 0, corners: [0, 2, 6, 4] },
  { axis: 0, side: 1, corners: [1, 3, 7, 5] },
  { axis: 1, side: 0, corners: [0, 1, 5, 4] },
  { axis: 1, side: 1, corners: [2, 3, 7, 6] },
  { axis: 2, side: 0, corners: [0, 1, 3, 2] },
  { axis: 2, side: 1, corners: [4, 5, 7, 6] },
] as const;
const CODES = FACES.map(
  ({ axis, side }) =>
    (directionCode(
      axis === 0 ? side * 2 - 1 : 0,
      axis === 1 ? side * 2 - 1 : 0,
      axis === 2 ? side * 2 - 1 : 0,
    ) <<
      20) >>>
    0,
);

/** Buffers of boxes. Owner of their WebGL objects. */
export class MovingBoxes {
  readonly vertexArray: WebGLVertexArrayObject;
  readonly #gl: WebGL2RenderingContext;
  readonly #buffers: readonly [WebGLBuffer, WebGLBuffer, WebGLBuffer];
  #capacity = 0;
  #positions = new Float32Array();
  #codes = new Uint32Array();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.vertexArray = gl.createVertexArray();
    this.#buffers = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
  }

  /** Writes the faces of the boxes that a camera can see; returns the number of corners. */
  write(store: ElementStore, slots: Uint32Array, lens: Lens): number {
    this.#reserve(slots.length);
    const [positions, codes] = [this.#positions, this.#codes];
    let vertex = 0;
    for (const slot of slots) {
      const at = slot * 6;
      for (const [face, { axis, side, corners }] of FACES.entries()) {
        const wall = store.boxes[at + axis + 3 * side] ?? 0;
        const lift = axis === 2 ? (store.lifts[slot] ?? 0) : 0;
        const seen = lens.isParallel ? lens.back[axis] : lens.eye[axis] - wall - lift;
        if (side === 1 ? seen <= 0 : seen >= 0) continue;
        for (const corner of corners) {
          positions[vertex * 3] = store.boxes[at + (corner & 1) * 3] ?? 0;
          positions[vertex * 3 + 1] = store.boxes[at + 1 + ((corner >> 1) & 1) * 3] ?? 0;
          positions[vertex * 3 + 2] = store.boxes[at + 2 + (corner >> 2) * 3] ?? 0;
          codes[vertex] = ((CODES[face] ?? 0) | slot) >>> 0;
          vertex += 1;
        }
      }
    }
    if (vertex === 0) return 0;
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[0]);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, positions, 0, vertex * 3);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[1]);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, codes, 0, vertex);
    return (vertex / 4) * 6;
  }

  #reserve(boxes: number): void {
    if (boxes <= this.#capacity) return;
    this.#capacity = boxes;
    const vertices = boxes * 12;
    this.#positions = new Float32Array(vertices * 3);
    this.#codes = new Uint32Array(vertices);
    const corners = new Uint32Array(boxes * 18);
    for (let quad = 0; quad < boxes * 3; quad += 1) {
      const at = quad * 4;
      corners.set([at, at + 1, at + 2, at, at + 2, at + 3], quad * 6);
    }
    const gl = this.#gl;
    gl.bindVertexArray(this.vertexArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[0]);
    gl.bufferData(gl.ARRAY_BUFFER, vertices * 12, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[1]);
    gl.bufferData(gl.ARRAY_BUFFER, vertices * 4, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribIPointer(1, 1, gl.UNSIGNED_INT, 4, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffers[2]);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.#gl.deleteVertexArray(this.vertexArray);
    for (const buffer of this.#buffers) this.#gl.deleteBuffer(buffer);
  }
}
