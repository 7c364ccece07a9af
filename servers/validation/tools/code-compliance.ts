/** @module code_compliance: checks a building against a standard. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { hintsFor } from '../../building/hints.ts';
import { ComplianceArguments, ComplianceOutput, complianceRun } from '../compliance-run.ts';
import { RowArguments } from '../finding-rows.ts';
import type { PackSource } from '../own-packs.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks against a built-in standard or a standard of the operator. */
export function codeComplianceOf(packs: PackSource): ToolValue<BuildingView> {
  return defineJob({
    name: 'code_compliance',
    title: 'Check against a standard',
    description:
      'Checks the building against the rules of a standard. Each issue has its clause, the measured and the required value, and a fix. coverage counts the results, and its not_evaluated lists what could not be evaluated: the status is compliant only if every applicable rule was evaluated and none failed. A screening, not legal advice.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      standard: z
        .string()
        .min(1)
        .max(40)
        .describe(
          'IBC-2021, ADA-2010, UK-ADK-2013, UK-ADM, UK-ADB, DIN-18040-1, or a standard of the operator (list_rules).',
        ),
      ...ComplianceArguments,
      ...RowArguments,
    }),
    output: ComplianceOutput,
    refusals: { ...RUN_REFUSALS, ...hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH') },
    async run({ standard, limit, fields, ...input }, view: BuildingView, context) {
      return await complianceRun(
        'code_compliance',
        { ...input, standards: [standard] },
        { limit, fields },
        { view, context, packs },
      );
    },
  });
}
