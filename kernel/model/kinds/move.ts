/** @module move: elements moved by a displacement, with what they hold. */
import type { Element, ElementOf } from '../../../schemas/elements.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { HostedElement, ModelView } from '../view.ts';
import type { CheckCode } from './check.ts';
import { checkElement } from './check.ts';
import { checkConsequences } from './consequences.ts';
import type { HostCode } from './hosting.ts';
import { isHosted, requireHost } from './hosting.ts';
import type { ElementCode } from './lookup.ts';
import { requireElement } from './lookup.ts';
import { modified, onGridDeep } from './planned.ts';
import type { EnclosedCode } from './room.ts';
import { requireEnclosure } from './room.ts';
import type { Free, Motion } from './transform.ts';
import { transformed } from './transform.ts';

export type MoveCode =
  | CheckCode
  | ElementCode
  | EnclosedCode
  | HostCode
  | 'INVALID_ARGUMENT'
  | 'NO_EFFECT';

/** What an element does when it is moved or turned. */
export type Moved = { readonly element_id: string; readonly modified_ids: string[] };

/**
 * Plans a displacement in mm. A level moves up and down only, and everything on it with it by
 * derivation; what sits in a wall moves along the wall (and up, where it has a sill); openings of a floor
 * or roof go with it; a room that follows its walls finds its outline anew.
 */
