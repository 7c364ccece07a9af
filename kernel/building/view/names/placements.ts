/** @module placements: finds corresponding elements in the placements of a group. */
import { membersOf } from '../../kinds/group/membership.ts';
import type { ModelView } from '../../model/view.ts';

/** Result of a call that created or placed a group: the group, and the elements placed by the call. */
export type Placed = { readonly group_id: string; readonly placed_ids: readonly string[] };

/** Returns the group data of a result; null if the call neither created nor placed a group. */
export function placedIn(data: unknown): Placed | null {
  if (typeof data !== 'object' || data === null) return null;
  const group_id: unknown = Reflect.get(data, 'group_id');
  const placed: unknown = Reflect.get(data, 'placed_ids');
  if (typeof group_id !== 'string' || !Array.isArray(placed)) return null;
  const placed_ids = placed.filter((id: unknown) => typeof id === 'string');
  return { group_id, placed_ids };
}

/** The current state of a placement: its number, and the ids of its elements. */
export type Placement = { readonly number: number; readonly element_ids: readonly string[] };

/**
 * Returns the placement that a call created; for a call that only created the group, its first placement. Null if the
 * call created several placements or the placement no longer exists.
 */
export function placementAt(
  { group_id, placed_ids }: Placed,
  view: Pick<ModelView, 'elementOf'>,
): Placement | null {
  const group = view.elementOf(group_id, 'group');
  if (group === undefined) return null;
  const members = membersOf(group);
  const rows = new Set(placed_ids.flatMap((id) => members.get(id)?.row ?? []));
  if (placed_ids.length > 0 && rows.size !== 1) return null;
  const [row = 0] = rows;
  const { number } = group.params.placements[row] ?? {};
  return number === undefined ? null : { number, element_ids: group.params.members[row] ?? [] };
}

/**
 * Returns the element in the placement of a call that corresponds to the given element of another placement of the
 * group.
 */
export function alikeIn(
  placed: Placed,
  id: string,
  view: Pick<ModelView, 'elementOf'>,
): string | null {
  const group = view.elementOf(placed.group_id, 'group');
  const column = group === undefined ? undefined : membersOf(group).get(id)?.column;
  if (column === undefined) return null;
  return placementAt(placed, view)?.element_ids[column] ?? null;
}
