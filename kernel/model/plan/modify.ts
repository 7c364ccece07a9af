/** @module modify: one parameter of one element, under every rule of its kind. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { fillingOf, isOf } from '../../kinds/kind.ts';
import type { AnyElement, Filling, FollowCode, Followed } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { level as levelKind } from '../../kinds/level.ts';
import { asHost, fillingsIn, requireOffset } from '../../kinds/rules/hosting.ts';
import { atHeightOf, followsLevel } from '../../kinds/rules/level-height.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';
import { checkElement } from './check.ts';
import { checkConsequences } from './consequences.ts';
import { nearestFirst } from './names.ts';
import { hosted, modified, onGrid } from './planned.ts';
import { snapped } from './snap.ts';

export type ModifyCode = FollowCode | ElementCode | 'UNKNOWN_PARAMETER' | 'NO_EFFECT';

/** What a changed parameter was and is. */
export type Modification = {
  readonly element_id: string;
  readonly parameter_name: string;
  readonly from: unknown;
  readonly to: unknown;
};

/**
 * Plans one changed parameter. Refuses a name that the kind does not have (`data.parameters`, nearest
 * first), a value that does not fit, no change at all, and whatever would break the element or what hangs
 * on it.
 */
export function planModify(
  input: {
    readonly element_id: string;
    readonly parameter_name: string;
    readonly value: unknown;
  },
  view: ModelView,
  context: PlanContext<ModifyCode>,
): Plan<Modification> {
  const before = requireElement(view, input.element_id, context);
  const { parameter_name } = input;
  const given = withParameter(before, input, view.kinds, context);
  const asked = withHeight(before, given, parameter_name, view);
  const follow = followed(before, asked, view, context);
  const snap = snapped(before, follow.element, view, context);
  const { snapped: changed } = snap;
  const event = modified(before, changed);
  // A reference that is not seen is refused below, in the same words whether it is the one that is there or not.
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
  const along = raisedAlong(before, after, view, context);
  const stored = modified(before, after);
  return {
    events: [
      ...(stored === null ? [] : [stored]),
      ...stays.events,
      ...along.events,
      ...rehosted(before, after, view.kinds),
    ],
    data: {
      element_id: before.id,
      parameter_name,
      from: paramOf(before, parameter_name) ?? null,
      to: paramOf(after, parameter_name) ?? null,
    },
    warnings: [...warnings, ...follow.notes, ...snap.notes, ...stays.notes, ...along.notes],
    relies_on: [...relies_on, ...follow.wall_ids, ...snap.wall_ids, ...along.relies_on],
    // Whatever is put on a level meanwhile would move along, unseen by who approves this.
    ...(before.kind === levelKind.kind && ['elevation', 'height'].includes(parameter_name)
      ? { exclusive: true }
      : {}),
  };
}

/** An element that follows its level is as high as that; one that is given a height of its own follows no more. */
function withHeight(
  before: AnyElement,
  asked: AnyElement,
  name: string,
  view: ModelView,
): AnyElement {
  if (!followsLevel(asked)) return asked;
  if (name === 'height') {
    if (before.params['height'] === asked.params['height']) return asked;
    return { ...asked, params: { ...asked.params, follows_level: false } };
  }
  const level = view.elementOf(view.kinds.references(asked).level ?? '', 'level');
  return level === undefined ? asked : atHeightOf(asked, level);
}

type Along = {
  readonly events: readonly PlannedEvent[];
  readonly relies_on: readonly string[];
  readonly notes: readonly string[];
};

/** What follows the height of a level gets its new height, under every rule of its kind. */
function raisedAlong(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<ModifyCode>,
): Along {
  const events: PlannedEvent[] = [];
  const relies_on: string[] = [];
  if (!isOf(levelKind, before) || !isOf(levelKind, after)) return { events, relies_on, notes: [] };
  if (before.params.height === after.params.height) return { events, relies_on, notes: [] };
  for (const element of view.elementsOnLevel(after.id)) {
    const raised = atHeightOf(element, after);
    const event = modified(element, raised);
    if (event === null) continue;
    checkElement(raised, view, context);
    relies_on.push(...checkConsequences(raised, view, context));
    events.push(event);
  }
  const said = `${events.length} elements follow the height of level \`${after.id}\``;
  return { events, relies_on, notes: events.length === 0 ? [] : [said] };
}

