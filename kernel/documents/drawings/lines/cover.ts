/**
 * @module cover: how deep one sees at most in the cells of a picture, to tell early which bodies are hidden for certain.
 * Cells end where bodies end, so that what stands exactly before something covers it up to its rim.
 */
import { float64At as at } from '../../geometry/indexed.ts';
import type { Point3 } from '../../geometry/vector.ts';
import type { Face } from './faces.ts';
import { depthOf, isInside, isUpright } from './faces.ts';
import type { Frame } from './slice.ts';

/** Where a body is in a frame, mm. */
export type Extent = Pick<Face, 'bottom' | 'left' | 'nearest' | 'right' | 'top'>;

/** What lies no deeper than this behind what covers a cell may be flush with it, mm. */
export const FLUSH_MM = 0.1;
/** Ends that are nearer than this are one, mm. */
const ONE_MM = 0.01;
/** Most ends of bodies that are ends of cells, each way, and the least number of cells each way in a picture. */
const MOST_ENDS = 512;
const LEAST_CELLS = 128;

/** Faces that were added hide what lies behind all of a cell that they fill. */
export class Cover {
  /** Ends of cells, rising. */
  readonly #across: Float64Array;
  readonly #along: Float64Array;
  readonly #deepest: Float64Array;
  #touched = new Uint8Array(256);

  constructor(extents: readonly Extent[]) {
    this.#across = endsOf(extents.flatMap(({ left, right }) => [left, right]));
    this.#along = endsOf(extents.flatMap(({ bottom, top }) => [bottom, top]));
    this.#deepest = new Float64Array(this.#across.length * this.#along.length).fill(Infinity);
  }

