/** @module sets: writes the property and quantity sets of an element; standard sets follow the public tables. */
import type { IfcNamed, IfcPart, IfcPlain } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import { propertiesWithType } from '../../../building/kinds/shared/properties.ts';
import type { FileProperty } from '../../../building/model/file-source.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import { schemaOf } from '../schema/ifc-schema.ts';
import {
  applicabilityOf,
  type PropertySetTemplate,
  type PropertyTemplate,
} from '../schema/ifc-sets.ts';
import { appliesTo, type Owner } from '../schema/owner.ts';
import { QUANTITY_VALUES, quantitySetOf } from '../schema/quantity-set.ts';
import { isStandardName } from '../schema/standard-sets.ts';
import type { Draft } from './draft.ts';
import { assignedIn } from './left-out.ts';
import { writeStatedProperty } from './stated/stated-values.ts';
import type { PartAttributes } from './step/step-file.ts';
import type { Ref, Typed } from './step/step-value.ts';
import { typed } from './step/step-value.ts';

/** The entities that share property sets. */
type SetOwners = {
  readonly refs: readonly Ref[];
  readonly owner: Owner;
  /** The element whose assigned properties are among the sets; null if none are. */
  readonly element: AnyElement | null;
  /** What the file of its import states: values of standard sets, and properties of sets that the model has too. */
  readonly stated?: {
    readonly plain: { readonly [pset: string]: IfcNamed };
    readonly extra: ReadonlyMap<string, readonly FileProperty[]>;
  };
};

/** Writes the property and quantity sets of an entity; their GUIDs are derived from the text `id`. */
export function writeSets(
  draft: Draft,
  id: string,
  { properties, quantities }: Pick<IfcPart, 'properties' | 'quantities'>,
  owners: SetOwners,
): void {
  const [ref] = owners.refs;
  if (properties !== undefined) writeProperties(draft, id, properties, owners);
  if (quantities !== undefined && ref !== undefined) writeQto(draft, id, quantities, ref);
}

/** Writes property sets of one entity, or of several that share them. */
export function writeProperties(
  draft: Draft,
  id: string,
  properties: NonNullable<IfcPart['properties']>,
  owners: SetOwners,
): void {
  for (const name in properties) {
    const values = properties[name];
    if (values === undefined) continue;
    const set = { values, owners };
    if (!isStandardName(name)) writeOwn(draft, id, name, set);
    else writePset(draft, id, name, set);
  }
}

/** Merges the properties derived from an element's parameters with those assigned to the element and to its type. */
export function allProperties(
  element: AnyElement,
  derived: { readonly [pset: string]: IfcNamed },
  view: Draft['view'],
): { readonly [pset: string]: IfcNamed } {
  const assigned = propertiesWithType(element, view);
  const names = new Set([...Object.keys(derived), ...Object.keys(assigned)]);
  return Object.fromEntries(
    [...names].map((name) => [name, { ...assigned[name], ...withValues(derived[name]) }]),
  );
}

/** The values that are known: an unknown one does not hide an assigned one. */
function withValues(values: IfcNamed = {}): IfcNamed {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Maximum length of an IfcLabel, characters; longer texts are IfcText. */
const MAX_LABEL = 255;

/** Writes a custom property set with its values unchanged. */
function writeOwn(draft: Draft, id: string, Name: string, { values, owners }: SetValues): void {
  const HasProperties: Ref[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || typeof value === 'object') continue;
    const NominalValue = typed(ownType(value), value);
    const part = ['IfcPropertySingleValue', { Name: name, NominalValue }] as const;
    draft.file.addPart(HasProperties, Name, part);
  }
  for (const one of owners.stated?.extra.get(Name) ?? []) {
    const isOwn = values[one.name] !== undefined && values[one.name] !== null;
    const property = isOwn ? null : writeStatedProperty(draft, one);
    if (property !== null) HasProperties.push(property);
  }
  if (HasProperties.length === 0) return;
  const text = `${id}/own/${Name}`;
  const set = draft.file.root('IfcPropertySet', text, { Name, HasProperties });
  defines(draft, `${text}/defines`, set, owners.refs);
}

