/** @module properties: values of properties and quantities of one object, split off from sets that several share. */
import type { StepValue } from '../read/step-value.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import type { IfcType } from '../schema/ifc-type.ts';
import type { OwnerHistories } from './owner-history.ts';
import { PatchFault } from './patch-fault.ts';
import {
  enumeration,
  integer,
  list,
  type PatchValue,
  real,
  ref,
  refs,
  text,
  typed,
} from './patch-value.ts';
import type { Records } from './records.ts';
import { appendItem, dropItem } from './text/lists.ts';

/** A value, with the name of its type (`IfcLabel`) if it must be that one. */
export type PropertyInput =
  | string
  | number
  | boolean
  | { readonly type: string; readonly value: string | number | boolean };

/** What edits of sets need. `guid` makes the GlobalId of an added record from a text that is unique in the file. */
export type SetContext = {
  readonly records: Records;
  readonly histories: OwnerHistories;
  readonly guid: (text: string) => string;
  /** The number of a property in the unit of the file, by the name of its type. */
  readonly measure: (type: string, value: number) => number;
};

/** A property or quantity of an object. */
export type SetPlace = { readonly row: number; readonly set: string; readonly name: string };

/** A set of an object, and the relation that assigns it; null if the object is a type that refers to it. */
type Assigned = { readonly definition: number; readonly relation: number | null };

/** The entity of a set, and the attribute with its properties. */
type SetKind = { readonly entity: string; readonly items: string };

const PROPERTIES: SetKind = { entity: 'IfcPropertySet', items: 'HasProperties' };
const QUANTITIES: SetKind = { entity: 'IfcElementQuantity', items: 'Quantities' };
/** Place of the value of a quantity in its arguments: after Name, Description and Unit. */
const QUANTITY_VALUE = 3;

/**
 * Sets a property of an object or a type; null removes it. A set or relation that others share is split. Returns
 * whether anything changed.
 * @throws {PatchFault} if the property has no single value, or the value does not fit
 */
export function setProperty(
  context: SetContext,
  place: SetPlace,
  input: PropertyInput | null,
): boolean {
  const { records } = context;
  const { row, name } = place;
  const isObject = records.isA(row, 'IfcObject') || records.isA(row, 'IfcContext');
  if (!isObject && !records.isA(row, 'IfcTypeObject')) {
    throw new PatchFault(`got ${records.label(row)}, expected an object or a type with properties`);
  }
  const found = assigned(records, place, PROPERTIES);
  const before = found === null ? null : itemNamed(records, found.definition, PROPERTIES, name);
  if (input === null) {
    if (found === null || before === null) return false;
    removeProperty(context, place, { ...found, item: before });
    return true;
  }
  if (found === null) {
    addSet(context, place, addProperty(context, place, input));
    return true;
  }
  if (before === null) {
    const definition = ownSet(context, place, found);
    appendItem(records, definition, PROPERTIES.items, addProperty(context, place, input));
    return true;
  }
  return changeProperty(context, place, { ...found, item: before }, input);
}

/**
 * Sets the value of a quantity of an object, in units of the file. Returns whether anything changed.
 * @throws {PatchFault} if the object has no such quantity
 */
export function setQuantity(context: SetContext, place: SetPlace, value: number): boolean {
  const { records } = context;
  const found = assigned(records, place, QUANTITIES);
  const item = found === null ? null : itemNamed(records, found.definition, QUANTITIES, place.name);
  if (found === null || item === null || !records.isA(item, 'IfcPhysicalSimpleQuantity')) {
    throw new PatchFault(
      `${records.label(place.row)} has no quantity \`${place.name}\` in \`${place.set}\``,
    );
  }
  const attribute = records.entityOf(item)?.attributes[QUANTITY_VALUE]?.name ?? '';
  if (records.number(item, attribute) === value) return false;
  const isCount = records.value(item, attribute).kind === 'integer' && Number.isInteger(value);
  const own = ownItem(context, place, { ...found, item }, QUANTITIES);
  return records.set(own, attribute, isCount ? integer(value) : real(value));
}

