/** @module bcf-matters: the topics of a BCF file: findings of a recorded run, or issues of the caller. */
import * as z from 'zod';

import { readsFiles } from '../../kernel/building/view/shown-run.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { findingId } from '../../kernel/checks/findings/finding.ts';
import { bcfArchive, type KeptContent } from '../../kernel/documents/bcf/archive.ts';
import type { BcfTopic, BcfVersion } from '../../kernel/documents/bcf/topic.ts';
import { type TopicFinding, topicsOf } from '../../kernel/documents/bcf/topics.ts';
import { guidOf } from '../../kernel/documents/ifc/guid.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { SpacePoint } from '../../schemas/units.ts';
import { requireRunOfBranch } from '../building/required-run.ts';
import { NEVER } from './model-head.ts';
import { runTopics } from './topics/run-topics.ts';

/** Maximum number of issues in a call, of elements per issue, and of characters in all issues as JSON. */
const [ISSUES_MAX, ELEMENTS_MAX, CHARACTERS_MAX] = [500, 100, 200_000];
/** The `check` of topics from issues of the caller. */
const GIVEN = 'issue';

function text(most: number): z.ZodString {
  return z
    .string()
    .refine(({ length }) => length >= 1 && length <= most, `expected 1 to ${most} characters`);
}

const Issue = z.strictObject({
  title: text(200).describe('Short title of the issue.'),
  element_ids: z
    .array(text(100))
    .refine(({ length }) => length <= ELEMENTS_MAX, `expected at most ${ELEMENTS_MAX} ids`)
    .default([])
    .describe('Ids of the elements it concerns.'),
  description: text(2000).describe('Detailed description of the issue.').optional(),
  location: SpacePoint.describe('Place of the issue, world mm.').optional(),
  severity: z
    .enum(['error', 'warning', 'advisory'])
    .default('warning')
    .describe('How serious the issue is.'),
});
type Issue = z.output<typeof Issue>;

/** Ids of findings of the run, or issues of the caller. */
export const Issues = z
  .array(z.union([text(100), Issue]))
  .refine(
    (all) => all.length >= 1 && all.length <= ISSUES_MAX,
    `expected 1 to ${ISSUES_MAX} issues`,
  )
  .refine(
    (all) => JSON.stringify(all).length <= CHARACTERS_MAX,
    `expected at most ${CHARACTERS_MAX} characters in all`,
  );

/** The topics of a file; `at` and `author` are their creation time and author. */
type Matters = {
  readonly findings: readonly TopicFinding[];
  readonly at: string;
  readonly author: string;
  /** Whether they show content of a file that was checked, or by which the branch was checked. */
  readonly of_files: boolean;
  readonly warnings: readonly string[];
};

/** The arguments of the caller. */
type TopicRequest = {
  readonly validation_run_id?: string | undefined;
  readonly issues?: z.output<typeof Issues> | undefined;
  /** Topics that are written too; with them, there may be neither a run nor an issue. */
  readonly topics?: unknown;
};

/**
 * The topics of the named findings of a run (default: all of them), or of issues of the caller. Refuses
 * INVALID_ARGUMENT if there is neither a run nor an issue nor a topic, or a run and issues; RUN_NOT_FOUND for an unknown run or one of another
 * branch; and ELEMENT_NOT_FOUND for elements that the caller cannot see.
 *
 * @param at creation time of issues; null for a branch without events
 */
export async function mattersOf(
  { validation_run_id, issues = [], topics }: TopicRequest,
  view: BuildingView,
  at: string | null,
  refuse: Refuse<'INVALID_ARGUMENT' | 'RUN_NOT_FOUND' | 'ELEMENT_NOT_FOUND'>,
): Promise<Matters> {
  const ids = issues.filter((one) => typeof one === 'string');
  const given = issues.filter((one) => typeof one !== 'string');
  if (validation_run_id === undefined) {
    if ((given.length === 0 && topics === undefined) || ids.length > 0) {
      refuse(
        'INVALID_ARGUMENT',
        'expected a `validation_run_id`, `topics`, or `issues` each with a `title` and `element_ids`',
      );
    }
    const findings = given.map((issue) => findingOf(issue, view, refuse));
    return { findings, at: at ?? NEVER, author: 'Plumbline', of_files: false, warnings: [] };
  }
  if (given.length > 0) {
    refuse(
      'INVALID_ARGUMENT',
      'with a `validation_run_id`, `issues` must be finding_ids of that run',
    );
  }
  const run = await requireRunOfBranch(validation_run_id, view, refuse);
  const { tool, options } = run.payload;
  return {
    ...(await runTopics(run, ids, view, refuse)),
    at: run.at,
    author: tool,
    of_files: readsFiles({ tool, options }),
  };
}

/** Said of a file without pictures, which is made for a preview. */
export const NO_PICTURES =
  'the dry run draws no pictures: size, sha256 and a derived path are those of the file without them';

/** The topics of findings, with the model in the state of the view. */
export function findingTopics(
  { findings, at, author }: Pick<Matters, 'findings' | 'at' | 'author'>,
  view: BuildingView,
  { pictures }: { readonly pictures: boolean },
): readonly BcfTopic[] {
  return topicsOf(view, findings, { at, author, ...(pictures ? {} : { snapshots: 0 }) });
}

/**
 * Topics of findings, and those that are already written, as a BCF file, with the numbers of all topics of findings and of closed ones. The same
 * topics and the same model give the same bytes.
 *
 * @param project permanent identifier of the workspace
 */
export function bcfOf(
  topics: readonly BcfTopic[],
  view: BuildingView,
  {
    project,
    version,
    kept,
  }: {
    readonly project: string;
    readonly version: BcfVersion;
    readonly kept?: KeptContent;
  },
): { readonly content: Buffer; readonly topics: number; readonly closed: number } {
  const content = bcfArchive({
    project: { key: project, name: 'Plumbline' },
    topics,
    version,
    guidOf: (id) => guidOf(id, view),
    ...(kept === undefined ? {} : { kept }),
  });
  const closed = topics.filter(({ status }) => status === 'Closed').length;
  return { content, topics: topics.length, closed };
}

/** An issue as a finding. Its id is derived from title and elements, so that its GUID is the same in every export. */
function findingOf(
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
