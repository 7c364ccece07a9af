/** @module id-picture: the slots of the last full picture, in memory, so that a pick needs no drawing. */
import type { FrameTargets } from './frame-targets.ts';

/** The slot of each pixel. */
export class IdPicture {
  readonly width: number;
  readonly height: number;
  readonly #slots: Uint32Array;
  #counts: ReadonlyMap<number, number> | null = null;

  private constructor(slots: Uint32Array, [width, height]: readonly [number, number]) {
    this.#slots = slots;
    this.width = width;
    this.height = height;
  }

  /** Reads the picture of picks. */
  static read(gl: WebGL2RenderingContext, targets: FrameTargets): IdPicture {
    const [width, height] = targets.size;
    const bytes = new Uint8Array(width * height * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.colours('picks', true).frame);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    return new IdPicture(new Uint32Array(bytes.buffer), targets.size);
  }

  /** The slot at a pixel from the upper left, or the nearest within `reach` pixels; 0 for the background. */
  at(x: number, y: number, reach = 0): number {
    for (let ring = 0; ring <= reach; ring += 1) {
      for (let dy = -ring; dy <= ring; dy += 1) {
        for (let dx = -ring; dx <= ring; dx += 1) {
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
          const slot = this.#slotAt(x + dx, y + dy);
          if (slot !== 0) return slot;
        }
      }
    }
    return 0;
  }

  #slotAt(x: number, y: number): number {
    const [column, row] = [Math.floor(x), this.height - 1 - Math.floor(y)];
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return 0;
    return (this.#slots[row * this.width + column] ?? 0) & 0xffffff;
  }

  /** Number of pixels of each slot, without the background. */
  get counts(): ReadonlyMap<number, number> {
    if (this.#counts !== null) return this.#counts;
    const counts = new Map<number, number>();
    let last = 0;
    let length = 0;
    for (const pixel of this.#slots) {
      const slot = pixel & 0xffffff;
      if (slot === last) {
        length += 1;
        continue;
      }
      if (last !== 0) counts.set(last, (counts.get(last) ?? 0) + length);
      last = slot;
      length = 1;
    }
    if (last !== 0) counts.set(last, (counts.get(last) ?? 0) + length);
    this.#counts = counts;
    return counts;
  }

  /** Part (0 to 1) of the picture that each element fills, without the background. `names`: ids by slot. */
  sharesOf(names: readonly string[]): ReadonlyMap<string, number> {
    const pixels = Math.max(1, this.#slots.length);
    return new Map([...this.counts].map(([slot, count]) => [names[slot] ?? '', count / pixels]));
  }
}
