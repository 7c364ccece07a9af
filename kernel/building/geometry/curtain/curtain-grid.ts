/**
 * @module curtain grid: the mullions of a curtain wall as rectangles on its face, interrupted at doors and windows.
 *
 * Stations run along the wall's axis from its start, heights from its foot; mm. Grid lines divide the axis and the
 * height evenly, regardless of joints, or have given places; the border mullions are inside the face.
 */

import { at } from '../indexed.ts';
import { HALF_GRID_UM } from '../tolerances.ts';
import { type CurtainGrid, type MullionRole, panelCells } from './curtain-sizes.ts';

/** A door or window in the wall: `low` and `high` from its foot. */
export type CurtainCut = Rect & { readonly id: string };

/** A rectangle on the face of the wall. */
export type Rect = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** A mullion before doors and crossing mullions are cut out; members listed earlier run through. */
export type Member = {
  readonly key: string;
  readonly upright: boolean;
  readonly role: MullionRole;
  readonly rect: Rect;
  /** Rectangles where it is interrupted. */
  readonly gaps: readonly Rect[];
};

/** The face between the end mullions, which extend from there to the joints. */
export type Face = {
  readonly length: number;
  readonly height: number;
  /** End of the start mullion, and start of the end mullion. */
  readonly from: number;
  readonly to: number;
};

/** Smallest width and height of a panel, mm: a smaller gap between two mullions is filled with a mullion. */
export const MIN_PANEL_MM = 10;

/** A length rounded to the 0.001 mm grid. */
export function onGridMm(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}

/** Centre lines that divide a length into equal parts. */
function evenLines(length: number, parts: number): readonly number[] {
  return Array.from({ length: parts - 1 }, (_, i) => (length * (i + 1)) / parts);
}

/** The mullions of a wall, through-running ones first: border, vertical grid lines, frames, horizontal grid lines. */
export function membersOf(
  face: Face,
  grid: CurtainGrid,
  cuts: readonly CurtainCut[],
): readonly Member[] {
  const { height, from, to } = face;
  const lines = linesOf(face, grid);
  const frames = cuts.map((cut) => frameOf(cut, { face, ...lines, ...sizesOf(grid) }));
  const inPanels = panelGaps(panelCells(grid), lines, grid);
  const [ofPanels, ofFrames, across] = [
    byLine(inPanels.uprights),
    byLine(frames.flatMap(({ uprights }) => uprights)),
    byLine([...frames.flatMap(({ across: gaps }) => gaps), ...inPanels.across]),
  ];
  const whole = { low: 0, high: height };
  const uprightGaps = (line: Line): readonly Rect[] => {
    const cells = ofPanels(line);
    const all = [...ofFrames(line), ...cells];
    return [...all, ...stubsOf(line, { cells, all }, lines)];
  };
  const memberAt = (line: Line): Member => ({
    key: line.key,
    upright: false,
    role: line.role,
    rect: { from, to, low: line.begin, high: line.end },
    gaps: across(line),
  });
  // Uprights of another depth end at the border.
  const through =
    grid.edge.depth === grid.depth ? [] : lines.across.filter(({ role }) => role === 'edge');
  const border = { upright: true, role: 'edge', gaps: [] } as const;
  return [
    { key: 'v0', ...border, rect: { from: -Infinity, to: from, ...whole } },
    { key: `v${grid.columns}`, ...border, rect: { from: to, to: Infinity, ...whole } },
    ...through.map((line) => memberAt(line)),
    ...lines.uprights.map((line) => ({
      key: line.key,
      upright: true,
      role: 'mullion' as const,
      rect: { from: line.begin, to: line.end, ...whole },
      gaps: uprightGaps(line),
    })),
    ...frames.flatMap(({ posts }) => posts),
    ...frames.flatMap(({ bars }) => bars),
    ...lines.across.filter((line) => !through.includes(line)).map((line) => memberAt(line)),
  ];
}

