/** @module hidden tiles: an occlusion test for boxes that are certainly behind the picture drawn so far. */
import type { DepthBuffer } from './depth-buffer.ts';

/**
 * Planes over the picture, with the equation `near` = at + x · across + y · down. The three coefficients of each plane
 * are stored consecutively.
 */
type Planes = readonly number[];

/**
 * Bounds of a box in the picture, pixels. Within them, the box is behind all of its front planes and in front of all of
 * its back planes.
 */
export type Spread = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The maximum of `near` over the box. */
  readonly near: number;
  readonly fronts: Planes;
  readonly backs: Planes;
};

/** Side of a tile, pixels. */
const TILE = 4;
/** Maximum distance of the pixels of a tile from its centre along one axis, pixels, with one pixel of reserve. */
const REACH = TILE / 2 + 1;
/** Margin by which the drawn picture must be nearer than a hidden box, without perspective, mm. */
const OFF_MM = 1;
/** The same margin with perspective, as a share of `near`. */
const OFF_SHARE = 1e-4;

/** The occlusion test. It caches the depth of the farthest pixel of each tile. */
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

  /**
   * Whether the drawn picture is nearer wherever the box may be visible; also true if the box is outside the picture.
   */
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
        const than = this.#withMargin(Math.min(near, upperBound(fronts, x, y)));
        // If a back plane is nearer than a front plane, the box does not cover the tile.
        if (lowerBound(backs, x, y) > than) continue;
        // Pixels only ever get nearer, so that the cached value remains a valid bound.
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

/** Upper bound of `near` in the tile around a place: the minimum over the front planes of their maximum there. */
function upperBound(planes: Planes, x: number, y: number): number {
  let found = Infinity;
  for (let k = 0; k + 2 < planes.length; k += 3) {
    const [across, down] = [planes[k + 1] ?? 0, planes[k + 2] ?? 0];
    const reached = (planes[k] ?? 0) + x * across + y * down + slack(across, down);
    if (reached < found) found = reached;
  }
  return found;
}

/** Lower bound of `near` in the tile around a place: the maximum over the back planes of their minimum there. */
function lowerBound(planes: Planes, x: number, y: number): number {
  let found = -Infinity;
  for (let k = 0; k + 2 < planes.length; k += 3) {
    const [across, down] = [planes[k + 1] ?? 0, planes[k + 2] ?? 0];
    const reached = (planes[k] ?? 0) + x * across + y * down - slack(across, down);
    if (reached > found) found = reached;
  }
  return found;
}

/** Maximum change of a plane from the centre of a tile to its corners. */
function slack(across: number, down: number): number {
  return (Math.abs(across) + Math.abs(down)) * REACH;
}
