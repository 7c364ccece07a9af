/** @module topic-touches: topics for scope checks: a change of a topic counts as one of the elements that it names. */
import type { Effect, Touch } from '../../../governance/tool/domain.ts';
import { touchOf } from '../../../kernel/building/model/effect/touch.ts';
import { scopedLevelNames } from '../../../kernel/building/model/scoped-level-names.ts';
import type { StateView } from '../../../kernel/building/model/state-view.ts';
import type { PlannedEvent, PlannedEventOf } from '../../../schemas/events.ts';
import { TOPIC_CATEGORY } from '../../../schemas/permissions.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import { placedTouch } from '../effect-touches.ts';

type TopicEvent = PlannedEventOf<'topic.created' | 'topic.updated'>;
type Action = 'CREATE' | 'MODIFY';
/** The branch, and the names by which scopes refer to its levels. */
type Names = { readonly view: StateView; readonly names: ReadonlyMap<string, string> };

/** The effect with the topics of its events among its touches. Topics change no element, so nothing else depends on them. */
export function withTopicTouches<View>(
  effect: Effect<View>,
  events: readonly PlannedEvent[],
  before: StateView,
): Effect<View> {
  const topics = events.filter(
    (event) => event.type === 'topic.created' || event.type === 'topic.updated',
  );
  if (topics.length === 0) return effect;
  return { ...effect, touches: [...effect.touches, ...topicTouches(topics, before)] };
}

function topicTouches(topics: readonly TopicEvent[], view: StateView): readonly Touch[] {
  const names = scopedLevelNames(view.elementsOf('level'));
  const touches = new Map<string, Touch>();
  for (const event of topics) {
    const action = event.type === 'topic.created' ? 'CREATE' : 'MODIFY';
    const named = event.payload.element_ids;
    for (const id of named) {
      const key = `${action} ${id}`;
      if (touches.has(key) || view.element(id) === undefined) continue;
      touches.set(key, new NamedElement(id, action, { view, names }));
    }
    if (named.length === 0 || named.some((id) => view.element(id) === undefined)) {
      touches.set(`topic ${event.aggregate_id}`, unplaced(event, action));
    }
  }
  return [...touches.values()];
}

/** A topic that is not about elements of the branch alone: it is on no level, and has at most its own place. */
function unplaced({ type, aggregate_id: id, payload }: TopicEvent, action: Action): Touch {
  const at = type === 'topic.created' ? (payload.own?.location ?? null) : null;
  const after: readonly BoxMm[] = at === null ? [] : [{ min: at, max: at }];
  const kind = 'topic';
  const category = TOPIC_CATEGORY;
  return { id, action, kind, category, levels: [], before: [], after, scoped: true };
}

/** An element that a topic names. Its place is computed only for scopes that judge it: archives name thousands. */
class NamedElement implements Touch {
  readonly id: string;
  readonly action: Action;
  readonly kind: string;
  readonly category: string;
  readonly before: readonly BoxMm[] = [];
  readonly scoped = true;
  readonly #on: Names;
  #placed: Pick<Touch, 'levels' | 'after'> | null = null;

  constructor(id: string, action: Action, on: Names) {
    const element = on.view.element(id);
    this.id = id;
    this.action = action;
    this.kind = element?.kind ?? '';
    this.category = element === undefined ? '' : on.view.kinds.of(element).category;
    this.#on = on;
  }

  get levels(): Touch['levels'] {
    return this.#place().levels;
  }
  get after(): readonly BoxMm[] {
    return this.#place().after;
  }
  #place(): Pick<Touch, 'levels' | 'after'> {
    if (this.#placed !== null) return this.#placed;
    const { view, names } = this.#on;
    const sides = { before: view, after: view };
    const touch = touchOf(sides, this.id);
    this.#placed = touch === null ? { levels: [], after: [] } : placedTouch(touch, sides, names);
    return this.#placed;
  }
}
