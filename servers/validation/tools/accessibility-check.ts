/** @module accessibility_check: a building measured against the rules for people with disabilities. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
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
    'Measures doors, routes, ramps, stairs and turning spaces against a standard of accessibility: ADA-2010 (default), UK-ADM or DIN-18040-1. Answers as code_compliance does, advisory findings included.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    standard: z.enum(STANDARDS).describe('Whose rules.').default('ADA-2010'),
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
