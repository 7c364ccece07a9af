/** @module box grid: a grid over the whole model that finds boxes by cell, stored in typed arrays. */
import type { BoxMm } from '../../../../schemas/units.ts';

const BOX_NUMBERS = 6;
/** Minimum size of a cell in plan, and height of a layer (about one storey), mm. */
const MIN_CELL_MM = 3000;
const LAYER_MM = 3000;
const MAX_LAYERS = 64;
/** A box that covers more cells than this is tested with every query. */
const MAX_CELLS = 4096;

/** How well a box is known: exactly, as an enclosing box until its first query, or always as an enclosing box. */
export const EXACT = 0;
export const AROUND = 1;
export const ALWAYS_AROUND = 2;

/** Boxes by place, six numbers each (min x, y, z, max x, y, z in mm), with how well each box is known. */
export class BoxTable {
  readonly boxes: Float64Array;
  readonly known: Uint8Array;

  constructor(count: number) {
    this.boxes = new Float64Array(count * BOX_NUMBERS).fill(Number.NaN);
    this.known = new Uint8Array(count);
  }

  get count(): number {
    return this.known.length;
  }

  /** Stores the box at a place; null means no box, which no query meets. */
  set(place: number, box: BoxMm | null, known: number): void {
    const o = place * BOX_NUMBERS;
    this.known[place] = known;
    if (box === null) {
      this.boxes.fill(Number.NaN, o, o + BOX_NUMBERS);
      return;
    }
    const { min, max } = box;
    this.boxes[o] = min.x;
    this.boxes[o + 1] = min.y;
    this.boxes[o + 2] = min.z;
    this.boxes[o + 3] = max.x;
    this.boxes[o + 4] = max.y;
    this.boxes[o + 5] = max.z;
  }

  /** Copies a box from another table. */
  copy(place: number, from: BoxTable, at: number): void {
    for (let k = 0; k < BOX_NUMBERS; k++) {
      this.boxes[place * BOX_NUMBERS + k] = real(from.boxes, at * BOX_NUMBERS + k);
    }
    this.known[place] = whole(from.known, at);
  }

  /** Whether the box at a place shares a point with the given box. */
  meets(place: number, { min, max }: BoxMm): boolean {
    const { boxes } = this;
    const o = place * BOX_NUMBERS;
    return (
      real(boxes, o) <= max.x &&
      real(boxes, o + 3) >= min.x &&
      real(boxes, o + 1) <= max.y &&
      real(boxes, o + 4) >= min.y &&
      real(boxes, o + 2) <= max.z &&
      real(boxes, o + 5) >= min.z
    );
  }

  /** Whether there is a box at a place. */
  has(place: number): boolean {
    return !Number.isNaN(real(this.boxes, place * BOX_NUMBERS));
  }
}

/**
 * Returns the existing number at a place. The engine reads one function for each type of array faster than one for
 * several.
 */
function real(list: Float64Array, place: number): number {
  return list[place] ?? 0;
}

function whole(list: Uint8Array, place: number): number {
  return list[place] ?? 0;
}

function cellAt(list: Uint32Array, place: number): number {
  return list[place] ?? 0;
}

/** One axis of the grid: its origin, the number of cells, and the number of cells per millimetre. */
type Axis = { readonly zero: number; readonly per_mm: number; readonly cells: number };

const ONE_CELL: Axis = { zero: 0, per_mm: 1, cells: 1 };

/** Index of the cell that contains a coordinate; coordinates outside the grid belong to the outermost cells. */
function cellOn({ zero, per_mm, cells }: Axis, mm: number): number {
  const cell = Math.floor((mm - zero) * per_mm);
  return cell < 0 ? 0 : cell >= cells ? cells - 1 : cell;
}

function axisOf({ low, high }: Span, cell: number, most: number): Axis {
  const extent = Math.max(high - low, 1);
  const cells = Math.max(1, Math.min(most, Math.ceil(extent / cell)));
  return { zero: low, per_mm: cells / extent, cells };
}

/**
 * The grid is laid out again once at most this share of the boxes that were inexact at the last layout is still
 * inexact.
 */
const RELAYOUT_SHARE = 1 / 4;
/** A new layout does not pay off if fewer than this share of all boxes were inexact at the last layout. */
const WORTH_WHILE = 1 / 50;

/** The boxes of a table in a grid. A box can become smaller; it stays in its cells until the grid is laid out again. */
export class BoxGrid {
  readonly table: BoxTable;
  /** The ids of the elements that own the boxes, by place. */
  readonly ids: readonly string[];
  /** The number of boxes that are never known exactly in this grid; these boxes are numbered. */
  readonly numbers: number;
  readonly #numbers: Uint32Array;
  #x: Axis = ONE_CELL;
  #y: Axis = ONE_CELL;
  #z: Axis = ONE_CELL;
  #first = new Uint32Array(2);
  #members = new Uint32Array(0);
  #everywhere: readonly number[] = [];
  /** The last query that reached each place. */
  readonly #seen: Uint32Array;
  #question = 0;
  /** The number of inexact boxes, now and at the last layout. */
  #around = 0;
  #laidOutWith = 0;

  constructor(table: BoxTable, ids: readonly string[]) {
    this.table = table;
    this.ids = ids;
    this.#seen = new Uint32Array(table.count);
    this.#numbers = new Uint32Array(table.count);
    let numbers = 0;
    for (let place = 0; place < table.count; place++) {
      if (table.known[place] === AROUND) this.#around += 1;
      if (table.known[place] !== ALWAYS_AROUND) continue;
      this.#numbers[place] = numbers;
      numbers += 1;
    }
    this.numbers = numbers;
    this.#layOut();
  }

