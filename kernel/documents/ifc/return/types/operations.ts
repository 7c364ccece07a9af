/** @module operations: writes how doors and windows open and what floors are for, which their types in the file state. */
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import type { Element } from '../../../../building/kinds/elements.ts';
import type { IfcNamed, IfcTypeFacet } from '../../../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import { enumeration, ref, refs, text } from '../../patch/patch-value.ts';
import { statedByType } from '../aspects.ts';
import type { Changed } from '../changes.ts';
import type { Editing } from '../editing.ts';
import { productFacet } from '../facets.ts';

/**
 * Writes the operation of a door or window and the use of a floor, if they differ: into the type of the product, of
 * which it gets a copy if others have it, too. Returns the names of the parameters that the file then states.
 * @throws {PatchFault} if the file has nothing that could state them
 */
export function setOperation(
  editing: Editing,
  row: number,
  { before, after, params }: Changed,
): readonly string[] {
  const stated = statedByType(after);
  const named = params.filter((param) => stated?.params.includes(param) === true);
  if (stated === null || named.length === 0) return [];
  const [was, is] = [
    describedType(before, editing.changes.base),
    describedType(after, editing.view),
  ];
  if (was === null || is === null) throw new PatchFault('its kind has no type');
  const { patch } = editing;
  const own = stateOf(editing, row, stated.attribute);
  if (own !== null && own !== 'NOTDEFINED') setOne(editing, row, stated.attribute, is);
  const old = typeOf(editing, row);
  if (old === null) {
    if (own !== null && own !== 'NOTDEFINED') return named;
    if (!hasAttribute(editing, row, stated.attribute)) {
      throw new PatchFault('it has no type in the file, which would state how it opens');
    }
    setOne(editing, row, stated.attribute, is);
    return named;
  }
  const type = ownType(editing, row, old);
  if (stateOf(editing, type, 'Name') === was.name) patch.rename(type, { Name: is.name });
  if (hasAttribute(editing, type, stated.attribute)) setOne(editing, type, stated.attribute, is);
  if (hasAttribute(editing, type, 'OperationType')) setOne(editing, type, 'OperationType', is);
  if (!deepEqual(was.panels ?? [], is.panels ?? [])) setPanels(editing, type, is.panels ?? []);
  return named;
}

function describedType(element: Element, view: ModelView): IfcTypeFacet | null {
  return productFacet(element, view)?.type(element, view) ?? null;
}

/** The type of a product; null without one. */
function typeOf({ patch }: Editing, row: number): number | null {
  for (const user of patch.users(row)) {
    if (patch.isA(user, 'IfcRelDefinesByType')) return patch.ref(user, 'RelatingType');
  }
  return null;
}

/** A type that only this product has: its own, or a copy of it, to which all associations of the old one lead, too. */
function ownType({ patch, guid }: Editing, product: number, type: number): number {
  const relation = patch.users(product).find((user) => patch.isA(user, 'IfcRelDefinesByType'));
  if (relation === undefined) return type;
  const others = patch.refs(relation, 'RelatedObjects').filter((row) => row !== product);
  // A type may have several relations.
  const isShared = patch
    .users(type)
    .some(
      (user) =>
        user !== relation &&
        patch.isA(user, 'IfcRelDefinesByType') &&
        patch.ref(user, 'RelatingType') === type &&
        patch.refs(user, 'RelatedObjects').some((row) => row !== product),
    );
  if (others.length === 0 && !isShared) return type;
  const name = `${patch.idText(type)}/${patch.idText(product)}`;
  const twin = patch.twin(type, guid(`own type ${name}`));
  const sets = patch.refs(type, 'HasPropertySets');
  // A set belongs to one type in IFC2X3.
  const own = sets.map((set, i) => patch.twin(set, guid(`own set ${name}/${i}`)));
  if (own.length > 0) patch.setAttribute(twin, 'HasPropertySets', refs(own));
  for (const user of patch.users(type)) {
    if (!patch.isA(user, 'IfcRelAssociates')) continue;
    const related = [...patch.refs(user, 'RelatedObjects'), twin];
    patch.setAttribute(user, 'RelatedObjects', refs(related));
  }
  if (others.length === 0) {
    patch.setAttribute(relation, 'RelatingType', ref(twin));
    return twin;
  }
  // The new relation first, so that nothing is without a user between two edits.
  const made = patch.twin(relation, guid(`own type of ${name}`));
  patch.setAttribute(made, 'RelatedObjects', refs([product]));
  patch.setAttribute(made, 'RelatingType', ref(twin));
  patch.setAttribute(relation, 'RelatedObjects', refs(others));
  return twin;
}

