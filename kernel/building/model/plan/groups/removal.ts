/**
 * @module removal: repeats deletions in all placements of a group; a fully deleted placement does not
 * affect the others.
 */
import { bothExclusive } from '../../../../../schemas/plan.ts';
import { planDelete } from '../delete.ts';
import { leftByStairs } from '../left-openings.ts';
import type { Following } from './following.ts';

/** Rows and columns that remain of a group, and the columns to delete. */
export type Left = {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly deleted: readonly number[];
};

/**
 * Classifies rows and columns. A row remains unless all its elements are deleted; a column is deleted
 * if one of its elements is.
 */
export function deletedIn({ group, around: { after } }: Following): Left {
  const { members } = group.params;
  const isGone = (id: string): boolean => after.element(id) === undefined;
  const rows = members.flatMap((ids, row) => (ids.every(isGone) ? [] : [row]));
  const all = (members[0] ?? []).map((_, column) => column);
  const deleted = all.filter((column) => rows.some((row) => isGone(members[row]?.[column] ?? '')));
  return { rows, columns: all.filter((column) => !deleted.includes(column)), deleted };
}

/** Deletes the counterparts of deleted elements in each row. */
export function deleteAlike(
  following: Following,
  rows: readonly number[],
  columns: readonly number[],
): void {
  if (columns.length === 0) return;
  const { after } = following.around;
  for (const row of rows) {
    const ids = columns.flatMap((column) => {
      const id = following.idsOf(row)[column] ?? '';
      return after.element(id) === undefined ? [] : [id];
    });
    if (ids.length === 0) continue;
    const plan = planDelete(ids, after, following.in(row));
    following.events.push(...plan.events);
    following.exclusive = bothExclusive(following.exclusive, plan.exclusive);
    for (const { aggregate_id } of plan.events) following.note(row, aggregate_id, 'deleted');
    const deleted = plan.events.flatMap(({ aggregate_id }) => after.element(aggregate_id) ?? []);
    following.notes.push(...leftByStairs(deleted, after));
  }
}
