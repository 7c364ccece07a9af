/**
 * @module hidden lines: hidden-line removal: the visible parts of edges as exact intervals, computed against every face
 * in front of them.
 */
import type { FaceGrid } from './face-grid.ts';
import type { Edge, Face } from './faces.ts';

/** A face hides only geometry that is at least this far behind it, mm. */
const BEHIND_MM = 0.05;
/** Minimum length of a drawn part of an edge, mm. */
const MIN_LENGTH_MM = 0.5;

/** Start and end of an interval of an edge, as shares of its length. */
export type Interval = readonly [number, number];

/** Finds the parts of edges that no face hides. */
export class HiddenLines {
  readonly #faces: readonly Face[];
  readonly #grid: FaceGrid;
  /** For each face, the number of the last edge that was tested against it. */
  readonly #seen: Int32Array;
  /** Number of the current edge. */
  #edge = 0;
  /** Total number of cells traversed and of faces tested against edges. */
  work = 0;

  constructor(faces: readonly Face[], grid: FaceGrid) {
    this.#faces = faces;
    this.#grid = grid;
    this.#seen = new Int32Array(faces.length);
  }

  /** The visible parts of an edge, in order along it. */
  visible(edge: Edge): readonly Interval[] {
    const length = Math.sqrt((edge.bx - edge.ax) ** 2 + (edge.by - edge.ay) ** 2);
    if (length < MIN_LENGTH_MM) return [];
    const hidden: Interval[] = [];
    this.#edge += 1;
    if (this.#along(edge, hidden)) return [];
    if (hidden.length === 0) return [[0, 1]];
    hidden.sort((a, b) => a[0] - b[0]);
    const parts: Interval[] = [];
    let from = 0;
    for (const [start, end] of hidden) {
      if ((start - from) * length > MIN_LENGTH_MM) parts.push([from, start]);
      if (end > from) from = end;
    }
    if ((1 - from) * length > MIN_LENGTH_MM) parts.push([from, 1]);
    return parts;
  }

  /**
   * Traverses the cells that an edge crosses. Returns whether a single face hides the whole edge, so that no other face
   * matters.
   */
  #along(edge: Edge, hidden: Interval[]): boolean {
    const { left, bottom, size, columns, rows } = this.#grid;
    const [ax, ay] = [(edge.ax - left) / size, (edge.ay - bottom) / size];
    const [dx, dy] = [(edge.bx - edge.ax) / size, (edge.by - edge.ay) / size];
    const [stepX, stepY] = [dx > 0 ? 1 : -1, dy > 0 ? 1 : -1];
    let column = Math.floor(ax);
    let row = Math.floor(ay);
    const [perX, perY] = [
      dx === 0 ? Infinity : Math.abs(1 / dx),
      dy === 0 ? Infinity : Math.abs(1 / dy),
    ];
    let nextX = dx === 0 ? Infinity : (column + (dx > 0 ? 1 : 0) - ax) / dx;
    let nextY = dy === 0 ? Infinity : (row + (dy > 0 ? 1 : 0) - ay) / dy;
    let from = 0;
    for (;;) {
      const to = Math.min(nextX, nextY, 1);
      if (column >= 0 && row >= 0 && column < columns && row < rows) {
        if (this.#inCell(edge, row * columns + column, { from, to, hidden })) return true;
      }
      if (to >= 1) return false;
      from = to;
      if (nextX <= nextY) {
        column += stepX;
        nextX += perX;
      } else {
        row += stepY;
        nextY += perY;
      }
    }
  }

  #inCell(
    edge: Edge,
    cell: number,
    {
      from,
      to,
      hidden,
    }: { readonly from: number; readonly to: number; readonly hidden: Interval[] },
  ): boolean {
    const nearest = Math.min(
      edge.az + (edge.bz - edge.az) * from,
      edge.az + (edge.bz - edge.az) * to,
    );
    if (nearest > (this.#grid.cover[cell] ?? Infinity) + BEHIND_MM) {
      hidden.push([from, to]);
      return false;
    }
    const farthest = Math.max(edge.az, edge.bz);
    this.work += 1;
    for (const index of this.#grid.cells[cell] ?? []) {
      const face = this.#faces[index];
      if (face === undefined || face.nearest >= farthest - BEHIND_MM) return false;
      if (this.#seen[index] === this.#edge) continue;
      this.#seen[index] = this.#edge;
      this.work += 1;
      if (hide(edge, face, hidden)) return true;
    }
    return false;
  }
}

/** Adds the parts of an edge that a face hides to `hidden`. Returns whether the face hides the whole edge. */
function hide(edge: Edge, face: Face, hidden: Interval[]): boolean {
  const { ax, ay, az, bx, by, bz } = edge;
  if (Math.max(ax, bx) < face.left || Math.min(ax, bx) > face.right) return false;
  if (Math.max(ay, by) < face.bottom || Math.min(ay, by) > face.top) return false;
  // Distance of the face in front of the edge at both end points; it is linear between them.
  const before = az - (face.px * ax + face.py * ay + face.p0) - BEHIND_MM;
  const after = bz - (face.px * bx + face.py * by + face.p0) - BEHIND_MM;
  if (before <= 0 && after <= 0) return false;
  const change = before / (before - after);
  const low = before > 0 ? 0 : change;
  const high = after > 0 ? 1 : change;
  const crossings = crossingsOf(edge, face);
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const from = Math.max(low, crossings[i] ?? 0);
    const to = Math.min(high, crossings[i + 1] ?? 0);
    if (from <= 0 && to >= 1) return true;
    if (to > from) hidden.push([from, to]);
  }
  return false;
}

/** The places where an edge enters and leaves a face, as shares of the length of the edge, ascending. */
function crossingsOf({ ax, ay, bx, by }: Edge, { sides }: Face): readonly number[] {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const found: number[] = [];
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const px = (sides[i] ?? 0) - ax;
    const py = (sides[i + 1] ?? 0) - ay;
    const qx = (sides[i + 2] ?? 0) - ax;
    const qy = (sides[i + 3] ?? 0) - ay;
    const p = dx * py - dy * px;
    const q = dx * qy - dy * qx;
    if (p > 0 === q > 0) continue;
    const share = p / (p - q);
    found.push(((px + (qx - px) * share) * dx + (py + (qy - py) * share) * dy) / square);
  }
  if (found.length === 0) return found;
  if (found.length === 2 && (found[0] ?? 0) <= (found[1] ?? 0)) return found;
  return found.toSorted((a, b) => a - b);
}
