/** @module taken paper: the boxes on paper that are already occupied, indexed by tiles. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap } from '../sketch.ts';

/** Side of a tile, mm on paper. */
const TILE_MM = 32;
/**
 * Maximum number of tiles of an indexed box. Larger boxes are in a separate list, and a query over more tiles tests all
 * boxes.
 */
const MAX_TILES = 256;

type Tiles = {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** A line on paper. */
export type PaperLine = readonly [from: Point2, to: Point2];

/** The taken areas of the paper. */
export class TakenPaper {
  /** Lines of elements above the cut, which texts cover only if necessary. */
  readonly #lines: PaperLine[] = [];
  readonly #all: PaperBox[] = [];
  /** The boxes with more than `MAX_TILES` tiles. */
  readonly #large: PaperBox[] = [];
  readonly #tiles = new Map<number, PaperBox[]>();

  add(box: PaperBox): void {
    this.#all.push(box);
    const tiles = tilesOf(box);
    if (tiles === null) {
      this.#large.push(box);
      return;
    }
    for (const key of keysOf(tiles)) {
      const own = this.#tiles.get(key);
      if (own === undefined) this.#tiles.set(key, [box]);
      else own.push(box);
    }
  }

  /** Adds a line of an element above the cut. */
  addLine(line: PaperLine): void {
    this.#lines.push(line);
  }

  /** The lines that enter a box. */
  linesOver(box: PaperBox): readonly PaperLine[] {
    return this.#lines.filter(([from, to]) => entersBox(from, to, box));
  }

  /** The taken boxes that overlap a box, in no defined order. */
  over(box: PaperBox): readonly PaperBox[] {
    const tiles = tilesOf(box);
    if (tiles === null) return this.#all.filter((other) => boxesOverlap(other, box));
    const near = this.#large.filter((other) => boxesOverlap(other, box));
    const found = new Set<PaperBox>();
    for (const key of keysOf(tiles)) {
      for (const other of this.#tiles.get(key) ?? []) {
        if (boxesOverlap(other, box)) found.add(other);
      }
    }
    return [...near, ...found];
  }
}

/** Whether a line enters the interior of a box; a line along its border does not. */
export function entersBox(from: Point2, to: Point2, { min, max }: PaperBox): boolean {
  let [low, high] = [0, 1];
  for (const [a, b, least, most] of [
    [from.x, to.x, min.x, max.x],
    [from.y, to.y, min.y, max.y],
  ] as const) {
    if (a === b) {
      if (a <= least || a >= most) return false;
      continue;
    }
    const [t, u] = [(least - a) / (b - a), (most - a) / (b - a)];
    low = Math.max(low, Math.min(t, u));
    high = Math.min(high, Math.max(t, u));
  }
  return low < high;
}

/** The tiles that a box touches; null if there are too many. */
function tilesOf({ min, max }: PaperBox): Tiles | null {
  const [left, right] = [Math.floor(min.x / TILE_MM), Math.floor(max.x / TILE_MM)];
  const [bottom, top] = [Math.floor(min.y / TILE_MM), Math.floor(max.y / TILE_MM)];
  const count = (right - left + 1) * (top - bottom + 1);
  return count <= MAX_TILES ? { left, bottom, right, top } : null;
}

/** Factor of the row in tile keys; greater than the number of tiles in a row, even far from the origin. */
const ROW = 2 ** 26;

function keysOf({ left, bottom, right, top }: Tiles): readonly number[] {
  const keys: number[] = [];
  for (let row = bottom; row <= top; row += 1) {
    for (let column = left; column <= right; column += 1) keys.push(row * ROW + column);
  }
  return keys;
}
