/** @module model-head: finds the last event that changed the building, for the records of exports. */

import type { BuildingView } from '../../kernel/building/view/view.ts';
import { isAboutElements } from '../../schemas/event-checks.ts';
import type { ArtefactRecord } from '../../schemas/events.ts';

/**
 * Numbers of newest events that are searched, one after the other. The first is usually sufficient; many exports and
 * checks, whose events do not change the building, may need more.
 */
const SEARCHED = [20, 500, 20_000] as const;

/** Time of the last change of a branch without events. */
export const NEVER = '1970-01-01T00:00:00.000Z';

/**
 * The position and time of the last event of the branch that changed visible elements; null without one. They stay the
 * same until the building changes, so that equal models give equal files. `seq` is also null for a restricted READ
 * scope.
 */
export async function modelHead(view: BuildingView): Promise<ArtefactRecord['head']> {
  for (const limit of SEARCHED) {
    const events = await view.history({ element_id: null, limit });
    const last = events.find((event) => event.seq <= view.seq && isAboutElements(event));
    if (last !== undefined) {
      return { branch: view.branch, seq: view.position(last.seq), at: last.at };
    }
    if (events.length < limit) break;
  }
  return { branch: view.branch, seq: null, at: null };
}
