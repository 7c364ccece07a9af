/** @module affected between: the elements that events change, by the states before and after them. */
import { affectedIds, isExchange } from '../../../../schemas/element-changes.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import { changedIds } from './manifests.ts';
import { type BranchState, elementIn } from './state.ts';

/**
 * Ids of the elements that events change: those of `changedIds`, without the elements that a revision of an import or its
 * undo leaves as they are, or gives only another place of the same mesh. The manifests must have been provided.
 */
export function affectedBetween(
  events: readonly PlannedEvent[],
  { before, after }: { readonly before: BranchState; readonly after: BranchState },
): ReadonlySet<string> {
  const ids = changedIds(events, after.keys);
  if (!events.some(isExchange)) return ids;
  const named = affectedIds(events);
  const differs = (id: string): boolean => {
    const [was, is] = [elementIn(before, id) ?? null, elementIn(after, id) ?? null];
    return !isSameContent(was, is);
  };
  return new Set([...ids].filter((id) => named.has(id) || differs(id)));
}
