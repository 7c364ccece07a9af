/** @module window parts: sill, frame, mullions and transoms, sashes and panes of a window. */
import type { Region, Ring } from '../../geometry/plan/polygon.ts';
import type { CellOperation, WINDOW_TYPES } from '../types/operations.ts';
import { type FittingSizes, type FittingValues, type Grid, stileIn } from './fitting-values.ts';
import {
  amid,
  frameAround,
  type Interval,
  isRect,
  type Part,
  plate,
  type Rect,
  within,
} from './part.ts';

type WindowType = (typeof WINDOW_TYPES)[number];

/** The operation of the cells of a window without a grid. A casement has its hinges at the start of the void. */
const CELLS: Readonly<Record<WindowType, CellOperation>> = {
  fixed: 'fixed',
  casement: 'casement_left',
  double_hung: 'double_hung',
  sliding: 'sliding',
  awning: 'top',
  hopper: 'bottom',
  pivot: 'pivot',
  tilt_and_turn: 'tilt_and_turn_left',
};

/** The other side of a cell whose hinges are at a side. */
const OTHER_HAND: Readonly<Partial<Record<CellOperation, CellOperation>>> = {
  casement_left: 'casement_right',
  casement_right: 'casement_left',
  tilt_and_turn_left: 'tilt_and_turn_right',
  tilt_and_turn_right: 'tilt_and_turn_left',
};

/** The cells of a window: of the grid of its type, else as many of its own operation as the type has leaves. */
export function gridOf(
  window_type: WindowType,
  type: Pick<FittingValues, 'grid' | 'leaf_count'> | null,
  isFlipped: boolean,
): Grid {
  const given = type?.grid ?? plainGrid(CELLS[window_type], type?.leaf_count ?? 1);
  return isFlipped ? flipped(given) : given;
}

/** Sashes of a sliding or double-hung window are in one cell; other leaves have a mullion between them. */
function plainGrid(operation: CellOperation, leaves: number): Grid {
  const count = operation === 'sliding' || operation === 'double_hung' ? 1 : leaves;
  const columns = Array.from({ length: count }, () => 1);
  // Hinges are at the outer sides of a pair.
  const cells = columns.map((_, i) =>
    i === count - 1 && count > 1 ? otherHand(operation) : operation,
  );
  return { columns, rows: [1], cells };
}

function otherHand(operation: CellOperation): CellOperation {
  return OTHER_HAND[operation] ?? operation;
}

/** The grid seen from the other side. */
function flipped({ columns, rows, cells }: Grid): Grid {
  return {
    columns: columns.toReversed(),
    rows,
    cells: rows.flatMap((_, row) =>
      cells
        .slice(row * columns.length, (row + 1) * columns.length)
        .toReversed()
        .map(otherHand),
    ),
  };
}

/** A cell between mullions and transoms, and how it opens. */
export type Cell = { readonly rect: Rect; readonly operation: CellOperation };

export type Divided = {
  /** The hole of the frame. */
  readonly clear: Rect;
  readonly cells: readonly Cell[];
  readonly mullions: readonly Rect[];
  readonly transoms: readonly Rect[];
};

/** The division of a rectangular window of this size, mm. */
export function dividedBy(
  { columns, rows, cells }: Grid,
  { frame, mullion, sill }: FittingSizes,
  { width, height }: { readonly width: number; readonly height: number },
): Divided {
  const clear = within({ from: 0, to: width, low: sill, high: height }, frame);
  const across = spans([clear.from, clear.to], columns, mullion);
  const up = spans([clear.low, clear.high], rows, mullion);
  return {
    clear,
    cells: up.flatMap(([low, high], row) =>
      across.map(([from, to], column) => ({
        rect: { from, to, low, high },
        operation: cells[row * columns.length + column] ?? 'fixed',
      })),
    ),
    mullions: across.slice(1).map(([to], i) => {
      return { from: across[i]?.[1] ?? to, to, low: clear.low, high: clear.high };
    }),
    transoms: up
      .slice(1)
      .flatMap(([high], i) =>
        across.map(([from, to]) => ({ from, to, low: up[i]?.[1] ?? high, high })),
      ),
  };
}

