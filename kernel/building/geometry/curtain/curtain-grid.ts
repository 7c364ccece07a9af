/**
 * @module curtain grid: the mullions of a curtain wall as rectangles on its face, interrupted at doors and windows.
 *
 * Stations run along the wall's axis from its start, heights from its foot; mm. Grid lines divide the axis and the
 * height evenly, regardless of joints; the border mullions are inside the face.
 */

import { HALF_GRID_UM } from '../tolerances.ts';

/** The numbers of columns and rows of a curtain wall, and its sizes in mm. */
export type CurtainGrid = {
  readonly columns: number;
  readonly rows: number;
  /** Width of every mullion on the face. */
  readonly mullion: number;
  /** Extent of mullions across the wall, centred on its axis. */
  readonly depth: number;
  /** Extent of panels across the wall, centred on its axis. */
  readonly glass: number;
};

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
function linesOf(length: number, parts: number): readonly number[] {
  return Array.from({ length: parts - 1 }, (_, i) => (length * (i + 1)) / parts);
}

/** The mullions of a wall, through-running ones first: border, vertical grid lines, frames, horizontal grid lines. */
export function membersOf(
  face: Face,
  grid: CurtainGrid,
  cuts: readonly CurtainCut[],
): readonly Member[] {
  const { height, from, to } = face;
  const lines = {
    face,
    mullion: grid.mullion,
    uprights: uprightsOf(face, grid),
    across: acrossOf(face, grid),
  };
  const frames = cuts.map((cut) => frameOf(cut, lines));
  const whole = { low: 0, high: height };
  const gapsOf = (line: Line, pick: (frame: Frame) => readonly Gap[]): readonly Rect[] =>
    frames.flatMap((frame) =>
      pick(frame).flatMap(({ line: of, rect }) => (of === line ? [rect] : [])),
    );
  return [
    { key: 'v0', upright: true, rect: { from: -Infinity, to: from, ...whole }, gaps: [] },
    {
      key: `v${grid.columns}`,
      upright: true,
      rect: { from: to, to: Infinity, ...whole },
      gaps: [],
    },
    ...lines.uprights.map((line) => ({
      key: line.key,
      upright: true,
      rect: { from: line.begin, to: line.end, ...whole },
      gaps: gapsOf(line, ({ uprights }) => uprights),
    })),
    ...frames.flatMap(({ posts }) => posts),
    ...frames.flatMap(({ bars }) => bars),
    ...lines.across.map((line) => ({
      key: line.key,
      upright: false,
      rect: { from, to, low: line.begin, high: line.end },
      gaps: gapsOf(line, ({ across }) => across),
    })),
  ];
}

/** A grid line with the width of its mullion. */
type Line = { readonly key: string; readonly begin: number; readonly end: number };
type Gap = { readonly line: Line; readonly rect: Rect };

type Lines = {
  readonly face: Face;
  readonly mullion: number;
  readonly uprights: readonly Line[];
  readonly across: readonly Line[];
};

/** The vertical grid lines between the end mullions; a line within a thick joint belongs to the end mullion. */
function uprightsOf(
  { length, from, to }: Face,
  { columns, mullion }: CurtainGrid,
): readonly Line[] {
  return linesOf(length, columns)
    .map((centre, i) => ({
      key: `v${i + 1}`,
      begin: onGridMm(centre - mullion / 2),
      end: onGridMm(centre + mullion / 2),
    }))
    .filter(({ begin, end }) => begin >= from + MIN_PANEL_MM && end <= to - MIN_PANEL_MM);
}

/** The horizontal grid lines from the foot to the top, including both borders. */
function acrossOf({ height }: Face, { rows, mullion }: CurtainGrid): readonly Line[] {
  return [
    { key: 'h0', begin: 0, end: mullion },
    ...linesOf(height, rows).map((centre, i) => ({
      key: `h${i + 1}`,
      begin: onGridMm(centre - mullion / 2),
      end: onGridMm(centre + mullion / 2),
    })),
    { key: `h${rows}`, begin: onGridMm(height - mullion), end: height },
  ];
}

/** The mullions around a door or window, and the gaps that it makes in grid lines. */
type Frame = {
  readonly posts: readonly Member[];
  readonly bars: readonly Member[];
  readonly uprights: readonly Gap[];
  readonly across: readonly Gap[];
};

/**
 * The frame of a door or window: posts on both sides extend from grid line to grid line, with bars above and below
 * between them. A grid line exactly at an edge of the opening serves as the post or bar; one too near to the frame for
 * a panel between them is interrupted.
 */
function frameOf(cut: CurtainCut, lines: Lines): Frame {
  const { face, mullion, uprights, across } = lines;
  const { from: a, to: b, low, high } = cut;
  const border = new Set([across[0], across.at(-1)]);
  const interrupted = across.filter(
    (line) =>
      !border.has(line) &&
      isNear(line, low - mullion, high + mullion) &&
      !isSame(line.end, low) &&
      !isSame(line.begin, high),
  );
  const continuing = across.filter((line) => !interrupted.includes(line));
  const foot = Math.max(0, ...continuing.filter(({ end }) => end <= low).map(({ end }) => end));
  const head = Math.min(
    face.height,
    ...continuing.filter(({ begin }) => begin >= high).map(({ begin }) => begin),
  );
  // Near the border the posts extend to the edge of the face.
  const post = {
    low: foot <= mullion ? 0 : foot,
    high: head >= onGridMm(face.height - mullion) ? face.height : head,
  };
  const [under, over] = [barBelow(low, foot, mullion), barAbove(high, head, mullion)];
  const interruptedUprights = uprights.filter(
    (line) =>
      (isNear(line, a - mullion, a) && !isSame(line.end, a)) ||
      (isNear(line, b, b + mullion) && !isSame(line.begin, b)),
  );
  const [left, right] = [postBefore(a, lines), postAfter(b, lines)];
  const inner = { from: Math.max(a, face.from), to: Math.min(b, face.to) };
  const member = (side: string, upright: boolean, rect: Rect): readonly Member[] =>
    rect.from < rect.to && rect.low < rect.high
      ? [{ key: `f${cut.id} ${side}`, upright, rect, gaps: [] }]
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
      rect: interruptedUprights.includes(line)
        ? { from: line.begin, to: line.end, ...post }
        : { from: a, to: b, low: under, high: over },
    })),
    across: interrupted.map((line) => ({
      line,
      rect: { from: a, to: b, low: line.begin, high: line.end },
    })),
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
