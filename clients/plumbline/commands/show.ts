/** @module show: shows the model to a person: a summary, a storey or one element, in words and as a picture. */
import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import type { ElementRecord, StoredEvent } from '../../../schemas/events.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure, misuse } from '../failure.ts';
import { elementNamed } from '../model/element-named.ts';
import {
  elementAnswer,
  type ModelAnswer,
  storeyAnswer,
  summaryAnswer,
} from '../model/model-text.ts';
import { storeyPicture } from '../model/storey.ts';
import { openSession, type Session } from '../session.ts';
import { MAIN_BRANCH } from '../usages/options.ts';

/** Maximum number of changes shown for one element. */
const HISTORY_MAX = 50;

/** A branch in its current state. Throws CliFailure for an unknown name. */
async function openModel({ reader }: Session, branch: string): Promise<ProjectedView> {
  if (branch !== MAIN_BRANCH && reader.branchHead(branch) === null) {
    const names = reader.branches().map(({ branch: name }) => name);
    throw new CliFailure(
      `unknown branch \`${printable(branch)}\`, expected one of ${names.map(printable).join(', ')}`,
      didYouMean(branch, names, 'name one of them with --branch'),
    );
  }
  // Imported here because only commands that show the model need it.
  const { openProjection } =
    await import('../../../kernel/building/model/projection/open-projection.ts');
  const { loadSolidKernel } =
    await import('../../../kernel/building/geometry/mesh/solid-kernel.ts');
  const { view } = await openProjection(reader, branch, { solids: await loadSolidKernel() });
  return view;
}

/** Changes of one element on a branch and its ancestors, newest first. */
async function historyOf(
  { reader }: Session,
  branch: string,
  id: string,
): Promise<readonly StoredEvent[]> {
  const { lineOf } = await import('../../../kernel/building/model/projection/branch-reader.ts');
  const line = await lineOf(reader, branch, Number.MAX_SAFE_INTEGER);
  return line
    .flatMap((stretch) => reader.eventsTouching(id, stretch.branch, stretch.until, HISTORY_MAX))
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, HISTORY_MAX);
}

async function answerOf(
  session: Session,
  view: ProjectedView,
  element: ElementRecord | null,
): Promise<ModelAnswer> {
  if (element === null) {
    const open = session.reader.branches().filter(({ status }) => status === 'open');
    return summaryAnswer(
      view,
      open.map(({ branch }) => branch),
    );
  }
  if (element.kind === 'level') return storeyAnswer(view, element);
  const history = await historyOf(session, view.model.branch, element.id);
  return elementAnswer(view, element, history, session.registry());
}

/** Draws the storey of the element or level and returns the path of the file. */
function drawStorey(
  call: Call,
  file: string,
  view: ProjectedView,
  element: ElementRecord | null,
): string {
  const path = resolve(call.terminal.cwd, file);
  const form = extname(path).toLowerCase();
  if (form !== '.svg' && form !== '.png') {
    throw misuse(
      `invalid picture file \`${printable(file)}\`, expected a name that ends in .svg or .png`,
      'change the extension of FILE',
    );
  }
  const [only, other] = view.model.levels();
  const level =
    element === null ? (other === undefined ? only?.id : undefined) : view.storeyOf(element.id);
  if (level === undefined || level === null) {
    throw misuse(
      element === null
        ? 'the model has several levels, and none was named'
        : `\`${element.id}\` is on no level and has no plan`,
      'run `plumbline show LEVEL --picture FILE`; `plumbline show` lists the levels',
    );
  }
  writeFileSync(path, storeyPicture(view, level, element === null ? null : element.id, form));
  return path;
}

/**
 * Shows a branch, a storey or one element, with `--picture` also as a picture.
 *
 * @throws CliFailure for an unknown branch or element
 */
export async function showModel(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const view = await openModel(session, textOf(call, 'branch') ?? MAIN_BRANCH);
  const [word] = call.positionals;
  const element = word === undefined ? null : elementNamed([view], word);
  const { json, lines } = await answerOf(session, view, element);
  const file = textOf(call, 'picture');
  const picture = file === null ? null : drawStorey(call, file, view, element);
  return {
    json: { ...Object(json), picture },
    lines: picture === null ? lines : [...lines, `picture   ${printable(picture)}`],
  };
}
