/** @module code_compliance: a building measured against a standard. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineJob } from '../../../governance/tool/define.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { ComplianceArguments, ComplianceOutput, complianceRun } from '../compliance-run.ts';
import { RowArguments } from '../finding-rows.ts';
import type { PackSource } from '../own-packs.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Checks against a standard, ours or one of the operator. */
export function codeComplianceOf(packs: PackSource): ToolValue<BuildingView> {
  return defineJob({
    name: 'code_compliance',
    title: 'Check against a standard',
    description:
      'Measures the building against the rules of a standard: IBC-2021, ADA-2010, UK-ADK-2013, UK-ADM, UK-ADB, DIN-18040-1, or one of the operator (list_rules). Each issue has its clause, what was measured, what is required, and a step that mends it. coverage says what could not be judged: compliant is answered only where everything that applies was. A screening, no legal advice.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      standard: z.string().min(1).max(40).describe('E.g. IBC-2021.'),
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