/** Whether the entity of a record has an attribute. */
function hasAttribute({ patch }: Editing, row: number, attribute: string): boolean {
  return patch.hasAttribute(row, attribute);
}

/** What a record states as a text or an enumeration; null without a value. */
function stateOf(editing: Editing, row: number, attribute: string): string | null {
  if (!hasAttribute(editing, row, attribute)) return null;
  const value = editing.patch.value(row, attribute);
  return value.kind === 'enum' || value.kind === 'text' ? value.value : null;
}

function setOne(editing: Editing, row: number, attribute: string, type: IfcTypeFacet): void {
  setNamed(editing, row, [attribute, type.attributes[attribute] ?? null]);
}

/** Sets an enumeration: the first of its candidates that the schema has. */
function setNamed(
  { patch }: Editing,
  row: number,
  [attribute, value]: readonly [string, IfcNamed[string]],
): void {
  const candidates = Array.isArray(value) ? value : [];
  for (const one of candidates) {
    try {
      patch.setAttribute(row, attribute, enumeration(String(one)));
      return;
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
    }
  }
  throw new PatchFault(`the schema of the file has no value for \`${attribute}\``);
}

type Panels = NonNullable<IfcTypeFacet['panels']>;

const PANEL = /^Ifc(?:Door|Window)PanelProperties$/u;

/** Sets the values that all panels share as properties of the type, as IFC4X3 has it. */
function setPanelProperties({ patch }: Editing, type: number, panels: Panels): void {
  const [first, ...others] = panels;
  if (first === undefined) return;
  const set = first.entity.replace('Ifc', 'Pset_');
  for (const [name, value] of Object.entries(first.attributes)) {
    const isCommon = others.every(({ attributes }) => deepEqual(attributes[name], value));
    const own = Array.isArray(value) && isCommon ? String(value[0]) : null;
    patch.setProperty(type, set, name, own);
  }
}

/** Gives a type the panels that it has now; those of the file are kept if there are as many. */
function setPanels(editing: Editing, type: number, all: NonNullable<IfcTypeFacet['panels']>): void {
  const { patch, guid } = editing;
  const panels = all.filter(({ entity }) => PANEL.test(entity));
  if (patch.schema.name === 'IFC4X3') {
    setPanelProperties(editing, type, panels);
    return;
  }
  const sets = patch.refs(type, 'HasPropertySets');
  const known = sets.filter((set) => PANEL.test(patch.typeName(set)));
  if (known.length === panels.length && known.length > 0) {
    for (const [i, { attributes }] of panels.entries()) {
      for (const one of Object.entries(attributes)) {
        if (Array.isArray(one[1])) setNamed(editing, known[i] ?? -1, one);
      }
    }
    return;
  }
  const kept = sets.filter((set) => !known.includes(set));
  const history = patch.ref(type, 'OwnerHistory');
  const made = panels.map(({ entity, attributes }, i) =>
    patch.add(entity, {
      GlobalId: text(guid(`panel ${patch.idText(type)}/${i}`)),
      ...(history === null ? {} : { OwnerHistory: ref(history) }),
      ...Object.fromEntries(
        Object.entries(attributes).flatMap(([attribute, value]) =>
          Array.isArray(value) ? [[attribute, enumeration(String(value[0]))]] : [],
        ),
      ),
    }),
  );
  const after = [...kept, ...made];
  patch.setAttribute(
    type,
    'HasPropertySets',
    after.length === 0 ? { kind: 'omitted' } : refs(after),
  );
}
