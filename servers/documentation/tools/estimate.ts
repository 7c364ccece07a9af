/** @module estimate: costs or emissions of the model by a price or factor list of the operator. */
import * as z from 'zod';

import { defineJob, type ToolValue } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { estimateTable } from '../../../kernel/documents/estimates/estimate-table.ts';
import { hintsFor } from '../../building/hints.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { FilePath } from '../arguments.ts';
import type { ArtefactStore } from '../artefacts/artefact-store.ts';
import {
  estimateAnswer,
  EstimateOutput,
  estimateWarnings,
  leftOutOf,
} from '../estimates/answer.ts';
import { estimated, priceList } from '../estimates/estimated.ts';
import { modelHead } from '../model-head.ts';
import { SCHEDULE_FORMATS } from '../tables/schedule-formats.ts';
import { ShownTable, shownOfFile } from '../tables/shown-table.ts';
import { FILE_REFUSALS, FileOutput, fileResult } from '../written.ts';

/** Maximum length of a list in a call, characters. */
const CSV_MAX = 200_000;

const Input = z.strictObject({
  list: z
    .string()
    .min(1)
    .max(400)
    .describe('List below artifacts/ that is read, such as prices.csv. Or give csv.')
    .optional(),
  csv: z.string().min(1).max(CSV_MAX).describe('Text of the list, instead of a file.').optional(),
  decimal_mark: z
    .enum(['point', 'comma'])
    .describe('Decimal mark of all numbers of the list.')
    .default('point'),
  group_by: z
    .string()
    .min(1)
    .max(60)
    .describe('cost_group (column of the list), or a column of generate_schedule such as level.')
    .default('category'),
  rows: z
    .enum(['lines', 'elements'])
    .describe('One row per group and line of the list, or one per element and line.')
    .default('lines'),
  title: z.string().min(1).max(200).describe('Title of the estimate.').default('Estimate'),
  format: z
    .enum(['json', 'csv', 'xlsx', 'markdown'])
    .describe('Format of the estimate.')
    .default('json'),
  path: FilePath,
});

const Output = z.object({
  ...FileOutput,
  format: z.string(),
  list: z.object({ file: z.string().nullable(), sha256: z.string(), lines: z.number() }),
  ...EstimateOutput.shape,
  ...ShownTable,
});

/** Makes estimates. */
export function estimateOf(store: ArtefactStore, files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'estimate',
    title: 'Estimate costs or emissions',
    description:
      'Multiplies quantities of the current model by a CSV list of the operator (prices, or kgCO2e per stage) and writes a file below artifacts/ in which each line has its elements, quantity, factor and source. left_out lists every element that no line, or more than one line, prices; it is in no sum.',
    action: 'CREATE',
    records: 'schedule.generated',
    openWorld: false,
    branched: true,
    previews: true,
    replaces: true,
    input: Input,
    output: Output,
    refusals: { ...FILE_REFUSALS, ...hintsFor('UNKNOWN_PARAMETER') },
    async run({ path, ...request }, view: BuildingView, context) {
      const { format, rows, group_by, decimal_mark, title } = request;
      const own = ownView(view);
      const { lines, facts } = await priceList(request, files, own.kinds, context);
      const head = await modelHead(view);
      const made = estimated(lines, group_by, own, context.refuse);
      const shaped = estimateTable(made, { title, rows }, own);
      const table = { ...shaped, head: { branch: head.branch, seq: head.seq } };
      const { print, ending, media_type } = SCHEDULE_FORMATS[format];
      const shown = shownOfFile(table, { format, dry_run: context.dry_run });
      const written = await fileResult(
        {
          tool: 'estimate',
          type: 'schedule.generated',
          options: { list: { ...facts }, decimal_mark, group_by, rows, title, format },
          path,
          folder: 'estimates',
          stem: title,
          ending,
          media_type,
          content: print(table),
          head,
          of_files: facts.file !== null,
          counts: { elements: made.elements, left_out: leftOutOf(made).length },
          warnings: [...shown.warnings, ...estimateWarnings(made), ...leftOutReferences(view)],
        },
        store,
        view,
        context,
      );
      const answer = { format, list: facts, ...estimateAnswer(made, own), ...shown.data };
      return { ...written, data: { ...written.data, ...answer } };
    },
  });
}
