/** @module read-rows: the rows of an import as stored elements. */
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import type { FrameSite } from '../../../../../kernel/building/kinds/facets/file-mesh.ts';
import type { AnyElement } from '../../../../../kernel/building/kinds/kind.ts';
import { readElement } from '../../../../../kernel/building/model/state/read-element.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';

/** The choices of an import of a whole file. */
export const ALL_OF = {
  name: 'file.ifc',
  import_id: 'import_1',
  only: { categories: null, levels: null },
  taken: [],
} as const;

/**
 * The elements of rows, and what is around each.
 * @throws {ModelFault} MALFORMED_EVENT if a model could not read one of them
 */
export function readFrom(rows: readonly ManifestRow[]): {
  readonly elements: readonly AnyElement[];
  readonly site: FrameSite;
} {
  const elements = rows.flatMap(({ element }) =>
    element === null ? [] : [readElement(element, KINDS)],
  );
  return { elements, site: siteOf(elements) };
}

function siteOf(elements: readonly AnyElement[]): FrameSite {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const held = Map.groupBy(elements, (element) => KINDS.references(element).host);
  return { element: (id) => byId.get(id), contents: (id) => held.get(id) ?? [] };
}