/** A grid line with the width of its mullion; `index` 0 is the start or foot of the wall. */
export type Line = {
  readonly key: string;
  readonly index: number;
  readonly role: MullionRole;
  readonly centre: number;
  readonly begin: number;
  readonly end: number;
};
type Gap = { readonly line: Line; readonly rect: Rect };
type Gaps = { readonly uprights: readonly Gap[]; readonly across: readonly Gap[] };

/** Gives the gaps in one line. */
function byLine(gaps: readonly Gap[]): (line: Line) => readonly Rect[] {
  const found = Map.groupBy(gaps, ({ line }) => line);
  return (line) => (found.get(line) ?? []).map(({ rect }) => rect);
}

/** The grid lines of a face: vertical ones between the end mullions, and horizontal ones with both borders. */
export type GridLines = { readonly uprights: readonly Line[]; readonly across: readonly Line[] };

type Lines = GridLines & { readonly face: Face; readonly mullion: number; readonly edge: number };

function sizesOf({ mullion, edge }: CurtainGrid): { mullion: number; edge: number } {
  return { mullion, edge: edge.width };
}

/** The grid lines of a face; those that leave no room for a panel are left out. */
export function linesOf(face: Face, grid: CurtainGrid): GridLines {
  return { uprights: uprightsOf(face, grid), across: acrossOf(face, grid) };
}

/**
 * The vertical grid lines between the end mullions; a line within a thick joint belongs to the end mullion. A line at a
 * given place may touch the end mullion.
 */
function uprightsOf(
  { length, from, to }: Face,
  { columns, mullion, stations }: CurtainGrid,
): readonly Line[] {
  const least = stations === null ? MIN_PANEL_MM : 0 - mullion;
  return (stations ?? evenLines(length, columns))
    .map((centre, i) => lineAt('v', i + 1, { role: 'mullion', centre, width: mullion }))
    .filter(({ begin, end }) => begin >= from + least && end <= to - least);
}

/** The horizontal grid lines from the foot to the top, including both borders. */
function acrossOf(
  { height }: Face,
  { rows, edge, transom, heights }: CurtainGrid,
): readonly Line[] {
  const top = onGridMm(height - edge.width);
  const role = 'edge';
  const inner = (heights ?? evenLines(height, rows)).map((centre, i) =>
    lineAt('h', i + 1, { role: 'transom', centre, width: transom.width }),
  );
  // Given lines stay where they are if the wall gets lower.
  const isInside = ({ begin, end }: Line): boolean =>
    begin >= edge.width - transom.width && end <= top + transom.width;
  return [
    { key: 'h0', index: 0, role, centre: 0, begin: 0, end: edge.width },
    ...(heights === null ? inner : inner.filter((line) => isInside(line))),
    { key: `h${rows}`, index: rows, role, centre: height, begin: top, end: height },
  ];
}

function lineAt(
  axis: 'v' | 'h',
  index: number,
  { role, centre, width }: Pick<Line, 'role' | 'centre'> & { readonly width: number },
): Line {
  const [begin, end] = [onGridMm(centre - width / 2), onGridMm(centre + width / 2)];
  return { key: `${axis}${index}`, index, role, centre, begin, end };
}

/** The gaps in the grid lines within the cells of panels. Panels in the same rows or columns make one gap in a line. */
function panelGaps(panels: readonly Cells[], { uprights, across }: GridLines, grid: Counts): Gaps {
  const spans = panels.map((cells) => spansOf(cells, grid));
  const inRows = Map.groupBy(spans, ({ vertical }) => nameOf(vertical));
  const inColumns = Map.groupBy(spans, ({ along }) => nameOf(along));
  return {
    uprights: [...inRows.values()].flatMap((same) => {
      const [low, high] = between(across, same[0]?.vertical ?? NOWHERE);
      return linesIn(
        uprights,
        same.map(({ along }) => along),
      ).map((line) => ({ line, rect: { from: line.begin, to: line.end, low, high } }));
    }),
    across: [...inColumns.values()].flatMap((same) => {
      const [from, to] = between(uprights, same[0]?.along ?? NOWHERE);
      return linesIn(
        across,
        same.map(({ vertical }) => vertical),
      ).map((line) => ({ line, rect: { from, to, low: line.begin, high: line.end } }));
    }),
  };
}