type Stays = {
  readonly events: readonly PlannedEvent[];
  /** What the host holds, as it will be. */
  readonly fillings: readonly Filling[];
  readonly notes: readonly string[];
};

/** What a host holds stays where it is when the point moves from which it is measured. */
function keptInPlace(
  before: AnyElement,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<ModifyCode>,
): Stays {
  const holder = asHost(after, view.kinds.all);
  const by = holder?.holds.shift(before, after) ?? 0;
  if (by === 0) return { events: [], fillings: fillingsIn(view, after.id), notes: [] };
  const kept = view.hostedBy(after.id).map((held) => {
    const filling = fillingOf(view.kinds, held);
    const { fills } = view.kinds.of(held);
    if (filling === null || fills === 'none') return { held, is: held };
    const offset = requireOffset((filling.cut.offset ?? 0) + by, filling, context);
    return { held, is: fills.slid(held, { offset, dz: 0 }, context) };
  });
  const events = kept.flatMap(({ held, is }) => modified(held, is) ?? []);
  return {
    events,
    fillings: kept.flatMap(({ is }) => fillingOf(view.kinds, is) ?? []),
    notes:
      events.length === 0
        ? []
        : [
            `what \`${after.id}\` holds stays in its place: ${events.length} offsets change by ${by} mm`,
          ],
  };
}

/** Whether a parameter names something that is not in the view. */
function isUnseen(element: AnyElement, name: string, view: ModelView): boolean {
  const ids = view.kinds.named(element).filter(([parameter]) => parameter === name);
  return ids.some(([, id]) => view.element(id) === undefined);
}

/** Value of a parameter by its name, undefined when the kind has none of that name. */
function paramOf({ params }: AnyElement, name: string): unknown {
  return Object.hasOwn(params, name) ? params[name] : undefined;
}

function withParameter(
  element: AnyElement,
  { parameter_name: name, value }: { readonly parameter_name: string; readonly value: unknown },
  kinds: Kinds,
  context: PlanContext<ModifyCode>,
): AnyElement {
  const { kind, fixed, params } = kinds.of(element);
  const known = Object.keys(params.shape).filter((key) => !fixed.includes(key));
  if (!known.includes(name)) {
    const parameters = nearestFirst(name, known);
    return context.refuse(
      'UNKNOWN_PARAMETER',
      fixed.includes(name)
        ? `\`${name}\` of a ${kind} cannot be set, expected one of ${parameters.join(', ')}`
        : `a ${kind} has no parameter \`${name}\`, expected one of ${parameters.join(', ')}`,
      { element_id: element.id, kind, parameters },
    );
  }
  const parsed = params.safeParse({ ...element.params, [name]: value });
  // Rounded after the check, so that a number too large to be rounded is refused as such.
  if (parsed.success) return onGrid({ ...element, params: parsed.data }, kinds);
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).join('.');
  const outside = issue?.code === 'too_big' || issue?.code === 'too_small';
  return context.refuse(
    outside ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `\`${where}\` of a ${kind}: ${(issue?.message ?? 'not a value of this kind').toLowerCase()}`,
    { element_id: element.id, parameter_name: name },
  );
}

/** The element with what it follows found again. */
function followed(
  before: AnyElement,
  asked: AnyElement,
  view: ModelView,
  context: PlanContext<FollowCode>,
): Followed<AnyElement> {
  const { follows } = view.kinds.of(asked);
  return follows === 'none'
    ? { element: asked, wall_ids: [], notes: [] }
    : follows.modified(before, asked, view, context);
}

/** A filling that goes to another host ties itself to it, so that fillings of one host conflict. */
function rehosted(before: AnyElement, after: AnyElement, kinds: Kinds): readonly PlannedEvent[] {
  const [from, to] = [kinds.references(before).host, kinds.references(after).host];
  return to === null || from === to ? [] : [hosted(to, after.id)];
}
