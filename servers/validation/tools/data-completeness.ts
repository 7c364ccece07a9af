/** @module data_completeness: elements that lack a required parameter. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import { compareText } from '../../../kernel/base/canonical/deep-equal.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Required } from '../../../kernel/checks/screening/completeness.ts';
import { completeness } from '../../../kernel/checks/screening/completeness.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Finds parameters without a value on elements of these kinds. */
export function dataCompletenessOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineJob({
    name: 'data_completeness',
    title: 'Find missing data',
    description:
      'Finds elements without a value for a required parameter, e.g. {"required_params":["name","fire_rating_min"],"categories":["Walls","Doors"]}: the check is missing.empty without a value, missing.not_a_parameter if elements of that kind cannot have it. 0 and false are values. Fill in values with modify_parameter.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      required_params: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(30)
        .describe('Names of required parameters, as get_element lists them.'),
      element_ids: z
        .array(elementId('Id or @name of an element.'))
        .min(1)
        .max(500)
        .describe('Only check these elements. Default: all.')
        .optional(),
      categories: z
        .array(z.enum([...kinds.categories]))
        .min(1)
        .max(20)
        .describe('Only check elements of these categories. Default: all.')
        .optional(),
      ...RowArguments,
    }),
    output: FindingsOutput,
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
      const allowed = categories === undefined ? null : new Set(categories);
      const check = (): Checked =>
        buildingOnly(view, (own) =>
          checked(own, {
            parameters,
            applies_to: ({ id, kind }) =>
              (ids === null || ids.has(id)) &&
              (allowed === null || allowed.has(kinds.categoryOf[kind] ?? '')),
          }),
        );
      return await checkedRun(
        { tool: 'data_completeness', list: 'findings', options, check },
        paging,
        view,
        context,
      );
    },
  });
}

/** Removes duplicates and sorts the values, so that equal arguments of two runs compare equal. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(compareText);
}

function checked(view: BuildingView, required: Required): Checked {
  const { findings, elements, complete, parameters } = completeness(view, required);
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
