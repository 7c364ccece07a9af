/** @module of type: updates the elements of a changed type and checks every rule of their kind. */
import type { Json, PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { listed } from '../../../base/text/id-list.ts';
import { WALL_ENDS } from '../../geometry/walls/wall-contacts.ts';
import type { AnyElement, Filling } from '../../kinds/kind.ts';
import { fillingOf, isOf } from '../../kinds/kind.ts';
import { ANCHORS, withAnchoredWidth } from '../../kinds/rules/anchor.ts';
import type { Type } from '../../kinds/type/type.ts';
import { type as typeKind } from '../../kinds/type/type.ts';
import { typeParams, typeIdOf, withTypeParams } from '../../kinds/types/of-type.ts';
import { unpinnedAt } from '../../kinds/wall/pins/kept-pins.ts';
import { wall } from '../../kinds/wall/wall.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkHosted, requireBuildable } from './check.ts';
import { withElement } from './consequences.ts';
import { keptInPlace } from './kept-in-place.ts';
import { modified } from './planned.ts';

/** Events for elements that change with another one, the ids they rely on, and notes for the answer. */
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

/** Parameters as the caller gave them, and their defaults. */
type Sizes<P> = {
  readonly given: { readonly [name in keyof P]: P[name] | undefined };
  readonly presets: P;
};

/**
 * Parameters of a new element: given values, otherwise defaults. Values set by the type replace them
 * during the check. Refuses INVALID_ARGUMENT for a given value that contradicts the type.
 */
export function typedParams<P extends Readonly<Record<string, Json>>>(
  type_id: string | undefined,
  { given, presets }: Sizes<P>,
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): P {
  const type = type_id === undefined ? undefined : view.elementOf(type_id, 'type');
  const fixed = type === undefined ? {} : typeParams(type);
  const params: P = { ...presets };
  for (const name in presets) {
    const value = given[name];
    if (value === undefined) continue;
    const of_type = fixed[name];
    if (of_type !== undefined && of_type !== value) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${name}\` ${JSON.stringify(value)} contradicts type \`${type?.params.name}\`, which defines ${JSON.stringify(of_type)}: leave one of them out`,
        { type_id, parameter_name: name },
      );
    }
    params[name] = value;
  }
  return params;
}

/**
 * Updates all elements of a changed type, including their fillings. The refusal names the element that
 * does not fit.
 */
export function changedWithType(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<CheckCode>,
): Along {
  if (!isOf(typeKind, before) || !isOf(typeKind, after)) return NOTHING;
  const users = ofType(after, view);
  if (users.length === 0) return NOTHING;
  // A different order of layers gives the same sizes, but moves the core of a wall.
  const relaid = !deepEqual(before.params.layers, after.params.layers);
  const changed = new Map(
    users.map((user) => [user.id, inItsPlace(retyped(user, after, relaid), user, context)]),
  );
  const requested = [...changed.values()].filter(
    (one) => relaid || !deepEqual(one, view.element(one.id)),
  );
  const then = withElement(view, after);
  const relies_on: string[] = [];
  const moved: AnyElement[] = [];
  const events = requested.flatMap((user): readonly PlannedEvent[] => {
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

/** Returns an element with the values of its type; a wall on the core line of other layers has no pinned ends. */
function retyped(user: AnyElement, type: Type, relaid: boolean): AnyElement {
  const element = withTypeParams(user, type);
  return relaid && isOf(wall, element) && element.params.location_line === 'core'
    ? { ...element, params: unpinnedAt(element.params, WALL_ENDS) }
    : element;
}

/** Returns a filling of a wall with the offset that follows from its anchor and its new width. */
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

/** All fillings that the host will have, undefined if the element has no host. */
function siblingsOf(
  user: AnyElement,
  changed: ReadonlyMap<string, AnyElement>,
  view: ModelView,
): readonly Filling[] | undefined {
  const { host } = view.kinds.references(user);
  if (host === null) return undefined;
  return view
    .hostedBy(host)
    .flatMap((content) => fillingOf(view.kinds, changed.get(content.id) ?? content) ?? []);
}

function noteFor(type: Type, users: readonly AnyElement[], moved: readonly AnyElement[]): string {
  const { for: kind, name } = type.params;
  const of = `type \`${name}\``;
  if (moved.length === 0) {
    return users.length === 1
      ? `1 ${kind} has ${of} and keeps its sizes`
      : `${users.length} ${kind}s have ${of} and keep their sizes`;
  }
  const what = moved.length === 1 ? `1 ${kind} changes` : `${moved.length} ${kind}s change`;
  return `${what} with ${of}: ${listed(moved.map(({ id }) => id))}`;
}
