/** @module check_ifc: checks an IFC file against the public rules. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import { compareText } from '../../../kernel/base/canonical/deep-equal.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { DISABLED_IFC_RULES, IFC_RULES } from '../../../kernel/documents/ifc/rules/all-rules.ts';
import { IFC_GROUPS, type IfcRule } from '../../../kernel/documents/ifc/rules/ifc-rule.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { checkedIfc } from '../ifc-findings.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks files below `artifacts/`. */
export function checkIfcOf(files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'check_ifc',
    title: 'Check an IFC file',
    description:
      'Checks an IFC file (STEP; IFC2X3, IFC4, IFC4X3) against the syntax and schema rules and the public rules of buildingSMART: structure, types, properties, shape, georeference. Give path or artifact. list_rules with standard IFC lists the rules. Findings name instance, line, type, GUID, measured and required value.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      path: z
        .string()
        .min(1)
        .max(400)
        .describe('IFC file below artifacts/, instead of artifact.')
        .optional(),
      artifact: z
        .string()
        .min(1)
        .max(2000)
        .describe('uri that an export returned, instead of path.')
        .optional(),
      rules: z
        .array(z.string().min(1).max(20))
        .min(1)
        .max(60)
        .describe(
          `Rule ids, e.g. PSE001, or groups (${IFC_GROUPS.join(', ')}). Default: all that list_rules shows with by_default.`,
        )
        .optional(),
      ...RowArguments,
    }),
    output: FindingsOutput,
    refusals: RUN_REFUSALS,
    async run({ path, artifact, rules: names, ...paging }, view: BuildingView, context) {
      const rules = rulesOf(names, context);
      const below = await files.pathOf({ path, artifact }, context);
      const bytes = await files.read(below, context);
      const options = {
        path: below,
        rules: names === undefined ? null : rules.map(({ id }) => id).toSorted(compareText),
      };
      const check = (): Checked => checkedIfc({ path: below, bytes }, rules);
      const run = { tool: 'check_ifc', list: 'findings', options, check } as const;
      return await checkedRun(run, paging, view, context);
    },
  });
}

/** The rules with these ids or groups, each once, in listing order. Refuses INVALID_ARGUMENT for unknown names. */
function rulesOf(
  names: readonly string[] | undefined,
  { refuse }: { readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): readonly IfcRule[] {
  if (names === undefined) return IFC_RULES;
  const rules = [...IFC_RULES, ...DISABLED_IFC_RULES];
  const unknown = names.find((name) => !rules.some((rule) => hasName(rule, name)));
  if (unknown !== undefined) {
    const groups = IFC_GROUPS.join(', ');
    return refuse(
      'INVALID_ARGUMENT',
      `unknown rule or group \`${unknown}\`; expected ${groups} or an id such as PSE001`,
      { groups: [...IFC_GROUPS], rules: rules.map(({ id }) => id) },
    );
  }
  return rules.filter((rule) => names.some((name) => hasName(rule, name)));
}

/** Whether this is the id of a rule, or its group; rules that are disabled belong to no group. */
function hasName({ id, group, disabled = false }: IfcRule, name: string): boolean {
  return name.toUpperCase() === id || (!disabled && name.toLowerCase() === group);
}