function ownType(value: string | number | boolean): string {
  if (typeof value === 'string') return value.length > MAX_LABEL ? 'IfcText' : 'IfcLabel';
  return typeof value === 'number' ? 'IfcReal' : 'IfcBoolean';
}

type ByName<T> = Map<IfcSchema, Map<string, T | null>>;

/** The result of `make` for a name in a schema, computed once. */
function cached<T>(
  all: ByName<T>,
  schema: IfcSchema,
  name: string,
  make: () => T | null,
): T | null {
  let ofSchema = all.get(schema);
  if (ofSchema === undefined) all.set(schema, (ofSchema = new Map()));
  let found = ofSchema.get(name);
  if (found === undefined) ofSchema.set(name, (found = make()));
  return found;
}

const psets: ByName<PropertySetTemplate> = new Map();

/** The standard property set of this name; null if the schema has none for the owner. */
export function psetFor(schema: IfcSchema, name: string, owner: Owner): PropertySetTemplate | null {
  return cached(psets, schema, `${name} ${owner.entity} ${owner.predefined}`, () => {
    const set = schema.psets().get(name);
    return set !== undefined && appliesTo(set, owner, schema) ? set : null;
  });
}

type SetValues = { readonly values: IfcNamed; readonly owners: SetOwners };

function writePset(draft: Draft, id: string, name: string, { values, owners }: SetValues): void {
  const { owner, refs } = owners;
  const { schema } = draft;
  const template = psetFor(schema, name, owner);
  if (template === null) {
    leaveOut(draft, owners, [name, null], reasonWithout(schema, name));
    return;
  }
  const { set, missing } = propertySet(draft, id, template, values);
  for (const [property, why] of missing) leaveOut(draft, owners, [name, property], why);
  if (set !== null) defines(draft, `${id}/${name}/defines`, set, refs);
}

/** Why a standard set is not written: the schema has none of this name for the owner. */
export function reasonWithout(schema: IfcSchema, name: string): string {
  const known = schema.psets().get(name);
  return known === undefined
    ? `${schema.name} has no such set`
    : `in ${schema.name} it applies to ${applicabilityOf(known)}`;
}

/** Records that a property that was assigned or that the file of an import states, or a set with one (`property` null), is not in the file. */
function leaveOut(
  { view, leftOut }: Draft,
  { element, stated }: SetOwners,
  [set, property]: readonly [set: string, property: string | null],
  why: string,
): void {
  if (element === null) return;
  const assigned = { ...stated?.plain[set], ...assignedIn(element, set, view) };
  if (property === null && Object.keys(assigned).length > 0) {
    leftOut.push({ element, name: set, why });
  } else if (property !== null && Object.hasOwn(assigned, property)) {
    leftOut.push({ element, name: `${set}.${property}`, why });
  }
}

/** A written set, null if it would be empty, and the properties that are not in it, each with the reason. */
type WrittenSet = {
  readonly set: Ref | null;
  readonly missing: readonly (readonly [property: string, why: string])[];
};

/** Writes a standard set with the values that its table defines. */
export function propertySet(
  draft: Draft,
  id: string,
  { name: Name, properties }: PropertySetTemplate,
  values: IfcNamed,
): WrittenSet {
  const HasProperties: Ref[] = [];
  const missing: (readonly [string, string])[] = [];
  for (const name in values) {
    const value = values[name];
    const template = properties.get(name);
    const property = template === undefined ? null : propertyOf(draft, template, value);
    if (property !== null) draft.file.addPart(HasProperties, Name, property);
    else if (value !== undefined) missing.push([name, reasonFor(draft.schema, template, value)]);
  }
  const isEmpty = HasProperties.length === 0;
  const made = { Name, HasProperties };
  const set = isEmpty ? null : draft.file.root('IfcPropertySet', `${id}/${Name}`, made);
  return { set, missing };
}

/** Maximum number of characters of a value in a warning. */
const SHOWN_VALUE = 60;

function reasonFor(
  { name: schema }: IfcSchema,
  template: PropertyTemplate | undefined,
  value: IfcPlain,
): string {
  if (template === undefined) return `${schema} has no such property`;
  const { kind } = template;
  if (kind === null) return `${schema} does not state its kind`;
  if (kind !== 'Single' && kind !== 'Enumerated') return `in ${schema} it has several values`;
  return `${schema} does not allow the value \`${String(value).slice(0, SHOWN_VALUE)}\``;
}

