/** @module modify: one parameter of one element, under every rule of its kind. */
import type { Element, ElementKind } from '../../../schemas/elements.ts';
import { ELEMENT_PARAMS } from '../../../schemas/elements.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import { deepEqual } from '../deep-equal.ts';
import type { ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkElement } from './check.ts';
import { checkConsequences } from './consequences.ts';
import { ElementShape } from './element-shape.ts';
import type { ElementCode } from './lookup.ts';
import { requireElement, requireLevel } from './lookup.ts';
import { nearestFirst } from './names.ts';
import { hosted, modified, onGridDeep } from './planned.ts';
import type { EnclosedCode } from './room.ts';
import { requireEnclosure } from './room.ts';

export type ModifyCode =
  | CheckCode
  | ElementCode
  | EnclosedCode
  | 'UNKNOWN_PARAMETER'
  | 'INVALID_ARGUMENT'
  | 'OUT_OF_RANGE'
  | 'NO_EFFECT';

/** What a solid is made of cannot be set. */
const FIXED: Readonly<Partial<Record<ElementKind, readonly string[]>>> = {
  solid: ['operation', 'source_ids', 'positions', 'triangles'],
};

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
  const asked = withParameter(before, parameter_name, input.value, context);
  const { element: changed, wall_ids, notes } = followed(before, asked, view, context);
  const event = modified(before, changed);
  if (event === null)
    return context.refuse(
      'NO_EFFECT',
      `\`${parameter_name}\` of \`${before.id}\` already has this value`,
      { element_id: before.id, parameter_name },
    );
  const { element: after, warnings } = checkElement(changed, view, context);
  const relies_on = checkConsequences(after, view, context);
  const stored = modified(before, after);
  return {
    events: [...(stored === null ? [] : [stored]), ...rehosted(before, after)],
    data: {
      element_id: before.id,
      parameter_name,
      from: paramOf(before, parameter_name) ?? null,
      to: paramOf(after, parameter_name) ?? null,
    },
    warnings: [...warnings, ...notes],
    relies_on: [...relies_on, ...wall_ids],
    // Whatever is put on a level meanwhile would move along, unseen by who approves this.
    ...(before.kind === 'level' && parameter_name === 'elevation' ? { exclusive: true } : {}),
  };
}

/** Value of a parameter by its name, undefined when the kind has none of that name. */
function paramOf(element: Element, name: string): unknown {
  return Object.entries(element.params).find(([key]) => key === name)?.[1];
}

function withParameter(
  element: Element,
  name: string,
  value: unknown,
  context: PlanContext<ModifyCode>,
): Element {
  const { kind } = element;
  const fixed = FIXED[kind] ?? [];
  const known = Object.keys(ELEMENT_PARAMS[kind].shape).filter((key) => !fixed.includes(key));
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
  const parsed = ElementShape.safeParse({
    ...element,
    params: { ...element.params, [name]: value },
  });
  // Rounded after the check, so that a number too large to be rounded is refused as such.
  if (parsed.success) return onGridDeep(parsed.data);
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).slice(1).join('.');
  const outside = issue?.code === 'too_big' || issue?.code === 'too_small';
  return context.refuse(
    outside ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `\`${where}\` of a ${kind}: ${(issue?.message ?? 'not a value of this kind').toLowerCase()}`,
    { element_id: element.id, parameter_name: name },
  );
}

/** A room that follows its walls: a new point finds a new outline, a given outline follows no walls. */
function followed(
  before: Element,
  asked: Element,
  view: ModelView,
  context: PlanContext<EnclosedCode | CheckCode>,
): Followed {
  if (before.kind !== 'room' || asked.kind !== 'room')
    return { element: asked, wall_ids: [], notes: [] };
  const { level_id, point, boundary_points } = asked.params;
  const { boundary_points: old } = before.params;
  if (boundary_points !== old && !deepEqual(boundary_points, old))
    return {
      element: { ...asked, params: { ...asked.params, point: null } },
      wall_ids: [],
      notes: point === null ? [] : ['the room keeps this outline and no longer follows its walls'],
    };
  const { params: was } = before;
  // The same point given again finds the outline again, as the walls are now.
  const again = deepEqual(asked.params, was);
  const moved = level_id !== was.level_id || !deepEqual(point, was.point);
  if (point === null || !(moved || again)) return { element: asked, wall_ids: [], notes: [] };
  requireLevel(view, level_id, context);
  const enclosure = requireEnclosure(level_id, point, view, context);
  return {
    element: {
      ...asked,
      params: { ...asked.params, boundary_points: enclosure.boundary_points },
    },
    wall_ids: enclosure.wall_ids,
    notes: [],
  };
}

type Followed = {
  readonly element: Element;
  readonly wall_ids: readonly string[];
  readonly notes: readonly string[];
};

/** A filling that goes to another host ties itself to it, so that fillings of one host conflict. */
function rehosted(before: Element, after: Element): readonly PlannedEvent[] {
  const [from, to] = [hostOf(before), hostOf(after)];
  return to === null || from === to ? [] : [hosted(to, after.id)];
}

function hostOf(element: Element): string | null {
  return 'host_id' in element.params ? element.params.host_id : null;
}
