/** @module exclusions: the clashes of a branch that its events mark as intended. */
import type { BuildingView, ValidationRun } from '../../../kernel/building/view/view.ts';
import type { Exclusion } from '../../../kernel/checks/findings/exclusions.ts';
import { EXCLUSIONS, type ExclusionRecord } from '../../../schemas/events.ts';

/**
 * Maximum number of exclusion events that are read; at most `MAX_EXCLUDED` clashes can be excluded at the same time.
 */
const MAX_READ = 20_000;
/** Maximum number of clashes excluded at the same time on a branch. */
export const MAX_EXCLUDED = 5000;

/** A currently excluded clash with its elements. */
export type ExcludedClash = Exclusion & Pick<ExclusionRecord, 'element_ids'>;

/**
 * Returns the excluded clashes of a branch whose elements are visible, in order of their ids.
 *
 * @param before those before this ledger seq, for a run of this seq; of the present if omitted
 */
export async function excludedClashes(
  view: BuildingView,
  before?: number,
): Promise<readonly ExcludedClash[]> {
  const last = new Map<string, ExcludedClash | null>();
  const query = { element_id: EXCLUSIONS, limit: MAX_READ };
  const events = await view.history(before === undefined ? query : { ...query, before });
  for (const event of events) {
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

/** Ids of clashes that a run left out because they were excluded: they are not resolved. None for other checks. */
export async function acceptedAt(
  { seq, payload: { tool } }: ValidationRun,
  view: BuildingView,
): Promise<ReadonlySet<string>> {
  const clashes = tool === 'clash_detection' ? await excludedClashes(view, seq) : [];
  return new Set(clashes.map(({ finding_id }) => finding_id));
}
