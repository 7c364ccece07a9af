/** @module exclusions: the clashes of a branch that are meant to be, by design, as its events say. */
import type { Exclusion } from '../../../kernel/findings/exclusions.ts';
import { EXCLUSIONS, type ExclusionRecord } from '../../../schemas/events.ts';
import type { BuildingView } from '../view.ts';

/** Events about exclusions that are read; no more can be made than `EXCLUDED_MOST`. */
const READ_MOST = 20_000;
/** Clashes that may be excluded at once on a branch. */
export const EXCLUDED_MOST = 5000;

/** A clash that is excluded now, with its elements. */
export type ExcludedClash = Exclusion & Pick<ExclusionRecord, 'element_ids'>;

/** The clashes that are excluded on a branch, as far as their elements are seen, in order of their ids. */
export async function excludedClashes(view: BuildingView): Promise<readonly ExcludedClash[]> {
  const last = new Map<string, ExcludedClash | null>();
  for (const event of await view.history({ element_id: EXCLUSIONS, limit: READ_MOST })) {
    if (event.type !== 'clash.excluded') continue;
    const { clash_id, element_ids, because, excluded } = event.payload;
    if (last.has(clash_id)) continue;
    const by = event.agent_id ?? event.user_id;
    last.set(clash_id, excluded ? { finding_id: clash_id, element_ids, because, by } : null);
  }
  return [...last.values()]
    .filter((exclusion) => exclusion !== null)
    .toSorted((a, b) => (a.finding_id < b.finding_id ? -1 : 1));
}