export function planMove(
  input: { readonly element_id: string; readonly delta: SpacePoint },
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Moved> {
  const { delta } = input;
  const before = requireElement(view, input.element_id, context);
  if (isHosted(before)) {
    const { element, notes } = movedInHost(before, delta, view, context);
    return movedPlan(before, element, view, context, notes);
  }
  if (before.kind !== 'level') return planMotion(before, translation(delta), view, context);
  if (delta.x !== 0 || delta.y !== 0)
    context.refuse(
      'INVALID_ARGUMENT',
      'a level moves up and down only: expected `delta.x` = 0 and `delta.y` = 0',
    );
  const elevation = before.params.elevation + delta.z;
  const after = { ...before, params: { ...before.params, elevation } };
  // Whatever is put on the level meanwhile would move along, unseen by who approves this.
  return { ...movedPlan(before, after, view, context), exclusive: true };
}

/** The motion that displaces everything by `delta` mm. */
export function translation(delta: SpacePoint): Motion {
  return {
    point: ({ x, y }) => ({ x: x + delta.x, y: y + delta.y }),
    dz: delta.z,
    turn_deg: 0,
  };
}

/** Plans any motion of an element that stands on its own, with the openings it holds. */
export function planMotion(
  before: Free,
  motion: Motion,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Moved> {
  const after = transformed(before, motion, context);
  if (after.kind === 'room' && after.params.point !== null)
    return movedRoom(before, after, after.params.point, { view, context });
  if (before.kind !== 'floor' && before.kind !== 'roof')
    return movedPlan(before, after, view, context);
  return movedSlab(before, after, motion, { view, context });
}

type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

function movedRoom(
  before: Element,
  after: ElementOf<'room'>,
  point: PlanPoint,
  { view, context }: Planning,
): Plan<Moved> {
  const { boundary_points, wall_ids } = requireEnclosure(
    after.params.level_id,
    onGridDeep(point),
    view,
    context,
  );
  const found = { ...after, params: { ...after.params, boundary_points } };
  const plan = movedPlan(before, found, view, context);
  return { ...plan, relies_on: [...(plan.relies_on ?? []), ...wall_ids] };
}

/** A floor or roof and its openings, which have places of their own in plan. */
function movedSlab(
  before: ElementOf<'floor' | 'roof'>,
  after: Element,
  motion: Motion,
  { view, context }: Planning,
): Plan<Moved> {
  const held = view.hostedBy(before.id);
  const carried = held.map((hosted): HostedElement => {
    if (hosted.kind !== 'opening' || hosted.params.location === null) return hosted;
    const location = motion.point(hosted.params.location);
    return onGridDeep({ ...hosted, params: { ...hosted.params, location } });
  });
  const plan = movedPlan(before, after, view, context, [], carried);
  const events = held.flatMap((hosted, index): readonly PlannedEvent[] => {
    const event = modified(hosted, carried[index] ?? hosted);
    return event === null ? [] : [event];
  });
  return {
    ...plan,
    events: [...plan.events, ...events],
    data: {
      element_id: before.id,
      modified_ids: [before.id, ...events.map(({ aggregate_id }) => aggregate_id)],
    },
  };
}

function movedPlan(
  before: Element,
  asked: Element,
  ...rest: readonly [
    view: ModelView,
    context: PlanContext<MoveCode>,
    notes?: readonly string[],
    hosted?: readonly HostedElement[],
  ]
): Plan<Moved> {
  const [view, context, notes = [], hosted] = rest;
  const after = onGridDeep(asked);
  if (modified(before, after) === null)
    return context.refuse('NO_EFFECT', `\`${before.id}\` would stay where it is`, {
      element_id: before.id,
    });
  const { element, warnings } = checkElement(after, view, context);
  const relies_on = checkConsequences(element, view, context, hosted);
  const event = modified(before, element);
  return {
    events: event === null ? [] : [event],
    data: { element_id: before.id, modified_ids: [before.id] },
    warnings: [...warnings, ...notes],
    relies_on,
  };
}

/** A filling moved by `delta` within its host: along a wall, or in plan. */
export function movedInHost(
  element: HostedElement,
  delta: SpacePoint,
  view: ModelView,
  context: PlanContext<MoveCode>,
): { readonly element: HostedElement; readonly notes: readonly string[] } {
  const host = requireHost(view, element.params.host_id, context);
  if (host.kind !== 'wall') {
    if (delta.z !== 0)
      context.refuse(
        'INVALID_ARGUMENT',
        `an opening of a ${host.kind} moves in plan only: expected \`delta.z\` = 0`,
      );
    if (element.kind !== 'opening' || element.params.location === null)
      return { element, notes: [] };
    const { x, y } = element.params.location;
    const location = { x: x + delta.x, y: y + delta.y };
    return { element: { ...element, params: { ...element.params, location } }, notes: [] };
  }
  const { start, end } = host.params;
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const along = toGrid(delta.x * ux + delta.y * uy);
  const across = toGrid(delta.y * ux - delta.x * uy);
  const notes =
    across === 0
      ? []
      : [`moved along wall \`${host.id}\` only: ${across} mm across it are left out`];
  const offset = requireOffset((element.params.offset ?? 0) + along, element, context);
  switch (element.kind) {
    case 'door':
      if (delta.z !== 0)
        context.refuse(
          'INVALID_ARGUMENT',
          'a door stands at the foot of its wall: expected `delta.z` = 0',
        );
      return { element: { ...element, params: { ...element.params, offset } }, notes };
    case 'window': {
      const sill_height = requireSill(element.params.sill_height + delta.z, element, context);
      return { element: { ...element, params: { ...element.params, offset, sill_height } }, notes };
    }
    case 'opening': {
      const sill = requireSill(element.params.sill + delta.z, element, context);
      return { element: { ...element, params: { ...element.params, offset, sill } }, notes };
    }
    default:
      return element satisfies never;
  }
}

function requireOffset(
  offset: number,
  element: HostedElement,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): number {
  const rounded = toGrid(offset);
  if (rounded < 0)
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${element.kind} \`${element.id}\` would start ${-rounded} mm before the start of its wall`,
      { element_id: element.id, host_id: element.params.host_id, offset: rounded },
    );
  return rounded;
}

function requireSill(
  sill: number,
  element: HostedElement,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): number {
  const rounded = toGrid(sill);
  if (rounded < 0)
    context.refuse(
      'OPENING_EXCEEDS_HOST',
      `${element.kind} \`${element.id}\` would start ${-rounded} mm below the foot of its wall`,
      { element_id: element.id, host_id: element.params.host_id, sill: rounded },
    );
  return rounded;
}
