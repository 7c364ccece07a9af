/** @module with unpinned: extends a plan by the events that unpin wall ends whose joints it changes. */
import { affectedIds } from '../../../../../schemas/element-changes.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan } from '../../../../../schemas/plan.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { WALL_ENDS, type WallEnd, wallReach } from '../../../geometry/walls/wall-contacts.ts';
import type { AnyElement } from '../../../kinds/kind.ts';
import { isOf } from '../../../kinds/kind.ts';
import { widened } from '../../../kinds/shared/boxes.ts';
import { pinnedEnds, reshapedEnds, unpinnedAt } from '../../../kinds/wall/pins/kept-pins.ts';
import { straightWall } from '../../../kinds/wall/straight-wall.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { modified } from '../planned.ts';
import { isRigid, movedTogether } from './same-motion.ts';

/** Plans that restore or merge states as they are: their pins are those of these states. */
const AS_STORED: ReadonlySet<string> = new Set(['event.reverted', 'branch.merged']);

/**
 * Returns the plan with additional events that unpin wall ends: those of walls that it moves, turns, thickens, retypes or
 * joins, and those at whose node it changes, creates or deletes another wall. Ends of walls that are moved or copied together
 * with all walls at their node stay pinned. Returns the plan itself if no end is unpinned.
 */
export function withUnpinned<P extends Plan<unknown>>(plan: P, before: ModelView): P {
  const { events } = plan;
  if (events.some(({ type }) => AS_STORED.has(type))) return plan;
  const changed = changedWalls(events, before);
  if (changed.size === 0 || !isAnyPinned(changed, before)) return plan;
  const sides: Sides = { before, after: before.apply(events) };
  const walls = pinnedNear(changed, sides);
  const joined = new Set(
    events.flatMap(({ type, payload }) => (type === 'elements.joined' ? payload.element_ids : [])),
  );
  const unpinned = walls.flatMap((one): readonly PlannedEvent[] => {
    const ends = joined.has(one.id) ? WALL_ENDS : looseEnds(one, sides);
    const event = modified(one, { ...one, params: unpinnedAt(one.params, ends) });
    return event === null ? [] : [event];
  });
  return unpinned.length === 0 ? plan : { ...plan, events: [...events, ...unpinned] };
}

/** Whether an event does nothing but unpin ends of a wall. */
export function isUnpinning({ type, payload }: PlannedEvent): boolean {
  return type === 'element.modified' && deepEqual(Object.keys(payload.updates), ['pins']);
}

type Sides = { readonly before: ModelView; readonly after: ModelView };

/** All states of the walls that events create, modify or delete, by id; those of the view first. */
function changedWalls(
  events: readonly PlannedEvent[],
  view: ModelView,
): ReadonlyMap<string, readonly Wall[]> {
  const states = new Map<string, Wall[]>();
  for (const id of affectedIds(events)) {
    const known = view.elementOf(id, 'wall');
    if (known !== undefined) states.set(id, [known]);
  }
  for (const { type, aggregate_id, payload } of events) {
    const known = states.get(aggregate_id) ?? [];
    const last = known.at(-1);
    const next: AnyElement | undefined =
      type === 'element.created'
        ? payload.element
        : type === 'element.modified' && last !== undefined
          ? { ...last, params: { ...last.params, ...payload.updates } }
          : undefined;
    if (isOf(wall, next)) states.set(aggregate_id, [...known, next]);
  }
  return states;
}

/** Whether a changed wall or a wall near any of its states is pinned. */
function isAnyPinned(changed: ReadonlyMap<string, readonly Wall[]>, view: ModelView): boolean {
  for (const states of changed.values()) {
    for (const state of states) {
      if (pinnedEnds(state.params).length > 0) return true;
      if (wallsAround(state, view).some(({ params }) => pinnedEnds(params).length > 0)) return true;
    }
  }
  return false;
}