/** The intervals into which bars of a width divide an interval, in these shares. Bars occupy at most half of it. */
function spans([from, to]: Interval, shares: readonly number[], bar: number): readonly Interval[] {
  const bars = shares.length - 1;
  const width = bars === 0 ? 0 : Math.min(bar, (to - from) / (2 * bars));
  const sum = shares.reduce((all, share) => all + share, 0);
  const free = to - from - bars * width;
  let before = 0;
  return shares.map((share, i): Interval => {
    const start = from + (free * before) / sum + i * width;
    before += share;
    return [start, from + (free * before) / sum + i * width];
  });
}

type Sized = {
  readonly sizes: FittingSizes;
  readonly grid: Grid;
  readonly width: number;
  readonly height: number;
  readonly thickness: number;
  readonly sashes: number;
};

/** The parts of a rectangular window, panes last. */
export function windowParts({
  sizes,
  grid,
  width,
  height,
  thickness,
  sashes,
}: Sized): readonly Part[] {
  const { across, sill } = sizes;
  const { clear, cells, mullions, transoms } = dividedBy(grid, sizes, { width, height });
  const y = across;
  const outer = { from: 0, to: width, low: sill, high: height };
  return [
    ...plate({ from: 0, to: width, low: 0, high: sill }, { role: 'sill', y: [0, thickness] }),
    ...frameAround(outer, clear, { role: 'frame', y }),
    ...mullions.flatMap((rect) => plate(rect, { role: 'mullion', y })),
    ...transoms.flatMap((rect) => plate(rect, { role: 'transom', y })),
    ...cells.flatMap((cell) => cellParts(cell, sizes, sashes)),
  ].toSorted((a, b) => Number(a.role === 'glass') - Number(b.role === 'glass'));
}

function cellParts(
  { rect, operation }: Cell,
  sizes: FittingSizes,
  sashes: number,
): readonly Part[] {
  const { across } = sizes;
  if (operation === 'fixed') {
    return plate(rect, { role: 'glass', y: amid(across, sizes.glass) });
  }
  if (operation !== 'sliding' && operation !== 'double_hung') {
    return sashIn(rect, amid(across, sizes.leaf), sizes);
  }
  const middle = (across[0] + across[1]) / 2;
  const tracks: readonly Interval[] = [
    [across[0], middle],
    [middle, across[1]],
  ];
  return sashRects(rect, operation, sashes).flatMap((one, i) => {
    const track = tracks[i % 2] ?? across;
    return sashIn(one, amid(track, Math.min(sizes.leaf, track[1] - track[0])), sizes);
  });
}

/** Sashes of one cell: next to each other, or above each other. They meet in the closed window. */
function sashRects(
  { from, to, low, high }: Rect,
  operation: 'sliding' | 'double_hung',
  count: number,
): readonly Rect[] {
  const [start, end] = operation === 'sliding' ? [from, to] : [low, high];
  const at = (i: number): number => start + ((end - start) * i) / count;
  return Array.from({ length: count }, (_, i) =>
    operation === 'sliding'
      ? { from: at(i), to: at(i + 1), low, high }
      : { from, to, low: at(i), high: at(i + 1) },
  );
}

/** Stiles and rails around a pane. */
function sashIn(rect: Rect, y: Interval, { stile, glass }: FittingSizes): readonly Part[] {
  const inner = within(rect, stileIn(stile, rect.to - rect.from, rect.high - rect.low));
  if (!isRect(inner)) return plate(rect, { role: 'sash', y });
  const pane = amid(y, Math.min(glass, y[1] - y[0]));
  return [
    ...frameAround(rect, inner, { role: 'sash', y }),
    ...plate(inner, { role: 'glass', y: pane }),
  ];
}

/** Frame and pane of a window that is no rectangle; the pane alone if its frame leaves none. */
export function shapedParts(
  outline: Ring,
  pane: Ring | null,
  sizes: FittingSizes,
): readonly Part[] {
  const y = amid(sizes.across, sizes.glass);
  if (pane === null) return [formed('glass', { boundary: outline, holes: [] }, y)];
  return [
    formed('frame', { boundary: outline, holes: [pane.toReversed()] }, sizes.across),
    formed('glass', { boundary: pane, holes: [] }, y),
  ];
}

function formed(role: 'frame' | 'glass', region: Region, y: Interval): Part {
  return { role, region, rects: null, y };
}
