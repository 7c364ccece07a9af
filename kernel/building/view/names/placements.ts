/** @module placements: what is in one placement of a group what another element is in the first one. */
import { membersOf } from '../../../kernel/kinds/membership.ts';
import type { ModelView } from '../../../kernel/model/view.ts';

/** What a call answered that made or placed a group: the group, and what it placed. */
export type Placed = { readonly group_id: string; readonly placed_ids: readonly string[] };

/** What a call answered, where it made or placed a group; else null. */
export function placedIn(data: unknown): Placed | null {
  if (typeof data !== 'object' || data === null) return null;
  const group_id: unknown = Reflect.get(data, 'group_id');
  const placed: unknown = Reflect.get(data, 'placed_ids');
  if (typeof group_id !== 'string' || !Array.isArray(placed)) return null;
  const placed_ids = placed.filter((id: unknown) => typeof id === 'string');
  return { group_id, placed_ids };
}

/** A placement as it is now: its number, and the ids of its elements. */
export type Placement = { readonly number: number; readonly element_ids: readonly string[] };

/** The placement that a call made, the first one of a group that it only made; null for several and for one that is gone. */
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

/** The element of the placement that a call made which is there what another one of its group is where that stands. */
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