  /** The number of a box that is never known exactly. */
  numberOf(place: number): number {
    return cellAt(this.#numbers, place);
  }

  /** Stores the exact box at a place for which only an enclosing box was known. */
  settle(place: number, box: BoxMm | null): void {
    this.table.set(place, box, EXACT);
    this.#around -= 1;
    const few = this.#laidOutWith < this.table.count * WORTH_WHILE;
    if (!few && this.#around <= this.#laidOutWith * RELAYOUT_SHARE) this.#layOut();
  }

  #layOut(): void {
    const { table } = this;
    const [x, y, z] = axesOf(table);
    [this.#x, this.#y, this.#z] = [x, y, z];
    const everywhere: number[] = [];
    const first = new Uint32Array(x.cells * y.cells * z.cells + 1);
    for (let place = 0; place < table.count; place++) {
      if (!table.has(place)) continue;
      const count = this.#eachCell(place, (cell) => {
        first[cell + 1] = cellAt(first, cell + 1) + 1;
      });
      if (count > MAX_CELLS) everywhere.push(place);
    }
    for (let cell = 0; cell + 1 < first.length; cell++) {
      first[cell + 1] = cellAt(first, cell + 1) + cellAt(first, cell);
    }
    const members = new Uint32Array(cellAt(first, first.length - 1));
    const next = first.slice();
    for (let place = 0; place < table.count; place++) {
      if (!table.has(place)) continue;
      this.#eachCell(place, (cell) => {
        const at = cellAt(next, cell);
        members[at] = place;
        next[cell] = at + 1;
      });
    }
    this.#first = first;
    this.#members = members;
    this.#everywhere = everywhere;
    this.#laidOutWith = this.#around;
  }

  /** Visits the cells of a box and returns their number. If there are too many cells, it visits none. */
  #eachCell(place: number, visit: (cell: number) => void): number {
    const { boxes } = this.table;
    const o = place * BOX_NUMBERS;
    const [x0, x1] = [cellOn(this.#x, real(boxes, o)), cellOn(this.#x, real(boxes, o + 3))];
    const [y0, y1] = [cellOn(this.#y, real(boxes, o + 1)), cellOn(this.#y, real(boxes, o + 4))];
    const [z0, z1] = [cellOn(this.#z, real(boxes, o + 2)), cellOn(this.#z, real(boxes, o + 5))];
    const count = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    if (count > MAX_CELLS) return count;
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) visit((x * this.#y.cells + y) * this.#z.cells + z);
      }
    }
    return count;
  }

  /** Returns the places whose boxes meet the given box, each once. */
  search(box: BoxMm): number[] {
    const { table } = this;
    const [members, first, seen] = [this.#members, this.#first, this.#seen];
    const { min, max } = box;
    const [x0, x1] = [cellOn(this.#x, min.x), cellOn(this.#x, max.x)];
    const [y0, y1] = [cellOn(this.#y, min.y), cellOn(this.#y, max.y)];
    const [z0, z1] = [cellOn(this.#z, min.z), cellOn(this.#z, max.z)];
    const found: number[] = [];
    for (const place of this.#everywhere) if (table.meets(place, box)) found.push(place);
    const question = this.#ask();
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        // The layers of a column are adjacent.
        const column = (x * this.#y.cells + y) * this.#z.cells;
        const end = cellAt(first, column + z1 + 1);
        for (let i = cellAt(first, column + z0); i < end; i++) {
          const place = cellAt(members, i);
          if (cellAt(seen, place) === question) continue;
          seen[place] = question;
          if (table.meets(place, box)) found.push(place);
        }
      }
    }
    return found;
  }

  #ask(): number {
    if (this.#question === 0xffff_ffff) {
      this.#seen.fill(0);
      this.#question = 0;
    }
    this.#question += 1;
    return this.#question;
  }
}

type Span = { readonly low: number; readonly high: number };

/** Range of the boxes along an axis, without infinite bounds. */
function spanOf({ boxes }: BoxTable, axis: number): Span {
  let [low, high] = [Infinity, -Infinity];
  for (let o = axis; o < boxes.length; o += BOX_NUMBERS) {
    const [from, to] = [real(boxes, o), real(boxes, o + 3)];
    // Both comparisons are false where there is no box.
    if (from < low && from > -Infinity) low = from;
    if (to > high && to < Infinity) high = to;
  }
  return low <= high ? { low, high } : { low: 0, high: 0 };
}

/** Chooses cells so that each holds about the same number of boxes, regardless of their total number. */
function axesOf(table: BoxTable): readonly [Axis, Axis, Axis] {
  const [x, y, z] = [spanOf(table, 0), spanOf(table, 1), spanOf(table, 2)];
  const layers = axisOf(z, LAYER_MM, MAX_LAYERS);
  const [width, depth] = [x.high - x.low, y.high - y.low];
  const share = layers.cells / Math.max(1, table.count);
  // The area of a long and narrow model is close to zero.
  const cell = Math.max(
    MIN_CELL_MM,
    Math.sqrt(width * depth * share),
    Math.max(width, depth) * share,
  );
  return [axisOf(x, cell, Infinity), axisOf(y, cell, Infinity), layers];
}
