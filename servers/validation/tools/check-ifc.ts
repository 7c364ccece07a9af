/** @module check_ifc: an IFC file against the public rules. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import { compareText } from '../../../kernel/canonical/deep-equal.ts';
import { IFC_RULES } from '../../../kernel/ifc/rules/all-rules.ts';
import { IFC_GROUPS, type IfcRule } from '../../../kernel/ifc/rules/ifc-rule.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import type { BuildingView } from '../../building/view.ts';
import { checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import type { IfcFiles } from '../ifc-files.ts';
import { checkedIfc } from '../ifc-findings.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks files below `artifacts/`. */
export function checkIfcOf(files: IfcFiles): ToolValue<BuildingView> {
  return defineJob({
    name: 'check_ifc',
    title: 'Check an IFC file',
    description:
      'Checks an IFC file (STEP; IFC2X3, IFC4, IFC4X3) by the text and schema rules and the public rules of buildingSMART: structure, types, properties, shape, georeference. Give `path` below artifacts/ or `artifact`, the address that an export answered. `rules` picks ids or groups, e.g. ["shape","PSE001"]; list_rules with standard IFC lists them. Findings name instance, line, type, GUID, what is there and what should be.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      path: z.string().min(1).max(400).describe('Below artifacts/.').optional(),
      artifact: z.string().min(1).max(2000).describe('Address of an artefact.').optional(),
      rules: z
        .array(z.string().min(1).max(20))
        .min(1)
        .max(60)
        .describe(`Ids of rules or groups (${IFC_GROUPS.join(', ')}); all if left out.`)
        .optional(),
      ...RowArguments,
    }),
    output: RunOutput,
    refusals: RUN_REFUSALS,
    async run({ path, artifact, rules: asked, ...paging }, view: BuildingView, context) {
      const rules = rulesOf(asked, context);
      const below = await files.pathOf({ path, artifact }, context);
      const bytes = await files.read(below, context);
      const options = {
        path: below,
        rules: asked === undefined ? null : rules.map(({ id }) => id).toSorted(compareText),
      };
      const steps = checkedIfc({ path: below, bytes }, rules);
      const run = { tool: 'check_ifc', list: 'findings', options, steps } as const;
      return await checkedRun(run, paging, view, context);
    },
  });
}

/** Rules by ids and groups, each once, in the order in which they are listed. Refuses INVALID_ARGUMENT for others. */
function rulesOf(
  asked: readonly string[] | undefined,
  { refuse }: { readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): readonly IfcRule[] {
  if (asked === undefined) return IFC_RULES;
  const unknown = asked.find((name) => !IFC_RULES.some((rule) => isAsked(rule, name)));
  if (unknown !== undefined) {
    const groups = IFC_GROUPS.join(', ');
    return refuse(
      'INVALID_ARGUMENT',
      `no rule or group \`${unknown}\`, expected ${groups} or an id such as PSE001`,
      { groups: [...IFC_GROUPS], rules: IFC_RULES.map(({ id }) => id) },
    );
  }
  return IFC_RULES.filter((rule) => asked.some((name) => isAsked(rule, name)));
}

function isAsked({ id, group }: IfcRule, name: string): boolean {
  return name.toUpperCase() === id || name.toLowerCase() === group;
}
