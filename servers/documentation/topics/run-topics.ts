/** @module run-topics: the findings of a run as topics, open or resolved as the last run of the same check says. */
import { comparableRuns } from '../../../kernel/building/view/comparable-runs.ts';
import { hasSameSight } from '../../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import type { TopicFinding } from '../../../kernel/documents/bcf/topics.ts';
import { type FindingRecord, FINDINGS_KEPT } from '../../../schemas/events.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { excludedClashes, type ExcludedClash } from '../../building/checks/exclusions.ts';
import { findingsInModel } from '../../files/file-elements.ts';

type RunTopics = {
  readonly findings: readonly TopicFinding[];
  readonly warnings: readonly string[];
};

/**
 * The named findings of a run, or all of them. A finding that the last run of the same check no longer has is resolved,
 * unless it was excluded. Findings that earlier runs had can be named too. Refuses INVALID_ARGUMENT for the id of no such finding.
 *
 * @param ids ids of findings; empty for all findings of the run
 */
export async function runTopics(
  run: ValidationRun,
  ids: readonly string[],
  view: BuildingView,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): Promise<RunTopics> {
  const { findings: own, found } = run.payload;
  // Runs of other permissions can lack a finding that still exists.
  const runs = hasSameSight(run, view) ? await comparableRuns(run.payload, view) : [];
  const last = runs.at(0) ?? run;
  const open = new Set(last.payload.findings.map(({ finding_id }) => finding_id));
  const isCut = keptNotAll(last);
  // The last run left out what was excluded at its time, whether or not it still existed.
  const unreported = await exclusionsOf(last, view, last.seq);
  const excluded = await exclusionsOf(last, view);
  for (const id of [...unreported.keys(), ...excluded.keys()]) open.add(id);
  const isResolved = ({ finding_id }: FindingRecord): boolean => !isCut && !open.has(finding_id);
  // Earlier runs come last, so that the text of a finding is that of this run.
  const known = new Map<string, FindingRecord>();
  for (const one of [run, ...runs]) {
    for (const finding of one.payload.findings) {
      if (!known.has(finding.finding_id)) known.set(finding.finding_id, finding);
    }
  }
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    refuse(
      'INVALID_ARGUMENT',
      `no finding \`${unknown}\` in run \`${run.event_id}\` and the other runs of this check`,
    );
  }
  const chosen = ids.length === 0 ? own : ids.flatMap((id) => known.get(id) ?? []);
  const { tool, options } = run.payload;
  const findings = findingsInModel({ tool, options, findings: chosen }, view);
  return {
    findings: findings.map((finding): TopicFinding => {
      const resolved = isResolved(finding);
      const exclusion = excluded.get(finding.finding_id);
      return exclusion === undefined
        ? { finding, resolved }
        : { finding, resolved, excluded: exclusion };
    }),
    warnings: [
      ...(found > own.length
        ? [`the run recorded only ${own.length} of its ${found} findings`]
        : []),
      ...(last.event_id === run.event_id || !isCut ? [] : [cutWarning(last)]),
      ...(ids.length === 0 && last.event_id === run.event_id && !isCut
        ? closable(open, runs.slice(1))
        : []),
    ],
  };
}

/** The clashes of existing elements that are excluded, or were before a ledger seq, by id; none for another check. */
async function exclusionsOf(
  { payload: { tool } }: ValidationRun,
  view: BuildingView,
  before?: number,
): Promise<ReadonlyMap<string, ExcludedClash>> {
  const clashes = tool === 'clash_detection' ? await excludedClashes(view, before) : [];
  const existing = clashes.filter(({ element_ids }) =>
    element_ids.every((id) => view.element(id) !== undefined),
  );
  return new Map(existing.map((one) => [one.finding_id, one]));
}

/** Whether a run may have had findings that it did not record. */
function keptNotAll({ payload: { findings, found } }: ValidationRun): boolean {
  return found > findings.length || findings.length >= FINDINGS_KEPT;
}

function cutWarning({ event_id, payload }: ValidationRun): string {
  return `run \`${event_id}\`, the last one of this check, recorded only ${payload.findings.length} findings: no topic is closed`;
}

/** Says how to close the topics of the last earlier run that had findings which no longer exist. */
function closable(open: ReadonlySet<string>, earlier: readonly ValidationRun[]): readonly string[] {
  for (const { event_id, payload } of earlier) {
    const resolved = payload.findings.filter(({ finding_id }) => !open.has(finding_id)).length;
    if (resolved === 0) continue;
    const what = resolved === 1 ? '1 finding is' : `${resolved} findings are`;
    return [
      `${what} resolved since run \`${event_id}\`: export_bcf with this validation_run_id closes the topics of that run`,
    ];
  }
  return [];
}
