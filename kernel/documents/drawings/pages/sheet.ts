/** @module sheet: lays out views and schedules on a sheet of an ISO 216 size, with a frame and a title block. */
import type { SheetDefinition, SheetSize } from '../../../../schemas/views.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Block, Drawing, Item, Placement, PlacedTable } from '../drawing.ts';
import { LAYERS, penOf } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { shifted } from '../sketch.ts';
import { boxAt, freePlace } from './free-place.ts';
import type { TableOnSheet } from './tables-on-sheet.ts';
import { tableOnSheet } from './tables-on-sheet.ts';
import { rectangle, titleBox, titleItems } from './title-block.ts';

/** Short and long side of each sheet size, mm. */
const SIZES = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
} as const satisfies Record<SheetSize, readonly [number, number]>;

/** A view on a sheet. `x`, `y`: lower left corner, mm; if either is null, a free place is searched for. */
type ViewOnSheet = {
  readonly drawing: Drawing;
  readonly x: number | null;
  readonly y: number | null;
};

/** The content of a sheet, in the order of its definition. */
export type SheetContent = {
  readonly views: readonly ViewOnSheet[];
  readonly schedules: readonly TableOnSheet[];
  /** Small print in the title block: the version of the model that the sheet shows. */
  readonly note: string;
  /** Messages about parts that could not be drawn. */
  readonly warnings: readonly string[];
};

/**
 * Draws a sheet. Views keep their scale. A view without a free place is drawn over other content, and a schedule
 * without enough space is truncated; both give a warning.
 */
export function sheet(definition: SheetDefinition, content: SheetContent): Drawing {
  const [short, long] = SIZES[definition.size];
  const [width, height] = definition.upright ? [short, long] : [long, short];
  const { margin } = definition;
  const frame = { min: { x: margin, y: margin }, max: { x: width - margin, y: height - margin } };
  const title = titleBox(frame);
  const blocks = new Map<string, Block>();
  const warnings = [...content.warnings];
  const items: Item[] = [...frameItems(frame)];
  const placements: Placement[] = [];
  const tables: PlacedTable[] = [];
  // Items with a fixed place reserve it before the others are placed.
  const taken: PaperBox[] = [title, ...content.views.flatMap(fixedBox)];
  for (const [index, view] of content.views.entries()) {
    const { drawing } = view;
    const named = ownNames(drawing, `V${index + 1}-`);
    for (const block of named.blocks) blocks.set(block.name, block);
    warnings.push(...drawing.warnings);
    const size = { width: drawing.width_mm, height: drawing.height_mm };
    const [fixed] = fixedBox(view);
    const at = fixed?.min ?? freePlace(size, frame, taken);
    if (at === null) {
      warnings.push(
        `the sheet has no free space of ${Math.ceil(size.width)} × ${Math.ceil(size.height)} mm for view \`${drawing.title}\`, so the view covers other content`,
      );
    }
    const corner = at ?? { x: frame.min.x, y: frame.max.y - size.height };
    if (fixed === undefined) taken.push(boxAt(corner, size));
    items.push(...shifted(named.items, corner));
    placements.push(...drawing.placements.map((placement) => movedPlacement(placement, corner)));
  }
  for (const table of content.schedules) {
    const { items: drawn, placed } = tableOnSheet(table, frame, taken);
    items.push(...drawn);
    tables.push(placed);
    warnings.push(...cutOf(placed));
  }
  items.push(
    ...titleItems(definition, { box: title, scales: scalesOf(placements), note: content.note }),
  );
  return {
    title: definition.title_block.title,
    width_mm: width,
    height_mm: height,
    coordinates: 'paper',
    items,
    blocks,
    placements,
    tables,
    warnings: [...new Set(warnings)],
  };
}

/** The box of a view with a fixed place, as a list; an empty list for other views. */
function fixedBox({ drawing, x, y }: ViewOnSheet): readonly PaperBox[] {
  if (x === null || y === null) return [];
  return [boxAt({ x, y }, { width: drawing.width_mm, height: drawing.height_mm })];
}

/** Renames the blocks and chains of a view with a prefix, because views of different scales may use the same names. */
function ownNames(
  drawing: Drawing,
  prefix: string,
): { readonly items: readonly Item[]; readonly blocks: readonly Block[] } {
  return {
    blocks: [...drawing.blocks].map(([name, { items }]) => ({ name: prefix + name, items })),
    items: drawing.items.map((item): Item =>
      item.shape === 'insert'
        ? { ...item, block: prefix + item.block }
        : item.shape === 'dimension'
          ? { ...item, chain: prefix + item.chain }
          : item,
    ),
  };
}

/** Messages about the lines and columns of a table that are not on the sheet. */
function cutOf({ title, lines, shown, left_out }: PlacedTable): readonly string[] {
  return [
    ...(shown < lines
      ? [`only ${shown} of ${lines} lines of schedule \`${title}\` fit on the sheet`]
      : []),
    ...(left_out.length > 0
      ? [`schedule \`${title}\` is too wide for the sheet; omitted columns: ${left_out.join(', ')}`]
      : []),
  ];
}

function movedPlacement({ title, scale, origin, box }: Placement, by: Point2): Placement {
  const moved = (point: Point2): Point2 => ({ x: point.x + by.x, y: point.y + by.y });
  return { title, scale, origin: moved(origin), box: { min: moved(box.min), max: moved(box.max) } };
}

function scalesOf(placements: readonly Placement[]): string {
  return [...new Set(placements.map(({ scale }) => `1:${scale}`))].join(', ');
}

function frameItems(frame: PaperBox): readonly Item[] {
  const pen = penOf(LAYERS.frame, 0.7);
  return [{ shape: 'polyline', points: rectangle(frame), closed: true, pen, element: null }];
}
