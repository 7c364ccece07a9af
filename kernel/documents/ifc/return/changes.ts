/** @module changes: how the elements of a branch differ from the manifest of its import. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { differingNames } from '../../../base/canonical/deep-equal.ts';
import { inImportOf } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { type Difference, eventsFor } from '../../../building/model/branches/differences.ts';
import { elementWith, withNulls } from '../../../building/model/state/read-element.ts';
import type { ModelView } from '../../../building/model/view.ts';

/** An element of the import before and after the edits of the branch. */
export type Changed = {
  readonly row: ManifestRow;
  readonly before: Element;
  readonly after: Element;
  /** Names of the parameters that differ. */
  readonly params: readonly string[];
};

/** The edits of a branch since its import. */
export type Changes = {
  readonly changed: readonly Changed[];
  /** Rows whose elements were deleted. */
  readonly deleted: readonly ManifestRow[];
  /** Elements that the file does not have. */
  readonly added: readonly Element[];
  /** The branch without these edits. */
  readonly base: ModelView;
};

/**
 * Compares a branch with the rows of its import.
 * @throws {ModelFault} if a row has an element of an unknown kind
 */
export function changesOf(rows: readonly ManifestRow[], view: ModelView): Changes {
  const changed: Changed[] = [];
  const deleted: ManifestRow[] = [];
  const known = new Set<string>();
  const back: Difference[] = [];
  for (const row of rows) {
    if (row.element === null) continue;
    known.add(row.element.id);
    const after = view.element(row.element.id);
    if (after === undefined) {
      const before = elementWith(row.element, view.kinds);
      deleted.push(row);
      back.push({ id: row.element.id, before: null, after: before });
      continue;
    }
    // An element that was edited before a revision has its mesh in an earlier blob.
    const record = inImportOf<ElementRecord>(row.element, after);
    const params = differingNames(record.params, after.params);
    if (params.length === 0) continue;
    const before = withNulls(elementWith(record, view.kinds), after, view.kinds);
    changed.push({ row, before, after, params });
    back.push({ id: after.id, before: after, after: before });
  }
  const added: Element[] = [];
  for (const element of view.elements()) {
    if (known.has(element.id)) continue;
    added.push(element);
    back.push({ id: element.id, before: element, after: null });
  }
  const base = back.length === 0 ? view : view.apply(eventsFor(back, view.kinds));
  return { changed, deleted, added, base };
}
