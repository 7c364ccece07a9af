/** @module sheet: views and schedules on a sheet of ISO 216 with a frame and a title block. */
import type { SheetDefinition, SheetSize } from '../../../schemas/views.ts';
import type { Block, Drawing, Item, Placement } from '../drawing.ts';
import { GREY, LAYERS, penOf } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap, shifted, textAt } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';
import type { Table } from './table.ts';
import { tableItems } from './table.ts';

/** Short and long side, mm. */
const SIZES = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
} as const satisfies Record<SheetSize, readonly [number, number]>;

const TITLE = { width: 170, height: 32 } as const;
const GAP_MM = 4;

/** What stands on a sheet, in the order of its definition. `x`, `y`: lower left corner; null finds a place. */
export type SheetContent = {
  readonly views: readonly {
    readonly drawing: Drawing;
    readonly x: number | null;
    readonly y: number | null;
  }[];
  readonly schedules: readonly {
    readonly table: Table;
    readonly x: number | null;
    readonly y: number | null;
  }[];
  /** Small print in the title block: which state of the model the sheet shows. */
  readonly note: string;
};

type Part = {
  readonly items: readonly Item[];
  readonly width: number;
  readonly height: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly placements: readonly Placement[];
};

/** Draws a sheet. Views keep their scale; what has no place left is put over what is there, with a warning. */
export function sheet(definition: SheetDefinition, content: SheetContent): Drawing {
  const [short, long] = SIZES[definition.size];
  const [width, height] = definition.upright ? [short, long] : [long, short];
  const { margin } = definition;
  const frame = { min: { x: margin, y: margin }, max: { x: width - margin, y: height - margin } };
  const blocks = new Map<string, Block>();
  const warnings: string[] = [];
  const parts = [
    ...content.views.map(({ drawing, x, y }, i) => {
      // Views of several scales have blocks of one name.
      const prefix = `V${i + 1}-`;
      for (const [name, { items }] of drawing.blocks) {
        blocks.set(prefix + name, { name: prefix + name, items });
      }
      warnings.push(...drawing.warnings);
      const items = drawing.items.map((item): Item =>
        item.shape === 'insert'
          ? { ...item, block: prefix + item.block }
          : item.shape === 'dimension'
            ? { ...item, chain: prefix + item.chain }
            : item,
      );
      return {
        items,
        width: drawing.width_mm,
        height: drawing.height_mm,
        x,
        y,
        placements: drawing.placements,
      };
    }),
    ...content.schedules.map(({ table, x, y }) => ({ ...tableItems(table), x, y, placements: [] })),
  ];
  const items: Item[] = [...frameItems(frame)];
  const placements: Placement[] = [];
  const title = {
    min: { x: frame.max.x - Math.min(TITLE.width, frame.max.x - frame.min.x), y: frame.min.y },
    max: { x: frame.max.x, y: frame.min.y + TITLE.height },
  };
  const taken: PaperBox[] = [title];
  for (const [index, part] of parts.entries()) {
    const at = placeOf(part, frame, taken);
    if (at === null) {
      warnings.push(
        `no place is left on the sheet for part ${index + 1}, which takes ${Math.ceil(part.width)} × ${Math.ceil(part.height)} mm`,
      );
    }
    const { x, y } = at ?? { x: frame.min.x, y: frame.max.y - part.height };
    taken.push({ min: { x, y }, max: { x: x + part.width, y: y + part.height } });
    items.push(...shifted(part.items, { x, y }));
    placements.push(...part.placements.map((placement) => movedPlacement(placement, x, y)));
  }
  items.push(
    ...titleItems(definition, { box: title, scales: scalesOf(placements), note: content.note }),
  );
  return {
    title: definition.title_block.title,
    width_mm: width,
    height_mm: height,
    items,
    blocks,
    placements,
    warnings,
  };
}

function movedPlacement({ title, scale, origin, box }: Placement, x: number, y: number): Placement {
  const moved = (point: { readonly x: number; readonly y: number }): { x: number; y: number } => ({
    x: point.x + x,
    y: point.y + y,
  });
  return { title, scale, origin: moved(origin), box: { min: moved(box.min), max: moved(box.max) } };
}

function scalesOf(placements: readonly Placement[]): string {
  return [...new Set(placements.map(({ scale }) => `1:${scale}`))].join(', ');
}

/** The asked place, else the first free one from the upper left, row by row; null without any. */
function placeOf(
  part: Part,
  frame: PaperBox,
  taken: readonly PaperBox[],
): { readonly x: number; readonly y: number } | null {
  if (part.x !== null && part.y !== null) return { x: part.x, y: part.y };
  const tops = [frame.max.y, ...taken.map(({ min }) => min.y - GAP_MM)].toSorted((a, b) => b - a);
  const lefts = [frame.min.x, ...taken.map(({ max }) => max.x + GAP_MM)].toSorted((a, b) => a - b);
  for (const top of tops) {
    for (const x of lefts) {
      const box = { min: { x, y: top - part.height }, max: { x: x + part.width, y: top } };
      if (box.max.x > frame.max.x || box.min.y < frame.min.y || top > frame.max.y) continue;
      if (!taken.some((other) => boxesOverlap(box, other))) return box.min;
    }
  }
  return null;
}

function rectangle({ min, max }: PaperBox): readonly { readonly x: number; readonly y: number }[] {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

function frameItems(frame: PaperBox): readonly Item[] {
  const pen = penOf(LAYERS.frame, 0.7);
  return [{ shape: 'polyline', points: rectangle(frame), closed: true, pen, element: null }];
}

type Title = { readonly box: PaperBox; readonly scales: string; readonly note: string };

/** Fields with small headings; long texts are made smaller. */
function titleItems(
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
  line(2 * third, 4.4, 2 * third, TITLE.height);
  line(third, 4.4, third, 13.2);
  return items.filter((item) => item.shape !== 'text' || item.text !== '');
}
