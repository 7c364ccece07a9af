/**
 * @module cover: an upper bound of the visible depth in each cell of a picture, which identifies fully hidden bodies
 * early. Cell boundaries are body boundaries, so that a body directly in front of an occluder is kept right up to the
 * occluder's edge.
 */
import { float64At as at } from '../../../building/geometry/indexed.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { Face } from './faces.ts';
import { depthOf, isInside, isUpright } from './faces.ts';
import type { Frame } from './slice.ts';

/** The extent of a body in the frame of a view, mm. */
export type Extent = Pick<Face, 'bottom' | 'left' | 'nearest' | 'right' | 'top'>;

/** Depth tolerance for flush bodies, mm: a body at most this far behind the cover of a cell still counts as visible. */
export const FLUSH_MM = 0.1;
/** Cell boundaries closer together than this are merged, mm. */
const MERGED_MM = 0.01;
/** Maximum number of body boundaries that are used as cell boundaries in each direction. */
const MAX_ENDS = 512;
/** Minimum number of cells in each direction. */
const MIN_CELLS = 128;

/** The cover of a picture. An added face hides everything behind it in each cell that it fills completely. */
export class Cover {
  /** Cell boundaries, ascending. */
  readonly #across: Float64Array;
  readonly #along: Float64Array;
  /** For each cell, the depth behind which everything is hidden, mm; Infinity if nothing fills the cell. */
  readonly #deepest: Float64Array;
  /** Scratch buffer: 1 for each cell near a face that a side of the face passes through. */
  #touched = new Uint8Array(256);

  constructor(extents: readonly Extent[]) {
    this.#across = endsOf(extents.flatMap(({ left, right }) => [left, right]));
    this.#along = endsOf(extents.flatMap(({ bottom, top }) => [bottom, top]));
    this.#deepest = new Float64Array(this.#across.length * this.#along.length).fill(Infinity);
  }

  /** Whether a box is completely behind the added faces. The box must be one of those for which the cover was made. */
  hides({ left, right, bottom, top, nearest }: Extent): boolean {
    const columns = this.#across.length;
    const [first, last] = cellsAround(this.#across, left, right);
    const [low, high] = cellsAround(this.#along, bottom, top);
    const deepest = nearest - FLUSH_MM;
    for (let row = low; row <= high; row += 1) {
      const end = row * columns + last;
      for (let cell = row * columns + first; cell <= end; cell += 1) {
        if (!(at(this.#deepest, cell) <= deepest)) return false;
      }
    }
    return true;
  }

  /** Adds a front face, that is, a face turned towards the viewer. */
  add(face: Face): void {
    const [first, last] = cellsWithin(this.#across, face.left, face.right);
    const [low, high] = cellsWithin(this.#along, face.bottom, face.top);
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

  /** Marks the cells that a side passes through. */
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
      const rows = cellsAround(this.#along, ay, by);
      for (let row = Math.max(low, rows[0]); row <= Math.min(high, rows[1]); row += 1) {
        const [y0, y1] = [at(this.#along, row) + MERGED_MM, at(this.#along, row + 1) - MERGED_MM];
        if (by <= y0 || ay >= y1) continue;
        const x0 = ay >= y0 ? ax : ax + ((y0 - ay) / (by - ay)) * (bx - ax);
        const x1 = by <= y1 ? bx : ax + ((y1 - ay) / (by - ay)) * (bx - ax);
        const columns = cellsAround(this.#across, Math.min(x0, x1), Math.max(x0, x1));
        for (let c = Math.max(first, columns[0]); c <= Math.min(last, columns[1]); c += 1) {
          const left = at(this.#across, c) + MERGED_MM;
          const right = at(this.#across, c + 1) - MERGED_MM;
          if (Math.max(x0, x1) > left && Math.min(x0, x1) < right) {
            this.#touched[(row - low) * span + c - first] = 1;
          }
        }
      }
    }
  }
}

type Cells = readonly [first: number, last: number, low: number, high: number];

/** Cell boundaries: the most frequent of the places, with evenly spaced ones inserted where they are far apart. */
function endsOf(places: readonly number[]): Float64Array {
  const sorted = Float64Array.from(places).toSorted();
  const found: { readonly place: number; count: number }[] = [];
  for (const place of sorted) {
    const last = found.at(-1);
    if (last !== undefined && place - last.place < MERGED_MM) last.count += 1;
    else found.push({ place, count: 1 });
  }
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const inner = found.filter(({ place }) => place > low && place < high);
  const kept = inner.toSorted((a, b) => b.count - a.count || a.place - b.place);
  const ends = kept.slice(0, MAX_ENDS).map(({ place }) => place);
  const all = Float64Array.from([low, ...ends, Math.max(high, low + 1)]).toSorted();
  const step = (at(all, all.length - 1) - low) / MIN_CELLS;
  const out = [low];
  for (let i = 1; i < all.length; i += 1) {
    const [from, to] = [at(all, i - 1), at(all, i)];
    const parts = Math.max(1, Math.ceil((to - from) / step));
    for (let k = 1; k < parts; k += 1) out.push(from + ((to - from) * k) / parts);
    out.push(to);
  }
  return Float64Array.from(out);
}

/** Index of the last boundary that is not above a place; -1 if all are above it. */
function endBefore(ends: Float64Array, place: number): number {
  let [low, high] = [-1, ends.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(ends, middle) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Indexes of the first and the last cell that a range overlaps. */
function cellsAround(ends: Float64Array, from: number, to: number): readonly [number, number] {
  const most = ends.length - 2;
  const first = Math.min(most, Math.max(0, endBefore(ends, from + MERGED_MM)));
  // The first boundary that is not below `to` closes the last cell.
  const last = Math.min(most, endBefore(ends, to - MERGED_MM));
  return [first, Math.max(first, last)];
}

/** Indexes of the first and the last cell completely inside a range; the first is greater if there is no such cell. */
function cellsWithin(ends: Float64Array, from: number, to: number): readonly [number, number] {
  const before = endBefore(ends, from - MERGED_MM);
  return [before + 1, endBefore(ends, to + MERGED_MM) - 1];
}

/** The extent of an axis-aligned box in the frame of a view, mm. */
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
