/** @module generate_schedule: writes a table of the elements of a category to a file. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { hintsFor } from '../../building/hints.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import { modelHead } from '../model-head.ts';
import { jsonOf } from '../options-of.ts';
import { COLUMNS } from '../tables/schedule-columns.ts';
import { requireFilters } from '../tables/schedule-filters.ts';
import { SCHEDULE_FORMATS } from '../tables/schedule-formats.ts';
import { emptyColumns, ShownTable, shownOfFile } from '../tables/shown-table.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Makes a schedule. */
export function generateScheduleOf(store: ArtefactStore): ToolValue<BuildingView> {
  return defineJob({
    name: 'generate_schedule',
    title: 'Make a schedule',
    description:
      'Returns a table of the current elements of a category, with filters, groups and totals, each row with id and IFC GUID, and writes it to a file below artifacts/.',
    action: 'CREATE',
    records: 'schedule.generated',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: z.strictObject({
      ...ScheduleDefinition.shape,
      parameters: ScheduleDefinition.shape.parameters.describe(COLUMNS),
      format: z
        .enum(['json', 'csv', 'xlsx', 'markdown'])
        .describe('Format of the file.')
        .default('json'),
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
      const made = schedule(ownView(view), request, context.refuse);
      const table = { ...made, head: { branch: head.branch, seq: head.seq } };
      const { print, ending, media_type } = SCHEDULE_FORMATS[format];
      const shown = shownOfFile(table, { format, dry_run: context.dry_run });
      const written = await fileResult(
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
          warnings: [
            ...shown.warnings,
            ...emptyColumns(table, request.parameters ?? []),
            ...leftOutReferences(view),
          ],
        },
        store,
        view,
        context,
      );
      return { ...written, data: { ...written.data, format, ...shown.data } };
    },
  });
}