/** Whether a property set of an object or type of this name has a property. */
export function hasProperty(records: Records, { row, set, name }: SetPlace): boolean {
  const found = assigned(records, { row, set, name }, PROPERTIES);
  return found !== null && itemNamed(records, found.definition, PROPERTIES, name) !== null;
}

/** Quantities of an object: their rows, and the name of their set. */
export function quantitiesOf(
  records: Records,
  row: number,
): readonly { readonly row: number; readonly set: string }[] {
  return assignments(records, row)
    .filter(({ definition }) => records.isA(definition, QUANTITIES.entity))
    .flatMap(({ definition }) => {
      const set = records.text(definition, 'Name') ?? '';
      return records.refs(definition, QUANTITIES.items).map((one) => ({ row: one, set }));
    });
}

/** Types of values that state a size. */
const SIZES: ReadonlySet<string> = new Set([
  'IFCLENGTHMEASURE',
  'IFCPOSITIVELENGTHMEASURE',
  'IFCNONNEGATIVELENGTHMEASURE',
  'IFCAREAMEASURE',
  'IFCVOLUMEMEASURE',
]);

/** Properties of an object whose values are lengths, areas or volumes: their rows, and the name of their set. */
export function sizesOf(
  records: Records,
  row: number,
): readonly { readonly row: number; readonly set: string }[] {
  return assignments(records, row)
    .filter(({ definition }) => records.isA(definition, PROPERTIES.entity))
    .flatMap(({ definition }) => {
      const set = records.text(definition, 'Name') ?? '';
      return records
        .refs(definition, PROPERTIES.items)
        .filter((one) => {
          const value = records.value(one, 'NominalValue');
          return value.kind === 'typed' && SIZES.has(value.type.toUpperCase());
        })
        .map((one) => ({ row: one, set }));
    });
}

function assignments(records: Records, row: number): readonly Assigned[] {
  if (records.isA(row, 'IfcTypeObject')) {
    return records
      .refs(row, 'HasPropertySets')
      .map((definition): Assigned => ({ definition, relation: null }));
  }
  return records
    .usersIn(row, 'IfcRelDefinesByProperties', 'RelatedObjects')
    .flatMap((relation) =>
      records
        .refs(relation, 'RelatingPropertyDefinition')
        .map((definition): Assigned => ({ definition, relation })),
    );
}

/** The set of an object with a name: the first that has the property, else the first. */
function assigned(records: Records, { row, set, name }: SetPlace, kind: SetKind): Assigned | null {
  const sets = assignments(records, row).filter(
    ({ definition }) =>
      records.isA(definition, kind.entity) && records.text(definition, 'Name') === set,
  );
  const first = sets.find(({ definition }) => itemNamed(records, definition, kind, name) !== null);
  return first ?? sets[0] ?? null;
}

function itemNamed(
  records: Records,
  definition: number,
  { items }: SetKind,
  name: string,
): number | null {
  const found = records.refs(definition, items).find((one) => records.text(one, 'Name') === name);
  return found ?? null;
}

/** Splits the set from what others share, so that only this object uses it. */
function ownSet(context: SetContext, { row, set }: SetPlace, found: Assigned): number {
  const { records } = context;
  const { definition, relation } = found;
  const isListed = relation !== null && records.refs(relation, 'RelatedObjects').length > 1;
  if (!isListed && records.usersOf(definition).length <= 1) return definition;
  const copy = rootedCopy(context, definition, set, row);
  for (const other of records.usersIn(row, 'IfcRelDefinesByProperties', 'RelatedObjects')) {
    if (other !== relation && records.refsOf(other).has(definition)) leave(records, other, row);
  }
  if (relation === null) {
    records.redirect(row, { from: definition, to: copy });
  } else if (isListed) {
    const own = rootedCopy(context, relation, `${set}/relation`, row);
    records.set(own, 'RelatedObjects', refs([row]));
    records.redirect(own, { from: definition, to: copy });
    dropItem(records, relation, 'RelatedObjects', row);
  } else {
    records.redirect(relation, { from: definition, to: copy });
  }
  return copy;
}

