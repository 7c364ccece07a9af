/** @module table: a schedule as a table on paper. */
import type { Item } from '../drawing.ts';
import { GREY, LAYERS, penOf, tint } from '../pens.ts';
import { textAt } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** A schedule as it is drawn: texts row by row. */
export type Table = {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
};

/** Sizes on paper, mm. */
const TEXT_MM = 2.2;
const TITLE_MM = 3;
const ROW_MM = 4.6;
const PAD_MM = 1.6;
/** Most rows of one table; the rest is told below it. */
const MOST_ROWS = 200;

export type DrawnTable = {
  readonly items: readonly Item[];
  readonly width: number;
  readonly height: number;
};

/** The table with its lower left corner at the origin. */
export function tableItems({ title, columns, rows }: Table): DrawnTable {
  const shown = rows.slice(0, MOST_ROWS);
  const widths = columns.map((column, i) =>
    [column.title, ...shown.map((row) => row[i] ?? '')].reduce(
      (most, text, at) => Math.max(most, textWidth(text, TEXT_MM, at === 0) + 2 * PAD_MM),
      8,
    ),
  );
  const width = widths.reduce((sum, one) => sum + one, 0);
  const left = rows.length - shown.length;
  const body = (shown.length + 1) * ROW_MM;
  const foot = left > 0 ? ROW_MM : 0;
  const height = body + foot + TITLE_MM * 2;
  const items: Item[] = [textAt({ x: 0, y: height - TITLE_MM }, title, TITLE_MM, { bold: true })];
  const top = body + foot;
  const heading = [
    { x: 0, y: top - ROW_MM },
    { x: width, y: top - ROW_MM },
    { x: width, y: top },
    { x: 0, y: top },
  ];
  items.push({
    shape: 'area',
    rings: [heading],
    fill: tint(LAYERS.text, [232, 232, 235]),
    pen: null,
    element: null,
  });
  const lines = [columns.map((column) => column.title), ...shown];
  for (const [r, texts] of lines.entries()) {
    let x = 0;
    const y = top - (r + 1) * ROW_MM + 1.5;
    for (const [c, column] of columns.entries()) {
      const wide = widths[c] ?? 0;
      const at = column.align === 'left' ? x + PAD_MM : x + wide - PAD_MM;
      items.push(
        textAt({ x: at, y }, texts[c] ?? '', TEXT_MM, { align: column.align, bold: r === 0 }),
      );
      x += wide;
    }
    const pen = penOf(LAYERS.text, r === 0 ? 0.25 : 0.08);
    const under = top - (r + 1) * ROW_MM;
    const points = [
      { x: 0, y: under },
      { x: width, y: under },
    ];
    items.push({ shape: 'polyline', points, closed: false, pen, element: null });
  }
  if (left > 0) {
    items.push(textAt({ x: PAD_MM, y: 1.5 }, `and ${left} more`, TEXT_MM, { colour: GREY }));
  }
  return {
    items: items.filter((item) => item.shape !== 'text' || item.text !== ''),
    width,
    height,
  };
}
