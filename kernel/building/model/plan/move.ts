/** @module move: moves elements by a displacement, together with their fillings. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { SpacePoint } from '../../../../schemas/units.ts';
import { group as groupKind } from '../../kinds/group/group.ts';
import { isOf, fillingOf } from '../../kinds/kind.ts';
import type { AnyElement, Filling, FollowCode, Motion } from '../../kinds/kind.ts';
import { level as levelKind } from '../../kinds/level/level.ts';
import type { HostCode } from '../../kinds/rules/hosting.ts';
import { requireHost, requireOffset } from '../../kinds/rules/hosting.ts';
import type { ElementCode } from '../../kinds/rules/lookup.ts';
import { requireElement } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';
import { checkElement } from './check.ts';
import { checkConsequences } from './consequences.ts';
import { raisedAlong } from './heights.ts';
import { keptIn } from './kept-in-place.ts';
import { translation } from './motions.ts';
import { modified, onGrid } from './planned.ts';
import { snapped } from './snap.ts';
import { stairOpenings } from './stair-openings.ts';

export type MoveCode = FollowCode | ElementCode | HostCode | 'NO_EFFECT';

/** Result of a move or rotation: the element and the ids of all modified elements. */
export type Moved = { readonly element_id: string; readonly modified_ids: string[] };

/** View and context of one plan. */
type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

/**
 * Plans a displacement in mm. A level moves only vertically; positions of elements on it are derived
 * from it. A filling of a wall moves along the wall (and up, if it has a sill). Openings move with
 * their floor or roof. The outline of a room that follows its walls is determined again.
 */
