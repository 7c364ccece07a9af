/** @module differences: how the elements of one manifest differ from those of the manifest that it supersedes. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';

/** Ids of elements by what became of them, each in the order of the manifests. */
export type RowDifferences = {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  readonly unchanged: number;
};

/** The differences of the elements of two revisions, by id. The place of a mesh in its blob is no difference. */
export function rowDifferences(
  old: readonly ManifestRow[],
  fresh: readonly ManifestRow[],
): RowDifferences {
  const before = elementsOf(old);
  const after = elementsOf(fresh);
  const created: string[] = [];
  const changed: string[] = [];
  let unchanged = 0;
  for (const [id, element] of after) {
    const was = before.get(id);
    if (was === undefined) created.push(id);
    else if (isSameContent(was, element)) unchanged += 1;
    else changed.push(id);
  }
  const gone = [...before.keys()].filter((id) => !after.has(id));
  return { created, changed, gone, unchanged };
}

function elementsOf(rows: readonly ManifestRow[]): ReadonlyMap<string, ElementRecord> {
  return new Map(rows.flatMap(({ element }) => (element === null ? [] : [[element.id, element]])));
}
