/** @module title block: the title block in the lower right corner of a sheet. */
import type { SheetDefinition } from '../../../../schemas/views.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Item } from '../drawing.ts';
import { GREY, LAYERS, penOf } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { textAt } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** Size of the title block, mm; on a narrower sheet, its width is that of the frame. */
const SIZE = { width: 170, height: 32 } as const;

/** The box of the title block within a frame. */
export function titleBox({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: max.x - Math.min(SIZE.width, max.x - min.x), y: min.y },
    max: { x: max.x, y: min.y + SIZE.height },
  };
}

/** The corners of a box. */
export function rectangle({ min, max }: PaperBox): readonly Point2[] {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

type Title = { readonly box: PaperBox; readonly scales: string; readonly note: string };

/** Draws the fields of the title block with small headings. A text too long for its field is drawn smaller. */
export function titleItems(
  { size, title_block }: SheetDefinition,
  { box, scales, note }: Title,
): readonly Item[] {
  const pen = penOf(LAYERS.frame, 0.35);
  const thin = penOf(LAYERS.frame, 0.13);
  const items: Item[] = [
    {
      shape: 'area',
      rings: [rectangle(box)],
      fill: { layer: LAYERS.frame, colour: [255, 255, 255], hatch: null },
      pen,
      element: null,
    },
  ];
  const wide = box.max.x - box.min.x;
  const { title, project, drawn_by, number, revision } = title_block;
  const field = (
    heading: string,
    text: string,
    [x, y, width, size_mm]: readonly [number, number, number, number],
  ): void => {
    if (text === '') return;
    const at = { x: box.min.x + x + 2, y: box.min.y + y };
    const fits = Math.min(size_mm, (size_mm * (width - 4)) / textWidth(text, size_mm, true));
    items.push(
      textAt({ x: at.x, y: at.y + 5.2 }, heading, 1.8, { colour: GREY, layer: LAYERS.frame }),
    );
    items.push(textAt({ x: at.x, y: at.y + 1.6 }, text, fits, { bold: true, layer: LAYERS.frame }));
  };
  const line = (x0: number, y0: number, x1: number, y1: number): void => {
    const points = [
      { x: box.min.x + x0, y: box.min.y + y0 },
      { x: box.min.x + x1, y: box.min.y + y1 },
    ];
    items.push({ shape: 'polyline', points, closed: false, pen: thin, element: null });
  };
  const third = wide / 3;
  field('PROJECT', project, [0, 24, wide - third, 3]);
  field('DRAWN BY', drawn_by, [2 * third, 24, third, 2.6]);
  field('TITLE', title, [0, 14, wide - third, 4]);
  field('SCALE', scales, [2 * third, 14, third, 2.6]);
  field('NUMBER', number, [0, 5, third, 3]);
  field('REVISION', revision, [third, 5, third, 2.6]);
  field('SHEET', size, [2 * third, 5, third, 2.6]);
  items.push(
    textAt({ x: box.min.x + 2, y: box.min.y + 1.4 }, note, 1.8, {
      colour: GREY,
      layer: LAYERS.frame,
    }),
  );
  for (const y of [4.4, 13.2, 23]) line(0, y, wide, y);
  line(2 * third, 4.4, 2 * third, SIZE.height);
  line(third, 4.4, third, 13.2);
  return items.filter((item) => item.shape !== 'text' || item.text !== '');
}
