/** @module model-head: what of the log an export shows: the last event that changed the building. */
import { isAboutElements } from '../../schemas/event-checks.ts';
import type { ArtefactRecord } from '../../schemas/events.ts';
import type { BuildingView } from '../building/view.ts';

/** How many events are looked through, more each time: what exports and checks leave behind changes no building. */
const LOOKED_AT = [20, 500, 20_000] as const;

/**
 * The last event of the branch about elements that are seen. It stays the same while nothing is built, so that the same
 * model gives the same files however often it is exported. `seq` is null for who sees a part.
 */
export async function modelHead(view: BuildingView): Promise<ArtefactRecord['head']> {
  for (const limit of LOOKED_AT) {
    const events = await view.history({ element_id: null, limit });
    const last = events.find((event) => event.seq <= view.seq && isAboutElements(event));
    if (last !== undefined) {
      return { branch: view.branch, seq: view.position(last.seq), at: last.at };
    }
    if (events.length < limit) break;
  }
  return { branch: view.branch, seq: null, at: null };
}
