/** @module generate_schedule: elements of a category as a table, in a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { Condition } from '../../../kernel/model/condition.ts';
import { schedule } from '../../../kernel/schedules/schedule.ts';
import { drained } from '../../building/drained.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { SCHEDULE_FORMATS } from '../schedule-formats.ts';
import { ShownTable, shownJson, shownText } from '../shown-table.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

const Names = z
  .array(z.string().max(60))
  .refine(({ length }) => length >= 1 && length <= 40, 'expected 1 to 40 names');

/** Makes a schedule. */
export function generateScheduleOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'generate_schedule',
    title: 'Make a schedule',
    description:
      'A table of the elements of a category with chosen parameters, filters, groups and totals, each row with id and IFC GUID; made from the model as it is now, answered, and written to a file below artifacts/. The preview (default) answers the table only.',
    action: 'CREATE',
    records: 'schedule.generated',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      category: z.string().min(1).max(40).describe('E.g. Doors.'),
      parameters: Names.describe('Columns; default: the usual ones.').optional(),
      filters: z
        .strictObject({
          level_id: z.string().max(100).optional(),
          host_id: z.string().max(100).optional(),
          where: z.array(Condition).max(20).optional(),
        })
        .describe('All must hold.')
        .optional(),
      group_by: Names.describe('First columns, with subtotals.').optional(),
      sort_by: Names.describe('Order of rows.').optional(),
      format: z.enum(['json', 'csv', 'xlsx', 'markdown']).describe('Of the file.').default('json'),
      path: FilePath,
    }),
    output: z.object({ ...FileOutput, format: z.string(), ...ShownTable }),
    refusals: { ...FILE_REFUSALS, ...hintsFor('UNKNOWN_PARAMETER') },
    async run({ format, path, ...request }, view: BuildingView, context) {
      const head = await modelHead(view);
      const made = await drained(schedule(view, request, context.refuse), context);
      const table = { ...made, head: { branch: head.branch, seq: head.seq } };
      const { print, ending, media_type } = SCHEDULE_FORMATS[format];
      const next = context.dry_run ? 'dry_run: false writes all' : 'the file has all';
      const shown = format === 'json' ? shownJson(table, next) : shownText(table, next);
      const written = await writtenFile(
        {
          tool: 'generate_schedule',
          type: 'schedule.generated',
          options: { ...jsonOf(request), format },
          path,
          folder: 'schedules',
          stem: table.title,
          ending,
          media_type,
          content: print(table),
          head,
          counts: { elements: table.count },
          warnings: shown.warnings,
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, format, ...shown.data } };
    },
  });
}
