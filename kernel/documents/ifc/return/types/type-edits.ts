/** @module type-edits: writes which types of the file doors and windows have, and the names of types. */
import type { Element } from '../../../../building/kinds/elements.ts';
import { material } from '../../../../building/kinds/material/material.ts';
import { type as typeKind } from '../../../../building/kinds/type/type.ts';
import { ref, refs, text } from '../../patch/patch-value.ts';
import { freeGuids } from '../additions.ts';
import { isFittingType } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';

const RELATION = 'IfcRelDefinesByType';
/** Writes the doors and windows whose type differs. */
export function writeTypeEdits(editing: Editing): void {
  const { changes, parts, source } = editing;
  const types = fileTypes(editing);
  const guid = freeGuids(source.model, editing.context.guid);
  const done: { readonly one: Changed; readonly type: number | null }[] = [];
  for (const one of changes.changed) {
    if (!one.params.some((param) => isFittingType(one.after, param))) continue;
    editing.attempt(one.after.id, () => {
      const id = typeIn(one.after);
      const record = id === null ? null : types.get(id);
      // A new type is written with its elements.
      if (record === undefined) return;
      const type = record === null ? null : source.model.file.rowOf(record);
      if (type !== null) assign(editing, parts.rowOf(one.row), { type, guid });
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

/** Whether an element is a door or window whose type is one of the file, or none. */
export function hasFileType(element: Element, types: ReadonlyMap<string, number>): boolean {
  if (!isFittingType(element, 'type_id')) return false;
  const id = typeIn(element);
  return id === null || types.has(id);
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
    const left = patch.refs(relation, 'RelatedObjects').filter((row) => row !== product);
    if (left.length === 0) patch.dissolve(relation);
    else patch.setAttribute(relation, 'RelatedObjects', refs(left));
  }
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
