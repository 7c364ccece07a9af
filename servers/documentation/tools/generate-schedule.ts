/** @module generate_schedule: elements of a category as a table, in a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { schedule } from '../../../kernel/schedules/schedule.ts';
import { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { drained } from '../../building/drained.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { requireFilters } from '../schedule-filters.ts';
import { SCHEDULE_FORMATS } from '../schedule-formats.ts';
import { emptyColumns, ShownTable, shownJson, shownText } from '../shown-table.ts';
import { FILE_REFUSALS, FileOutput, writtenFile } from '../written.ts';

/** Makes a schedule. */
export function generateScheduleOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'generate_schedule',
    title: 'Make a schedule',
    description:
      'Answers a table of the elements of a category as they are now, with filters, groups and totals, each row with id and IFC GUID, and writes it below artifacts/. Previews unless dry_run is false.',
    action: 'CREATE',
    records: 'schedule.generated',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      ...ScheduleDefinition.shape,
      format: z.enum(['json', 'csv', 'xlsx', 'markdown']).describe('Of the file.').default('json'),
      path: FilePath,
    }),
    output: z.object({ ...FileOutput, format: z.string(), ...ShownTable }),
    refusals: {
      ...FILE_REFUSALS,
      ...hintsFor('UNKNOWN_PARAMETER', 'LEVEL_NOT_FOUND', 'ELEMENT_NOT_FOUND', 'CROSS_BRANCH'),
    },
    async run({ format, path, ...request }, view: BuildingView, context) {
      requireFilters(request.filters, view, context);
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
          content: await drained<string | Uint8Array>(print(table), context),
          head,
          counts: { elements: table.count },
          warnings: [...shown.warnings, ...emptyColumns(table, request.parameters ?? [])],
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, format, ...shown.data } };
    },
  });
}
