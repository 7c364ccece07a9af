/**
 * @module tables on sheet: places schedules in the free space of a sheet and continues them elsewhere if one place is
 * too small.
 */
import type { Item, PlacedTable } from '../drawing.ts';
import type { PaperBox } from '../sketch.ts';
import { shifted } from '../sketch.ts';
import { boxAt, freePlace, widestIn } from './free-place.ts';
import type { SizedTable, Table, TablePart } from './table.ts';
import { heightOf, sizeTable, tableItems } from './table.ts';

/**
 * A schedule on a sheet. `x`, `y`: lower left corner, mm; if either is null, a free place is searched for. If only
 * `y` is null, `x` still limits the width of the table.
 */
export type TableOnSheet = {
  readonly table: Table;
  readonly x: number | null;
  readonly y: number | null;
};

/** Minimum number of lines in each part of a continued table, except in a last part with all remaining lines. */
const MIN_LINES = 3;

type DrawnTable = { readonly items: readonly Item[]; readonly placed: PlacedTable };

/** A part with its place; `fits` is false if it extends beyond the frame. */
type PlacedPart = TablePart & { readonly box: PaperBox; readonly fits: boolean };

/**
 * Draws the table in as many parts as it needs and adds their boxes to `taken`. It stops when no free place is left;
 * `placed.shown` is the number of lines drawn inside the frame until then.
 */
export function tableOnSheet(
  { table, x, y }: TableOnSheet,
  frame: PaperBox,
  taken: PaperBox[],
): DrawnTable {
  const max_width = x === null ? widestIn(frame) : Math.max(0, frame.max.x - x);
  const sized = sizeTable(table, max_width);
  const lines = sized.rows.length;
  const parts: PlacedPart[] = [];
  let from = 0;
  do {
    const isFixed = x !== null && y !== null && parts.length === 0;
    const box = { from, frame, taken };
    const put = isFixed ? fixedPart(sized, { x, y }, frame) : freePart(sized, box);
    if (put === null) break;
    parts.push(put);
    taken.push(put.box);
    from = put.to;
  } while (from < lines);
  const items = parts.flatMap(({ box, ...part }, at) =>
    shifted(tableItems(sized, part, at < parts.length - 1).items, box.min),
  );
  const { title, left_out } = sized;
  const shown = parts.every(({ fits }) => fits) ? from : 0;
  const placed = { title, boxes: parts.map(({ box }) => box), lines, shown, left_out };
  return { items, placed };
}

/**
 * The lines that fit between a fixed place and the top of the frame. If not all fit, one line is reserved for the
 * message about the missing ones. If not even one line fits, all lines are drawn, beyond the frame, and none counts as
 * shown.
 */
function fixedPart(
  sized: SizedTable,
  at: { readonly x: number; readonly y: number },
  frame: PaperBox,
): PlacedPart {
  const lines = sized.rows.length;
  const to = mostLines(1, lines, (count) => {
    return at.y + heightOf(sized, { from: 0, to: count }) <= frame.max.y;
  });
  const part = { from: 0, to: to ?? lines };
  const box = boxAt(at, { width: sized.width, height: heightOf(sized, part) });
  return { ...part, box, fits: to !== null };
}

/**
 * The longest part from the line `from` that has a free place. Null if there is no place for `MIN_LINES` lines, or for
 * all remaining lines if these are fewer.
 */
function freePart(
  sized: SizedTable,
  where: {
    readonly from: number;
    readonly frame: PaperBox;
    readonly taken: readonly PaperBox[];
  },
): PlacedPart | null {
  const { from, frame, taken } = where;
  const remaining = sized.rows.length - from;
  const placeOf = (count: number): PaperBox | null => {
    const size = { width: sized.width, height: heightOf(sized, { from, to: from + count }) };
    const at = freePlace(size, frame, taken);
    return at === null ? null : boxAt(at, size);
  };
  const count = mostLines(
    Math.min(remaining, MIN_LINES),
    remaining,
    (some) => placeOf(some) !== null,
  );
  const box = count === null ? null : placeOf(count);
  return count === null || box === null ? null : { from, to: from + count, box, fits: true };
}

/**
 * The largest number from `least` to `most` that fits; null if none fits. Found by bisection, which requires that all
 * smaller numbers fit, too.
 */
function mostLines(least: number, most: number, fits: (count: number) => boolean): number | null {
  if (fits(most)) return most;
  let [fitting, excessive] = [least, most];
  if (!fits(least)) return null;
  while (excessive - fitting > 1) {
    const middle = Math.floor((fitting + excessive) / 2);
    if (fits(middle)) fitting = middle;
    else excessive = middle;
  }
  return fitting;
}
