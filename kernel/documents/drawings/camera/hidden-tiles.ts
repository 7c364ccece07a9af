/** @module hidden tiles: which boxes lie behind what was drawn of a picture so far, for certain. */
import type { DepthBuffer } from './depth-buffer.ts';

/**
 * A plane over the picture: `near` = at + x · across + y · down. Numbers one after the other, for each plane three.
 */
type Planes = readonly number[];

/** Dots that a box takes at most; within them it lies behind all of its fronts and before all of its backs. */
export type Spread = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** How near it comes at most. */
  readonly near: number;
  readonly fronts: Planes;
  readonly backs: Planes;
};

/** Side of a tile, dots; how far from its middle a dot of it may be, with one to spare. */
const TILE = 4;
const REACH = TILE / 2 + 1;
/** By how much what was drawn must be nearer, mm; with perspective by which share. */
const OFF_MM = 1;
const OFF_SHARE = 1e-4;

/** Knows the farthest dot of each tile, which it looks for when it is asked. */
export class HiddenTiles {
  readonly #buffer: DepthBuffer;
  readonly #columns: number;
  readonly #perspective: boolean;
  readonly #farthest: Float32Array;

  constructor(buffer: DepthBuffer, perspective: boolean) {
    this.#buffer = buffer;
    this.#perspective = perspective;
    this.#columns = Math.ceil(buffer.width / TILE);
    const tiles = this.#columns * Math.ceil(buffer.height / TILE);
    this.#farthest = new Float32Array(tiles).fill(-Infinity);
  }

  /** Whether something nearer was drawn wherever a box may be seen; also when it lies beside the picture. */
  hides(spread: Spread): boolean {
    const { width, height } = this.#buffer;
    const { left, top, right, bottom, near, fronts, backs } = spread;
    if (right < 0 || bottom < 0 || left >= width || top >= height) return true;
    const first = Math.floor(Math.max(0, left) / TILE);
    const last = Math.floor(Math.min(width - 1, right) / TILE);
    const end = Math.floor(Math.min(height - 1, bottom) / TILE);
    for (let row = Math.floor(Math.max(0, top) / TILE); row <= end; row += 1) {
      const y = (row + 0.5) * TILE;
      for (let column = first; column <= last; column += 1) {
        const x = (column + 0.5) * TILE;
        const than = this.#withMargin(Math.min(near, least(fronts, x, y)));
        // Where a back lies before a front, the box is beside the tile.
        if (most(backs, x, y) > than) continue;
        // Dots come nearer only: what was found before still holds.
        if ((this.#farthest[row * this.#columns + column] ?? 0) > than) continue;
        if (!this.#isNearer(row, column, than)) return false;
      }
    }
    return true;
  }

  #withMargin(near: number): number {
    return this.#perspective ? near * (1 + OFF_SHARE) : near + OFF_MM;
  }

  #isNearer(tileRow: number, tileColumn: number, than: number): boolean {
    const { width, height, near } = this.#buffer;
    let farthest = Infinity;
    const end = Math.min(height, (tileRow + 1) * TILE);
    const from = tileColumn * TILE;
    const to = Math.min(width, from + TILE);
    for (let row = tileRow * TILE; row < end; row += 1) {
      for (let dot = row * width + from; dot < row * width + to; dot += 1) {
        const own = near[dot] ?? 0;
        if (own <= than) return false;
        if (own < farthest) farthest = own;
      }
    }
    this.#farthest[tileRow * this.#columns + tileColumn] = farthest;
    return true;
  }
}

/** The least of what planes reach at most in the tile around a place; the box is not nearer there. */
function least(planes: Planes, x: number, y: number): number {
  let found = Infinity;
  for (let k = 0; k + 2 < planes.length; k += 3) {
    const [across, down] = [planes[k + 1] ?? 0, planes[k + 2] ?? 0];
    const reached = (planes[k] ?? 0) + x * across + y * down + slack(across, down);
    if (reached < found) found = reached;
  }
  return found;
}

/** The most of what planes reach at least in the tile around a place. */
function most(planes: Planes, x: number, y: number): number {
  let found = -Infinity;
  for (let k = 0; k + 2 < planes.length; k += 3) {
    const [across, down] = [planes[k + 1] ?? 0, planes[k + 2] ?? 0];
    const reached = (planes[k] ?? 0) + x * across + y * down - slack(across, down);
    if (reached > found) found = reached;
  }
  return found;
}

/** How much a plane changes from the middle of a tile to its corners. */
function slack(across: number, down: number): number {
  return (Math.abs(across) + Math.abs(down)) * REACH;
}
