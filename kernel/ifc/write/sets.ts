/** @module sets: the standard property and quantity sets of an element, from the public tables only. */
import type { AnyIfcProduct, IfcNamed, IfcPlain } from '../../kinds/ifc/facet.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import type { IfcSchema } from '../schema/ifc-schema.ts';
import { schemaOf } from '../schema/ifc-schema.ts';
import type {
  PropertySetTemplate,
  PropertyTemplate,
  QuantitySetTemplate,
} from '../schema/ifc-sets.ts';
import type { Draft } from './draft.ts';
import type { Ref, Typed } from './step-value.ts';
import { typed } from './step-value.ts';

/** Property and quantity sets of an element. */
export function writeSets(draft: Draft, element: AnyElement, facet: AnyIfcProduct, ref: Ref): void {
  const properties = facet.properties(element, draft.view);
  for (const name in properties) {
    const values = properties[name];
    const set = values === undefined ? null : psetFor(draft.schema, name, ref.entity);
    if (values !== undefined && set !== null) writePset(draft, element.id, set, { values, ref });
  }
  writeQto(draft, element.id, facet.quantities(element, draft.view), ref);
}

type ByName<T> = Map<IfcSchema, Map<string, T | null>>;

/** What `make` gives for a name in a schema, made once. */
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

/** The property set of this name, null where the schema has none for the entity. */
function psetFor(schema: IfcSchema, name: string, entity: string): PropertySetTemplate | null {
  return cached(psets, schema, `${name} ${entity}`, () => {
    const set = schema.psets().get(name);
    const applies = set?.entities.some((one) => schema.isA(entity, one)) ?? false;
    return set !== undefined && applies ? set : null;
  });
}

type Given = { readonly values: IfcNamed; readonly ref: Ref };

function writePset(
  draft: Draft,
  id: string,
  template: PropertySetTemplate,
  { values, ref }: Given,
): void {
  const set = propertySet(draft, id, template, values);
  if (set !== null) defines(draft, `${id}/${template.name}/defines`, set, ref);
}

/** A standard set with those of the values that its table has; null where that is none. */
export function propertySet(
  draft: Draft,
  id: string,
  { name: Name, properties }: PropertySetTemplate,
  values: IfcNamed,
): Ref | null {
  const HasProperties: Ref[] = [];
  for (const name in values) {
    const template = properties.get(name);
    const property = template === undefined ? null : writeProperty(draft, template, values[name]);
    if (property !== null) HasProperties.push(property);
  }
  if (HasProperties.length === 0) return null;
  return draft.file.root('IfcPropertySet', `${id}/${Name}`, { Name, HasProperties });
}

function writeProperty(
  { file, schema }: Draft,
  { name: Name, kind, types: [type], values }: PropertyTemplate,
  value: IfcPlain,
): Ref | null {
  if (kind === 'Enumerated' && isList(value)) {
    const found = value.find((one) => values.includes(one));
    if (found === undefined) return null;
    const EnumerationValues = [typed('IfcLabel', found)];
    return file.add('IfcPropertyEnumeratedValue', { Name, EnumerationValues });
  }
  if (kind !== 'Single' || type === undefined) return null;
  const NominalValue = typedValue(schema, type, value);
  return NominalValue === null ? null : file.add('IfcPropertySingleValue', { Name, NominalValue });
}

function isList(value: IfcPlain): value is readonly string[] {
  return Array.isArray(value);
}

function defines({ file }: Draft, text: string, set: Ref, ref: Ref): void {
  file.root('IfcRelDefinesByProperties', text, {
    RelatedObjects: [ref],
    RelatingPropertyDefinition: set,
  });
}

/** What a type of values takes. */
type Taken = {
  readonly wanted: 'string' | 'boolean' | 'number';
  readonly whole: boolean;
  readonly above0: boolean;
  /** mm, mm² and mm³ over the unit of the file: mm, m², m³. */
  readonly unit: number;
};

const taken: ByName<Taken> = new Map();

function takenBy(schema: IfcSchema, type: string): Taken | null {
  return cached(taken, schema, type, () => {
    const simple = simpleOf(schema, type);
    return {
      wanted:
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

/** Null where the type does not take the value. */
function typedValue(schema: IfcSchema, type: string, value: IfcPlain): Typed | null {
  if (value === null || value === undefined || typeof value === 'object') return null;
  const known = takenBy(schema, type);
  if (known === null || typeof value !== known.wanted) return null;
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

/** Attribute of a quantity, and mm, mm² and mm³ over the unit of the file. */
const VALUES: ReadonlyMap<string, readonly [attribute: string, unit: number]> = new Map([
  ['IfcQuantityLength', ['LengthValue', 1]],
  ['IfcQuantityArea', ['AreaValue', 1e6]],
  ['IfcQuantityVolume', ['VolumeValue', 1e9]],
]);

/** IFC2X3 has no public table: there the quantities have the names of IFC4, in a set `BaseQuantities`. */
function writeQto(draft: Draft, id: string, values: IfcNamed, ref: Ref): void {
  const old = draft.schema.name === 'IFC2X3';
  const table = old ? schemaOf('IFC4') : draft.schema;
  const set = cached(qtos, table, ref.entity, () => qtoFor(table, ref.entity));
  if (set === null) return;
  const Quantities: Ref[] = [];
  for (const name in values) {
    const value = values[name];
    const entity = set.quantities.get(name) ?? '';
    const [attribute, unit] = VALUES.get(entity) ?? [];
    if (attribute === undefined || unit === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) continue;
    Quantities.push(draft.file.add(entity, { Name: name, [attribute]: digits(value / unit) }));
  }
  if (Quantities.length === 0) return;
  const Name = old ? 'BaseQuantities' : set.name;
  const qto = draft.file.root('IfcElementQuantity', `${id}/quantities`, {
    Name,
    MethodOfMeasurement: 'BaseQuantities',
    Quantities,
  });
  defines(draft, `${id}/quantities/defines`, qto, ref);
}

const qtos: ByName<QuantitySetTemplate> = new Map();

/** The set of the entity itself, else that of its nearest supertype. */
function qtoFor(schema: IfcSchema, entity: string): QuantitySetTemplate | null {
  const all = [...schema.qtos().values()];
  let above = schema.entity(entity) ?? null;
  while (above !== null) {
    const { name } = above;
    const set = all.find(({ entities }) => entities.includes(name));
    if (set !== undefined) return set;
    above = above.supertype;
  }
  return null;
}
