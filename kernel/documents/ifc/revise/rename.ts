/** @module rename: the rows of a revision with the ids of their predecessors. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { fileId } from '../../../base/manifest/file-ids.ts';
import { compareRows } from '../../../base/manifest/row-order.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { type Group, group } from '../../../building/kinds/group/group.ts';
import { isOf } from '../../../building/kinds/kind.ts';
import { renamedAppearance } from '../../../building/kinds/shared/appearance.ts';
import type { Matching } from './match.ts';
import type { Adopted } from './own-elements.ts';

/**
 * The new ids of elements: those of their predecessors, if they are of the same kind. An element whose kind changed
 * keeps its own id: no event changes the kind of an element. An id that is taken, as one that an earlier revision gave to
 * another product, is replaced. A row that is an element of the branch has its id.
 */
export function newIds(
  rows: readonly ManifestRow[],
  { predecessors, adopted }: Pick<Matching, 'predecessors'> & { readonly adopted: Adopted },
  isTaken: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (const [{ element }, { id }] of adopted) {
    if (element === null) continue;
    ids.set(element.id, id);
    used.add(id);
  }
  for (const row of rows) {
    const before = predecessors.get(row)?.row.element ?? null;
    if (row.element === null || before === null || before.kind !== row.element.kind) continue;
    ids.set(row.element.id, before.id);
    used.add(before.id);
  }
  for (const { element } of rows) {
    if (element === null || ids.has(element.id)) continue;
    let id = element.id;
    for (let n = 1; used.has(id) || isTaken(id); n += 1) {
      id = fileId(element.kind, JSON.stringify([element.id, n]));
    }
    used.add(id);
    ids.set(element.id, id);
  }
  return ids;
}

/**
 * The rows with these ids in their elements, in all references and in parts, in the order of manifests.
 *
 * @param settled what becomes of a renamed row; `from`: the row before
 */
export function renamedRows(
  rows: readonly ManifestRow[],
  ids: ReadonlyMap<string, string>,
  settled: (row: ManifestRow, from: ManifestRow) => ManifestRow,
): readonly ManifestRow[] {
  return rows
    .map((row) => {
      const element = row.element === null ? null : renamed(row.element, ids);
      const part_of = row.part_of === null ? null : (ids.get(row.part_of) ?? row.part_of);
      return settled({ ...row, element, part_of }, row);
    })
    .toSorted(compareRows);
}

function renamed(element: ElementRecord, ids: ReadonlyMap<string, string>): ElementRecord {
  const references = KINDS.named(element).map(([parameter, id]) => [parameter, ids.get(id) ?? id]);
  const named = {
    ...element.params,
    ...Object.fromEntries(references),
    ...(isOf(group, element) ? { members: renamedMembers(element, ids) } : {}),
  };
  const params = renamedAppearance(named, ids);
  return { id: ids.get(element.id) ?? element.id, kind: element.kind, params };
}

/** The members of a group. Those of a set are in the order of their ids, in which recognition gives them. */
function renamedMembers({ params }: Group, ids: ReadonlyMap<string, string>): string[][] {
  const members = params.members.map((row) => row.map((id) => ids.get(id) ?? id));
  const [only = [], another] = members;
  return another === undefined ? [only.toSorted()] : members;
}
