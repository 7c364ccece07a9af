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
import { rooted } from './draft.ts';
import type { Ref, Typed } from './step-value.ts';
import { typed } from './step-value.ts';

/** Property and quantity sets of an element. */
export function writeSets(draft: Draft, element: AnyElement, facet: AnyIfcProduct, ref: Ref): void {
  for (const [name, values] of Object.entries(facet.properties(element, draft.view))) {
    const set = draft.schema.psets().get(name);
    if (set !== undefined && appliesTo(draft.schema, set, ref.entity)) {
      writePset(draft, element.id, set, { values, ref });
    }
  }
  writeQto(draft, element.id, facet.quantities(element, draft.view), ref);
}

function appliesTo(
  schema: IfcSchema,
  { entities }: Pick<PropertySetTemplate, 'entities'>,
  entity: string,
): boolean {
  return entities.some((one) => schema.isA(entity, one));
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
  for (const [name, value] of Object.entries(values)) {
    const template = properties.get(name);
    const property = template === undefined ? null : writeProperty(draft, template, value);
    if (property !== null) HasProperties.push(property);
  }
  if (HasProperties.length === 0) return null;
  return draft.file.add('IfcPropertySet', {
    ...rooted(draft, `${id}/${Name}`),
    Name,
    HasProperties,
  });
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

function defines(draft: Draft, text: string, set: Ref, ref: Ref): void {
  draft.file.add('IfcRelDefinesByProperties', {
    ...rooted(draft, text),
    RelatedObjects: [ref],
    RelatingPropertyDefinition: set,
  });
}

/** Null where the type does not take the value. */
function typedValue(schema: IfcSchema, type: string, value: IfcPlain): Typed | null {
  if (value === null || value === undefined || typeof value === 'object') return null;
  const simple = simpleOf(schema, type);
  const wanted = { STRING: 'string', BOOLEAN: 'boolean', LOGICAL: 'boolean' }[simple] ?? 'number';
  if (typeof value !== wanted) return null;
  if (typeof value !== 'number') return value === '' ? null : typed(type, value);
  if (simple === 'INTEGER' && !Number.isInteger(value)) return null;
  if (type.includes('Positive') && value <= 0) return null;
  return typed(type, digits(inUnits(value, type)));
}

function simpleOf(schema: IfcSchema, name: string): string {
  let type = schema.type(name);
  while (type?.kind === 'defined') type = type.of;
  return type?.kind === 'simple' ? type.name : '';
}

/** mm² and mm³ in the units of the file, m² and m³. */
function inUnits(value: number, type: string): number {
  if (/Area/u.test(type)) return value / 1e6;
  return /Volume/u.test(type) ? value / 1e9 : value;
}

function digits(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

const VALUES: ReadonlyMap<string, string> = new Map([
  ['IfcQuantityLength', 'LengthValue'],
  ['IfcQuantityArea', 'AreaValue'],
  ['IfcQuantityVolume', 'VolumeValue'],
]);

/** IFC2X3 has no public table: there the quantities have the names of IFC4, in a set `BaseQuantities`. */
function writeQto(draft: Draft, id: string, values: IfcNamed, ref: Ref): void {
  const old = draft.schema.name === 'IFC2X3';
  const table = old ? schemaOf('IFC4') : draft.schema;
  const set = setFor(table, ref.entity);
  if (set === null) return;
  const Quantities: Ref[] = [];
  for (const [name, value] of Object.entries(values)) {
    const entity = set.quantities.get(name) ?? '';
    const attribute = VALUES.get(entity);
    if (attribute === undefined || typeof value !== 'number' || !(value >= 0)) continue;
    const measured = { Name: name, [attribute]: digits(inUnits(value, entity)) };
    Quantities.push(draft.file.add(entity, measured));
  }
  if (Quantities.length === 0) return;
  const Name = old ? 'BaseQuantities' : set.name;
  const qto = draft.file.add('IfcElementQuantity', {
    ...rooted(draft, `${id}/quantities`),
    Name,
    MethodOfMeasurement: 'BaseQuantities',
    Quantities,
  });
  defines(draft, `${id}/quantities/defines`, qto, ref);
}

const known = new Map<IfcSchema, Map<string, QuantitySetTemplate | null>>();

/** The set of the entity itself, else that of its nearest supertype. */
function setFor(schema: IfcSchema, entity: string): QuantitySetTemplate | null {
  const sets = known.get(schema) ?? new Map<string, QuantitySetTemplate | null>();
  known.set(schema, sets);
  const found = sets.get(entity);
  if (found !== undefined) return found;
  const all = [...schema.qtos().values()];
  let [above, set] = [schema.entity(entity) ?? null, all.find(() => false)];
  while (above !== null && set === undefined) {
    const { name } = above;
    set = all.find(({ entities }) => entities.includes(name));
    above = above.supertype;
  }
  sets.set(entity, set ?? null);
  return set ?? null;
}
