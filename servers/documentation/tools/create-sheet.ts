/** @module create_sheet: defines a sheet of paper with views and schedules. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { requireSchedule } from '../../../kernel/documents/schedules/schedule.ts';
import { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { DrawingScale, SHEET_SIZES, type SheetDefinition } from '../../../schemas/views.ts';
import { hintsFor } from '../../building/hints.ts';
import { jsonDefinition, requireView } from '../drawings-of.ts';
import { jsonOf } from '../options-of.ts';
import { requireFilters } from '../tables/schedule-filters.ts';

/** Distance between the edge of the paper and the frame, mm. */
const MARGIN_MM = 10;

/** An optional text of the title block. */
function text(description: string): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .refine(({ length }) => length <= 200, 'expected at most 200 characters')
    .describe(description)
    .optional();
}
const TitleBlock = z.strictObject({
  title: text('Title of the sheet.'),
  project: text('Name of the project.'),
  drawn_by: text('Name of the author.'),
  number: text('Number of the sheet.'),
  revision: text('Revision of the sheet.'),
});
/** The title block without texts. */
const EMPTY = { title: '', project: '', drawn_by: '', number: '', revision: '' };

/** Defines a sheet. */
export const createSheet = defineCommand({
  name: 'create_sheet',
  title: 'Define a sheet',
  description:
    'Defines a sheet of paper with a frame, a title block, views at their scales and schedules; items without a position are placed automatically. lint_drawing reports what does not fit.',
  action: 'CREATE',
  input: z.strictObject({
    views: z
      .array(
        z.union([
          z.string().min(1).max(100),
          z.strictObject({
            view_id: z.string().min(1).max(100).describe('View to place on the sheet.').optional(),
            schedule: ScheduleDefinition.describe(
              'Schedule instead of a view, as in generate_schedule.',
            ).optional(),
            x: CoordinateMm.describe('Left edge, mm on paper. Default: automatic.').optional(),
            y: CoordinateMm.describe('Lower edge, mm on paper. Default: automatic.').optional(),
            scale: DrawingScale.describe('Scale 1:n on this sheet, as n.').optional(),
          }),
        ]),
      )
      .min(1)
      .max(50)
      .describe('View ids, or views and schedules with a position.'),
    title_block: TitleBlock.describe('Texts of the title block.').optional(),
    size: z
      .enum(SHEET_SIZES)
      .describe('Sheet size (ISO 216), landscape unless upright.')
      .default('A3'),
    upright: z.boolean().describe('true: portrait, false: landscape format.').default(false),
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
        refuse(
          'INVALID_ARGUMENT',
          `\`views[${index}]\` has only one of \`x\` and \`y\`, expected both or neither`,
        );
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
          `\`views[${index}]\` must have either a \`view_id\`, optionally with a \`scale\`, or a \`schedule\``,
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
    const payload = { definition: jsonDefinition(definition), level_ids: levels };
    return {
      events: [{ type: 'sheet.created', aggregate_id: sheet_id, payload }],
      data: { sheet_id, definition: { ...definition } },
      relies_on: levels,
    };
  },
});

/** An item on a sheet that is either a view or a schedule. */
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
