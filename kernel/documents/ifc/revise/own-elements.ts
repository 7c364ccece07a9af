/** @module own-elements: products of a revision that are elements of the branch itself, as a patch of the branch has them. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { canonicalJson } from '../../../base/canonical/json.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { CLASSIFICATION } from '../../../building/kinds/shared/classification.ts';
import { isSameExtent } from './box-index.ts';
import type { Extent } from './extents.ts';
import type { ManifestSide } from './manifest-side.ts';

/** The elements of the branch that no import brought. */
export type OwnElements = {
  readonly elements: readonly ElementRecord[];
  /** GlobalId of an element in files that the branch exports. */
  readonly guidOf: (id: string) => string;
  /** Its box; null if it has no body. */
  readonly extentOf: (id: string) => Extent | null;
};

/** By row of the new file, the element of the branch that it is. */
export type Adopted = ReadonlyMap<ManifestRow, ElementRecord>;

/** Reason of a row that is an element of the branch. */
const OWN = 'an element of the branch, which stays as it is there';

/**
 * The rows that are elements of the branch: those that a person chose, then those with the GlobalId of one; materials by name,
 * and types with layers by name and layers. Takes linear time. A GlobalId that several rows have tells none of them.
 *
 * @param decided rows about which a person has decided
 */
export function adoptedRows(
  fresh: readonly ManifestRow[],
  { elements, guidOf }: Pick<OwnElements, 'elements' | 'guidOf'>,
  decided: { readonly chosen: Adopted; readonly others: ReadonlyMap<ManifestRow, unknown> },
): Adopted {
  const adopted = new Map(decided.chosen);
  const used = new Set([...adopted.values()].map(({ id }) => id));
  const byKey = new Map(
    elements.flatMap((one) => keysOfOwn(one, guidOf).map((key) => [key, one] as const)),
  );
  const rows = new Map<string, ManifestRow | null>();
  for (const row of fresh) {
    for (const key of keysOfRow(row)) rows.set(key, rows.has(key) ? null : row);
  }
  for (const [key, row] of rows) {
    const own = byKey.get(key);
    if (row === null || own === undefined || used.has(own.id)) continue;
    if (adopted.has(row) || decided.others.has(row)) continue;
    adopted.set(row, own);
    used.add(own.id);
  }
  return adopted;
}

/**
 * The adopted rows whose element the manifest can have: a row of another kind has the element as the branch has it, so the
 * manifest must have all that it names.
 *
 * @param ids the ids of elements of the manifest
 */
export function nameable(adopted: Adopted, ids: ReadonlySet<string>): Adopted {
  return new Map(
    [...adopted].filter(([row, own]) => row.element?.kind === own.kind || isClosed(own, ids)),
  );
}

function isClosed(own: ElementRecord, ids: ReadonlySet<string>): boolean {
  return KINDS.named(own).every(([, id]) => ids.has(id));
}

function keysOfOwn({ id, kind, params }: ElementRecord, guidOf: OwnElements['guidOf']): string[] {
  const named = nameKey(kind, params, params['name']);
  return [`guid ${guidOf(id)}`, ...(named === null ? [] : [named])];
}

function keysOfRow({ element, guid, name }: ManifestRow): readonly string[] {
  if (element === null) return [];
  const named = nameKey(element.kind, element.params, name);
  return [...(guid === null ? [] : [`guid ${guid}`]), ...(named === null ? [] : [named])];
}

/** Materials have no GlobalId, and files have several types for one with layers: their names are unique in the model. */
function nameKey(kind: string, params: ElementRecord['params'], name: unknown): string | null {
  if (typeof name !== 'string') return null;
  if (kind === 'material') return `material ${name}`;
  const layers = params['layers'] ?? null;
  if (kind !== 'type' || layers === null) return null;
  return `type ${canonicalJson([params['for'] ?? null, name, layers])}`;
}

/** Parameters that a file states in full, so that a difference is an edit. */
const STATED = ['name', 'properties', CLASSIFICATION];
/** Kinds whose names an import changes if the branch has them. */
const RENAMED: ReadonlySet<string> = new Set(['level', 'type', 'group', 'material']);

/** Whether the product has the place and extent of the element of the branch; true if neither has a body. */
export function isSamePlace(
  row: ManifestRow,
  own: ElementRecord,
  sides: { readonly fresh: ManifestSide; readonly own: Pick<OwnElements, 'extentOf'> },
): boolean {
  if (own.kind === 'level') return row.element?.params['elevation'] === own.params['elevation'];
  const [is, was] = [sides.fresh.extentOf(row), sides.own.extentOf(own.id)];
  return is === null || was === null || isSameExtent(is, was);
}

/**
 * The row of a product that is an element of the branch. A file has less than the model, such as the kind of a wall, so at
 * the same place the row has the element as the branch has it, except for its name and properties. Elsewhere it has the
 * element of the file, unless that is of another kind, and also if that of the branch names elements that the manifest lacks.
 *
 * @param ids the ids of elements of the manifest
 */
export function adoptedRow(
  row: ManifestRow,
  own: ElementRecord,
  { isSame, ids }: { readonly isSame: boolean; readonly ids: ReadonlySet<string> },
): ManifestRow {
  const { element } = row;
  const found = element !== null && element.kind === own.kind ? element : null;
  const told = { ...row, outcome: 'parametric' as const, reason: OWN, box: null, mesh: null };
  if (found === null) return { ...told, element: own, proof: null };
  if (!isSame || !isClosed(own, ids)) return { ...told, element: { ...found, id: own.id } };
  const stated = STATED.filter(
    (name) =>
      name in own.params &&
      !(name === 'name' && RENAMED.has(own.kind)) &&
      // A type may be a set of layers in the file, which has no classification.
      !(name === CLASSIFICATION && own.kind === 'type'),
  ).map((name) => [name, found.params[name] ?? null]);
  return {
    ...told,
    element: { ...own, params: { ...own.params, ...Object.fromEntries(stated) } },
  };
}
