/** @module curtain layout: decomposes the face of a curtain wall into disjoint rectangles. */

import { at, filled, intAt } from '../indexed.ts';
import type { CurtainCut, CurtainGrid, Face, Member, Rect } from './curtain-grid.ts';
import { MIN_PANEL_MM, membersOf, onGridMm } from './curtain-grid.ts';

/** A panel or a piece of a mullion; end pieces extend to ±Infinity. */
export type Piece = {
  readonly role: 'panel' | 'mullion';
  /** Unique within the wall and stable: derived from the column, row or door of the piece. */
  readonly key: string;
  readonly upright: boolean;
  readonly rect: Rect;
};

/** All pieces, panels first, each kind in ascending rows. */
export function layoutOf(
  face: Face,
  grid: CurtainGrid,
  cuts: readonly CurtainCut[],
): readonly Piece[] {
  return piecesOf(membersOf(face, grid, cuts), { face, grid, cuts });
}

/** The layout of a wall whose joints leave no space for panels: one post minus its openings. */
export function postOf(height: number, cuts: readonly CurtainCut[]): readonly Piece[] {
  const rect = { from: -Infinity, to: Infinity, low: 0, high: height };
  const face = { length: 0, height, from: 0, to: 0 };
  const grid = { columns: 1, rows: 1, mullion: 0, depth: 0, glass: 0 };
  return piecesOf([{ key: 'v0', upright: true, rect, gaps: [] }], { face, grid, cuts });
}

type Wall = {
  readonly face: Face;
  readonly grid: CurtainGrid;
  readonly cuts: readonly CurtainCut[];
};

/** Markers of cells without a member: a panel, a door or window, or a cell that is already part of a rectangle. */
const [PANEL, CUT, TAKEN] = [-1, -2, -3];

/**
 * Cells between successive stations and heights; `owner[row * columns + column]` is the index of a member or a marker.
 */
type Cells = {
  readonly stations: readonly number[];
  readonly heights: readonly number[];
  readonly owner: number[];
};

function piecesOf(members: readonly Member[], wall: Wall): readonly Piece[] {
  const cells = cellsOf(members, wall);
  const named = new Map<string, number>();
  const pieces = rectanglesOf(cells, members).map(({ owner, rect }): Piece => {
    const member = members[owner];
    const isPanel = member === undefined && !isSliver(rect);
    const base = member === undefined ? placeOf(rect, wall) : keyOf(member, rect, wall);
    const key = member === undefined && !isPanel ? `i${base}` : base;
    const count = (named.get(key) ?? 0) + 1;
    named.set(key, count);
    return {
      role: isPanel ? 'panel' : 'mullion',
      key: count === 1 ? key : `${key} ${count}`,
      upright: member?.upright ?? rect.high - rect.low >= rect.to - rect.from,
      rect,
    };
  });
  return [
    ...pieces.filter(({ role }) => role === 'panel'),
    ...pieces.filter(({ role }) => role === 'mullion'),
  ];
}

function isSliver({ from, to, low, high }: Rect): boolean {
  return to - from < MIN_PANEL_MM || high - low < MIN_PANEL_MM;
}

/** Index from 1 of the equal part of a length that contains a position. */
function share(place: number, whole: number, parts: number): number {
  return Math.min(parts, Math.max(1, Math.floor((place / whole) * parts) + 1));
}

/** Column and row of the grid that contain the middle, from 1. */
function placeOf({ from, to, low, high }: Rect, { face, grid }: Wall): string {
  const column = share((from + to) / 2, face.length, grid.columns);
  return `p${column}.${share((low + high) / 2, face.height, grid.rows)}`;
}

/** A piece of a horizontal line has its column in its key. */
function keyOf(member: Member, rect: Rect, wall: Wall): string {
  if (member.upright || member.key.startsWith('f')) return member.key;
  return `${member.key}.${placeOf(rect, wall).slice(1).split('.')[0]}`;
}

function cellsOf(members: readonly Member[], { face, cuts }: Wall): Cells {
  const rects = [...members.flatMap(({ rect, gaps }) => [rect, ...gaps]), ...cuts];
  const stations = distinct(rects.flatMap(({ from, to }) => [from, to]));
  const heights = distinct([
    0,
    face.height,
    ...rects.flatMap(({ low, high }) => [low, high]),
  ]).filter((z) => z >= 0 && z <= onGridMm(face.height));
  const columns = stations.length - 1;
  const owner = filled(columns * (heights.length - 1), PANEL);
  const cells = { stations, heights, owner };
  for (const [i, { rect, gaps }] of [...members.entries()].toReversed()) {
    each(cells, rect, (cell) => {
      if (!gaps.some((gap) => within(cells, cell, gap))) owner[cell] = i;
    });
  }
  for (const cut of cuts) {
    each(cells, cut, (cell) => {
      owner[cell] = CUT;
    });
  }
  return cells;
}

/** All values rounded to the 0.001 mm grid, distinct and ascending. */
function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values.map((value) => onGridMm(value)))].toSorted((a, b) => a - b);
}

/** Calls `visit` for every cell inside a rectangle. */
function each(
  { stations, heights }: Cells,
  { from, to, low, high }: Rect,
  visit: (cell: number) => void,
): void {
  const columns = stations.length - 1;
  const [a, b] = [indexOf(stations, from), indexOf(stations, to)];
  const [c, d] = [indexOf(heights, low), indexOf(heights, high)];
  for (let row = c; row < d; row++) {
    for (let column = a; column < b; column++) visit(row * columns + column);
  }
}

/** Index of the first value that is not below `value`. */
function indexOf(values: readonly number[], value: number): number {
  const wanted = onGridMm(value);
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(values, middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function within({ stations, heights }: Cells, cell: number, gap: Rect): boolean {
  const columns = stations.length - 1;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return (
    at(stations, column) >= onGridMm(gap.from) &&
    at(stations, column + 1) <= onGridMm(gap.to) &&
    at(heights, row) >= onGridMm(gap.low) &&
    at(heights, row + 1) <= onGridMm(gap.high)
  );
}

type Owned = { readonly owner: number; readonly rect: Rect };

/** Merges cells of one owner into rectangles: upright members first upwards, others first sideways. */
function rectanglesOf(
  { stations, heights, owner }: Cells,
  members: readonly Member[],
): readonly Owned[] {
  const [columns, rows] = [stations.length - 1, heights.length - 1];
  const left = [...owner];
  const free = (of: number, box: { c: number; d: number; r: number; s: number }): boolean => {
    for (let row = box.r; row < box.s; row++) {
      for (let column = box.c; column < box.d; column++) {
        if (intAt(left, row * columns + column) !== of) return false;
      }
    }
    return true;
  };
  const found: Owned[] = [];
  for (let cell = 0; cell < left.length; cell++) {
    const of = intAt(left, cell);
    if (of === CUT || of === TAKEN) continue;
    const [c, r] = [cell % columns, Math.floor(cell / columns)];
    let [d, s] = [c + 1, r + 1];
    const up = (): void => {
      while (s < rows && free(of, { c, d, r: s, s: s + 1 })) s += 1;
    };
    const along = (): void => {
      while (d < columns && free(of, { c: d, d: d + 1, r, s })) d += 1;
    };
    if (members[of]?.upright === true) up();
    along();
    up();
    for (let row = r; row < s; row++) left.fill(TAKEN, row * columns + c, row * columns + d);
    const rect = {
      from: at(stations, c),
      to: at(stations, d),
      low: at(heights, r),
      high: at(heights, s),
    };
    found.push({ owner: of, rect });
  }
  return found;
}
