/** @module delta: the shapes that have changed on a branch since a state that the page was sent. */
import { typeIdOf } from '../../../kernel/building/kinds/types/of-type.ts';
import type { ChangedElements } from '../../../kernel/building/model/effect/changed-between.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { Looking, Seen } from '../looking/looking.ts';
import { readKey, type Since } from '../looking/moments.ts';
import { ASKS } from '../protocol/asks.ts';
import { partOf } from '../shapes/part-bytes.ts';
import { sceneBox } from '../shapes/scene-box.ts';
import { storeysOf } from '../shapes/storeys.ts';
import { type BytesAnswer, bytesAnswer } from './answer.ts';

/** More changed elements than this are loaded as a new scene. */
const MOST = 5000;

/**
 * Changed and new elements as a part in the coordinates of the scene of the mark, and the ids that no longer have a shape.
 * `reload` if the mark is unknown, if storeys have changed, or if too much has. Refuses OPERATION_NOT_FOUND for a mark
 * that names no state of this sign-in.
 */
export const deltaAnswer = bytesAnswer('delta', ASKS.delta, async ({ mark }, looking) => {
  const state = looking.marks.stateOf(mark);
  if (state === undefined) throw unknownMark(mark);
  const present = await looking.at({ branch: state.branch });
  const isComparable = state.is_present === true && state.read === readKey(looking.viewer);
  if (!isComparable) return reloaded(present, looking);
  const since = await looking.since(state, present);
  const renamed = ofRenamedTypes(since, present.view);
  const lists = [...Object.values(since.changes), renamed];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  if (count > MOST || hasOtherStoreys(since, present.view)) return reloaded(present, looking);
  const origin = looking.marks.originOf(mark) ?? sceneBox(since.before).origin;
  looking.marks.keepOrigin(present.shown.mark, origin);
  return changedPart(since, renamed, { ...present, origin });
});

function changedPart(
  { changes, before }: Since,
  renamed: readonly string[],
  place: Seen & { readonly origin: readonly [number, number, number] },
): BytesAnswer {
  const { view } = place;
  const { created, modified, followed, deleted } = changes;
  const changed = new Set([...created, ...modified, ...followed, ...renamed]);
  const ids = [...changed].filter((id) => isBody(id, view));
  const removed = deleted.filter((id) => isBody(id, before));
  const elements = ids.flatMap((id) => view.element(id) ?? []);
  return partOf(elements, place, { removed });
}

/** Elements with a shape whose type has another name. */
function ofRenamedTypes({ changes, before }: Since, after: BuildingView): readonly string[] {
  const types = new Set(
    changes.modified.filter((id) => {
      const [was, is] = [before, after].map((view) => view.elementOf(id, 'type')?.params.name);
      return was !== is;
    }),
  );
  if (types.size === 0) return [];
  return storeysOf(after).flatMap(({ elements }) =>
    elements.filter((one) => types.has(typeIdOf(one) ?? '')).map(({ id }) => id),
  );
}

function isBody(id: string, view: BuildingView): boolean {
  const element = view.element(id);
  return element !== undefined && view.kinds.of(element).body !== 'none';
}

/** Whether a level was created or deleted, or has another name or place: the storeys of the scene are then others. */
function hasOtherStoreys({ changes, before }: Since, after: BuildingView): boolean {
  const { created, deleted, modified }: ChangedElements = changes;
  return [...created, ...deleted, ...modified].some((id) =>
    [before, after].some((view) => view.element(id)?.kind === 'level'),
  );
}

function reloaded(present: Seen, looking: Looking): BytesAnswer {
  const { origin } = sceneBox(present.view);
  looking.marks.keepOrigin(present.shown.mark, origin);
  return partOf([], { ...present, origin }, { removed: [], reload: true });
}

function unknownMark(mark: string): Refusal {
  return new Refusal(
    'OPERATION_NOT_FOUND',
    `no state \`${mark}\` was sent to this page`,
    'load the scene again',
  );
}