export function planMove(
  input: { readonly element_id: string; readonly delta: SpacePoint },
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Moved> {
  const { delta } = input;
  const before = requireElement(view, input.element_id, context);
  const { transform } = view.kinds.of(before);
  if (transform === 'in_host') {
    const { element, notes } = movedInHost(before, delta, view, context);
    return movedPlan({ before, after: element, notes }, { view, context });
  }
  if (transform !== 'up_and_down') return planMotion(before, translation(delta), view, context);
  if (delta.x !== 0 || delta.y !== 0) {
    context.refuse(
      'INVALID_ARGUMENT',
      'a level moves up and down only: expected `delta.x` = 0 and `delta.y` = 0',
    );
  }
  const after = raised(before, delta.z);
  // An element put on the level in the meantime would also move, without the approver having seen it.
  const plan = movedPlan({ before, after }, { view, context });
  const along = raisedAlong(before, onGrid(after, view.kinds), view, context);
  return {
    ...plan,
    events: [...plan.events, ...along.events],
    data: withModified(plan.data, along.events),
    warnings: [...(plan.warnings ?? []), ...along.notes],
    relies_on: [...(plan.relies_on ?? []), ...along.relies_on],
    exclusive: true,
  };
}

/** A result with the elements that further events modify. */
function withModified({ element_id, modified_ids }: Moved, events: readonly PlannedEvent[]): Moved {
  const more = events.map(({ aggregate_id }) => aggregate_id);
  return { element_id, modified_ids: [...new Set([...modified_ids, ...more])] };
}

function raised(before: AnyElement, dz: number): AnyElement {
  if (!isOf(levelKind, before)) return before;
  const elevation = before.params.elevation + dz;
  return { ...before, params: { ...before.params, elevation } };
}

/** Refuses to move or copy an element that has no position. */
export function refuseNowhere(
  { id, kind }: AnyElement,
  context: PlanContext<'INVALID_ARGUMENT'>,
): never {
  return context.refuse(
    'INVALID_ARGUMENT',
    kind === groupKind.kind
      ? `\`${id}\` is a group: transform_elements moves and copies the elements of all its placements, create_group adds placements`
      : `\`${id}\` is a ${kind}, which has no place: create another one`,
    { element_id: id },
  );
}

/** Plans any motion of a free-standing element, together with its fillings. */
export function planMotion(
  before: AnyElement,
  motion: Motion,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<Moved> {
  const { transform, follows } = view.kinds.of(before);
  if (transform === 'none') return refuseNowhere(before, context);
  if (transform === 'in_host' || transform === 'up_and_down') {
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${before.id}\` is a ${before.kind}, which cannot be moved on its own`,
    );
  }
  const moved = transform.moved(before, motion, context);
  const { element: after, wall_ids } =
    follows === 'none' ? { element: moved, wall_ids: [] } : follows.moved(moved, view, context);
  const contents = view.hostedBy(before.id);
  const rigid = onGrid(after, view.kinds);
  const snap = snapped(before, rigid, view, context);
  const { notes } = snap;
  const carried = contents.map((hosted) => {
    const there = carriedIn(rigid, hosted, motion, view);
    return snap.notes.length === 0 ? there : keptIn([rigid, snap.snapped], there, view, context);
  });
  const fillings = carried.flatMap((hosted) => fillingOf(view.kinds, hosted) ?? []);
  const plan = movedPlan({ before, after: snap.snapped, notes, fillings }, { view, context });
  const events = contents.flatMap((hosted, index) => {
    const event = modified(hosted, carried[index] ?? hosted);
    return event === null ? [] : [event];
  });
  return {
    ...plan,
    events: [...plan.events, ...events],
    data: withModified(plan.data, events),
    relies_on: [...(plan.relies_on ?? []), ...wall_ids, ...snap.wall_ids],
  };
}

/**
 * Returns a filling after its host was moved or copied to `host`. A position in plan moves with the
 * host; an offset along a wall does not change.
 */
export function carriedIn(
  host: AnyElement,
  hosted: AnyElement,
  motion: Motion,
  { kinds }: Pick<ModelView, 'kinds'>,
): AnyElement {
  const { fills } = kinds.of(hosted);
  return fills === 'none' ? hosted : onGrid(fills.carried(hosted, host, motion), kinds);
}

type Step = {
  readonly before: AnyElement;
  readonly after: AnyElement;
  readonly notes?: readonly string[];
  /** Fillings of the element in their planned state. */
  readonly fillings?: readonly Filling[];
};

function movedPlan(
  { before, after: requested, notes = [], fillings }: Step,
  { view, context }: Planning,
): Plan<Moved> {
  const after = onGrid(requested, view.kinds);
  if (modified(before, after) === null) {
    const why = notes.length === 0 ? '' : `: ${notes.join('; ')}`;
    return context.refuse('NO_EFFECT', `\`${before.id}\` would stay where it is${why}`, {
      element_id: before.id,
    });
  }
  const { element, warnings } = checkElement(after, view, context);
  const relies_on = checkConsequences(element, view, context, fillings);
  const event = modified(before, element);
  const shafts = stairOpenings(before, element, view, context);
  const events = [...(event === null ? [] : [event]), ...shafts.events];
  return {
    events,
    data: { element_id: before.id, modified_ids: [before.id, ...shafts.opening_ids] },
    warnings: [...warnings, ...notes, ...shafts.notes],
    relies_on: [...relies_on, ...shafts.relies_on],
  };
}

/** Returns a filling moved by `delta` within its host: along a wall, or in plan. */
export function movedInHost(
  element: AnyElement,
  delta: SpacePoint,
  view: ModelView,
  context: PlanContext<MoveCode>,
): { readonly element: AnyElement; readonly notes: readonly string[] } {
  const { fills } = view.kinds.of(element);
  const filling = fillingOf(view.kinds, element);
  if (fills === 'none' || filling === null) return { element, notes: [] };
  const host = requireHost(view, filling.cut.host_id, fills.hosts, context);
  const { along, notes } = host.holds.slide(host.element, filling, delta, context);
  if (along === null) {
    return { element: fills.carried(element, host.element, translation(delta)), notes };
  }
  const offset = requireOffset((filling.cut.offset ?? 0) + along, filling, context);
  return { element: fills.slid(element, { offset, dz: delta.z }, context), notes };
}