  /** Whether all of a box, one of those for which the cover was made, lies behind what was added. */
  hides({ left, right, bottom, top, nearest }: Extent): boolean {
    const columns = this.#across.length;
    const [first, last] = around(this.#across, left, right);
    const [low, high] = around(this.#along, bottom, top);
    const deepest = nearest - FLUSH_MM;
    for (let row = low; row <= high; row += 1) {
      const end = row * columns + last;
      for (let cell = row * columns + first; cell <= end; cell += 1) {
        if (!(at(this.#deepest, cell) <= deepest)) return false;
      }
    }
    return true;
  }

  /** Adds a face that is turned to who looks. */
  add(face: Face): void {
    const [first, last] = within(this.#across, face.left, face.right);
    const [low, high] = within(this.#along, face.bottom, face.top);
    if (first > last || low > high) return;
    const whole = isUpright(face);
    const span = last - first + 1;
    let isTouched = false;
    for (let row = low; row <= high; row += 1) {
      const [y0, y1] = [at(this.#along, row), at(this.#along, row + 1)];
      const y = face.py > 0 ? y1 : y0;
      for (let column = first; column <= last; column += 1) {
        const [x0, x1] = [at(this.#across, column), at(this.#across, column + 1)];
        const cell = row * this.#across.length + column;
        const deepest = depthOf(face, face.px > 0 ? x1 : x0, y);
        if (deepest >= at(this.#deepest, cell)) continue;
        if (!whole) {
          if (!isTouched) this.#touch(face, [first, last, low, high]);
          isTouched = true;
          if (this.#touched[(row - low) * span + column - first] === 1) continue;
          if (!isInside(face, (x0 + x1) / 2, (y0 + y1) / 2)) continue;
        }
        this.#deepest[cell] = deepest;
      }
    }
  }

  /** Marks cells that a side goes through. */
  #touch({ sides }: Face, [first, last, low, high]: Cells): void {
    const span = last - first + 1;
    const count = span * (high - low + 1);
    if (this.#touched.length < count) this.#touched = new Uint8Array(2 * count);
    else this.#touched.fill(0, 0, count);
    for (let i = 0; i + 3 < sides.length; i += 4) {
      const upward = at(sides, i + 1) <= at(sides, i + 3);
      const [from, to] = upward ? [i, i + 2] : [i + 2, i];
      const [ax, ay] = [at(sides, from), at(sides, from + 1)];
      const [bx, by] = [at(sides, to), at(sides, to + 1)];
      const rows = around(this.#along, ay, by);
      for (let row = Math.max(low, rows[0]); row <= Math.min(high, rows[1]); row += 1) {
        const [y0, y1] = [at(this.#along, row) + ONE_MM, at(this.#along, row + 1) - ONE_MM];
        if (by <= y0 || ay >= y1) continue;
        const x0 = ay >= y0 ? ax : ax + ((y0 - ay) / (by - ay)) * (bx - ax);
        const x1 = by <= y1 ? bx : ax + ((y1 - ay) / (by - ay)) * (bx - ax);
        const columns = around(this.#across, Math.min(x0, x1), Math.max(x0, x1));
        for (let c = Math.max(first, columns[0]); c <= Math.min(last, columns[1]); c += 1) {
          const left = at(this.#across, c) + ONE_MM;
          const right = at(this.#across, c + 1) - ONE_MM;
          if (Math.max(x0, x1) > left && Math.min(x0, x1) < right) {
            this.#touched[(row - low) * span + c - first] = 1;
          }
        }
      }
    }
  }
}

type Cells = readonly [first: number, last: number, low: number, high: number];

/** Ends of cells: the most frequent of these places, and more where they are far apart. */
function endsOf(places: readonly number[]): Float64Array {
  const sorted = Float64Array.from(places).toSorted();
  const found: { readonly place: number; count: number }[] = [];
  for (const place of sorted) {
    const last = found.at(-1);
    if (last !== undefined && place - last.place < ONE_MM) last.count += 1;
    else found.push({ place, count: 1 });
  }
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const inner = found.filter(({ place }) => place > low && place < high);
  const kept = inner.toSorted((a, b) => b.count - a.count || a.place - b.place);
  const ends = kept.slice(0, MOST_ENDS).map(({ place }) => place);
  const all = Float64Array.from([low, ...ends, Math.max(high, low + 1)]).toSorted();
  const step = (at(all, all.length - 1) - low) / LEAST_CELLS;
  const out = [low];
  for (let i = 1; i < all.length; i += 1) {
    const [from, to] = [at(all, i - 1), at(all, i)];
    const parts = Math.max(1, Math.ceil((to - from) / step));
    for (let k = 1; k < parts; k += 1) out.push(from + ((to - from) * k) / parts);
    out.push(to);
  }
  return Float64Array.from(out);
}

/** Number of the last end that is not above a place; -1 where all are. */
function endBefore(ends: Float64Array, place: number): number {
  let [low, high] = [-1, ends.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(ends, middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** First and last cell that a range reaches into. */
function around(ends: Float64Array, from: number, to: number): readonly [number, number] {
  const most = ends.length - 2;
  const first = Math.min(most, Math.max(0, endBefore(ends, from + ONE_MM)));
  // The first end that is not below `to` closes the last cell.
  const last = Math.min(most, endBefore(ends, to - ONE_MM));
  return [first, Math.max(first, last)];
}

/** First and last cell that lie in a range; none where the first is after the last. */
function within(ends: Float64Array, from: number, to: number): readonly [number, number] {
  const before = endBefore(ends, from - ONE_MM);
  return [before + 1, endBefore(ends, to + ONE_MM) - 1];
}

/** Where a box is in a frame. */
export function extentOf(
  { min, max }: { readonly min: Point3; readonly max: Point3 },
  { origin, right, up, deeper }: Frame,
): Extent {
  const along = (axis: Point3): readonly [number, number] => {
    let [low, high] = [0, 0];
    for (const name of ['x', 'y', 'z'] as const) {
      const [a, b] = [
        (min[name] - origin[name]) * axis[name],
        (max[name] - origin[name]) * axis[name],
      ];
      low += Math.min(a, b);
      high += Math.max(a, b);
    }
    return [low, high];
  };
  const [across, upwards] = [along(right), along(up)];
  return {
    left: across[0],
    right: across[1],
    bottom: upwards[0],
    top: upwards[1],
    nearest: along(deeper)[0],
  };
}
