/** @module of type: what changes with a type, under every rule of its kind. */
import type { Json, PlannedEvent } from '../../../schemas/events.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { deepEqual } from '../../canonical/deep-equal.ts';
import type { AnyElement, Filling } from '../../kinds/kind.ts';
import { fillingOf, isOf } from '../../kinds/kind.ts';
import { ANCHORS, withAnchoredWidth } from '../../kinds/rules/anchor.ts';
import { givenBy, typeIdOf, withGiven } from '../../kinds/types/of-type.ts';
import type { Type } from '../../kinds/types/type.ts';
import { type as typeKind } from '../../kinds/types/type.ts';
import { listed } from '../../text/listed.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkHosted, requireBuildable } from './check.ts';
import { withElement } from './consequences.ts';
import { keptInPlace } from './kept-in-place.ts';
import { modified } from './planned.ts';

/** Events for elements that change along, what they rely on, and what is said of them. */
export type Along = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly notes: readonly string[];
};

const NOTHING: Along = { events: [], relies_on: [], notes: [] };

/** The elements of a type in a view, in order of creation. */
export function ofType(type: Type, view: ModelView): readonly AnyElement[] {
  return [...view.elementsOf(type.params.for)].filter((one) => typeIdOf(one) === type.id);
}

/** Parameters as they were given, and what they are where nobody gives them. */
type Sizes<P> = {
  readonly given: { readonly [name in keyof P]: P[name] | undefined };
  readonly presets: P;
};

/**
 * Parameters of a new element as they were given, else their presets; what its type gives takes their place when it is
 * checked. Refuses INVALID_ARGUMENT for one that was given and that the type gives otherwise.
 */
export function typedParams<P extends Readonly<Record<string, Json>>>(
  type_id: string | undefined,
  { given, presets }: Sizes<P>,
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): P {
  const type = type_id === undefined ? undefined : view.elementOf(type_id, 'type');
  const fixed = type === undefined ? {} : givenBy(type);
  const params: P = { ...presets };
  for (const name in presets) {
    const value = given[name];
    if (value === undefined) continue;
    const of_type = fixed[name];
    if (of_type !== undefined && of_type !== value) {
      context.refuse(
        'INVALID_ARGUMENT',
        `got \`${name}\` ${JSON.stringify(value)} and type \`${type?.params.name}\`, which gives ${JSON.stringify(of_type)}: leave one of them out`,
        { type_id, parameter_name: name },
      );
    }
    params[name] = value;
  }
  return params;
}

/** Elements of a changed type get what it gives them now, with what they hold, or the refusal names the one that does not fit. */
export function changedWithType(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<CheckCode>,
): Along {
  if (!isOf(typeKind, before) || !isOf(typeKind, after)) return NOTHING;
  const users = ofType(after, view);
  if (users.length === 0) return NOTHING;
  const changed = new Map(
    users.map((user) => [user.id, inItsPlace(withGiven(user, after), user, context)]),
  );
  // Layers in another order give the same sizes, and put the core of a wall elsewhere.
  const relaid = !deepEqual(before.params.layers, after.params.layers);
  const asked = [...changed.values()].filter(
    (one) => relaid || !deepEqual(one, view.element(one.id)),
  );
  const then = withElement(view, after);
  const relies_on: string[] = [];
  const moved: AnyElement[] = [];
  const events = asked.flatMap((user): readonly PlannedEvent[] => {
    const now = view.element(user.id);
    const siblings = siblingsOf(user, changed, view);
    const { element } = view.kinds
      .of(user)
      .check(
        user,
        { ...then, element: (id) => (id === user.id ? user : then.element(id)) },
        context,
        siblings,
      );
    const event = now === undefined ? null : modified(now, element);
    if (now === undefined || event === null) return [];
    requireBuildable(element, view, context);
    const stays = keptInPlace(now, element, view, context);
    if (stays.events.length > 0) checkHosted(element, stays.fillings, view, context);
    const { host, level } = view.kinds.references(user);
    relies_on.push(...[host, level].filter((id) => id !== null));
    moved.push(user);
    return [event].concat(stays.events);
  });
  return { events, relies_on, notes: [noteFor(after, users, moved)] };
}

/** What sits in a wall with the offset that its anchor gives it in its new width. */
function inItsPlace(
  { id, kind, params }: AnyElement,
  user: AnyElement,
  context: PlanContext<CheckCode>,
): AnyElement {
  const { host_id, offset, width } = params;
  const anchor = ANCHORS.find((one) => one === params['anchor']);
  if (typeof host_id !== 'string' || typeof offset !== 'number' || typeof width !== 'number') {
    return { id, kind, params };
  }
  const placed = { id, kind, params: { host_id, offset, width, anchor } };
  return {
    id,
    kind,
    params: { ...params, offset: withAnchoredWidth(placed, user, context).offset },
  };
}

/** What else a host will hold, null where the element sits in none. */
function siblingsOf(
  user: AnyElement,
  changed: ReadonlyMap<string, AnyElement>,
  view: ModelView,
): readonly Filling[] | undefined {
  const { host } = view.kinds.references(user);
  if (host === null) return undefined;
  return view
    .hostedBy(host)
    .flatMap((held) => fillingOf(view.kinds, changed.get(held.id) ?? held) ?? []);
}

function noteFor(type: Type, users: readonly AnyElement[], moved: readonly AnyElement[]): string {
  const { for: kind, name } = type.params;
  const of = `type \`${name}\``;
  if (moved.length === 0) {
    return users.length === 1
      ? `1 ${kind} is of ${of} and keeps its sizes`
      : `${users.length} ${kind}s are of ${of} and keep their sizes`;
  }
  const what = moved.length === 1 ? `1 ${kind} changes` : `${moved.length} ${kind}s change`;
  return `${what} with ${of}: ${listed(moved.map(({ id }) => id))}`;
}
