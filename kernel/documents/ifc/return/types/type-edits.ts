/** @module type-edits: which part of a patch writes the types of elements; assigns elements to types of the file, and writes names and properties of types. */
import type { Element } from '../../../../building/kinds/elements.ts';
import { material } from '../../../../building/kinds/material/material.ts';
import { CLASSIFICATION } from '../../../../building/kinds/shared/classification.ts';
import { type as typeKind } from '../../../../building/kinds/type/type.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { ref, refs, text } from '../../patch/patch-value.ts';
import { isFitted } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { setOwnProperties } from '../labels/labels.ts';
import type { ReferenceEdits } from '../labels/references.ts';

const RELATION = 'IfcRelDefinesByType';

/**
 * How a patch writes the type of an element: `relation` in a relation to a type of the file, or to none, which doors and
 * windows have; `element` with a type and layers as of a new element. Null if its type does not differ.
 */
export type TypeWriter = 'relation' | 'element' | null;

/** How the type of a changed element is written. `types`: records of the types of the file, by id. */
export function typeWriter(
  { after, params }: Changed,
  types: ReadonlyMap<string, number>,
): TypeWriter {
  if (!params.includes('type_id')) return null;
  const id = typeIn(after);
  return isFitted(after) && (id === null || types.has(id)) ? 'relation' : 'element';
}

/** Writes the doors and windows whose type differs. */
export function writeTypeEdits(editing: Editing): void {
  const { changes, parts, source } = editing;
  const types = fileTypes(editing);
  const done: { readonly one: Changed; readonly type: number | null }[] = [];
  for (const one of changes.changed) {
    if (typeWriter(one, types) !== 'relation') continue;
    editing.attempt(one.after.id, () => {
      const record = types.get(typeIn(one.after) ?? '');
      const type = record === undefined ? null : source.model.file.rowOf(record);
      if (type !== null) assign(editing, parts.rowOf(one.row), { type, guid: editing.guid });
      done.push({ one, type });
    });
  }
  // Afterwards, so that no type is without elements before others have it.
  for (const { one, type } of done) {
    editing.attempt(one.after.id, () => release(editing, parts.rowOf(one.row), type));
  }
}

/** The records of the types of the file, by id. */
export function fileTypes({ source }: Editing): ReadonlyMap<string, number> {
  return new Map(
    source.rows.flatMap((row) =>
      row.element?.kind === typeKind.kind && row.record !== 0 ? [[row.element.id, row.record]] : [],
    ),
  );
}

function typeIn({ params }: Element): string | null {
  return 'type_id' in params ? (params.type_id ?? null) : null;
}

/** Makes a product an occurrence of a type. */
function assign(
  { patch }: Editing,
  product: number,
  { type, guid }: { readonly type: number; readonly guid: (text: string) => string },
): void {
  const known = patch
    .users(type)
    .find((user) => patch.isA(user, RELATION) && patch.ref(user, 'RelatingType') === type);
  if (known !== undefined) {
    const all = patch.refs(known, 'RelatedObjects');
    if (!all.includes(product)) {
      patch.setAttribute(known, 'RelatedObjects', refs([...all, product]));
    }
    return;
  }
  const history = patch.ref(type, 'OwnerHistory') === null ? null : patch.addedHistory(type);
  patch.add(RELATION, {
    GlobalId: text(guid(`elements of type ${patch.idText(type)}`)),
    ...(history === null ? {} : { OwnerHistory: ref(history) }),
    RelatedObjects: refs([product]),
    RelatingType: ref(type),
  });
}

/** Takes a product out of all types but one. */
function release({ patch }: Editing, product: number, type: number | null): void {
  for (const relation of patch.users(product).filter((user) => patch.isA(user, RELATION))) {
    if (type !== null && patch.ref(relation, 'RelatingType') === type) continue;
    patch.takeOut(relation, 'RelatedObjects', product);
  }
}

/** Parameters of a type that are written. */
const WRITTEN: ReadonlySet<string> = new Set(['name', 'properties', CLASSIFICATION]);

/**
 * Writes the name, the own properties and the references of a type of the file.
 * @throws {PatchFault} if something else of it was changed
 */
export function writeType(editing: Editing, one: Changed, references: ReferenceEdits): void {
  const { patch, source } = editing;
  const { row, after, params } = one;
  const other = params.find((param) => !WRITTEN.has(param));
  if (other !== undefined) {
    throw new PatchFault(
      `the \`${other}\` of a type of the file is kept, expected another type for its elements`,
    );
  }
  const record = row.record === 0 ? -1 : source.model.file.rowOf(row.record);
  if (record < 0) throw new PatchFault('it is no type of the file');
  const isType = patch.isA(record, 'IfcTypeObject');
  if (params.includes('name') && 'name' in after.params) {
    const { name } = after.params;
    if (typeof name === 'string') {
      patch.setAttribute(record, isType ? 'Name' : 'LayerSetName', text(name));
    }
  }
  if (params.includes(CLASSIFICATION)) {
    if (isType) references.note(record, one);
    else editing.leave(after.id, 'a set of layers in the file has no classification');
  }
  if (!params.includes('properties')) return;
  const left = isType
    ? setOwnProperties(patch, record, one)
    : ['a set of layers in the file has no properties'];
  for (const why of left) editing.leave(after.id, why);
}

/** Lists the deleted types and materials that are still in the file; they go with their last user. */
export function listDeletedTypes(editing: Editing): void {
  const { changes, source, patch } = editing;
  for (const { element, record } of changes.deleted) {
    if (element?.kind !== typeKind.kind && element?.kind !== material.kind) continue;
    if (record !== 0 && patch.isRemoved(source.model.file.rowOf(record))) continue;
    editing.leave(element.id, `a ${element.kind} cannot be removed from the file yet`);
  }
}
