/** @module curtain layout: decomposes the face of a curtain wall into disjoint rectangles. */

import type { CurtainCut, Face, GridLines, Line, Member, Rect } from './curtain-grid.ts';
import { clearRect, linesOf, MIN_PANEL_MM, membersOf, onGridMm } from './curtain-grid.ts';
import {
  type Across,
  type CurtainGrid,
  mullionAcross,
  panelAcross,
  type PanelCells,
  panelCells,
  type PanelKind,
} from './curtain-sizes.ts';
import {
  type Cells,
  cellsAmong,
  CUT,
  eachCell,
  isWithin,
  type Owned,
  PANEL,
  panelIndex,
  panelMarker,
  rectanglesOf,
} from './raster.ts';

/** A panel or a piece of a mullion; end pieces extend to ±Infinity. */
export type Piece = {
  readonly role: 'panel' | 'mullion';
  /** Whether it is a solid panel, not one of glass. */
  readonly solid: boolean;
  /** Unique within the wall and stable: derived from the column, row or door of the piece. */
  readonly key: string;
  readonly upright: boolean;
  readonly rect: Rect;
  readonly across: Across;
};

/**
 * All pieces: panels of glass, solid ones, and mullions, each in ascending rows. `ends`: between which stations panels
 * that lap over mullions may be.
 */
export function layoutOf(
  face: Face,
  grid: CurtainGrid,
  cuts: readonly CurtainCut[],
  ends: { readonly from: number; readonly to: number } = { from: 0, to: face.length },
): readonly Piece[] {
  const wall = { face, grid, cuts, own: panelCells(grid) };
  const pieces = piecesOf(membersOf(face, grid, cuts), wall);
  if (!grid.laps) return ordered(pieces);
  const panels = lappingPanels({ ...wall, face: { ...face, ...ends } });
  return ordered([...panels, ...pieces.filter(({ role }) => role === 'mullion')]);
}

/** The layout of a wall whose joints leave no space for panels: one post minus its openings. */
export function postOf(
  height: number,
  given: CurtainGrid,
  cuts: readonly CurtainCut[],
): readonly Piece[] {
  const rect = { from: -Infinity, to: Infinity, low: 0, high: height };
  const face = { length: 0, height, from: 0, to: 0 };
  const grid = { ...given, columns: 1, rows: 1, stations: null, heights: null, panels: [] };
  const post = { key: 'v0', upright: true, role: 'edge', rect, gaps: [] } as const;
  return ordered(piecesOf([post], { face, grid, cuts, own: [] }));
}

type Wall = {
  readonly face: Face;
  readonly grid: CurtainGrid;
  readonly cuts: readonly CurtainCut[];
  /** The panels of the grid that differ from the others. */
  readonly own: readonly PanelCells[];
};

function ordered(pieces: readonly Piece[]): readonly Piece[] {
  const panels = pieces.filter(({ role }) => role === 'panel');
  return [
    ...panels.filter(({ solid }) => !solid),
    ...panels.filter(({ solid }) => solid),
    ...pieces.filter(({ role }) => role === 'mullion'),
  ];
}

function piecesOf(members: readonly Member[], wall: Wall): readonly Piece[] {
  const cells = cellsOf(members, wall);
  const named = namedKeys();
  return rectanglesOf(cells, members).flatMap(({ owner, rect }): readonly Piece[] => {
    const member = members[owner];
    if (member !== undefined) {
      const { upright, role } = member;
      const across = mullionAcross(wall.grid, role);
      const key = named(keyOf(member, rect, wall));
      return [{ role: 'mullion', solid: true, key, upright, rect, across }];
    }
    const look = lookOf(owner, wall);
    if (look.kind === 'none') return [];
    const isPanel = !isSliver(rect);
    const base = placeOf(rect, wall);
    return [
      {
        role: isPanel ? 'panel' : 'mullion',
        solid: !isPanel || look.kind === 'solid',
        key: named(isPanel ? base : `i${base}`),
        upright: rect.high - rect.low >= rect.to - rect.from,
        rect,
        across: isPanel ? look.across : mullionAcross(wall.grid, 'mullion'),
      },
    ];
  });
}

/** Makes names unique: a repeated one gets a number. */
function namedKeys(): (key: string) => string {
  const named = new Map<string, number>();
  return (key) => {
    const count = (named.get(key) ?? 0) + 1;
    named.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  };
}

type Look = { readonly kind: PanelKind; readonly across: Across };

/** What fills the cells with a marker. */
function lookOf(marker: number, { grid, own }: Pick<Wall, 'grid' | 'own'>): Look {
  const index = panelIndex(marker);
  const panel = index === null ? undefined : own[index];
  return panel ?? { kind: 'glass', across: panelAcross(grid) };
}

