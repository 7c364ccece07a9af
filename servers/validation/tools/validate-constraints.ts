/** @module validate_constraints: faults of the model itself. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { checkConstraints, CONSTRAINTS } from '../../../kernel/constraints/constraints.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { requireElement } from '../../../kernel/kinds/rules/lookup.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { type Checked, checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks the constraints. */
export const validateConstraints = defineJob({
  name: 'validate_constraints',
  title: 'Check the model itself',
  description:
    'Finds faults of the model, whatever is built: rooms that no walls enclose, walls that end on nothing, levels that reach into each other, elements that name what is not there. With element_ids only what concerns these. Run it before code_compliance.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    element_ids: z
      .array(elementId('An element.'))
      .min(1)
      .max(500)
      .describe('Only about these.')
      .optional(),
    ...RowArguments,
  }),
  output: RunOutput,
  refusals: { ...RUN_REFUSALS, ...hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH') },
  async run({ element_ids, ...paging }, view: BuildingView, context) {
    for (const id of element_ids ?? []) requireElement(view, id, context);
    const options = { element_ids: element_ids?.toSorted() ?? null };
    return await checkedRun(
      {
        tool: 'validate_constraints',
        list: 'findings',
        options,
        steps: checked(view, element_ids),
      },
      paging,
      view,
      context,
    );
  },
});

function* checked(view: BuildingView, ids: readonly string[] | undefined): Steps<Checked> {
  const findings = yield* checkConstraints(view, ids === undefined ? null : new Set(ids));
  return {
    findings,
    summary: {
      status: findings.length === 0 ? 'holds' : 'violations',
      checked: CONSTRAINTS.map(({ title }) => title),
    },
  };
}
