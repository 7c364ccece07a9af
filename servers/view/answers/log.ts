/** @module log: what happened on a branch, and the positions of a slider over it. */
import { assertReadable } from '../../../governance/access/scope-assertions.ts';
import { sightOf } from '../../../governance/engine/call/caller-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { cursorOf, placeOf } from '../log/cursors.ts';
import type { Place } from '../log/log-items.ts';
import { type RowSource, rowsBefore } from '../log/log-rows.ts';
import { stepsOf } from '../log/log-steps.ts';
import type { Looking } from '../looking/looking.ts';
import type { Marks } from '../looking/marks.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';
import { namesOf } from './names.ts';

/** The operations and refusals of a branch, newest first, page by page. */
export const logAnswer = jsonAnswer('log', ASKS.log, async ({ branch, before, limit }, looking) => {
  const place = before === undefined ? undefined : knownPlace(looking.marks, branch, before);
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
  const view = await viewOf(looking, branch);
  const author = {
    user_id: viewer.user_id,
    agent_id: viewer.kind === 'agent' ? viewer.agent_id : null,
  };
  return { view, reader, sees_all, author, nameOf: await namesOf(reader) };
}

/**
 * A branch as the person sees it, also a discarded one. To a person with a restricted READ, the log of this view also shows
 * elements that were in sight when they were deleted.
 */
async function viewOf(looking: Looking, branch: string): Promise<BuildingView> {
  const { viewer, reader, domain, sees_all } = looking;
  const head = await reader.branchHead(branch);
  if (head === null || (sees_all && head.status === 'open')) {
    return (await looking.at({ branch })).view;
  }
  assertReadable(viewer, branch);
  const sight = sightOf(viewer, branch);
  return (await domain.pastCallerView(branch, domain.lastSeq, sight)).view;
}

function knownPlace(marks: Marks, branch: string, cursor: string): Place {
  const place = placeOf(marks, branch, cursor);
  if (place !== null) return place;
  throw new Refusal('INVALID_ARGUMENT', `unknown cursor \`${cursor}\``, 'load the log again');
}