/** The lines within spans; both are ordered by their index. */
function linesIn(lines: readonly Line[], spans: readonly Span[]): readonly Line[] {
  const ordered = spans.toSorted((a, b) => a.first - b.first);
  let [next, end] = [0, 0];
  return lines.filter(({ index }) => {
    for (; next < ordered.length && at(ordered, next).first < index; next += 1) {
      end = Math.max(end, at(ordered, next).last);
    }
    return index < end;
  });
}

/**
 * Where an upright is also interrupted: at horizontal lines, if cells of one panel are below or above these and it is
 * interrupted on the other side, too.
 */
function stubsOf(
  { begin, end }: Line,
  { cells, all }: { readonly cells: readonly Rect[]; readonly all: readonly Rect[] },
  { across }: GridLines,
): readonly Rect[] {
  if (cells.length === 0) return [];
  const own = all.filter(({ from, to }) => from <= begin && to >= end);
  const endsAt = (gaps: readonly Rect[], line: Line): boolean =>
    gaps.some(({ high }) => high === line.begin);
  const beginsAt = (gaps: readonly Rect[], line: Line): boolean =>
    gaps.some(({ low }) => low === line.end);
  return across
    .filter(
      (line) =>
        (endsAt(cells, line) && beginsAt(own, line)) ||
        (endsAt(own, line) && beginsAt(cells, line)),
    )
    .map((line) => ({ from: begin, to: end, low: line.begin, high: line.end }));
}

/** Cells of the grid from a column and a row, counted from 1 at the start and the foot of the wall. */
type Cells = {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
};

/** The lines around cells: the index of the last one before them, and of the first one after them. */
type Span = { readonly first: number; readonly last: number };
const NOWHERE: Span = { first: 0, last: 0 };

function nameOf({ first, last }: Span): string {
  return `${first} ${last}`;
}

type Counts = Pick<CurtainGrid, 'columns' | 'rows'>;

function spansOf(
  { column, row, columns, rows }: Cells,
  grid: Counts,
): { readonly along: Span; readonly vertical: Span } {
  return {
    along: { first: column - 1, last: Math.min(column + columns - 1, grid.columns) },
    vertical: { first: row - 1, last: Math.min(row + rows - 1, grid.rows) },
  };
}

/**
 * The rectangle between the mullions around cells; unlimited where these are the end mullions, and empty where the cells
 * are within a joint.
 */
export function clearRect(cells: Cells, { uprights, across }: GridLines, grid: Counts): Rect {
  const { along, vertical } = spansOf(cells, grid);
  const [from, to] = between(uprights, along);
  const [low, high] = between(across, vertical);
  return { from, to, low, high };
}

/** The interval between two lines of which each may be missing at one end of the wall. */
function between(
  lines: readonly Line[],
  { first, last }: Span,
): readonly [from: number, to: number] {
  const before = lines.findLast(({ index }) => index <= first);
  const after = lines.find(({ index }) => index >= last);
  const [least, most] = [lines[0]?.index ?? last, lines.at(-1)?.index ?? first];
  return [
    first > most ? Infinity : (before?.end ?? -Infinity),
    last < least ? -Infinity : (after?.begin ?? Infinity),
  ];
}

/** The mullions around a door or window, and the gaps that it makes in grid lines. */
type Frame = Gaps & { readonly posts: readonly Member[]; readonly bars: readonly Member[] };

/**
 * The frame of a door or window: posts on both sides extend from grid line to grid line, with bars above and below
 * between them. A grid line exactly at an edge of the opening serves as the post or bar; one too near to the frame for
 * a panel between them is interrupted.
 */
