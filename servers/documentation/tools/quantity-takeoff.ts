/** @module quantity_takeoff: how much of what there is. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { takeOff } from '../../../kernel/schedules/take-off.ts';
import { drained } from '../../building/drained.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { modelHead } from '../model-head.ts';
import { shownJson, ShownTable } from '../shown-table.ts';

const Names = z.array(z.string().min(1).max(60)).min(1).max(20);

/** Takes quantities off. */
export const quantityTakeoff = defineQuery({
  name: 'quantity_takeoff',
  title: 'Take off quantities',
  description:
    'Answers counts, lengths, areas and volumes, net and gross, of the model as it is now, in groups with totals. It writes nothing; for a file of single elements use generate_schedule.',
  branched: true,
  input: z.strictObject({
    categories: Names.describe('Default: all that have a quantity.').optional(),
    grouping: Names.describe(
      'What is counted together: category, type, level, material or parameters. Default: category, type, level.',
    ).optional(),
  }),
  output: z.object({
    head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
    whole: z.boolean(),
    ...ShownTable,
  }),
  refusals: {
    ...hintsFor('INVALID_ARGUMENT', 'UNKNOWN_PARAMETER'),
    EXTERNAL_FAILURE: 'call again to make it afresh',
  },
  async answer(request, view: BuildingView, { refuse, signal }) {
    const head = await modelHead(view);
    const made = await drained(takeOff(view, request, refuse), {
      signal,
      progress: () => undefined,
    });
    const table = { ...made, head: { branch: head.branch, seq: head.seq } };
    const { data, warnings } = shownJson(table, 'ask for fewer categories or a coarser grouping');
    return { data: { head, whole: view.whole, ...data }, warnings };
  },
});
