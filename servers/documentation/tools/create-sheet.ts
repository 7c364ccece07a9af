/** @module create_sheet: the definition of a sheet of paper with views. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { DrawingScale, SHEET_SIZES, type SheetDefinition } from '../../../schemas/views.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { ViewId } from '../arguments.ts';
import { recorded, requireView } from '../drawings-of.ts';
import { jsonOf } from '../options-of.ts';

/** Between the edge of the paper and the frame, mm. */
const MARGIN_MM = 10;

const words = z
  .string()
  .refine(({ length }) => length <= 200, 'expected at most 200 characters')
  .optional();
const TitleBlock = z.strictObject({
  title: words,
  project: words,
  drawn_by: words,
  number: words,
  revision: words,
});
const EMPTY = { title: '', project: '', drawn_by: '', number: '', revision: '' };

/** Defines a sheet. */
export const createSheet = defineCommand({
  name: 'create_sheet',
  title: 'Define a sheet',
  description:
    'Defines a sheet of paper with a frame, a title block and views at their scales; views with no place are placed by themselves. Keeps the definition only: its views are drawn anew from the model each time. lint_drawing tells what does not fit; export_drawing writes it.',
  action: 'CREATE',
  input: z.strictObject({
    views: z
      .array(
        z.union([
          ViewId,
          z.strictObject({
            view_id: z.string().min(1).max(100),
            x: CoordinateMm.optional(),
            y: CoordinateMm.optional(),
            scale: DrawingScale.optional(),
          }),
        ]),
      )
      .min(1)
      .max(50)
      .describe('View ids, or each with its lower left corner on the sheet, mm.'),
    title_block: TitleBlock.describe('Words in the corner.').optional(),
    size: z.enum(SHEET_SIZES).describe('Paper, lying.').default('A3'),
    upright: z.boolean().describe('Paper standing.').default(false),
  }),
  output: z.object({ sheet_id: z.string(), definition: z.looseObject({}) }),
  refusals: hintsFor('ELEMENT_NOT_FOUND'),
  async plan({ views, title_block, size, upright }, view: BuildingView, { refuse, ids }) {
    const placed = views.map((one) => (typeof one === 'string' ? { view_id: one } : one));
    const level_ids = new Set<string>();
    for (const { view_id } of placed) {
      for (const id of (await requireView(view_id, view, refuse)).level_ids) level_ids.add(id);
    }
    const definition: SheetDefinition = {
      size,
      upright,
      margin: MARGIN_MM,
      title_block: { ...EMPTY, ...jsonOf(title_block ?? {}) },
      views: placed.map(({ view_id, ...at }) => {
        return { view_id, x: at.x ?? null, y: at.y ?? null, scale: at.scale ?? null };
      }),
      schedules: [],
    };
    const sheet_id = ids.next('sheet');
    const levels = [...level_ids];
    const payload = { definition: recorded(definition), level_ids: levels };
    return {
      events: [{ type: 'sheet.created', aggregate_id: sheet_id, payload }],
      data: { sheet_id, definition: { ...definition } },
      relies_on: levels,
    };
  },
});
