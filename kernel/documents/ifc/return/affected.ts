/** @module affected: elements of the file whose shape may differ because of the edits of a branch. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Changed, Changes } from './changes.ts';

/**
 * The changed elements, and the others on the levels of edits, whose shape may depend on them, in the order of the rows.
 * Elements that were not changed have no changed parameters.
 */
export function affectedBy(
  { changed, deleted, added, base }: Changes,
  rows: readonly ManifestRow[],
  view: ModelView,
): readonly Changed[] {
  const byId = new Map(changed.map((one) => [one.after.id, one]));
  const levels = new Set<string | null>();
  for (const { after } of changed) {
    levels.add(view.levelOf(after.id));
    levels.add(base.levelOf(after.id));
  }
  for (const { element } of deleted) levels.add(base.levelOf(element?.id ?? ''));
  for (const { id } of added) levels.add(view.levelOf(id));
  return rows.flatMap((row): readonly Changed[] => {
    if (row.element === null) return [];
    const { id } = row.element;
    const known = byId.get(id);
    if (known !== undefined) return [known];
    if (!levels.has(view.levelOf(id))) return [];
    const [before, after] = [base.element(id), view.element(id)];
    return before === undefined || after === undefined ? [] : [{ row, before, after, params: [] }];
  });
}
