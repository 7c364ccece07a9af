/** @module random edits: edits of a small building as random numbers, for laws over histories. */
import * as fc from 'fast-check';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { Site, created, deletes, fourWalls, modifies } from './build.ts';

/** A random action as numbers; the current state determines their meaning. */
export const Action = fc.record({
  what: fc.constantFrom('wall', 'door', 'room', 'move', 'height', 'join', 'delete', 'level'),
  pick: fc.nat(1000),
  x: fc.integer({ min: -20, max: 20 }),
  y: fc.integer({ min: -20, max: 20 }),
});
export type Action = {
  readonly what: string;
  readonly pick: number;
  readonly x: number;
  readonly y: number;
};
export const Actions = fc.array(Action, { maxLength: 14 });
export const solids = await loadSolidKernel();

function picked(view: StateView, kind: 'wall' | 'door', pick: number): Element | undefined {
  const all = [...view.elementsOf(kind)];
  return all[pick % Math.max(1, all.length)];
}

/** Events of an action on a view; none if there is nothing to act on. */
export function eventsOf(
  view: StateView,
  { what, pick, x, y }: Action,
  name: string,
): readonly PlannedEvent[] {
  const wall = picked(view, 'wall', pick);
  const point = { x: x * 500, y: y * 500 };
  const fresh = `${what}_${name}`;
  switch (what) {
    case 'wall': {
      const start = wall?.kind === 'wall' ? wall.params.end : { x: 0, y: 0 };
      return [created('wall', fresh, { start, end: point, thickness: 100 + (pick % 3) * 50 })];
    }
    case 'door':
      return wall === undefined
        ? []
        : [created('door', fresh, { host_id: wall.id, offset: (pick % 9) * 450 })];
    case 'room':
      return [created('room', fresh, { point: { x: 2000, y: 2000 } })];
    case 'move':
      return wall === undefined ? [] : [modifies(wall, { end: point })];
    case 'height':
      return wall === undefined ? [] : [modifies(wall, { height: 2200 + (pick % 9) * 100 })];
    case 'join':
      return wall === undefined ? [] : [modifies(wall, { join_type: pick % 2 ? 'butt' : 'none' })];
    case 'level':
      return [modifies(view.element('L1'), { elevation: x * 10 })];
    default: {
      const gone = picked(view, pick % 2 ? 'wall' : 'door', pick);
      if (gone === undefined) return [];
      return view
        .cascadeOf(gone.id)
        .toReversed()
        .map(({ id, cascade_of }) => deletes(view.element(id), cascade_of));
    }
  }
}

/** Executes the consistent actions and returns the operations. */
export function play(site: Site, branch: string, actions: readonly Action[]): number {
  let done = 0;
  for (const [i, action] of actions.entries()) {
    const view = site.view(branch);
    const events = eventsOf(view, action, `${branch}_${site.ledger.events.length}_${i}`);
    try {
      view.apply(events);
    } catch (error) {
      if (error instanceof Refusal) continue;
      throw error;
    }
    site.commit(branch, events);
    done += 1;
  }
  return done;
}

/** A site with a level and four walls. */
export function fourWalledSite(): Site {
  const site = new Site(new Model({ solids }));
  site.commit('main', [created('level', 'L1'), ...fourWalls()]);
  return site;
}
