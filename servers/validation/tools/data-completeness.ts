/** @module data_completeness: elements that lack a required parameter. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import { compareText } from '../../../kernel/canonical/deep-equal.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import type { Kinds } from '../../../kernel/kinds/kinds.ts';
import { requireElement } from '../../../kernel/kinds/rules/lookup.ts';
import type { Required } from '../../../kernel/screening/completeness.ts';
import { completeness } from '../../../kernel/screening/completeness.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { type Checked, checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Looks for parameters of these kinds that are not filled in. */
export function dataCompletenessOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineJob({
    name: 'data_completeness',
    title: 'Find missing data',
    description:
      'Finds elements that lack a parameter of required_params, e.g. {"required_params":["name","fire_rating_min"],"categories":["Walls","Doors"]}: `missing.empty` where it is not filled in, `missing.not_a_parameter` where elements of that kind cannot have it. 0 and false are values. Restrict with element_ids or categories. The counts of each parameter are in parameters; fill in with modify_parameter.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      required_params: z
        .array(z.string().min(1).max(60))
        .min(1)
        .max(30)
        .describe('Names of parameters, as get_element shows them.'),
      element_ids: z
        .array(elementId('An element.'))
        .min(1)
        .max(500)
        .describe('Only these elements.')
        .optional(),
      categories: z
        .array(z.enum([...kinds.categories]))
        .min(1)
        .max(20)
        .describe('Only elements of these categories.')
        .optional(),
      ...RowArguments,
    }),
    output: RunOutput,
    refusals: { ...RUN_REFUSALS, ...hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH') },
    async run(
      { element_ids, categories, required_params, ...paging },
      view: BuildingView,
      context,
    ) {
      for (const id of element_ids ?? []) requireElement(view, id, context);
      const parameters = sorted(required_params);
      const options = {
        required_params: parameters,
        element_ids: element_ids === undefined ? null : sorted(element_ids),
        categories: categories === undefined ? null : sorted(categories),
      };
      const ids = element_ids === undefined ? null : new Set(element_ids);
      const wanted = categories === undefined ? null : new Set(categories);
      const steps = checked(view, {
        parameters,
        about: ({ id, kind }) =>
          (ids === null || ids.has(id)) &&
          (wanted === null || wanted.has(kinds.categoryOf[kind] ?? '')),
      });
      return await checkedRun(
        { tool: 'data_completeness', list: 'findings', options, steps },
        paging,
        view,
        context,
      );
    },
  });
}

/** Each once, in the order by which runs are compared. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(compareText);
}

function* checked(view: BuildingView, required: Required): Steps<Checked> {
  const { findings, elements, complete, parameters } = yield* completeness(view, required);
  return {
    findings,
    summary: {
      status: elements === 0 ? 'nothing_to_check' : findings.length === 0 ? 'complete' : 'missing',
      elements,
      complete_elements: complete,
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, count]) => [
          name,
          { ...count, categories: [...count.categories] },
        ]),
      ),
    },
  };
}
