/** @module state-textures: colour, flags and lift of each element in textures, one texel each. */
import type { ElementStore } from '../shapes/element-store.ts';
import { STATE_WIDTH } from './shaders.ts';

/** The textures of the element states. Owner of their WebGL objects. */
export class StateTextures {
  readonly #gl: WebGL2RenderingContext;
  #state: WebGLTexture | null = null;
  #lift: WebGLTexture | null = null;
  #rows = 0;
  /** Rows that differ from the store: from, to (excluded). */
  #changed: readonly [number, number] = [0, 0];
  #isLiftChanged = true;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Marks the state of slots `from` to `to` (excluded) as changed. */
  mark(from: number, to: number): void {
    if (to <= from) return;
    const rows = [Math.floor(from / STATE_WIDTH), Math.ceil(to / STATE_WIDTH)] as const;
    const [low, high] = this.#changed;
    this.#changed =
      high > low ? [Math.min(low, rows[0]), Math.max(high, rows[1])] : [rows[0], rows[1]];
  }

  markLifts(): void {
    this.#isLiftChanged = true;
  }

  /** Uploads what has changed. Binds the states to unit 6 and the lifts to unit 7. */
  upload(store: ElementStore): void {
    const gl = this.#gl;
    const rows = Math.ceil(store.end / STATE_WIDTH);
    if (rows > this.#rows) {
      this.dispose();
      this.#rows = Math.ceil(store.flags.length / STATE_WIDTH);
      this.#state = this.#make(gl.RGBA8UI, 6);
      this.#lift = this.#make(gl.R32F, 7);
      this.#changed = [0, rows];
      this.#isLiftChanged = true;
    }
    gl.activeTexture(gl.TEXTURE6);
    gl.bindTexture(gl.TEXTURE_2D, this.#state);
    const [from, to] = this.#changed;
    if (to > from) this.#uploadStates(store, from, Math.min(to, this.#rows));
    this.#changed = [0, 0];
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, this.#lift);
    if (this.#isLiftChanged) {
      const lifts = new Float32Array(this.#rows * STATE_WIDTH);
      lifts.set(store.lifts.subarray(0, Math.min(lifts.length, store.lifts.length)));
      const size = [STATE_WIDTH, this.#rows] as const;
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ...size, gl.RED, gl.FLOAT, lifts);
      this.#isLiftChanged = false;
    }
  }

  #make(format: GLenum, unit: number): WebGLTexture {
    const gl = this.#gl;
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, STATE_WIDTH, this.#rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return made;
  }

  #uploadStates(store: ElementStore, from: number, to: number): void {
    const gl = this.#gl;
    const start = from * STATE_WIDTH;
    const texels = new Uint8Array((to - from) * STATE_WIDTH * 4);
    const end = Math.min(to * STATE_WIDTH, store.end);
    for (let slot = start; slot < end; slot += 1) {
      const colour = store.colours[slot] ?? 0;
      const at = (slot - start) * 4;
      texels[at] = colour >> 16;
      texels[at + 1] = (colour >> 8) & 255;
      texels[at + 2] = colour & 255;
      texels[at + 3] = store.flags[slot] ?? 0;
    }
    const size = [STATE_WIDTH, to - from] as const;
    const format = [gl.RGBA_INTEGER, gl.UNSIGNED_BYTE] as const;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, ...size, ...format, texels);
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#state);
    this.#gl.deleteTexture(this.#lift);
    this.#rows = 0;
  }
}