/** The entity and attributes of a property; null if its table does not allow the value. */
function propertyOf(
  { schema }: Draft,
  { name: Name, kind, types: [type], values }: PropertyTemplate,
  value: IfcPlain,
): Part | null {
  if (kind === 'Enumerated' && (isList(value) || typeof value === 'string')) {
    const found = [value].flat().find((one) => values.includes(one));
    if (found === undefined) return null;
    const EnumerationValues = [typed('IfcLabel', found)];
    return ['IfcPropertyEnumeratedValue', { Name, EnumerationValues }];
  }
  if (kind !== 'Single' || type === undefined) return null;
  const NominalValue = typedValue(schema, type, value);
  return NominalValue === null ? null : ['IfcPropertySingleValue', { Name, NominalValue }];
}

type Part = readonly [entity: string, attributes: PartAttributes];

function isList(value: IfcPlain): value is readonly string[] {
  return Array.isArray(value);
}

function defines({ file }: Draft, text: string, set: Ref, refs: readonly Ref[]): void {
  file.root('IfcRelDefinesByProperties', text, {
    RelatedObjects: refs,
    RelatingPropertyDefinition: set,
  });
}

/** The values that a data type accepts. */
type Accepted = {
  readonly type: 'string' | 'boolean' | 'number';
  readonly whole: boolean;
  readonly above0: boolean;
  /** Divisor from mm, mm² or mm³ to the unit of the file: mm, m², m³. */
  readonly unit: number;
};

const accepted: ByName<Accepted> = new Map();

function acceptedBy(schema: IfcSchema, type: string): Accepted | null {
  return cached(accepted, schema, type, () => {
    const simple = simpleOf(schema, type);
    return {
      type:
        simple === 'STRING'
          ? 'string'
          : simple === 'BOOLEAN' || simple === 'LOGICAL'
            ? 'boolean'
            : 'number',
      whole: simple === 'INTEGER',
      above0: type.includes('Positive'),
      unit: type.includes('Area') ? 1e6 : type.includes('Volume') ? 1e9 : 1,
    };
  });
}

/** The typed value; null if the type does not accept the value. */
function typedValue(schema: IfcSchema, type: string, value: IfcPlain): Typed | null {
  if (value === null || value === undefined || typeof value === 'object') return null;
  const known = acceptedBy(schema, type);
  if (known === null || typeof value !== known.type) return null;
  if (typeof value !== 'number') return value === '' ? null : typed(type, value);
  if (known.whole && !Number.isInteger(value)) return null;
  if (known.above0 && value <= 0) return null;
  return typed(type, digits(value / known.unit));
}

function simpleOf(schema: IfcSchema, name: string): string {
  let type = schema.type(name);
  while (type?.kind === 'defined') type = type.of;
  return type?.kind === 'simple' ? type.name : '';
}

function digits(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/**
 * Writes the quantities of an entity. IFC2X3 has no public table of quantity sets: there the quantities have the names
 * of IFC4 and are in a set named `BaseQuantities`.
 */
function writeQto(draft: Draft, id: string, values: IfcNamed, ref: Ref): void {
  const old = draft.schema.name === 'IFC2X3';
  const table = old ? schemaOf('IFC4') : draft.schema;
  const set = quantitySetOf(table, ref.entity);
  if (set === null) return;
  const Name = old ? 'BaseQuantities' : set.name;
  const Quantities: Ref[] = [];
  for (const name in values) {
    const value = values[name];
    const entity = set.quantities.get(name) ?? '';
    const [attribute, unit] = QUANTITY_VALUES.get(entity) ?? [];
    if (attribute === undefined || unit === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) continue;
    const quantity = { Name: name, [attribute]: digits(value / unit) };
    draft.file.addPart(Quantities, Name, [entity, quantity]);
  }
  if (Quantities.length === 0) return;
  const qto = draft.file.root('IfcElementQuantity', `${id}/quantities`, {
    Name,
    MethodOfMeasurement: 'BaseQuantities',
    Quantities,
  });
  defines(draft, `${id}/quantities/defines`, qto, [ref]);
}
