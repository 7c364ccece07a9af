/** @module standard sets: the public property sets of all schemas, and the values that their properties accept. */
import { editDistance } from '../../../base/text/edit-distance.ts';
import { type IfcSchema, schemaOf } from './ifc-schema.ts';
import type { PropertySetTemplate, PropertyTemplate } from './ifc-sets.ts';
import { unitOfMeasure } from './measure-units.ts';
import { appliesTo, type Owner } from './owner.ts';

/** A value of a property. */
type PropertyValue = string | number | boolean;

/** Schemas in order of lookup: the newest schema that has a set determines its contents. */
const SCHEMAS = ['IFC4X3', 'IFC4', 'IFC2X3'] as const;
/** Maximum number of names that a refusal suggests. */
const MAX_SUGGESTIONS = 5;

/** Whether the name of a set is reserved for standard sets, so that the set must be in the tables. */
export function isStandardName(set: string): boolean {
  return /^(?:Pset|Qto)_/iu.test(set);
}

/** A standard set and the schema that has it. */
export type StandardSet = { readonly schema: IfcSchema; readonly template: PropertySetTemplate };

/** The standard set of this name; undefined if no schema has one. */
export function standardSet(name: string): StandardSet | undefined {
  for (const schemaName of SCHEMAS) {
    const schema = schemaOf(schemaName);
    const template = schema.psets().get(name);
    if (template !== undefined) return { schema, template };
  }
  return undefined;
}

/** An element as the owner of sets in each schema. */
export type OwnerIn = (schema: IfcSchema) => Owner;

/** Whether a standard set applies to an element in the newest schema that has the set. */
export function isFor(set: string, owner: OwnerIn): boolean {
  const found = standardSet(set);
  return found !== undefined && appliesTo(found.template, owner(found.schema), found.schema);
}

/** Names of the sets that are closest to this name, among those for the element if there are any. */
export function setsLike(name: string, owner: OwnerIn): readonly string[] {
  const all = [...schemaOf('IFC4X3').psets().keys()];
  const fitting = all.filter((set) => isFor(set, owner));
  return nearest(name, fitting.length > 0 ? fitting : all);
}

/** A property as one sets it. */
type OfferedProperty = {
  readonly name: string;
  readonly type: ValueType;
  /** Type in the standard, or the name of its enumeration; empty if the source states none. */
  readonly ifc_type: string;
  /** Unit of its values in the model; null without one. */
  readonly unit: string | null;
  /** Values of an enumeration; empty if any value is allowed. */
  readonly values: readonly string[];
};

/** A standard set with the properties that can be set. */
type OfferedSet = {
  readonly set: string;
  /** The schema that defines its contents here: the newest one that has it. */
  readonly schema: string;
  readonly properties: readonly OfferedProperty[];
};

/** The standard sets with a property that can be set, for an element in the newest schema that has them, by name. */
export function setsFor(owner: OwnerIn): readonly OfferedSet[] {
  const names = new Set<string>();
  for (const schema of SCHEMAS) for (const name of schemaOf(schema).psets().keys()) names.add(name);
  return [...names].toSorted().flatMap((name) => {
    const found = isFor(name, owner) ? standardSet(name) : undefined;
    if (found === undefined) return [];
    const properties = [...found.template.properties.values()].flatMap((property) => {
      const type = valueTypeOf(found, property);
      const [ifc_type = ''] = property.types;
      const { values } = property;
      const unit = unitOfMeasure(ifc_type);
      return type === null ? [] : [{ name: property.name, type, ifc_type, unit, values }];
    });
    return properties.length === 0 ? [] : [{ set: name, schema: found.schema.name, properties }];
  });
}

/** Names of the properties of a set that are closest to this name. */
export function propertiesLike(name: string, { template }: StandardSet): readonly string[] {
  return nearest(name, [...template.properties.keys()]);
}

function nearest(name: string, all: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  return all
    .map((one) => ({ one, distance: editDistance(lower, one.toLowerCase(), 40) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ one }) => one);
}

/** Type of value that a property accepts. */
export type ValueType = 'boolean' | 'number' | 'text';

/** The simple type on which a value type is based. */
function simpleOf(schema: IfcSchema, name: string): string {
  let type = schema.type(name);
  while (type?.kind === 'defined') type = type.of;
  return type?.kind === 'simple' ? type.name : '';
}

/** The type of value that a property accepts; null if its values cannot be stored here (tables, lists, references). */
export function valueTypeOf(
  { schema }: StandardSet,
  { kind, types: [type = ''] }: PropertyTemplate,
): ValueType | null {
  if (kind === 'Enumerated') return 'text';
  if (kind !== 'Single') return null;
  const simple = simpleOf(schema, type);
  if (simple === 'BOOLEAN' || simple === 'LOGICAL') return 'boolean';
  if (simple === 'STRING') return 'text';
  return simple === '' ? null : 'number';
}

/** Why a property does not accept a value, as the rest of a sentence; null if it does. */
export function wrongValue(
  set: StandardSet,
  property: PropertyTemplate,
  value: PropertyValue,
): string | null {
  const expected = valueTypeOf(set, property);
  if (expected === null) return 'is a table, list or reference, which cannot be set';
  const [type = ''] = property.types;
  if ((typeof value === 'string' ? 'text' : typeof value) !== expected) {
    return `must be a ${expected}${type === '' ? '' : ` (${type})`}; ${textOf(value)} was given`;
  }
  if (property.values.length > 0 && typeof value === 'string' && !property.values.includes(value)) {
    return `must be one of ${property.values.slice(0, 20).join(', ')}; ${textOf(value)} was given`;
  }
  if (typeof value !== 'number') return null;
  if (simpleOf(set.schema, type) === 'INTEGER' && !Number.isInteger(value)) {
    return `must be a whole number (${type}); ${textOf(value)} was given`;
  }
  return type.includes('Positive') && value <= 0
    ? `must be greater than 0 (${type}); ${textOf(value)} was given`
    : null;
}

function textOf(value: PropertyValue): string {
  return `\`${JSON.stringify(value)}\``;
}
