/** @module bcf-matters: what goes into a BCF file: findings of a recorded run, or issues as they are given. */
import * as z from 'zod';

import type { TopicFinding } from '../../kernel/bcf/topics.ts';
import { findingId } from '../../kernel/findings/finding.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { SpacePoint } from '../../schemas/units.ts';
import { FILE_CHECK } from '../building/shown-run.ts';
import type { BuildingView } from '../building/view.ts';

/** Issues that may be given at once, elements of one, and characters of all of them. */
const [ISSUES_MOST, ELEMENTS_MOST, CHARACTERS_MOST] = [500, 100, 200_000];
/** When and of whom issues are that somebody gave on a branch where nothing has been built. */
const NEVER = '1970-01-01T00:00:00.000Z';
const GIVEN = 'issue';

function text(most: number): z.ZodString {
  return z
    .string()
    .refine(({ length }) => length >= 1 && length <= most, `expected 1 to ${most} characters`);
}

const Issue = z.strictObject({
  title: text(200),
  element_ids: z
    .array(text(100))
    .refine(({ length }) => length <= ELEMENTS_MOST, `expected at most ${ELEMENTS_MOST} ids`)
    .default([]),
  description: text(2000).optional(),
  location: SpacePoint.optional(),
  severity: z.enum(['error', 'warning', 'advisory']).default('warning'),
});
type Issue = z.output<typeof Issue>;

/** Ids of findings of the run, or issues of one's own. */
export const Issues = z
  .array(z.union([text(100), Issue]))
  .refine(
    (all) => all.length >= 1 && all.length <= ISSUES_MOST,
    `expected 1 to ${ISSUES_MOST} issues`,
  )
  .refine(
    (all) => JSON.stringify(all).length <= CHARACTERS_MOST,
    `expected at most ${CHARACTERS_MOST} characters in all`,
  );

/** What topics are made of. */
type Matters = {
  readonly findings: readonly TopicFinding[];
  readonly at: string;
  readonly author: string;
  /** Whether they come from a file and not from the branch. */
  readonly of_files: boolean;
  readonly warnings: readonly string[];
};

type Asked = {
  readonly validation_run_id?: string | undefined;
  readonly issues?: z.output<typeof Issues> | undefined;
};

/**
 * The findings of a run, all or those that are named, or the issues that are given; `at` is the time of issues. Refuses
 * INVALID_ARGUMENT for neither and for both, RUN_NOT_FOUND, and ELEMENT_NOT_FOUND for elements that are not seen.
 */
export async function mattersOf(
  { validation_run_id, issues = [] }: Asked,
  view: BuildingView,
  at: string | null,
  refuse: Refuse<'INVALID_ARGUMENT' | 'RUN_NOT_FOUND' | 'ELEMENT_NOT_FOUND'>,
): Promise<Matters> {
  const ids = issues.filter((one) => typeof one === 'string');
  const given = issues.filter((one) => typeof one !== 'string');
  if (validation_run_id === undefined) {
    if (given.length === 0 || ids.length > 0) {
      refuse(
        'INVALID_ARGUMENT',
        'expected a `validation_run_id`, or `issues` each with a `title` and `element_ids`',
      );
    }
    const findings = given.map((issue) => foundAs(issue, view, refuse));
    return { findings, at: at ?? NEVER, author: 'Plumbline', of_files: false, warnings: [] };
  }
  if (given.length > 0) {
    refuse('INVALID_ARGUMENT', 'with a `validation_run_id`, `issues` must be finding_ids of it');
  }
  const run =
    (await view.validationRun(validation_run_id)) ??
    refuse('RUN_NOT_FOUND', `no validation run \`${validation_run_id}\``);
  if (run.branch !== view.branch) {
    // Who may read the file that is made may read this branch, and perhaps not that of the run.
    refuse(
      'RUN_NOT_FOUND',
      `run \`${run.event_id}\` is of branch \`${run.branch}\`, expected one of \`${view.branch}\``,
    );
  }
  const { findings: all, found, tool } = run.payload;
  const strange = ids.find((id) => all.every(({ finding_id }) => finding_id !== id));
  if (strange !== undefined) {
    refuse('INVALID_ARGUMENT', `no finding \`${strange}\` in run \`${run.event_id}\``);
  }
  const picked = new Set(ids);
  return {
    findings: all
      .filter(({ finding_id }) => picked.size === 0 || picked.has(finding_id))
      .map((finding) => ({ finding, resolved: false })),
    at: run.at,
    author: tool,
    of_files: tool === FILE_CHECK,
    warnings: found > all.length ? [`the run kept ${all.length} of ${found} findings`] : [],
  };
}

/** An issue as a check would have found it: its id comes of its title and elements, so that it keeps its GUID. */
function foundAs(
  { title, element_ids, description, location, severity }: Issue,
  view: BuildingView,
  refuse: Refuse<'ELEMENT_NOT_FOUND'>,
): TopicFinding {
  const missing = element_ids.find((id) => view.element(id) === undefined);
  if (missing !== undefined) {
    refuse('ELEMENT_NOT_FOUND', `no element \`${missing}\` on branch \`${view.branch}\``, {
      id: missing,
    });
  }
  const [first] = element_ids;
  const finding = {
    finding_id: findingId(GIVEN, element_ids, title),
    check: GIVEN,
    severity,
    element_ids,
    level_id: first === undefined ? null : view.levelOf(first),
    message: title,
    location: location ?? null,
    box: null,
    details: {},
  };
  return { finding, resolved: false, ...(description === undefined ? {} : { description }) };
}