function isSliver({ from, to, low, high }: Rect): boolean {
  return to - from < MIN_PANEL_MM || high - low < MIN_PANEL_MM;
}

/** Index from 1 of the part of a length that contains a position. */
function share(
  place: number,
  whole: number,
  { parts, lines }: { readonly parts: number; readonly lines: readonly number[] | null },
): number {
  if (lines !== null) return 1 + lines.filter((line) => line < place).length;
  return Math.min(parts, Math.max(1, Math.floor((place / whole) * parts) + 1));
}

/** Column and row of the grid that contain the middle, from 1. */
function placeOf({ from, to, low, high }: Rect, { face, grid }: Wall): string {
  const { columns, rows, stations, heights } = grid;
  const column = share((from + to) / 2, face.length, { parts: columns, lines: stations });
  const row = share((low + high) / 2, face.height, { parts: rows, lines: heights });
  return `p${column}.${row}`;
}

/** A piece of a horizontal line has its column in its key. */
function keyOf(member: Member, rect: Rect, wall: Wall): string {
  if (member.upright || member.key.startsWith('f')) return member.key;
  return `${member.key}.${placeOf(rect, wall).slice(1).split('.')[0]}`;
}

function cellsOf(members: readonly Member[], { face, grid, cuts, own }: Wall): Cells {
  const rects = [...members.flatMap(({ rect, gaps }) => [rect, ...gaps]), ...cuts];
  const cells = cellsAmong(rects, face.height);
  const { owner } = cells;
  for (const [i, { rect, gaps }] of [...members.entries()].toReversed()) {
    eachCell(cells, rect, (cell) => {
      if (!gaps.some((gap) => isWithin(cells, cell, gap))) owner[cell] = i;
    });
  }
  const lines = linesOf(face, grid);
  for (const [i, panel] of own.entries()) {
    eachCell(cells, clearRect(panel, lines, grid), (cell) => {
      if ((owner[cell] ?? CUT) < 0) owner[cell] = panelMarker(i);
    });
  }
  markCuts(cells, cuts);
  return cells;
}

function markCuts(cells: Cells, cuts: readonly CurtainCut[]): void {
  for (const cut of cuts) {
    eachCell(cells, cut, (cell) => {
      cells.owner[cell] = CUT;
    });
  }
}

/** Panels that extend from grid line to grid line, without doors and windows. */
function lappingPanels(wall: Wall): readonly Piece[] {
  const { face, grid, cuts, own } = wall;
  const lines = linesOf(face, grid);
  const fields = fieldsOf(face, lines);
  const middles = {
    uprights: lines.uprights.map((line) => middleOf(line)),
    across: lines.across.map((line) => middleOf(line)),
  };
  const places = own.map((panel) => lineRect(panel, middles, { face, grid }));
  const cells = cellsAmong([...fields, ...places, ...cuts], face.height);
  for (const [i, rect] of [...places, ...fields].entries()) {
    eachCell(cells, rect, (cell) => {
      if (i < own.length || cells.owner[cell] === PANEL) cells.owner[cell] = panelMarker(i);
    });
  }
  markCuts(cells, cuts);
  const named = namedKeys();
  return rectanglesOf(cells, []).flatMap(({ owner, rect }: Owned): readonly Piece[] => {
    const { kind, across } = lookOf(owner, wall);
    const isOutside = rect.from < face.from || rect.to > face.to;
    if (kind === 'none' || owner === PANEL || isOutside || isSliver(rect)) return [];
    const key = named(placeOf(rect, wall));
    return [{ role: 'panel', solid: kind === 'solid', key, upright: true, rect, across }];
  });
}

/** The cells between the middles of grid lines. */
function fieldsOf({ from, to, height }: Face, { uprights, across }: GridLines): readonly Rect[] {
  const stations = [from, ...uprights.map(({ centre }) => onGridMm(centre)), to];
  const heights = [0, ...across.slice(1, -1).map(({ centre }) => onGridMm(centre)), height];
  return stations.slice(1).flatMap((end, i) =>
    heights.slice(1).map((high, k) => ({
      from: stations[i] ?? from,
      to: end,
      low: heights[k] ?? 0,
      high,
    })),
  );
}

/** The rectangle between lines without a width around cells. */
function lineRect(
  panel: PanelCells,
  middles: GridLines,
  { face, grid }: Pick<Wall, 'face' | 'grid'>,
): Rect {
  const rect = clearRect(panel, middles, grid);
  return {
    ...rect,
    from: rect.from === -Infinity ? face.from : rect.from,
    to: rect.to === Infinity ? face.to : rect.to,
  };
}

/** A grid line without a width. */
function middleOf(line: Line): Line {
  const centre = onGridMm(line.centre);
  return { ...line, begin: centre, end: centre };
}