/** Takes an object out of a relation, which is removed with its last one. */
function leave(records: Records, relation: number, row: number): void {
  if (records.refs(relation, 'RelatedObjects').length > 1) {
    dropItem(records, relation, 'RelatedObjects', row);
  } else {
    records.remove(relation);
  }
}

/** A copy of a rooted record with a GlobalId of its own. */
function rootedCopy(
  { records, histories, guid }: SetContext,
  row: number,
  what: string,
  owner: number,
): number {
  const copy = records.copy(row);
  records.set(copy, 'GlobalId', text(guid(rootText(records, owner, what, copy))));
  const history = histories.added(owner);
  if (history.kind === 'ref') records.set(copy, 'OwnerHistory', history);
  return copy;
}

/** A text that no other record of the file has: the new number of the record is part of it. */
function rootText(records: Records, owner: number, what: string, row: number): string {
  const of = records.text(owner, 'GlobalId') ?? `#${records.idText(owner)}`;
  return `${of}/${what}/#${records.idText(row)}`;
}

/** A property or quantity in its set. */
type AssignedItem = Assigned & { readonly item: number };

/** The item as one that only this object uses. */
function ownItem(
  context: SetContext,
  place: SetPlace,
  found: AssignedItem,
  { items }: SetKind,
): number {
  const { records } = context;
  const definition = ownSet(context, place, found);
  const sharers = records.usersOf(found.item).filter((user) => records.isA(user, 'IfcRoot'));
  if (sharers.length <= 1) return found.item;
  const copy = records.copy(found.item);
  const position = records.position(definition, items);
  if (position >= 0) records.redirect(definition, { from: found.item, to: copy });
  return copy;
}

function changeProperty(
  context: SetContext,
  place: SetPlace,
  found: AssignedItem,
  input: PropertyInput,
): boolean {
  const { records } = context;
  const { item } = found;
  if (records.isA(item, 'IfcPropertySingleValue')) {
    if (typeof input === 'number' && records.ref(item, 'Unit') !== null) {
      throw new PatchFault(`${records.label(item)} \`${place.name}\` has a unit of its own`);
    }
    const before = records.value(item, 'NominalValue');
    const value = valueOf(context, place, input, before);
    return changeItem(context, place, found, { attribute: 'NominalValue', value });
  }
  if (records.isA(item, 'IfcPropertyEnumeratedValue')) {
    const values = records.value(item, 'EnumerationValues');
    const before = values.kind === 'list' ? (values.items[0] ?? null) : null;
    const value = list([valueOf(context, place, input, before)]);
    return changeItem(context, place, found, { attribute: 'EnumerationValues', value });
  }
  throw new PatchFault(
    `${records.label(item)} \`${place.name}\` has no single value, expected IfcPropertySingleValue`,
  );
}

function changeItem(
  context: SetContext,
  place: SetPlace,
  found: AssignedItem,
  { attribute, value }: { readonly attribute: string; readonly value: PatchValue },
): boolean {
  const { records } = context;
  if (records.equals(found.item, attribute, value)) return false;
  return records.set(ownItem(context, place, found, PROPERTIES), attribute, value);
}

function removeProperty(context: SetContext, place: SetPlace, found: AssignedItem): void {
  const { records } = context;
  const { definition, relation, item } = found;
  const isLast = records.refs(definition, PROPERTIES.items).length === 1;
  if (!isLast) {
    dropItem(records, ownSet(context, place, found), PROPERTIES.items, item);
    return;
  }
  if (relation === null) {
    const left = dropItem(records, place.row, 'HasPropertySets', definition);
    if (left === 0) records.set(place.row, 'HasPropertySets', { kind: 'omitted' });
    return;
  }
  if (records.refs(relation, 'RelatedObjects').length > 1) {
    dropItem(records, relation, 'RelatedObjects', place.row);
  } else if (records.refs(relation, 'RelatingPropertyDefinition').length > 1) {
    dropItem(records, relation, 'RelatingPropertyDefinition', definition);
  } else {
    records.remove(relation);
  }
}

