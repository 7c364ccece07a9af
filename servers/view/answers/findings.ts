/** @module findings: runs of checks, their findings compared with an earlier run, with pictures and as BCF. */
import { isAboutFile } from '../../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import {
  findingPicture,
  findingPng,
  usualLook,
} from '../../../kernel/documents/picture/finding-picture.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { FindingRecord } from '../../../schemas/events.ts';
import { bcfOf, findingTopics, mattersOf } from '../../documentation/bcf-matters.ts';
import { findingsInModel } from '../../files/file-elements.ts';
import { previousRun } from '../../validation/previous-run.ts';
import { comparedCounts, comparisonOf, runRow, runRows } from '../checks/run-rows.ts';
import { ASKS } from '../protocol/asks.ts';
import type { FindingRow } from '../protocol/findings.ts';
import { bytesAnswer, jsonAnswer } from './answer.ts';
import { namesOf } from './names.ts';

const HINT = 'choose one of the list';

/** The runs of all checks on a branch, newest first. */
export const runsAnswer = jsonAnswer('runs', ASKS.runs, async ({ branch }, looking) => {
  const { view } = await looking.at({ branch });
  return await runRows(view, await namesOf(looking.reader));
});

/**
 * One run with its findings. Refuses RUN_NOT_FOUND for an unknown run and one that was made with another READ permission,
 * and INVALID_ARGUMENT for a comparison with a run of another check.
 */
export const runAnswer = jsonAnswer('run', ASKS.run, async (asked, looking) => {
  const { view } = await looking.at({ branch: asked.branch });
  const run = await runOf(asked.run_id, view);
  const before = await comparedRun(run, asked.compared_with, view);
  const compared = await comparisonOf(before, run, view);
  const counts = before === null ? null : comparedCounts(before, compared);
  const of_file = isAboutFile(run.payload);
  return {
    run: runRow(run, counts, await namesOf(looking.reader)),
    of_file,
    findings: [
      ...compared.findings.map(({ finding, status }) =>
        findingRow(finding, status === 'new' ? 'new' : 'remains', { view, of_file, run }),
      ),
      ...compared.resolved.map(({ finding }) =>
        findingRow(finding, 'resolved', { view, of_file, run: before ?? run }),
      ),
    ],
  };
});

/**
 * The picture of a finding in the present state of the branch. Refuses RUN_NOT_FOUND, INVALID_ARGUMENT for an unknown finding,
 * and ELEMENT_NOT_FOUND if it has no place and none of its elements exists any more.
 */
export const findingPictureAnswer = bytesAnswer(
  'finding_picture',
  ASKS.finding_picture,
  async ({ branch, run_id, finding_id }, looking) => {
    const { view } = await looking.at({ branch });
    const { payload } = await runOf(run_id, view);
    const { tool, options } = payload;
    const recorded = payload.findings.filter((one) => one.finding_id === finding_id);
    const [finding] = findingsInModel({ tool, options, findings: recorded }, view);
    if (finding === undefined) {
      const message = `run \`${run_id}\` has no finding \`${finding_id}\``;
      throw new Refusal('INVALID_ARGUMENT', message, HINT);
    }
    const picture = findingPicture(finding, usualLook(finding), view);
    if (picture === null) {
      const message = `no element of finding \`${finding_id}\` exists on branch \`${branch}\` any more`;
      throw new Refusal('ELEMENT_NOT_FOUND', message, 'run the check again');
    }
    return { media_type: 'image/png', bytes: Uint8Array.from(findingPng(picture)) };
  },
);

/** The findings of a run as BCF 3.0, as `export_bcf` writes them. Refuses RUN_NOT_FOUND, also for a run of another branch. */
export const runBcfAnswer = bytesAnswer(
  'run_bcf',
  ASKS.run_bcf,
  async ({ branch, run_id }, looking) => {
    const { view } = await looking.at({ branch });
    const request = { validation_run_id: run_id };
    const matters = await mattersOf(request, view, null, (code, message) => {
      throw new Refusal(code, message, HINT);
    });
    const { content } = bcfOf(findingTopics(matters, view, { pictures: true }), view, {
      project: looking.workspace,
      version: '3.0',
    });
    return { media_type: 'application/octet-stream', bytes: Uint8Array.from(content) };
  },
);

async function runOf(run_id: string, view: BuildingView): Promise<ValidationRun> {
  const run = await view.validationRun(run_id);
  if (run !== null) return run;
  throw new Refusal('RUN_NOT_FOUND', `unknown validation run \`${run_id}\``, HINT);
}

/** The run with which a run is compared; null for the first one with its arguments. */
async function comparedRun(
  { seq, payload }: ValidationRun,
  compared_with: string | undefined,
  view: BuildingView,
): Promise<ValidationRun | null> {
  if (compared_with === undefined) return await previousRun(payload, view, seq);
  const other = await runOf(compared_with, view);
  if (other.payload.tool === payload.tool) return other;
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${compared_with}\` is a run of \`${other.payload.tool}\`; expected a run of \`${payload.tool}\``,
    HINT,
  );
}

/** Where a finding is from: its run, and what the person sees of the branch now. */
type Found = {
  readonly view: BuildingView;
  readonly of_file: boolean;
  readonly run: ValidationRun;
};

function findingRow(
  finding: FindingRecord,
  state: FindingRow['state'],
  { view, of_file, run }: Found,
): FindingRow {
  const { finding_id, check, severity, message, details, element_ids, level_id, location } =
    finding;
  const ids = of_file ? [] : element_ids;
  const gone = ids.filter((id) => view.element(id) === undefined);
  const [standard, clause] = [textIn(details['standard']), textIn(details['clause'])];
  return {
    finding_id,
    run_id: run.event_id,
    rule: check,
    title: textIn(details['title']),
    severity,
    text: message,
    hint: textIn(details['fix']),
    clause: standard === null ? clause : clause === null ? standard : `${standard}, ${clause}`,
    element_ids,
    gone,
    // SECURITY: hidden elements, such as doors, also change the version of their walls.
    changed: view.whole ? ids.filter((id) => !gone.includes(id) && view.version(id) > run.seq) : [],
    level_id,
    at: location === null ? null : [location.x, location.y, location.z],
    state,
  };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
