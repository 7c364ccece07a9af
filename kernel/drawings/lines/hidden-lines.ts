/** @module hidden lines: which parts of edges are seen: exact intervals, from every face that lies before them. */
import { at } from '../../geometry/indexed.ts';
import type { FaceGrid } from './face-grid.ts';
import type { Edge, Face } from './faces.ts';

/** A face hides what lies at least so far behind it, mm. */
const BEHIND_MM = 0.05;
/** Parts of an edge that are shorter are not drawn, mm. */
const SHORTEST_MM = 0.5;

/** From and to along an edge, as shares of its length. */
export type Interval = readonly [number, number];

/** Finds the parts of edges that no face hides. */
export class HiddenLines {
  readonly #faces: readonly Face[];
  readonly #grid: FaceGrid;
  /** By face: the last edge that was held against it. */
  readonly #seen: Int32Array;
  #turn = 0;

  constructor(faces: readonly Face[], grid: FaceGrid) {
    this.#faces = faces;
    this.#grid = grid;
    this.#seen = new Int32Array(faces.length);
  }

  /** The seen parts of an edge, in order along it. */
  visible(edge: Edge): readonly Interval[] {
    const length = Math.sqrt((edge.bx - edge.ax) ** 2 + (edge.by - edge.ay) ** 2);
    if (length < SHORTEST_MM) return [];
    const hidden: Interval[] = [];
    this.#turn += 1;
    this.#along(edge, hidden);
    if (hidden.length === 0) return [[0, 1]];
    hidden.sort((a, b) => a[0] - b[0]);
    const parts: Interval[] = [];
    let from = 0;
    for (const [start, end] of hidden) {
      if ((start - from) * length > SHORTEST_MM) parts.push([from, start]);
      if (end > from) from = end;
    }
    if ((1 - from) * length > SHORTEST_MM) parts.push([from, 1]);
    return parts;
  }

  /** Goes through the cells that an edge crosses. */
  #along(edge: Edge, hidden: Interval[]): void {
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
        this.#inCell(edge, row * columns + column, { from, to, hidden });
      }
      if (to >= 1) return;
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
  ): void {
    const nearest = Math.min(
      edge.az + (edge.bz - edge.az) * from,
      edge.az + (edge.bz - edge.az) * to,
    );
    if (nearest > at(this.#grid.cover, cell) + BEHIND_MM) {
      hidden.push([from, to]);
      return;
    }
    const farthest = Math.max(edge.az, edge.bz);
    for (const index of at(this.#grid.cells, cell)) {
      const face = at(this.#faces, index);
      if (face.nearest >= farthest - BEHIND_MM) return;
      if (at(this.#seen, index) === this.#turn) continue;
      this.#seen[index] = this.#turn;
      hide(edge, face, hidden);
    }
  }
}

/** Adds what a face hides of an edge. */
function hide(edge: Edge, face: Face, hidden: Interval[]): void {
  const { ax, ay, az, bx, by, bz } = edge;
  if (Math.max(ax, bx) < face.left || Math.min(ax, bx) > face.right) return;
  if (Math.max(ay, by) < face.bottom || Math.min(ay, by) > face.top) return;
  // How far the face lies before the edge, at both ends; it changes evenly between them.
  const before = az - (face.px * ax + face.py * ay + face.p0) - BEHIND_MM;
  const after = bz - (face.px * bx + face.py * by + face.p0) - BEHIND_MM;
  if (before <= 0 && after <= 0) return;
  const turn = before / (before - after);
  const low = before > 0 ? 0 : turn;
  const high = after > 0 ? 1 : turn;
  const crossings = crossingsOf(edge, face);
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const from = Math.max(low, at(crossings, i));
    const to = Math.min(high, at(crossings, i + 1));
    if (to > from) hidden.push([from, to]);
  }
}

/** Where the line through an edge goes into a face and out of it, as shares of the edge's length, in order. */
function crossingsOf({ ax, ay, bx, by }: Edge, { sides }: Face): readonly number[] {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const found: number[] = [];
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const [px, py] = [at(sides, i) - ax, at(sides, i + 1) - ay];
    const [qx, qy] = [at(sides, i + 2) - ax, at(sides, i + 3) - ay];
    const p = dx * py - dy * px;
    const q = dx * qy - dy * qx;
    if (p > 0 === q > 0) continue;
    const share = p / (p - q);
    found.push(((px + (qx - px) * share) * dx + (py + (qy - py) * share) * dy) / square);
  }
  return found.toSorted((a, b) => a - b);
}
