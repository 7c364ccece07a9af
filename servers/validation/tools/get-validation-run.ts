/** @module get_validation_run: returns a recorded run of a check in pages and compares it with another run. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import { compareRuns } from '../../../kernel/checks/findings/compare-runs.ts';
import type { FindingRecord, ValidationRecord } from '../../../schemas/events.ts';
import { idOf } from '../../building/arguments.ts';
import { acceptedAt } from '../../building/checks/exclusions.ts';
import { Cursor, PageFields } from '../../building/paging.ts';
import { requireRun } from '../../building/required-run.ts';
import { requireFindingFields } from '../finding-fields.ts';
import { RowArguments, rowsOf } from '../finding-rows.ts';

/** Maximum number of findings listed on each side of a comparison. */
const MAX_COMPARED = 50;

const Difference = z.object({ count: z.number(), findings: z.array(z.looseObject({})) });

/** Reads a run. */
export const getValidationRun = defineQuery({
  name: 'get_validation_run',
  title: 'Read a validation run again',
  description:
    'Returns a recorded run of a check: options, summary and a page of its findings. With compare_to it also lists new, unchanged and resolved findings since an earlier run.',
  branched: true,
  input: z.strictObject({
    validation_run_id: idOf('Run to read, from the answer of a check.'),
    compare_to: idOf('Earlier run of the same tool to compare with.').optional(),
    ...RowArguments,
    cursor: Cursor,
  }),
  output: z.object({
    validation_run_id: z.string(),
    tool: z.string(),
    options: z.looseObject({}),
    branch: z.string(),
    /** Head of the checked branch; null if the caller has a restricted READ scope. */
    branch_seq: z.number().nullable(),
    at: z.string(),
    summary: z.looseObject({}),
    findings: z.array(z.looseObject({ finding_id: z.string() })),
    ...PageFields,
    comparison: z
      .object({
        compare_to: z.string(),
        new: Difference,
        resolved: Difference,
        unchanged: z.number(),
      })
      .optional(),
  }),
  refusals: {
    INVALID_ARGUMENT: 'correct the argument as the message says',
    RUN_NOT_FOUND: 'use a validation_run_id from the answer of a check, or from get_history',
  },
  async answer({ validation_run_id, compare_to, ...paging }, view: BuildingView, { refuse }) {
    const run = await requireRun(validation_run_id, view, refuse);
    const { tool, options, head, summary, findings, found } = run.payload;
    requireFindingFields(tool, paging.fields, refuse);
    const page = rowsOf({ run_id: run.event_id, findings, found }, paging, { refuse });
    const data = {
      validation_run_id: run.event_id,
      tool,
      options,
      branch: head.branch,
      branch_seq: view.position(head.branch_seq),
      at: run.at,
      summary,
      findings: page.rows,
      total: page.total,
      next_cursor: page.next_cursor,
    };
    if (compare_to === undefined) return { data, warnings: page.warnings };
    const earlier = await requireRun(compare_to, view, refuse);
    if (earlier.payload.tool !== tool) {
      return refuse(
        'INVALID_ARGUMENT',
        `\`${compare_to}\` is a run of \`${earlier.payload.tool}\`; expected a run of \`${tool}\``,
      );
    }
    return {
      data: { ...data, comparison: comparison(earlier, run, await acceptedAt(run, view)) },
      warnings: [
        ...page.warnings,
        ...cutWarnings(earlier, run),
        ...unlikeWarnings(earlier.payload, run.payload),
      ],
    };
  },
});

function comparison(
  earlier: ValidationRun,
  run: ValidationRun,
  accepted: ReadonlySet<string>,
): Comparison {
  const before = earlier.payload.findings.map((finding) => ({ finding, since: finding.since }));
  const compared = compareRuns(before, {
    findings: run.payload.findings,
    at: run.event_id,
    covers: ({ finding_id }) => !accepted.has(finding_id),
  });
  const added = compared.findings.filter(({ status }) => status === 'new');
  return {
    compare_to: earlier.event_id,
    new: difference(added.map(({ finding }) => finding)),
    resolved: difference(compared.resolved.map(({ finding }) => finding)),
    unchanged: compared.findings.length - added.length,
  };
}

type Side = z.input<typeof Difference>;
type Comparison = {
  readonly compare_to: string;
  readonly new: Side;
  readonly resolved: Side;
  readonly unchanged: number;
};

function difference(findings: readonly FindingRecord[]): Side {
  return {
    count: findings.length,
    findings: findings
      .slice(0, MAX_COMPARED)
      .map(({ finding_id, check, severity, element_ids, message }) => {
        return { finding_id, check, severity, element_ids, message };
      }),
  };
}

/** Warns if two runs are not comparable: a finding of only one of them may be neither new nor resolved. */
function unlikeWarnings(earlier: ValidationRecord, run: ValidationRecord): readonly string[] {
  const names = Object.keys({ ...earlier.options, ...run.options });
  const unlike = names.filter((name) => !deepEqual(earlier.options[name], run.options[name]));
  if (earlier.head.branch !== run.head.branch) unlike.push('branch');
  if (earlier.whole !== run.whole) unlike.push('READ scope');
  if (unlike.length === 0) return [];
  return [
    `the runs differ in \`${unlike.join('`, `')}\`: a finding of only one of them may be neither new nor resolved`,
  ];
}

function cutWarnings(...runs: readonly ValidationRun[]): readonly string[] {
  return runs
    .filter(({ payload }) => payload.found > payload.findings.length)
    .map(
      ({ event_id, payload }) =>
        `run \`${event_id}\` kept ${payload.findings.length} of ${payload.found} findings: only these are compared`,
    );
}
