/** @module modify: changes one parameter of one element and checks every rule of its kind. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { receivedWords } from '../../../../schemas/issue-words.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import { isOf, shownParams } from '../../kinds/kind.ts';
import type { AnyElement, Fixed, FollowCode, Followed } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { level as levelKind } from '../../kinds/level/level.ts';
import {
  onDrawnLine,
  ROUND_LINES,
  storedLine,
  withLineOffset,
} from '../../kinds/rules/location-line.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import { propertyName } from '../../kinds/shared/properties.ts';
import { isStated, statingProperty } from '../../kinds/shared/stated.ts';
import { type as typeKind } from '../../kinds/type/type.ts';
import { wall } from '../../kinds/wall/wall.ts';
import type { ModelView } from '../view.ts';
import { checkElement } from './check.ts';
import { checkConsequences } from './consequences.ts';
import { raisedAlong, withHeight } from './heights.ts';
import { keptInPlace } from './kept-in-place.ts';
import { nearestFirst } from './names.ts';
import { changedWithType } from './of-type.ts';
import { hosted, modified, onGrid } from './planned.ts';
import { snapped } from './snap.ts';
import { stairOpenings } from './stair-openings.ts';

export type ModifyCode = FollowCode | ElementCode | 'UNKNOWN_PARAMETER' | 'NO_EFFECT';

/** Old and new value of a changed parameter. */
export type Modification = {
  readonly element_id: string;
  readonly parameter_name: string;
  readonly from: unknown;
  readonly to: unknown;
};

/**
 * Plans the change of one parameter. Refuses a name that the kind does not have (`data.parameters`
 * lists the valid names, closest match first), an invalid value, a change without effect, and any
 * change that breaks the element or its dependants.
 */
export function planModify(
  input: {
    readonly element_id: string;
    readonly parameter_name: string;
    readonly value: unknown;
    /** Further parameters that change with it, such as the offset in a new host. */
    readonly along?: Readonly<Record<string, unknown>>;
  },
  view: ModelView,
  context: PlanContext<ModifyCode>,
): Plan<Modification> {
  const before = requireElement(view, input.element_id, context);
  const { parameter_name } = input;
  const given = Object.entries(input.along ?? {}).reduce(
    (element, [name, value]) =>
      withParameter(element, { parameter_name: name, value }, view.kinds, context),
    onLine(before, input, view, context),
  );
  const requested = withHeight(before, given, parameter_name, view);
  const follow = followed(before, requested, view, context);
  const snap = snapped(before, follow.element, view, context);
  const { snapped: changed } = snap;
  const event = modified(asDrawn(before, parameter_name), changed);
  // An invisible reference is refused below. The message is the same whether or not the value equals the
  // current one, so that it does not reveal the current value.
  if (event === null && !isUnseen(changed, parameter_name, view)) {
    return context.refuse(
      'NO_EFFECT',
      `\`${parameter_name}\` of \`${before.id}\` already has this value`,
      { element_id: before.id, parameter_name },
    );
  }
  const { element: after, warnings } = checkElement(changed, view, context);
  const stays = keptInPlace(before, after, view, context);
  const relies_on = checkConsequences(after, view, context, stays.fillings);
  const along =
    before.kind === typeKind.kind
      ? changedWithType(before, after, view, context)
      : raisedAlong(before, after, view, context);
  const shafts = stairOpenings(before, after, view, context);
  const stored = modified(before, after);
  return {
    events: [
      ...(stored === null ? [] : [stored]),
      ...stays.events,
      ...along.events,
      ...shafts.events,
      ...rehosted(before, after, view.kinds),
    ],
    data: {
      element_id: before.id,
      parameter_name,
      from: reported(before, parameter_name, view.kinds),
      to: reported(after, parameter_name, view.kinds),
    },
    warnings: [
      ...warnings,
      ...follow.notes,
      ...snap.notes,
      ...stays.notes,
      ...along.notes,
      ...shafts.notes,
    ],
    relies_on: [
      ...relies_on,
      ...follow.wall_ids,
      ...snap.wall_ids,
      ...along.relies_on,
      ...shafts.relies_on,
    ],
    // An element put on the level or assigned the type in the meantime would also change, without the
    // approver having seen it.
    ...(isFollowed(before, parameter_name) ? { exclusive: true } : {}),
  };
}

/** Returns whether other elements follow this parameter. */
function isFollowed({ kind }: AnyElement, name: string): boolean {
  if (kind === typeKind.kind) return true;
  return kind === levelKind.kind && ['elevation', 'height'].includes(name);
}

/** The value that the answer states: for one that is too long for answers, such as a stored mesh, the words for it. */
function reported(element: AnyElement, name: string, kinds: Kinds): unknown {
  const stored = paramOf(asDrawn(element, name), name) ?? null;
  if (typeof stored !== 'object' || stored === null) return stored;
  const shown = shownParams(element, kinds)[name];
  return shown === undefined || typeof shown === 'object' ? stored : shown;
}

/** A wall with its ends on the location line, as callers specify them. Other elements are returned unchanged. */
function asDrawn(element: AnyElement, name: string): AnyElement {
  if (!isOf(wall, element) || !['start', 'end', 'via'].includes(name)) return element;
  return { ...element, params: onDrawnLine(element.params) };
}

/**
 * Returns the value to store: for a curved wall, `outside` or `inside` is replaced by the face on that
 * side of the arc.
 */
