/** @module affected: elements of the file whose shape may differ because of the edits of a branch. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Changed, Changes } from './changes.ts';

/** The elements of a file; `isAll`: all of them may be affected, not only those on the levels of edits. */
type Of = {
  readonly rows: readonly ManifestRow[];
  readonly view: ModelView;
  readonly isAll: boolean;
};

/**
 * The changed elements, and the others on the levels of edits, whose shape may depend on them, in the order of the rows.
 * Elements that were not changed have no changed parameters.
 */
export function affectedBy(
  { changed, deleted, added, base }: Changes,
  { rows, view, isAll }: Of,
): readonly Changed[] {
  const byId = new Map(changed.map((one) => [one.after.id, one]));
  const levels = levelsOf({ changed, deleted, added, base }, view);
  return rows.flatMap((row): readonly Changed[] => {
    if (row.element === null) return [];
    const { id } = row.element;
    const known = byId.get(id);
    if (known !== undefined) return [known];
    if (!isAll && !levels.has(view.levelOf(id))) return [];
    const [before, after] = [base.element(id), view.element(id)];
    return before === undefined || after === undefined ? [] : [{ row, before, after, params: [] }];
  });
}

/** The levels on which elements were changed, deleted or added, before and after the edits. */
export function levelsOf(
  { changed, deleted, added, base }: Changes,
  view: ModelView,
): ReadonlySet<string | null> {
  const levels = new Set<string | null>();
  for (const { after } of changed) {
    if (after.kind === 'level') levels.add(after.id);
    levels.add(view.levelOf(after.id));
    levels.add(base.levelOf(after.id));
  }
  for (const { element } of deleted) levels.add(base.levelOf(element?.id ?? ''));
  for (const { id } of added) levels.add(view.levelOf(id));
  return levels;
}
