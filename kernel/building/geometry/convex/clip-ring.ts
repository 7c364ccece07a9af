/** @module clip ring: clips a convex outline by lines in two alternating buffers, so that a cut allocates nothing. */

import { doubleAt, float64At } from '../indexed.ts';

const INITIAL_CAPACITY = 64;

/** Area in mm² and centre of mass; the area is 0 if less than a triangle is left. */
type RingMoments = { readonly area: number; readonly x: number; readonly y: number };

const NOTHING: RingMoments = { area: 0, x: 0, y: 0 };

/** Intersection of two convex counter-clockwise rings, as flat lists x, y (Sutherland and Hodgman 1974). */
export class CutRing {
  #left: Float64Array = new Float64Array(INITIAL_CAPACITY);
  #next: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Signed distance of each corner from the current line, times the length of the side. */
  #over: Float64Array = new Float64Array(INITIAL_CAPACITY);
  /** Number of elements of `#left` in use. */
  #length = 0;

  /** Replaces the rings and computes their intersection. */
  begin(ring: readonly number[], by: readonly number[]): void {
    // A cut adds at most one corner.
    const capacity = ring.length + by.length + 2;
    if (capacity > this.#left.length) {
      this.#left = new Float64Array(2 * capacity);
      this.#next = new Float64Array(2 * capacity);
      this.#over = new Float64Array(2 * capacity);
    }
    for (let i = 0; i < ring.length; i++) this.#left[i] = doubleAt(ring, i);
    this.#length = ring.length;
    for (let i = 0; i < by.length && this.#length > 0; i += 2) {
      const j = i + 2 === by.length ? 0 : i + 2;
      const [px, py] = [doubleAt(by, i), doubleAt(by, i + 1)];
      const [nx, ny] = [doubleAt(by, j + 1) - py, px - doubleAt(by, j)];
      this.#cut(px, py, nx, ny);
    }
  }

  /** Keeps the points on the line through a point or behind it. */
  #cut(px: number, py: number, nx: number, ny: number): void {
    const [left, next, over] = [this.#left, this.#next, this.#over];
    const length = this.#length;
    let isCut = false;
    for (let k = 0; k < length; k += 2) {
      const here = nx * (float64At(left, k) - px) + ny * (float64At(left, k + 1) - py);
      over[k] = here;
      // Not written as `here > 0`, so that `NaN` counts as outside.
      if (!(here <= 0)) isCut = true;
    }
    if (!isCut) return;
    let end = 0;
    let [qx, qy] = [float64At(left, length - 2), float64At(left, length - 1)];
    let before = float64At(over, length - 2);
    for (let k = 0; k < length; k += 2) {
      const [x, y, here] = [float64At(left, k), float64At(left, k + 1), float64At(over, k)];
      if (here <= 0 !== before <= 0) {
        const share = before / (before - here);
        next[end] = qx + (x - qx) * share;
        next[end + 1] = qy + (y - qy) * share;
        end += 2;
      }
      if (here <= 0) {
        next[end] = x;
        next[end + 1] = y;
        end += 2;
      }
      [qx, qy, before] = [x, y, here];
    }
    this.#left = next;
    this.#next = left;
    this.#length = end;
  }

  /** Area in mm² and centre of mass of the intersection. */
  moments(): RingMoments {
    const ring = this.#left;
    const length = this.#length;
    if (length < 6) return NOTHING;
    const [ox, oy] = [float64At(ring, 0), float64At(ring, 1)];
    let [twice, x, y] = [0, 0, 0];
    for (let i = 2; i + 3 < length; i += 2) {
      const [ax, ay] = [float64At(ring, i) - ox, float64At(ring, i + 1) - oy];
      const [bx, by] = [float64At(ring, i + 2) - ox, float64At(ring, i + 3) - oy];
      const det = ax * by - ay * bx;
      twice += det;
      x += det * (ax + bx);
      y += det * (ay + by);
    }
    if (!(twice > 0)) return NOTHING;
    return { area: twice / 2, x: ox + x / (3 * twice), y: oy + y / (3 * twice) };
  }
}
