/** @module log: what happened on a branch, and the positions of a slider over it. */
import { Refusal } from '../../../schemas/errors.ts';
import type { Place } from '../log/log-items.ts';
import { type RowSource, rowsBefore } from '../log/log-rows.ts';
import { stepsOf } from '../log/log-steps.ts';
import { type Author, authorNames } from '../log/people.ts';
import type { Looking } from '../looking/looking.ts';
import type { Marks } from '../looking/marks.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';

/** The operations and refusals of a branch, newest first, page by page. */
export const logAnswer = jsonAnswer('log', ASKS.log, async ({ branch, before, limit }, looking) => {
  const place = before === undefined ? undefined : placeIn(looking.marks, branch, before);
  const source = await sourceOf(looking, branch);
  const { rows, next } = await rowsBefore(source, { before: place, limit });
  return { rows, next: next === null ? null : cursorOf(looking.marks, branch, next) };
});

/** The operations, sessions or days of a branch. */
export const stepsAnswer = jsonAnswer('steps', ASKS.steps, async ({ branch, by }, looking) => {
  const source = await sourceOf(looking, branch);
  return await stepsOf({ ...source, reader: looking.reader }, by);
});

async function sourceOf(looking: Looking, branch: string): Promise<RowSource> {
  const { viewer, reader, sees_all } = looking;
  const { view } = await looking.at({ branch });
  const agent_id = viewer.kind === 'agent' ? viewer.agent_id : null;
  const own = (author: Author): boolean =>
    author.user_id === viewer.user_id && author.agent_id === agent_id;
  return { view, reader, sees_all, own, nameOf: await authorNames(reader) };
}

/** A cursor of two marks: numbers of the log would tell how many hidden events and entries there are. */
function cursorOf(marks: Marks, branch: string, { before, audit }: Place): string {
  return [before, audit]
    .map((seq) => marks.markOf({ branch, seq, read: '', is_present: false }))
    .join('.');
}

function placeIn(marks: Marks, branch: string, cursor: string): Place {
  const [before, audit, ...rest] = cursor.split('.').map((mark) => marks.stateOf(mark));
  if (
    before !== undefined &&
    audit !== undefined &&
    rest.length === 0 &&
    [before, audit].every((state) => state.branch === branch)
  ) {
    return { before: before.seq, audit: audit.seq };
  }
  throw new Refusal('INVALID_ARGUMENT', `unknown cursor \`${cursor}\``, 'load the log again');
}
