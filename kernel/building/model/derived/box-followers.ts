/** @module box followers: the elements whose boxes a change can alter, including the changed elements. */
import type { StraightWall } from '../../geometry/walls/wall-contacts.ts';
import { affectedWalls } from '../../geometry/walls/wall-joins.ts';
import type { Element, ElementOf } from '../../kinds/elements.ts';
import { straightWall } from '../../kinds/wall/straight-wall.ts';
import { hostedIn, usersOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';
import type { WallPlan } from './wall-plan.ts';

/** A slot whose element differs after a change. */
export type SlotChange = {
  readonly slot: number;
  readonly before: Element | null;
  readonly after: Element | null;
};

/**
 * Returns the slots of changed elements, of the elements they host, of their hosts, and of the walls whose outlines
 * follow. Rooms that follow their walls are not included: their boxes are queried in each state. Returns null when a
 * level changed, because then all elements on it follow.
 */
export function withFollowers(
  state: BranchState,
  changes: readonly SlotChange[],
  plan: WallPlan,
): ReadonlySet<number> | null {
  const slots = new Set<number>();
  const walls: ElementOf<'wall'>[] = [];
  const { keys } = state;
  const add = (id: string): void => {
    const slot = keys.elements.find(id);
    if (slot !== undefined) slots.add(slot);
  };
  for (const { slot, before, after } of changes) {
    slots.add(slot);
    for (const element of [before, after]) {
      if (element === null) continue;
      if (element.kind === 'level') return null;
      if (element.kind === 'wall') walls.push(element);
      const { host } = keys.kinds.references(element);
      if (host !== null) add(host);
      for (const { id } of [...hostedIn(state, element.id), ...usersOf(state, element)]) add(id);
    }
  }
  for (const id of wallsFollowing(state, walls, plan)) add(id);
  return slots;
}

/** Ids of the walls whose outlines depend on whether these walls exist. */
function wallsFollowing(
  state: BranchState,
  changed: readonly ElementOf<'wall'>[],
  plan: WallPlan,
): readonly string[] {
  const levels = new Map<string, { moved: StraightWall[]; near: Map<string, StraightWall> }>();
  for (const wall of changed) {
    const { level_id, start, end } = wall.params;
    if (start.x === end.x && start.y === end.y) continue;
    const level = levels.get(level_id) ?? { moved: [], near: new Map<string, StraightWall>() };
    levels.set(level_id, level);
    level.moved.push(straightWall(wall));
    for (const other of plan.neighbours(state, wall)) {
      if (!level.near.has(other.id)) level.near.set(other.id, straightWall(other));
    }
  }
  return [...levels.values()].flatMap(({ moved, near }) => affectedWalls(moved, near.values()));
}
