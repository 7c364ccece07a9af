/**
 * @module checked-run: runs a check, compares it with the previous run, records it and returns the first page of
 * findings.
 */
import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import { readsFiles } from '../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../kernel/building/view/view.ts';
import { compareRuns } from '../../kernel/checks/findings/compare-runs.ts';
import type { Finding, Severity } from '../../kernel/checks/findings/finding.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import {
  FINDINGS_KEPT,
  type FindingRecord,
  type JsonObject,
  runsOfTool,
  type ValidationRecord,
} from '../../schemas/events.ts';
import { SpacePoint } from '../../schemas/units.ts';
import { PageFields } from '../building/paging.ts';
import { requireFindingFields } from './finding-fields.ts';
import { type RowInput, rowsOf } from './finding-rows.ts';
import { previousRun } from './previous-run.ts';

/** The findings of a check and its summary. */
export type Checked = {
  readonly findings: readonly Finding[];
  readonly summary: JsonObject;
  /** Numbers of further findings that the check counted and did not keep. */
  readonly unlisted?: SeverityCounts;
  /** Ids of findings that still exist and are left out because someone accepted them. They are not resolved. */
  readonly accepted?: readonly string[];
};

type SeverityCounts = Readonly<Record<Severity, number>>;

/** A check to run. */
export type CheckRun = {
  readonly tool: string;
  /** Name of the list of findings in the result. */
  readonly list: 'findings' | 'clashes' | 'issues';
  /** Arguments with their defaults, without the paging arguments. */
  readonly options: JsonObject;
  readonly check: () => Checked;
};

/** A finding in a result; `fields` restricts its members, and each check adds its own members. */
const FindingRow = z.looseObject({
  finding_id: z.string(),
  check: z.string().optional(),
  severity: z.string().optional(),
  status: z.enum(['new', 'active']).optional(),
  since: z.string().optional(),
  element_ids: z.array(z.string()).readonly().optional(),
  level_id: z.string().nullish(),
  message: z.string().optional(),
  location: SpacePoint.readonly().nullish(),
});
const Rows = z.array(FindingRow).readonly().optional();

/** The data that every run of a check returns. */
export const RunOutput = z.looseObject({
  validation_run_id: z.string(),
  branch: z.string(),
  /** Id of the run with which this run was compared: the previous one with the same arguments. */
  compared_with: z.string().nullable(),
  counts: z.looseObject({ error: z.number(), warning: z.number(), advisory: z.number() }),
  resolved_count: z.number(),
  resolved: z.array(z.looseObject({ finding_id: z.string(), message: z.string().optional() })),
  ...PageFields,
});

/** The data of a check that lists findings, clashes or issues. */
export const FindingsOutput = RunOutput.extend({ findings: Rows });
export const ClashesOutput = RunOutput.extend({ clashes: Rows });
export const IssuesOutput = RunOutput.extend({ issues: Rows });

const NO_FINDINGS: SeverityCounts = { error: 0, warning: 0, advisory: 0 };

/** Maximum number of resolved findings listed. */
const MAX_RESOLVED = 20;

/**
 * Runs the check and returns its findings with the event that records them.
 *
 * @throws INVALID_ARGUMENT, before the run, for fields that its findings cannot have; EXTERNAL_FAILURE if it is cancelled.
 */
export async function checkedRun<Code extends ErrorName>(
  { tool, list, options, check }: CheckRun,
  paging: RowInput,
  view: BuildingView,
  context: JobContext<Code | 'INVALID_ARGUMENT'>,
): Promise<JobAnswer<z.input<typeof RunOutput>, never>> {
  const { event_id } = context;
  requireFindingFields(tool, paging.fields, context.refuse);
  const previous = await previousRun({ tool, options }, view);
  const { findings: found, summary, unlisted = NO_FINDINGS, accepted = [] } = check();
  const left_out = new Set(accepted);
  const findings = found.toSorted((a, b) => rankOf(a) - rankOf(b));
  const counts = countsOf(findings, unlisted);
  const before = previous?.payload.findings ?? null;
  const compared = compareRuns(
    before?.map((finding) => ({ finding, since: finding.since })) ?? null,
    {
      findings,
      at: event_id,
      covers: ({ finding_id }) => !left_out.has(finding_id),
    },
  );
  const records = compared.findings.map(({ finding, since }): FindingRecord => ({
    ...finding,
    since,
  }));
  const sight = readsFiles({ tool, options }) ? view.maker : view.sight;
  const record: ValidationRecord = {
    tool,
    options,
    head: { branch: view.branch, branch_seq: view.branch_seq, seq: view.seq },
    whole: view.whole,
    ...(sight === null ? {} : { sight }),
    summary: { ...summary, counts },
    findings: records.slice(0, FINDINGS_KEPT),
    found: counts.error + counts.warning + counts.advisory,
  };
  const page = rowsOf(
    { run_id: event_id, findings: record.findings, found: record.found },
    paging,
    {
      refuse: context.refuse,
    },
  );
  return {
    data: {
      validation_run_id: event_id,
      branch: view.branch,
      ...record.summary,
      compared_with: previous?.event_id ?? null,
      counts,
      resolved_count: compared.resolved.length,
      resolved: compared.resolved.slice(0, MAX_RESOLVED).map(({ finding }) => ({
        finding_id: finding.finding_id,
        element_ids: finding.element_ids,
        message: finding.message,
      })),
      [list]: page.rows,
      total: page.total,
      next_cursor: page.next_cursor,
    },
    warnings: [...page.warnings, ...cutWarnings(previous)],
    events: [{ type: 'validation.run', aggregate_id: runsOfTool(tool), payload: record }],
  };
}

/** Position of a severity in results: the most severe findings come first. */
function rankOf({ severity }: Pick<Finding, 'severity'>): number {
  return { error: 0, warning: 1, advisory: 2 }[severity];
}

/** Number of findings of each severity, with those that are not listed. */
function countsOf(
  findings: readonly Pick<Finding, 'severity'>[],
  unlisted: SeverityCounts,
): SeverityCounts {
  const counts = { ...unlisted };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

function cutWarnings(previous: ValidationRun | null): readonly string[] {
  if (previous === null || previous.payload.found <= previous.payload.findings.length) return [];
  return [
    `the previous run kept ${previous.payload.findings.length} of ${previous.payload.found} findings: the others are reported as new if they still exist`,
  ];
}
