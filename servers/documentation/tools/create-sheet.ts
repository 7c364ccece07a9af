/** @module create_sheet: the definition of a sheet of paper with views and schedules. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { requireSchedule } from '../../../kernel/schedules/schedule.ts';
import { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { DrawingScale, SHEET_SIZES, type SheetDefinition } from '../../../schemas/views.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { recorded, requireView } from '../drawings-of.ts';
import { jsonOf } from '../options-of.ts';
import { requireFilters } from '../schedule-filters.ts';

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

/** Checked as generate_schedule checks it, and listed as an object: who makes schedules has its list. */
const Schedule = z.record(z.string(), z.unknown()).pipe(ScheduleDefinition);

/** Defines a sheet. */
export const createSheet = defineCommand({
  name: 'create_sheet',
  title: 'Define a sheet',
  description:
    'Defines a sheet of paper with a frame, a title block, views at their scales and schedules; what has no place is placed by itself. Keeps the definition only: all is drawn anew from the model each time. lint_drawing tells what does not fit; export_drawing writes it.',
  action: 'CREATE',
  input: z.strictObject({
    views: z
      .array(
        z.union([
          z.string().min(1).max(100),
          z.strictObject({
            view_id: z.string().min(1).max(100).optional(),
            schedule: Schedule.describe(
              'Arguments of generate_schedule: category, parameters, filters, group_by, sort_by, title.',
            ).optional(),
            x: CoordinateMm.optional(),
            y: CoordinateMm.optional(),
            scale: DrawingScale.optional(),
          }),
        ]),
      )
      .min(1)
      .max(50)
      .describe('View ids, or view or schedule with its lower left corner on the sheet, mm.'),
    title_block: TitleBlock.describe('Words in the corner.').optional(),
    size: z.enum(SHEET_SIZES).describe('Paper, lying.').default('A3'),
    upright: z.boolean().describe('Paper standing.').default(false),
  }),
  output: z.object({ sheet_id: z.string(), definition: z.looseObject({}) }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'INVALID_ARGUMENT',
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'UNKNOWN_PARAMETER',
  ),
  async plan({ views, title_block, size, upright }, view: BuildingView, { refuse, ids }) {
    const level_ids = new Set<string>();
    const shown: SheetDefinition['views'][number][] = [];
    const schedules: SheetDefinition['schedules'][number][] = [];
    for (const [index, one] of views.entries()) {
      const { view_id, schedule, scale, x = null, y = null } = partOf(one);
      if ((x === null) !== (y === null)) {
        refuse('INVALID_ARGUMENT', `\`views[${index}]\` has one of \`x\` and \`y\`, expected both`);
      }
      if (view_id !== undefined && schedule === undefined) {
        for (const id of (await requireView(view_id, view, refuse)).level_ids) level_ids.add(id);
        shown.push({ view_id, x, y, scale: scale ?? null });
      } else if (schedule !== undefined && view_id === undefined && scale === undefined) {
        requireSchedule(view, schedule, refuse);
        requireFilters(schedule.filters, view, { refuse });
        const { level_id } = schedule.filters ?? {};
        if (level_id !== undefined) level_ids.add(level_id);
        schedules.push({ schedule, x, y });
      } else {
        refuse(
          'INVALID_ARGUMENT',
          `\`views[${index}]\` must be a \`view_id\`, with a \`scale\` or without, or a \`schedule\``,
        );
      }
    }
    const definition: SheetDefinition = {
      size,
      upright,
      margin: MARGIN_MM,
      title_block: { ...EMPTY, ...jsonOf(title_block ?? {}) },
      views: shown,
      schedules,
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

/** What stands on a sheet, before it is known to be a view or a schedule. */
type Part = {
  readonly view_id?: string | undefined;
  readonly schedule?: ScheduleDefinition | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly scale?: number | undefined;
};

function partOf(one: string | Part): Part {
  return typeof one === 'string' ? { view_id: one } : one;
}