/** Adds a set with one property to an object. */
function addSet(context: SetContext, { row, set }: SetPlace, property: number): void {
  const { records, histories, guid } = context;
  const rooted = (
    what: string,
  ): { readonly GlobalId: PatchValue; readonly OwnerHistory: PatchValue } => {
    const OwnerHistory = histories.added(row);
    return { GlobalId: text(guid(rootText(records, row, what, records.count))), OwnerHistory };
  };
  const definition = records.add('IfcPropertySet', {
    ...rooted(set),
    Name: text(set),
    HasProperties: refs([property]),
  });
  if (records.isA(row, 'IfcTypeObject')) {
    appendItem(records, row, 'HasPropertySets', definition);
    return;
  }
  records.add('IfcRelDefinesByProperties', {
    ...rooted(`${set}/relation`),
    RelatedObjects: refs([row]),
    RelatingPropertyDefinition: ref(definition),
  });
}

function addProperty(context: SetContext, place: SetPlace, input: PropertyInput): number {
  const { records } = context;
  const template = records.model.schema.psets().get(place.set)?.properties.get(place.name);
  const value = valueOf(context, place, input, null);
  const Name = text(place.name);
  if (template?.kind === 'Enumerated') {
    return records.add('IfcPropertyEnumeratedValue', { Name, EnumerationValues: list([value]) });
  }
  return records.add('IfcPropertySingleValue', { Name, NominalValue: value });
}

/** The value as one of its given type, the type before, the standard type of the property, or a general one. */
function valueOf(
  { records, measure }: SetContext,
  { set, name }: SetPlace,
  input: PropertyInput,
  before: StepValue | null,
): PatchValue {
  const { schema } = records.model;
  if (typeof input === 'object') {
    const given = typedValue(schema, input.type, input.value);
    if (given !== null) return given;
    throw new PatchFault(`\`${input.value}\` is no value of \`${input.type}\``);
  }
  const template = schema.psets().get(set)?.properties.get(name)?.types ?? [];
  const general = { string: 'IfcLabel', number: 'IfcReal', boolean: 'IfcBoolean' };
  const kind = typeof input;
  const fallback = kind === 'number' || kind === 'boolean' ? general[kind] : general.string;
  for (const type of [...(before?.kind === 'typed' ? [before.type] : []), ...template, fallback]) {
    const value = typedValue(schema, type, input);
    if (value === null || typeof input !== 'number') {
      if (value !== null) return value;
      continue;
    }
    const measured = typedValue(schema, type, measure(nameOf(schema, type), input));
    if (measured !== null) return measured;
  }
  return typed('IfcText', text(String(input)));
}

/** The name of a type as the schema spells it. */
function nameOf(schema: IfcSchema, name: string): string {
  const type = schema.type(name);
  return type?.kind === 'defined' ? type.name : name;
}

/** A value of a named type; null if the type cannot have it. */
function typedValue(
  schema: IfcSchema,
  name: string,
  value: string | number | boolean,
): PatchValue | null {
  const type = schema.type(name);
  if (type === undefined || !schema.inSelect(name, 'IfcValue')) return null;
  const simple = simpleOf(type);
  const fits = simple === null ? null : simpleValue(simple, value);
  return fits === null ? null : typed(name, fits);
}

function simpleOf(type: IfcType): Extract<IfcType, { readonly kind: 'simple' }> | null {
  if (type.kind === 'defined') return simpleOf(type.of);
  return type.kind === 'simple' ? type : null;
}

function simpleValue(
  { name, width }: Extract<IfcType, { readonly kind: 'simple' }>,
  value: string | number | boolean,
): PatchValue | null {
  if (typeof value === 'boolean') {
    return name === 'BOOLEAN' || name === 'LOGICAL' ? enumeration(value ? 'T' : 'F') : null;
  }
  if (typeof value === 'string') {
    const fits = name === 'STRING' && (width === null || Array.from(value).length <= width);
    return fits ? text(value) : null;
  }
  if (name === 'INTEGER') return Number.isSafeInteger(value) ? integer(value) : null;
  return (name === 'REAL' || name === 'NUMBER') && Number.isFinite(value) ? real(value) : null;
}
