/** @module past-answers: what views answer about earlier moments, and the models that full replays of the log give. */
import { Model } from '../../../kernel/building/model/model.ts';
import { replay, type ReplaySource } from '../../../kernel/building/model/replay.ts';
import type { StateView } from '../../../kernel/building/model/state-view.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';

const BOX = { min: { x: -3000, y: -3000, z: -100 }, max: { x: 3000, y: 3000, z: 4000 } };

/** Bytes or the reason why there are none: moments within an operation may be inconsistent. */
function meshOf(view: ModelView, id: string): unknown {
  try {
    const mesh = view.mesh(id);
    return mesh === null ? null : [[...mesh.positions], [...mesh.triangles]];
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** All answers of a view that page and tools show, in its order. */
export function answersOf(view: ModelView): unknown {
  const elements = [...view.elements()];
  const about = elements.map(({ id }) => {
    const mesh = meshOf(view, id);
    if (typeof mesh === 'string') return [view.version(id), mesh];
    return [
      view.version(id),
      view.levelOf(id),
      view.bounds(id),
      view.measures(id),
      view.outline(id),
      view.joinedWalls(id),
      view.hostedBy(id).map((hosted) => hosted.id),
      mesh,
    ];
  });
  return { elements, about, count: view.count(), references: view.references() };
}

/** The answers of a view in boxes; only for consistent moments. */
export function answersInBoxes(view: ModelView): unknown {
  return view.inBox(BOX);
}

/** The branch after ledger event `seq` in a model that reads the log from its first event. */
export async function replayedView(
  events: ReplaySource,
  options: ConstructorParameters<typeof Model>[0],
  { branch, seq }: { readonly branch: string; readonly seq: number },
): Promise<StateView> {
  const model = new Model(options);
  await replay(model, events, { until: seq });
  const record = model.record(branch);
  if (record !== null) return model.pastView(branch, record.state, seq);
  const whole = new Model(options);
  await replay(whole, events);
  const later = whole.record(branch);
  if (later === null || later.parent === null) throw new Error(`no branch ${branch}`);
  const at = Math.min(seq, later.from_seq);
  return await replayedView(events, options, { branch: later.parent, seq: at });
}
