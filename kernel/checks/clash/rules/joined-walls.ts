/** @module joined walls: walls that end on each other. */
import type { ClashView } from '../clash-view.ts';
import type { ClashRule } from './clash-rule.ts';

const JOINED = new WeakMap<ClashView, Map<string, readonly string[]>>();

/** Walls joined to a wall, asked for once: a view does not change. */
function joinedTo(id: string, view: ClashView): readonly string[] {
  const known = JOINED.get(view) ?? new Map<string, readonly string[]>();
  JOINED.set(view, known);
  const found = known.get(id) ?? view.joinedWalls(id);
  known.set(id, found);
  return found;
}

/** Walls that are joined. */
export const joinedWalls: ClashRule = {
  id: 'joined-walls',
  title: 'Walls that are joined',
  why: 'a join cuts walls where they meet, so that they share a face; walls that cross or overlap beyond it are reported',
  explains: ({ a, b, type }, view) =>
    type === 'touching' &&
    a.element.kind === 'wall' &&
    b.element.kind === 'wall' &&
    joinedTo(a.element.id, view).includes(b.element.id),
};
