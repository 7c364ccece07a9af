/**
 * @module curtain grid: the lines of a curtain wall as rectangles on its face, and how they give way to doors and windows.
 *
 * Stations run along the axis of the wall from its start, heights up from its foot; mm. Grid lines divide the axis and the
 * height evenly, whatever joins the wall; the mullions of the border lie inside of it.
 */

/** Counts and sizes of a curtain wall, mm. */
export type CurtainGrid = {
  readonly columns: number;
  readonly rows: number;
  /** Width of every mullion on the face. */
  readonly mullion: number;
  /** How far mullions and panels reach across the wall, in its middle. */
  readonly depth: number;
  readonly glass: number;
};

/** What sits in the wall: `low` and `high` from its foot. */
export type CurtainCut = Rect & { readonly id: string };

/** On the face of the wall. */
export type Rect = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** A mullion before doors and crossing mullions are taken off; those that come first run through. */
export type Member = {
  readonly key: string;
  readonly upright: boolean;
  readonly rect: Rect;
  /** Where it is not. */
  readonly gaps: readonly Rect[];
};

/** The face between the mullions at the ends, which reach from there to whatever joins the wall. */
export type Face = {
  readonly length: number;
  readonly height: number;
  /** Where the mullion at the start ends, and where that at the end begins. */
  readonly from: number;
  readonly to: number;
};

/** Nothing narrower is a panel: what is left between two mullions is filled by one. */
export const LEAST_PANEL_MM = 10;

/** To the 0.001 mm grid. */
export function onGridMm(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}

/** Centres of the lines that divide a length into equal parts. */
function linesOf(length: number, parts: number): readonly number[] {
  return Array.from({ length: parts - 1 }, (_, i) => (length * (i + 1)) / parts);
}

/** The mullions of a wall, those first that run through: border, grid lines up, frames, grid lines across. */
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

/** A grid line as wide as its mullion. */
type Line = { readonly key: string; readonly begin: number; readonly end: number };
type Gap = { readonly line: Line; readonly rect: Rect };

type Lines = {
  readonly face: Face;
  readonly mullion: number;
  readonly uprights: readonly Line[];
  readonly across: readonly Line[];
};

/** Those between the ends; one that a thick joint reaches is part of the mullion there. */
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
    .filter(({ begin, end }) => begin >= from + LEAST_PANEL_MM && end <= to - LEAST_PANEL_MM);
}

/** From the foot to the top, both with their border. */
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

/** The mullions round a door or window, and the grid lines that give way to them. */
type Frame = {
  readonly posts: readonly Member[];
  readonly bars: readonly Member[];
  readonly uprights: readonly Gap[];
  readonly across: readonly Gap[];
};

/**
 * Posts stand at both sides from grid line to grid line, bars lie above and below between them. A grid line that is
 * exactly there is the post or bar; one that is nearer than it can stand beside gives way to it.
 */
function frameOf(cut: CurtainCut, lines: Lines): Frame {
  const { face, mullion, uprights, across } = lines;
  const { from: a, to: b, low, high } = cut;
  const border = new Set([across[0], across.at(-1)]);
  const giving = across.filter(
    (line) =>
      !border.has(line) &&
      isNear(line, low - mullion, high + mullion) &&
      !isSame(line.end, low) &&
      !isSame(line.begin, high),
  );
  const staying = across.filter((line) => !giving.includes(line));
  const foot = Math.max(0, ...staying.filter(({ end }) => end <= low).map(({ end }) => end));
  const head = Math.min(
    face.height,
    ...staying.filter(({ begin }) => begin >= high).map(({ begin }) => begin),
  );
  // At the border they run on to the edge.
  const post = {
    low: foot <= mullion ? 0 : foot,
    high: head >= onGridMm(face.height - mullion) ? face.height : head,
  };
  const [under, over] = [barBelow(low, foot, mullion), barAbove(high, head, mullion)];
  const yielding = uprights.filter(
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
      rect: yielding.includes(line)
        ? { from: line.begin, to: line.end, ...post }
        : { from: a, to: b, low: under, high: over },
    })),
    across: giving.map((line) => ({
      line,
      rect: { from: a, to: b, low: line.begin, high: line.end },
    })),
  };
}

/** Whether between a line and this stretch there is no room for a panel. */
function isNear({ begin, end }: Line, from: number, to: number): boolean {
  return begin < to + LEAST_PANEL_MM && end > from - LEAST_PANEL_MM;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.0005;
}

/** Foot of the bar under a cut, with no gap below it that is too small for a panel. */
function barBelow(low: number, foot: number, mullion: number): number {
  return low - mullion - foot < LEAST_PANEL_MM ? Math.min(foot, low) : onGridMm(low - mullion);
}

function barAbove(high: number, head: number, mullion: number): number {
  return head - high - mullion < LEAST_PANEL_MM ? Math.max(head, high) : onGridMm(high + mullion);
}

/** Where the post before a cut begins; at the cut where something else is its frame there. */
function postBefore(a: number, { face, mullion, uprights }: Lines): number {
  if (a <= face.from || a > face.to || uprights.some(({ end }) => isSame(end, a))) return a;
  return a - mullion - face.from < LEAST_PANEL_MM ? face.from : onGridMm(a - mullion);
}

function postAfter(b: number, { face, mullion, uprights }: Lines): number {
  if (b >= face.to || b < face.from || uprights.some(({ begin }) => isSame(begin, b))) return b;
  return face.to - b - mullion < LEAST_PANEL_MM ? face.to : onGridMm(b + mullion);
}