function facingOf(
  before: AnyElement,
  { parameter_name, value }: { readonly parameter_name: string; readonly value: unknown },
  context: PlanContext<'INVALID_ARGUMENT'>,
): unknown {
  const word = ROUND_LINES.find((one) => one === value);
  if (!isOf(wall, before) || parameter_name !== 'location_line' || word === undefined) return value;
  return storedLine(word, before.params, context);
}

/** Parameters of a wall that determine its location line. */
const OF_LINES: ReadonlySet<string> = new Set(['location_line', 'layer_side']);

/**
 * Returns the element with the new parameter. The ends of a wall are specified on its location line. A
 * new location line leaves the body of the wall in place.
 */
function onLine(
  before: AnyElement,
  input: { readonly parameter_name: string; readonly value: unknown },
  view: ModelView,
  context: PlanContext<ModifyCode>,
): AnyElement {
  const name = input.parameter_name;
  const value = facingOf(before, input, context);
  const given = withParameter(
    asDrawn(before, name),
    { parameter_name: name, value },
    view.kinds,
    context,
  );
  if (!isOf(wall, given) || !OF_LINES.has(name)) return given;
  if (given.params.location_line === 'core' && isUnseen(given, 'type_id', view)) {
    context.refuse(
      'INVALID_ARGUMENT',
      `the core of \`${before.id}\` is defined by a type that you may not read: expected \`location_line\` centre, left or right`,
      { element_id: before.id, parameter_name: name },
    );
  }
  if (name !== 'location_line') return given;
  return { ...given, params: withLineOffset(given.params, view) };
}

/** Returns whether a parameter references an element that is not in the view. */
function isUnseen(element: AnyElement, name: string, view: ModelView): boolean {
  const ids = view.kinds.named(element).filter(([parameter]) => parameter === name);
  return ids.some(([, id]) => view.element(id) === undefined);
}

/** Value of the named parameter, or undefined if the kind has no such parameter. */
function paramOf({ params }: AnyElement, name: string): unknown {
  return Object.hasOwn(params, name) ? params[name] : undefined;
}

/** Whether modify_parameter can set a parameter, at least to null. */
function isSettable(fixed: Fixed | undefined): boolean {
  return fixed === undefined || typeof fixed === 'object';
}

/** A sentence as a clause in a longer one. */
function clause(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}

function withParameter(
  element: AnyElement,
  { parameter_name: name, value }: { readonly parameter_name: string; readonly value: unknown },
  kinds: Kinds,
  context: PlanContext<ModifyCode>,
): AnyElement {
  const { kind, fixed, params } = kinds.of(element);
  const known = Object.keys(params.shape).filter((key) => isSettable(fixed[key]));
  const own = Object.hasOwn(fixed, name) ? fixed[name] : undefined;
  const stated = own ?? (Object.hasOwn(params.shape, name) ? undefined : fixed['*']);
  const why = typeof stated === 'function' ? stated(element) : stated;
  if (!known.includes(name)) {
    requireNoProperty(element, name, context);
    const parameters = nearestFirst(name, known);
    return context.refuse(
      'UNKNOWN_PARAMETER',
      typeof why === 'string'
        ? `\`${name}\` of a ${kind} cannot be set: ${clause(why)}; expected one of ${parameters.join(', ')}`
        : `a ${kind} has no parameter \`${name}\`, expected one of ${parameters.join(', ')}`,
      { element_id: element.id, kind, parameters },
    );
  }
  if (typeof why === 'object' && value !== null) {
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${name}\` of a ${kind} cannot be ${receivedWords(value)}: ${why.unless_null}; expected null`,
      { element_id: element.id, parameter_name: name },
    );
  }
  const parsed = params.safeParse({ ...element.params, [name]: value });
  // Round after validation, so that a number too large for rounding gets the correct refusal.
  if (parsed.success) return onGrid({ ...element, params: parsed.data }, kinds);
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).join('.');
  const outside = issue?.code === 'too_big' || issue?.code === 'too_small';
  return context.refuse(
    outside ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `\`${where}\` of a ${kind}${issue?.path.length === 1 ? ` cannot be ${receivedWords(value)}` : ''}: ${issue?.message ?? 'expected another value'}`,
    { element_id: element.id, parameter_name: name },
  );
}

/**
 * Refuses INVALID_ARGUMENT for a name that is a property, not a parameter, of this kind; the refusal
 * names the property.
 */
function requireNoProperty(
  { id, kind }: AnyElement,
  name: string,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const stating = isStated(name) ? statingProperty(kind, name) : null;
  const [set, property] = stating === null ? [] : (propertyName(stating) ?? []);
  if (set === undefined || property === undefined) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `a ${kind} has no parameter \`${name}\`: expected set_properties with set \`${set}\` and \`${property}\``,
    { element_id: id, set, property },
  );
}

/** Returns the element after its followed elements (such as the walls of a room) were determined again. */
function followed(
  before: AnyElement,
  requested: AnyElement,
  view: ModelView,
  context: PlanContext<FollowCode>,
): Followed<AnyElement> {
  const { follows } = view.kinds.of(requested);
  return follows === 'none'
    ? { element: requested, wall_ids: [], notes: [] }
    : follows.modified(before, requested, view, context);
}

/** Returns the event that ties a filling to its new host, so that concurrent fillings of one host conflict. */
function rehosted(before: AnyElement, after: AnyElement, kinds: Kinds): readonly PlannedEvent[] {
  const [from, to] = [kinds.references(before).host, kinds.references(after).host];
  return to === null || from === to ? [] : [hosted(to, after.id)];
}