function frameOf(cut: CurtainCut, lines: Lines): Frame {
  const { face, mullion, edge, uprights, across } = lines;
  const { from: a, to: b, low, high } = cut;
  const border = new Set([across[0], across.at(-1)]);
  const isInterrupted = (line: Line): boolean =>
    !border.has(line) &&
    isNear(line, low - mullion, high + mullion) &&
    !isSame(line.end, low) &&
    !isSame(line.begin, high);
  const continuing = across.filter((line) => !isInterrupted(line));
  const foot = Math.max(0, ...continuing.filter(({ end }) => end <= low).map(({ end }) => end));
  const head = Math.min(
    face.height,
    ...continuing.filter(({ begin }) => begin >= high).map(({ begin }) => begin),
  );
  // Near the border the posts extend to the edge of the face.
  const post = {
    low: foot <= edge ? 0 : foot,
    high: head >= onGridMm(face.height - edge) ? face.height : head,
  };
  const [under, over] = [barBelow(low, foot, mullion), barAbove(high, head, mullion)];
  const isReplaced = (line: Line): boolean =>
    (isNear(line, a - mullion, a) && !isSame(line.end, a)) ||
    (isNear(line, b, b + mullion) && !isSame(line.begin, b));
  const [left, right] = [postBefore(a, lines), postAfter(b, lines)];
  const inner = { from: Math.max(a, face.from), to: Math.min(b, face.to) };
  const member = (side: string, upright: boolean, rect: Rect): readonly Member[] =>
    rect.from < rect.to && rect.low < rect.high
      ? [{ key: `f${cut.id} ${side}`, upright, role: 'mullion', rect, gaps: [] }]
      : [];
  return {
    posts: [
      ...member('left', true, { from: left, to: a, ...post }),
      ...member('right', true, { from: b, to: right, ...post }),
    ],
    bars: [
      ...member('head', false, { ...inner, low: high, high: over }),
      ...member('sill', false, { ...inner, low: under, high: low }),
    ],
    uprights: uprights.map((line) => ({
      line,
      rect: isReplaced(line)
        ? { from: line.begin, to: line.end, ...post }
        : { from: a, to: b, low: under, high: over },
    })),
    across: across
      .filter((line) => isInterrupted(line))
      .map((line) => ({ line, rect: { from: a, to: b, low: line.begin, high: line.end } })),
  };
}

/** Whether no panel fits between a line and an interval. */
function isNear({ begin, end }: Line, from: number, to: number): boolean {
  return begin < to + MIN_PANEL_MM && end > from - MIN_PANEL_MM;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < HALF_GRID_UM / 1000;
}

/** Foot of the bar under a cut; no gap too small for a panel remains below it. */
function barBelow(low: number, foot: number, mullion: number): number {
  return low - mullion - foot < MIN_PANEL_MM ? Math.min(foot, low) : onGridMm(low - mullion);
}

/** Head of the bar above a cut; no gap too small for a panel remains above it. */
function barAbove(high: number, head: number, mullion: number): number {
  return head - high - mullion < MIN_PANEL_MM ? Math.max(head, high) : onGridMm(high + mullion);
}

/** Start of the post before a cut; the start of the cut if another mullion serves as its frame. */
function postBefore(a: number, { face, mullion, uprights }: Lines): number {
  if (a <= face.from || a > face.to || uprights.some(({ end }) => isSame(end, a))) return a;
  return a - mullion - face.from < MIN_PANEL_MM ? face.from : onGridMm(a - mullion);
}

/** End of the post after a cut; the end of the cut if another mullion serves as its frame. */
function postAfter(b: number, { face, mullion, uprights }: Lines): number {
  if (b >= face.to || b < face.from || uprights.some(({ begin }) => isSame(begin, b))) return b;
  return face.to - b - mullion < MIN_PANEL_MM ? face.to : onGridMm(b + mullion);
}
