/** @module joined walls: walls with a common joint. */
import type { ModelView } from '../../../building/model/view.ts';
import type { ClashRule } from './clash-rule.ts';

const JOINED = new WeakMap<ModelView, Map<string, readonly string[]>>();

/** Walls joined to a wall. Cached per view, because a view does not change. */
function joinedTo(id: string, view: ModelView): readonly string[] {
  const known = JOINED.get(view) ?? new Map<string, readonly string[]>();
  JOINED.set(view, known);
  const found = known.get(id) ?? view.joinedWalls(id);
  known.set(id, found);
  return found;
}

/** Two joined walls. */
export const joinedWalls: ClashRule = {
  id: 'joined-walls',
  title: 'Walls that are joined',
  why: 'a joint cuts walls where they meet, so they share a face; walls that cross or overlap beyond the joint are reported',
  explains: ({ a, b, type }, view) =>
    type === 'touching' &&
    a.element.kind === 'wall' &&
    b.element.kind === 'wall' &&
    joinedTo(a.element.id, view).includes(b.element.id),
};
