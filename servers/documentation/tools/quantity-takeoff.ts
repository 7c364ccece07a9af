/** @module quantity_takeoff: computes quantities of the model in groups. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { leftOutReferences, ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { RULES, takeOffByRules } from '../../../kernel/documents/quantities/by-rules.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import { hintsFor } from '../../building/hints.ts';
import { modelHead } from '../model-head.ts';
import { shownJson, ShownTable } from '../tables/shown-table.ts';

const Names = z.array(z.string().min(1).max(60)).min(1).max(20);

/** Computes quantities. */
export const quantityTakeoff = defineQuery({
  name: 'quantity_takeoff',
  title: 'Take off quantities',
  description:
    'Returns counts, lengths, areas and volumes, net and gross, of the current model, in groups with totals, or the figures of a standard (rules) with definition and source. For single elements use generate_schedule.',
  branched: true,
  input: z.strictObject({
    categories: Names.describe('Categories to count. Default: all with quantities.').optional(),
    grouping: Names.describe(
      'Columns of generate_schedule that form groups. Default: type, level.',
    ).optional(),
    rules: z
      .enum(RULES)
      .describe(
        'Figures of a standard instead: ifc (Qto sets of IFC4), din276 (DIN 276:2018 cost groups), din277 (DIN 277:2021 areas and volumes), nrm (NRM 1 floor areas), ipms (IPMS All Buildings 2023), boma (BOMA 2024 offices); grouping is then ["level"] or, always for din276, none.',
      )
      .optional(),
    joined: z
      .boolean()
      .describe(
        'Counts space in which walls, floors and roofs overlap once in net volumes, by the priority of their layers. Default: false. Not with rules.',
      )
      .optional(),
  }),
  output: z.object({
    head: z.object({ branch: z.string(), seq: z.number().nullable(), at: z.string().nullable() }),
    whole: z.boolean(),
    ...ShownTable,
  }),
  refusals: {
    ...hintsFor('INVALID_ARGUMENT', 'UNKNOWN_PARAMETER'),
    EXTERNAL_FAILURE: 'call again to compute it again',
  },
  async answer({ rules, ...request }, view: BuildingView, { refuse }) {
    const head = await modelHead(view);
    const own = ownView(view);
    if (rules !== undefined && request.joined === true) {
      refuse(
        'INVALID_ARGUMENT',
        `\`joined\` true with \`rules\` ${rules}: expected \`joined\` without \`rules\`, whose figures have definitions of their own`,
      );
    }
    const made =
      rules === undefined
        ? takeOff(own, request, refuse)
        : takeOffByRules(own, { ...request, rules }, refuse);
    const table = { ...made, head: { branch: head.branch, seq: head.seq } };
    const { data, warnings } = shownJson(table, 'request fewer categories or a coarser grouping');
    return {
      data: { head, whole: view.whole, ...data },
      warnings: [...warnings, ...leftOutReferences(view)],
    };
  },
});
