/** @module run-rows: the runs of all checks on a branch that a person sees, each compared with the one before it. */
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import { hasSameSight } from '../../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import { compareRuns, type RunComparison } from '../../../kernel/checks/findings/compare-runs.ts';
import { type FindingRecord, type JsonObject, runsOfTool } from '../../../schemas/events.ts';
import { acceptedAt } from '../../building/checks/exclusions.ts';
import { CHECKS } from '../../validation/finding-fields.ts';
import type { RunRow, RunsAnswer, SeverityCounts } from '../protocol/findings.ts';

/** Maximum number of listed runs. */
const MOST = 200;
/** Runs that are read at a time; each can have 2000 findings. */
const WINDOW = 20;
/** Maximum length of the arguments of a run. */
const ABOUT_CHARS = 200;

/** Names the author of a run. */
export type NameOf = (who: { readonly user_id: string; readonly agent_id: string | null }) => {
  readonly who: string;
  readonly is_agent: boolean;
};

type Listed = { readonly seq: number; readonly row: RunRow };

/** The runs of a branch, newest first. Runs that were made with another READ permission are left out. */
export async function runRows(view: BuildingView, nameOf: NameOf): Promise<RunsAnswer> {
  const listed: Listed[] = [];
  let is_cut = false;
  for (const tool of CHECKS) {
    const rows = await rowsOf(tool, view, nameOf);
    if (rows.length === MOST) is_cut = true;
    listed.push(...rows);
  }
  const rows = listed.toSorted((one, other) => other.seq - one.seq).map(({ row }) => row);
  return { rows: rows.slice(0, MOST), is_cut: is_cut || rows.length > MOST };
}

/** The runs of one check. Findings are kept only of the newest runs whose predecessors are still to come. */
async function rowsOf(tool: string, view: BuildingView, nameOf: NameOf): Promise<Listed[]> {
  const listed: Listed[] = [];
  const waiting: { readonly run: ValidationRun; readonly index: number }[] = [];
  for (let before = Infinity; listed.length < MOST;) {
    const query = { element_id: runsOfTool(tool), limit: WINDOW };
    const events = await view.history(before === Infinity ? query : { ...query, before });
    for (const run of events) {
      if (run.type !== 'validation.run' || !hasSameSight(run, view) || listed.length === MOST) {
        continue;
      }
      const later = waiting.findIndex((one) => isSameCheck(one.run, run));
      const [one] = later === -1 ? [] : waiting.splice(later, 1);
      if (one !== undefined) {
        const known = listed[one.index];
        if (known !== undefined) {
          const compared = await countsOf(run, one.run, view);
          listed[one.index] = { ...known, row: { ...known.row, compared } };
        }
      }
      waiting.push({ run, index: listed.length });
      listed.push({ seq: run.seq, row: runRow(run, null, nameOf) });
    }
    if (events.length < WINDOW) break;
    before = events.at(-1)?.seq ?? 0;
  }
  return listed;
}

function isSameCheck({ payload: a }: ValidationRun, { payload: b }: ValidationRun): boolean {
  return a.tool === b.tool && deepEqual(a.options, b.options);
}

async function countsOf(
  before: ValidationRun,
  run: ValidationRun,
  view: BuildingView,
): Promise<RunRow['compared']> {
  return comparedCounts(before, await comparisonOf(before, run, view));
}

/** Compares the findings of a run with those of an earlier one. Excluded clashes are not resolved. */
export async function comparisonOf(
  before: ValidationRun | null,
  run: ValidationRun,
  view: BuildingView,
): Promise<RunComparison<FindingRecord, string>> {
  const earlier =
    before?.payload.findings.map((finding) => ({ finding, since: finding.since })) ?? null;
  const { findings } = run.payload;
  const compared = compareRuns(earlier, { findings, at: run.event_id });
  // Most runs resolve nothing: the exclusions need not be read.
  if (compared.resolved.length === 0) return compared;
  const accepted = await acceptedAt(run, view);
  return compareRuns(earlier, {
    findings,
    at: run.event_id,
    covers: ({ finding_id }) => !accepted.has(finding_id),
  });
}

/** The numbers of a comparison. */
export function comparedCounts(
  { event_id: run_id }: ValidationRun,
  { findings, resolved }: RunComparison<FindingRecord, string>,
): NonNullable<RunRow['compared']> {
  const added = findings.filter(({ status }) => status === 'new').length;
  return { run_id, added, resolved: resolved.length, remaining: findings.length - added };
}

/** The row of a run. */
export function runRow(
  { event_id, at, user_id, agent_id, payload }: ValidationRun,
  compared: RunRow['compared'],
  nameOf: NameOf,
): RunRow {
  const { tool, options, head, findings, found } = payload;
  return {
    run_id: event_id,
    check: tool,
    about: aboutOf(options),
    branch: head.branch,
    at,
    ...nameOf({ user_id, agent_id }),
    findings: found,
    counts: severitiesOf(findings),
    compared,
  };
}

function severitiesOf(findings: readonly FindingRecord[]): SeverityCounts {
  const counts = { error: 0, warning: 0, advisory: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** The arguments on one line, lists without brackets. */
function aboutOf(options: JsonObject): string {
  const text = Object.entries(options)
    .filter(([, value]) => value !== null && value !== false && !isEmpty(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueText(value)}`)
    .join(', ');
  return text.length <= ABOUT_CHARS ? text : `${text.slice(0, ABOUT_CHARS)} …`;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(valueText).join(' ');
  return JSON.stringify(value);
}
