/** @module compliance-run: a run of packs of rules as tools ask for it. */
import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import type { Pack } from '../../kernel/compliance/pack.ts';
import { PACKS } from '../../kernel/compliance/packs/packs.ts';
import type { Coverage, NotEvaluated } from '../../kernel/compliance/result.ts';
import type { OperatorRule } from '../../kernel/compliance/rule.ts';
import { runCompliance } from '../../kernel/compliance/run-compliance.ts';
import type { Severity } from '../../kernel/findings/finding.ts';
import type { Steps } from '../../kernel/findings/steps.ts';
import { requireLevel } from '../../kernel/kinds/rules/lookup.ts';
import type { JsonObject } from '../../schemas/events.ts';
import { elementId } from '../building/arguments.ts';
import type { BuildingView } from '../building/view.ts';
import { type Checked, checkedRun, RunOutput } from './checked-run.ts';
import type { RowInput } from './finding-rows.ts';
import type { PackSource } from './own-packs.ts';
import { noStandard } from './own-packs.ts';

/** Reasons named in an answer, and elements named with each; all are counted. */
const REASONS_NAMED = 50;
const ELEMENTS_NAMED = 5;

/** Facts and bounds that every check against standards takes. */
export const ComplianceArguments = {
  severity_threshold: z
    .enum(['error', 'warning', 'advisory'])
    .describe('Findings below this are counted, not listed.'),
  level_id: elementId('Only this level.', 'level').optional(),
  occupancy: z
    .string()
    .min(1)
    .max(10)
    .describe('Occupancy group of the building, e.g. B; default by use of each room.')
    .optional(),
  sprinklered: z.boolean().describe('Sprinklers protect all of it.').default(false),
};

/** What such a run answers. */
export const ComplianceOutput = RunOutput.extend({
  status: z.enum(['compliant', 'violations', 'incomplete']),
  coverage: z.looseObject({ evaluated: z.number(), passed: z.number(), failed: z.number() }),
});

/** What is asked for. */
export type ComplianceInput = {
  readonly standards: readonly string[];
  readonly severity_threshold: Severity;
  readonly level_id?: string | undefined;
  readonly occupancy?: string | undefined;
  readonly sprinklered: boolean;
};

type Code = 'INVALID_ARGUMENT' | 'LEVEL_NOT_FOUND' | 'CROSS_BRANCH' | 'EXTERNAL_FAILURE';

/** Every pack that can be named: ours, then those of the operator. */
export function allPacks(own: readonly Pack<OperatorRule>[]): readonly Pack<OperatorRule>[] {
  return [...PACKS, ...own];
}

/** Runs the packs and answers as every check does. Refuses INVALID_ARGUMENT for a standard that there is not. */
export async function complianceRun(
  tool: string,
  { standards, severity_threshold, level_id, occupancy, sprinklered }: ComplianceInput,
  paging: RowInput,
  {
    view,
    context,
    packs,
  }: {
    readonly view: BuildingView;
    readonly context: JobContext<Code>;
    readonly packs: PackSource;
  },
): Promise<JobAnswer<z.input<typeof ComplianceOutput>, never>> {
  if (level_id !== undefined) requireLevel(view, level_id, context);
  const own = packs();
  const known = allPacks(own.packs).map(({ standard }) => standard);
  const unknown = standards.filter((standard) => !known.includes(standard));
  if (unknown.length > 0) {
    return context.refuse('INVALID_ARGUMENT', noStandard(unknown, known, own), {
      standards: known,
    });
  }
  const options = {
    standards,
    own_packs: own.packs,
    severity_threshold,
    ...(level_id === undefined ? {} : { level_id }),
    circumstances: { sprinklered, ...(occupancy === undefined ? {} : { occupancy }) },
  };
  const answer = await checkedRun(
    {
      tool,
      list: 'issues',
      options: {
        standards,
        severity_threshold,
        level_id: level_id ?? null,
        occupancy: occupancy ?? null,
        sprinklered,
      },
      steps: checked(view, options),
    },
    paging,
    view,
    context,
  );
  const data = ComplianceOutput.parse(answer.data);
  return { ...answer, data, warnings: [...own.warnings, ...(answer.warnings ?? [])] };
}

function* checked(
  view: BuildingView,
  options: Parameters<typeof runCompliance>[1],
): Steps<Checked> {
  const { status, packs, findings, unlisted, coverage } = yield* runCompliance(view, options);
  const summary: JsonObject = {
    status,
    packs,
    unlisted,
    coverage: shownCoverage(coverage),
  };
  return { findings, summary };
}

/** How much was looked at, with the first reasons why something was not. */
export function shownCoverage({ not_evaluated, ...counted }: Coverage): JsonObject {
  return {
    ...counted,
    not_evaluated_count: not_evaluated.reduce((sum, one) => sum + one.element_ids.length, 0),
    not_evaluated_reasons: not_evaluated.length,
    not_evaluated: not_evaluated.slice(0, REASONS_NAMED).map(shown),
  };
}

function shown({ rule_id, because, element_ids }: NotEvaluated): JsonObject {
  return {
    rule_id,
    because,
    count: element_ids.length,
    element_ids: element_ids.slice(0, ELEMENTS_NAMED),
  };
}
