/** @module show: the model for a person: a summary, a storey, one element, in words and as a picture. */
import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';

import type { ProjectedView } from '../../../kernel/model/projection/projected-view.ts';
import { foldName } from '../../../kernel/text/fold-name.ts';
import { nearest } from '../../../kernel/text/nearest.ts';
import type { ElementRecord, StoredEvent } from '../../../schemas/events.ts';
import { type Call, type Command, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import {
  elementAnswer,
  type ModelAnswer,
  storeyAnswer,
  summaryAnswer,
} from '../model/model-text.ts';
import { storeyPng } from '../model/storey-png.ts';
import { storeySvg } from '../model/storey-svg.ts';
import { storeyOf } from '../model/storey.ts';
import { printable } from '../printable.ts';
import { openSession, type Session } from '../session.ts';

const MAIN = 'main';
/** Changes of one element that are shown. */
const HISTORY_MAX = 50;

/** A branch as it is now. Throws CliFailure when there is none of this name. */
async function openedModel({ reader }: Session, branch: string): Promise<ProjectedView> {
  if (branch !== MAIN && reader.branchHead(branch) === null) {
    const names = reader.branches().map(({ branch: name }) => name);
    const near = nearest(branch, names);
    throw new CliFailure(
      1,
      `got the branch \`${printable(branch)}\`, want one of ${names.map(printable).join(', ')}`,
      near === null ? 'name one of them with --branch' : `did you mean \`${printable(near)}\`?`,
    );
  }
  // The model is loaded by those few commands that show it.
  const { openProjection } = await import('../../../kernel/model/projection/open-projection.ts');
  const { loadSolidKernel } = await import('../../../kernel/geometry/mesh/solid-kernel.ts');
  const { view } = await openProjection(reader, branch, { solids: await loadSolidKernel() });
  return view;
}

/** The element that a word means: an id, the beginning of one, or the name of a level. Throws CliFailure. */
function meant({ model }: ProjectedView, word: string): ElementRecord {
  const exact = model.element(word);
  if (exact !== undefined) return exact;
  const levels = model.levels();
  const level = levels.find(({ params }) => foldName(params.name) === foldName(word));
  if (level !== undefined) return level;
  const found = [...model.elements()].filter(({ id }) => id.startsWith(word));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined) {
    const some = found.slice(0, 5).map(({ id }) => id);
    throw new CliFailure(
      1,
      `got \`${printable(word)}\`, with which ${found.length} ids begin: ${some.join(', ')}${found.length > some.length ? ' …' : ''}`,
      'give more of the id',
    );
  }
  const names = levels.map(({ params }) => params.name);
  const near = nearest(word, names);
  const next =
    near === null ? 'run `plumbline show` for the levels' : `did you mean \`${printable(near)}\`?`;
  throw new CliFailure(1, `got \`${printable(word)}\`, want a level or the id of an element`, next);
}

/** Changes of one element on a branch and its ancestors, newest first. */
async function historyOf(
  { reader }: Session,
  branch: string,
  id: string,
): Promise<readonly StoredEvent[]> {
  const { lineOf } = await import('../../../kernel/model/projection/branch-reader.ts');
  const line = await lineOf(reader, branch, Number.MAX_SAFE_INTEGER);
  return line
    .flatMap((stretch) => reader.eventsTouching(id, stretch.branch, stretch.until, HISTORY_MAX))
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, HISTORY_MAX);
}

async function answered(
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

/** Writes the storey of what is shown and answers its path. */
function drawn(
  call: Call,
  file: string,
  view: ProjectedView,
  element: ElementRecord | null,
): string {
  const path = resolve(call.terminal.cwd, file);
  const form = extname(path).toLowerCase();
  if (form !== '.svg' && form !== '.png') {
    throw misuse(
      `got \`${printable(file)}\`, want a picture that ends in .svg or .png`,
      'name the file so',
    );
  }
  const [only, other] = view.model.levels();
  const level =
    element === null ? (other === undefined ? only?.id : undefined) : view.storeyOf(element.id);
  if (level === undefined || level === null) {
    throw misuse(
      element === null
        ? 'got no level, want the one to draw'
        : `\`${element.id}\` is on no level, so there is no plan of it`,
      'plumbline show LEVEL --picture FILE; `plumbline show` has the levels',
    );
  }
  const storey = storeyOf(view, level, element === null ? null : element.id);
  writeFileSync(path, form === '.svg' ? storeySvg(storey) : storeyPng(storey));
  return path;
}

export const showCommand: Command = {
  words: 'show',
  takes: ['[LEVEL|ELEMENT]'],
  summary: 'the model: a summary, a storey, one element and who has changed it',
  options: {
    picture: { type: 'string', value: 'FILE', help: 'draw the storey, as .svg or .png' },
    branch: { type: 'string', value: 'NAME', help: `the branch (default: ${MAIN})` },
  },
  async run(call) {
    await using session = openSession(call);
    const view = await openedModel(session, textOf(call, 'branch') ?? MAIN);
    const [word] = call.positionals;
    const element = word === undefined ? null : meant(view, word);
    const { json, lines } = await answered(session, view, element);
    const file = textOf(call, 'picture');
    const picture = file === null ? null : drawn(call, file, view, element);
    return {
      json: { ...Object(json), picture },
      lines: picture === null ? lines : [...lines, `picture   ${printable(picture)}`],
    };
  },
};
