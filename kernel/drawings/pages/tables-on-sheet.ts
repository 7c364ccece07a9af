/** @module tables on sheet: schedules put where a sheet has room for them, continued where one place is too small. */
import type { Item, PlacedTable } from '../drawing.ts';
import type { PaperBox } from '../sketch.ts';
import { shifted } from '../sketch.ts';
import { boxAt, freePlace, widestIn } from './free-place.ts';
import type { LaidTable, Table, TablePart } from './table.ts';
import { heightOf, laidTable, tableItems } from './table.ts';

/** `x`, `y`: lower left corner, mm; null finds a place. */
export type TableOnSheet = {
  readonly table: Table;
  readonly x: number | null;
  readonly y: number | null;
};

/** A table that is continued has at least so many lines in each part. */
const LEAST_LINES = 3;

type Drawn = { readonly items: readonly Item[]; readonly placed: PlacedTable };

type Put = TablePart & { readonly box: PaperBox };

/** The table with all its parts; what they take is added to `taken`. */
export function tableOnSheet(
  { table, x, y }: TableOnSheet,
  frame: PaperBox,
  taken: PaperBox[],
): Drawn {
  const room = x === null ? widestIn(frame) : Math.max(0, frame.max.x - x);
  const laid = laidTable(table, room);
  const lines = laid.rows.length;
  const parts: Put[] = [];
  let from = 0;
  do {
    const isFixed = x !== null && y !== null && parts.length === 0;
    const box = { from, frame, taken };
    const put = isFixed ? fixedPart(laid, { x, y }, frame) : freePart(laid, box);
    if (put === null) break;
    parts.push(put);
    taken.push(put.box);
    from = put.to;
  } while (from < lines);
  const items = parts.flatMap(({ box, ...part }, at) =>
    shifted(tableItems(laid, part, at < parts.length - 1).items, box.min),
  );
  const { title, left_out } = laid;
  const placed = { title, boxes: parts.map(({ box }) => box), lines, shown: from, left_out };
  return { items, placed };
}

/** As many lines as go from a place up to the frame, and where they all do not, as many as leave one for what is said of it. */
function fixedPart(
  laid: LaidTable,
  at: { readonly x: number; readonly y: number },
  frame: PaperBox,
): Put {
  const lines = laid.rows.length;
  const to = mostLines(1, lines, (count) => {
    return at.y + heightOf(laid, { from: 0, to: count }) <= frame.max.y;
  });
  const part = { from: 0, to: to ?? lines };
  return { ...part, box: boxAt(at, { width: laid.width, height: heightOf(laid, part) }) };
}

/** The longest part from a line on that has a free place; null where it would have fewer than three lines. */
function freePart(
  laid: LaidTable,
  where: {
    readonly from: number;
    readonly frame: PaperBox;
    readonly taken: readonly PaperBox[];
  },
): Put | null {
  const { from, frame, taken } = where;
  const left = laid.rows.length - from;
  const placeOf = (count: number): PaperBox | null => {
    const size = { width: laid.width, height: heightOf(laid, { from, to: from + count }) };
    const at = freePlace(size, frame, taken);
    return at === null ? null : boxAt(at, size);
  };
  const count = mostLines(Math.min(left, LEAST_LINES), left, (some) => placeOf(some) !== null);
  const box = count === null ? null : placeOf(count);
  return count === null || box === null ? null : { from, to: from + count, box };
}

/** The largest number from `least` to `most` that fits, where whatever is less than what fits does too; null for none. */
function mostLines(least: number, most: number, fits: (count: number) => boolean): number | null {
  if (fits(most)) return most;
  let [yes, no] = [least, most];
  if (!fits(least)) return null;
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (fits(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
