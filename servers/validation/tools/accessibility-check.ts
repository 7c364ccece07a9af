/** @module accessibility_check: checks a building against an accessibility standard. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { hintsFor } from '../../building/hints.ts';
import { ComplianceArguments, ComplianceOutput, complianceRun } from '../compliance-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const STANDARDS = ['ADA-2010', 'UK-ADM', 'DIN-18040-1'] as const;
const { level_id } = ComplianceArguments;

/** Checks accessibility. */
export const accessibilityCheck = defineJob({
  name: 'accessibility_check',
  title: 'Check accessibility',
  description:
    'Checks doors, routes, ramps, stairs and turning spaces against an accessibility standard. The answer has the form of code_compliance and includes advisory findings.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    standard: z
      .enum(STANDARDS)
      .describe('Accessibility standard to check against.')
      .default('ADA-2010'),
    level_id,
    ...RowArguments,
  }),
  output: ComplianceOutput,
  refusals: { ...RUN_REFUSALS, ...hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH') },
  async run({ standard, limit, fields, ...input }, view: BuildingView, context) {
    return await complianceRun(
      'accessibility_check',
      { ...input, standards: [standard], severity_threshold: 'advisory', sprinklered: false },
      { limit, fields },
      { view, context, packs: () => ({ packs: [], warnings: [] }) },
    );
  },
});
