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
import type { IfcFiles } from '../../files/ifc-files.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { checkedDictionary, dictionaryAt } from '../dictionary-check.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Finds parameters without a value on elements of these kinds. */
export function dataCompletenessOf(kinds: Kinds, files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'data_completeness',
    title: 'Find missing data',
    description:
      'Finds elements without a value for a required parameter, e.g. {"required_params":["name","fire_rating_min"],"categories":["Walls","Doors"]}: the check is missing.empty without a value, missing.not_a_parameter if elements of that kind cannot have it. 0 and false are values. dictionary checks codes and properties of classified elements instead: dictionary.unknown_class, missing, type, value. Fill in values with modify_parameter or set_properties.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      required_params: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(30)
        .describe('Names of required parameters, as get_element lists them.')
        .optional(),
      dictionary: z
        .string()
        .min(1)
        .max(400)
        .describe('Data dictionary below artifacts/: CSV, or JSON as for bSDD (.json).')
        .optional(),
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
    async run({ required_params, dictionary: path, ...input }, view: BuildingView, context) {
      const { element_ids, categories, ...paging } = input;
      if (required_params === undefined && path === undefined) {
        context.refuse('INVALID_ARGUMENT', 'expected `required_params`, `dictionary` or both');
      }
      for (const id of element_ids ?? []) requireElement(view, id, context);
      const parameters = required_params === undefined ? null : sorted(required_params);
      const dictionary = path === undefined ? null : await dictionaryAt(path, files, context);
      const options = {
        ...(parameters === null ? {} : { required_params: parameters }),
        ...(dictionary === null ? {} : { dictionary: dictionary.path, sha256: dictionary.sha256 }),
        element_ids: element_ids === undefined ? null : sorted(element_ids),
        categories: categories === undefined ? null : sorted(categories),
      };
      const ids = element_ids === undefined ? null : new Set(element_ids);
      const allowed = categories === undefined ? null : new Set(categories);
      const applies_to: Required['applies_to'] = ({ id, kind }) =>
        (ids === null || ids.has(id)) &&
        (allowed === null || allowed.has(kinds.categoryOf[kind] ?? ''));
      const check = (): Checked =>
        buildingOnly(view, (own) => {
          const stated = parameters === null ? null : checked(own, { parameters, applies_to });
          const classified =
            dictionary === null ? null : checkedDictionary(own, dictionary.read, applies_to);
          return together(stated, classified);
        });
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

/** Both results as one: status and counts of elements are those of the parameters, if these were checked. */
function together(stated: Checked | null, classified: Checked | null): Checked {
  const all = [stated, classified].filter((one) => one !== null);
  const hasFindings = all.some(({ findings }) => findings.length > 0);
  const status = stated !== null && classified !== null && hasFindings ? { status: 'missing' } : {};
  return {
    findings: all.flatMap(({ findings }) => findings),
    summary: { ...classified?.summary, ...stated?.summary, ...status },
  };
}
