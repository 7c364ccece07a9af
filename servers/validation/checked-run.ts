/** @module checked-run: one run of a check: carried out, compared with the one before it, recorded, and its first page answered. */
import * as z from 'zod';

import type { JobAnswer, JobContext } from '../../governance/tool/define.ts';
import { compareRuns } from '../../kernel/findings/compare-runs.ts';
import type { Finding, Severity } from '../../kernel/findings/finding.ts';
import type { Steps } from '../../kernel/findings/steps.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import {
  FINDINGS_KEPT,
  type FindingRecord,
  type JsonObject,
  runsOfTool,
  type ValidationRecord,
} from '../../schemas/events.ts';
import { drained } from '../building/drained.ts';
import { PageFields } from '../building/paging.ts';
import { FILE_CHECK } from '../building/shown-run.ts';
import type { BuildingView, ValidationRun } from '../building/view.ts';
import { requireFindingFields } from './finding-fields.ts';
import { type RowInput, rowsOf } from './finding-rows.ts';
import { previousRun } from './previous-run.ts';

/** What a check found, and what it says as a whole. */
export type Checked = { readonly findings: readonly Finding[]; readonly summary: JsonObject };

/** A check that is to be run. */
export type CheckRun = {
  readonly tool: string;
  /** What the answer calls its findings. */
  readonly list: 'findings' | 'clashes' | 'issues';
  /** Arguments with their defaults, without those of paging. */
  readonly options: JsonObject;
  readonly steps: Steps<Checked>;
};

/** What every run of a check answers. */
export const RunOutput = z.looseObject({
  validation_run_id: z.string(),
  branch: z.string(),
  /** Run that this one was compared with. */
  compared_with: z.string().nullable(),
  counts: z.looseObject({ error: z.number(), warning: z.number(), advisory: z.number() }),
  resolved_count: z.number(),
  resolved: z.array(z.looseObject({ finding_id: z.string() })),
  ...PageFields,
});

/** Resolved findings that are named. */
const RESOLVED_NAMED = 20;

/** Runs the check and answers what it found, with the event that records it. Refuses INVALID_ARGUMENT for fields that its findings cannot have, before anything is run, and EXTERNAL_FAILURE when it is cancelled. */
export async function checkedRun<Code extends ErrorName>(
  { tool, list, options, steps }: CheckRun,
  paging: RowInput,
  view: BuildingView,
  context: JobContext<Code | 'INVALID_ARGUMENT'>,
): Promise<JobAnswer<z.input<typeof RunOutput>, never>> {
  const { event_id } = context;
  requireFindingFields(tool, paging.fields, context.refuse);
  const previous = await previousRun({ tool, options }, view);
  const { findings, summary } = await drained(steps, context);
  const before = previous?.payload.findings ?? null;
  const compared = compareRuns(
    before?.map((finding) => ({ finding, since: finding.since })) ?? null,
    {
      findings,
      at: event_id,
    },
  );
  const records = compared.findings.map(({ finding, since }): FindingRecord => ({
    ...finding,
    since,
  }));
  const sight = tool === FILE_CHECK ? view.maker : view.sight;
  const record: ValidationRecord = {
    tool,
    options,
    head: { branch: view.branch, branch_seq: view.branch_seq, seq: view.seq },
    whole: view.whole,
    ...(sight === null ? {} : { sight }),
    summary: { ...summary, counts: countsOf(findings) },
    findings: records.slice(0, FINDINGS_KEPT),
    found: findings.length,
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
      counts: countsOf(findings),
      resolved_count: compared.resolved.length,
      resolved: compared.resolved.slice(0, RESOLVED_NAMED).map(({ finding }) => ({
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

/** Number of findings of each severity. */
function countsOf(
  findings: readonly Pick<Finding, 'severity'>[],
): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, advisory: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

function cutWarnings(previous: ValidationRun | null): readonly string[] {
  if (previous === null || previous.payload.found <= previous.payload.findings.length) return [];
  return [
    `the run before kept ${previous.payload.findings.length} of ${previous.payload.found} findings: what it did not keep is called new`,
  ];
}
