/** @module validate_constraints: finds faults of the model itself. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { checkConstraints, CONSTRAINTS } from '../../../kernel/checks/constraints/constraints.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks the constraints. */
export const validateConstraints = defineJob({
  name: 'validate_constraints',
  title: 'Check the model for faults',
  description:
    'Finds faults of the model that are independent of any standard: rooms that no walls enclose, overlap, run inside walls or share a number, walls with free ends, levels that overlap, references to missing elements. Run it before code_compliance.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    element_ids: z
      .array(elementId('Id or @name of an element.'))
      .min(1)
      .max(500)
      .describe('Only faults of these elements. Default: all.')
      .optional(),
    ...RowArguments,
  }),
  output: FindingsOutput,
  refusals: { ...RUN_REFUSALS, ...hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH') },
  async run({ element_ids, ...paging }, view: BuildingView, context) {
    for (const id of element_ids ?? []) requireElement(view, id, context);
    const options = { element_ids: element_ids?.toSorted() ?? null };
    return await checkedRun(
      {
        tool: 'validate_constraints',
        list: 'findings',
        options,
        check: () => buildingOnly(view, (own) => checked(own, element_ids)),
      },
      paging,
      view,
      context,
    );
  },
});

function checked(view: BuildingView, ids: readonly string[] | undefined): Checked {
  const findings = checkConstraints(view, ids === undefined ? null : new Set(ids));
  return {
    findings,
    summary: {
      status: findings.length === 0 ? 'holds' : 'violations',
      checked: CONSTRAINTS.map(({ title }) => title),
    },
  };
}