/** Returns walls that may end at a wall, or at whose end it may be: near ends are at most a thickness apart. */
export function wallsAround(one: Wall, view: ModelView): readonly Wall[] {
  const box = widened(wallReach(straightWall(one)), one.params.thickness);
  return view.wallsNear(one.params.level_id, box);
}

/** Walls of the result that are pinned and are changed walls or near them, in order of their discovery. */
function pinnedNear(
  changed: ReadonlyMap<string, readonly Wall[]>,
  { before, after }: Sides,
): readonly Wall[] {
  const ids = new Set<string>(changed.keys());
  for (const states of changed.values()) {
    for (const state of states) {
      for (const view of [before, after]) {
        for (const { id } of wallsAround(state, view)) ids.add(id);
      }
    }
  }
  return [...ids].flatMap((id) => {
    const is = after.elementOf(id, 'wall');
    return is === undefined || pinnedEnds(is.params).length === 0 ? [] : [is];
  });
}

/** The pinned ends of a wall of the result that must be solved. */
function looseEnds(is: Wall, sides: Sides): readonly WallEnd[] {
  const was = sides.before.elementOf(is.id, 'wall');
  return pinnedEnds(is.params).filter((end) => !staysPinned({ was, is }, end, sides));
}

type Pinned = { readonly was: Wall | undefined; readonly is: Wall };

function staysPinned({ was, is }: Pinned, end: WallEnd, sides: Sides): boolean {
  const { before, after } = sides;
  const met = metAt(is, end, after);
  if (was === undefined) return met.every((id) => before.element(id) === undefined);
  if (isSamePin(was, is, end) && was.params.level_id === is.params.level_id) {
    if (reshapedEnds(was.params, is.params).includes(end)) return false;
    const had = metAt(was, end, before);
    return [...new Set([...had, ...met])].every((id) => {
      const stays = had.includes(id) && met.includes(id);
      return !isReshapedAt(id, { at: is, end, stays }, sides);
    });
  }
  return [false, true].some((mirrored) => {
    const from = mirrored ? other(end) : end;
    if (was.params.pins?.[from]?.length !== is.params.pins?.[end]?.length) return false;
    if (!isRigid({ was, is }, mirrored)) return false;
    return [...new Set([...metAt(was, from, before), ...met])].every((id) => {
      const [then, now] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
      if (then === undefined || now === undefined) return false;
      return movedTogether({ was, is }, { was: then, is: now }, mirrored);
    });
  });
}

function other(end: WallEnd): WallEnd {
  return end === 'start' ? 'end' : 'start';
}

function isSamePin(was: Wall, is: Wall, end: WallEnd): boolean {
  return deepEqual(was.params.pins?.[end] ?? null, is.params.pins?.[end] ?? null);
}

/** Walls that meet a wall at one of its ends. */
function metAt({ id }: Wall, end: WallEnd, view: ModelView): readonly string[] {
  const joins = view.footprint(id)?.joins ?? [];
  return joins.flatMap((join) => (join.end === end ? join.with : []));
}

/** An end of a wall, and whether the other wall meets it before and after. */
type AtEnd = { readonly at: Wall; readonly end: WallEnd; readonly stays: boolean };

/** Whether a wall is created, deleted or changed at the end of another one; a change of its far end does not count. */
function isReshapedAt(id: string, { at, end, stays }: AtEnd, { before, after }: Sides): boolean {
  const [was, is] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
  if (was === undefined || is === undefined) return true;
  if (was.params.level_id !== is.params.level_id) return true;
  const ends = reshapedEnds(was.params, is.params);
  const [only] = ends;
  if (only === undefined) return false;
  if (ends.length > 1 || !stays) return true;
  const point = at.params[end];
  const near = at.params.thickness + is.params.thickness;
  return [was, is].some(({ params }) => {
    const { x, y } = params[only];
    return Math.hypot(x - point.x, y - point.y) <= near;
  });
}
