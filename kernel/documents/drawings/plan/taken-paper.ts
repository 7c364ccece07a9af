/** @module taken paper: boxes on paper by the tile that they lie in, so that one place is held against its neighbours alone. */
import type { Point2 } from '../../geometry/vector.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap } from '../sketch.ts';

/** Side of a tile, mm on paper. */
const TILE_MM = 32;
/** A box over more tiles is kept beside them, and asked for over more of them everything is looked at. */
const MOST_TILES = 256;

type Tiles = {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** A line on paper. */
export type PaperLine = readonly [from: Point2, to: Point2];

/** What of the paper is taken. */
export class TakenPaper {
  /** What is covered unwillingly: lines of what hangs above. */
  readonly #lines: PaperLine[] = [];
  readonly #all: PaperBox[] = [];
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

  addLine(line: PaperLine): void {
    this.#lines.push(line);
  }

  /** Lines that enter a box. */
  linesOver(box: PaperBox): readonly PaperLine[] {
    return this.#lines.filter(([from, to]) => entersBox(from, to, box));
  }

  /** What overlaps a box, in no order. */
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

/** Whether a line goes into a box; one along its border does not. */
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

/** Tiles that a box touches; null where they are many. */
function tilesOf({ min, max }: PaperBox): Tiles | null {
  const [left, right] = [Math.floor(min.x / TILE_MM), Math.floor(max.x / TILE_MM)];
  const [bottom, top] = [Math.floor(min.y / TILE_MM), Math.floor(max.y / TILE_MM)];
  const count = (right - left + 1) * (top - bottom + 1);
  return count <= MOST_TILES ? { left, bottom, right, top } : null;
}

/** Tiles have whole numbers far below this, also on the paper of a building that is far away. */
const ROW = 2 ** 26;

function keysOf({ left, bottom, right, top }: Tiles): readonly number[] {
  const keys: number[] = [];
  for (let row = bottom; row <= top; row += 1) {
    for (let column = left; column <= right; column += 1) keys.push(row * ROW + column);
  }
  return keys;
}
