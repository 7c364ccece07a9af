/** @module compliance-run: runs rule packs for the tools that check against standards. */
import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import { requireLevel } from '../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { Pack } from '../../kernel/checks/compliance/pack.ts';
import { PACKS } from '../../kernel/checks/compliance/packs/packs.ts';
import type { Coverage, NotEvaluated } from '../../kernel/checks/compliance/result.ts';
import type { OperatorRule } from '../../kernel/checks/compliance/rule.ts';
import { runCompliance } from '../../kernel/checks/compliance/run-compliance.ts';
import type { Severity } from '../../kernel/checks/findings/finding.ts';
import type { JsonObject } from '../../schemas/events.ts';
import { elementId } from '../building/arguments.ts';
import { buildingOnly } from './building-only.ts';
import { type Checked, checkedRun, IssuesOutput } from './checked-run.ts';
import type { RowInput } from './finding-rows.ts';
import type { PackSource } from './own-packs.ts';
import { noStandard } from './own-packs.ts';

/** Maximum number of reasons in a result, and of elements listed per reason; all are counted. */
const MAX_REASONS = 50;
const MAX_ELEMENTS = 5;

/** Arguments of all checks against standards: facts about the building, and filters. */
export const ComplianceArguments = {
  severity_threshold: z
    .enum(['error', 'warning', 'advisory'])
    .describe('Minimum severity to list; findings below it are counted.'),
  level_id: elementId('Only check this level. Default: all.', 'level').optional(),
  occupancy: z
    .string()
    .min(1)
    .max(10)
    .describe(
      'Occupancy group of the building, e.g. B; not a number of people. Default: by room usage.',
    )
    .optional(),
  sprinklered: z.boolean().describe('Sprinklers protect the whole building.').default(false),
};

/** The data that every check against standards returns. */
export const ComplianceOutput = IssuesOutput.extend({
  status: z.enum(['compliant', 'violations', 'incomplete']),
  coverage: z.looseObject({ evaluated: z.number(), passed: z.number(), failed: z.number() }),
  /** What was assumed about the building; also in the warnings. */
  assumptions: z.array(z.string()).optional(),
});

/** Input of a run. */
export type ComplianceInput = {
  readonly standards: readonly string[];
  readonly severity_threshold: Severity;
  readonly level_id?: string | undefined;
  readonly occupancy?: string | undefined;
  readonly sprinklered: boolean;
};

type Code = 'INVALID_ARGUMENT' | 'LEVEL_NOT_FOUND' | 'CROSS_BRANCH' | 'EXTERNAL_FAILURE';

/** All available packs: the built-in packs, then the operator's packs. */
export function allPacks(own: readonly Pack<OperatorRule>[]): readonly Pack<OperatorRule>[] {
  return [...PACKS, ...own];
}

/** Runs the packs and returns the usual result of a check. Refuses INVALID_ARGUMENT for an unknown standard. */
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
      check: () => buildingOnly(view, (building) => checked(building, options)),
    },
    paging,
    view,
    context,
  );
  const data = ComplianceOutput.parse(answer.data);
  return {
    ...answer,
    data,
    warnings: [...own.warnings, ...(data.assumptions ?? []), ...(answer.warnings ?? [])],
  };
}

function checked(view: BuildingView, options: Parameters<typeof runCompliance>[1]): Checked {
  const { status, packs, findings, unlisted, coverage, assumptions } = runCompliance(view, options);
  const summary: JsonObject = {
    status,
    packs,
    unlisted,
    coverage: coverageSummary(coverage),
    ...(assumptions.length === 0 ? {} : { assumptions: [...assumptions] }),
  };
  return { findings, summary };
}

/** Coverage of a run, with the first reasons why elements were not evaluated. */
export function coverageSummary({ not_evaluated, ...counted }: Coverage): JsonObject {
  return {
    ...counted,
    not_evaluated_count: not_evaluated.reduce((sum, one) => sum + one.element_ids.length, 0),
    not_evaluated_reasons: not_evaluated.length,
    not_evaluated: not_evaluated.slice(0, MAX_REASONS).map(reasonRow),
  };
}

function reasonRow({ rule_id, because, element_ids }: NotEvaluated): JsonObject {
  return {
    rule_id,
    because,
    count: element_ids.length,
    element_ids: element_ids.slice(0, MAX_ELEMENTS),
  };
}
