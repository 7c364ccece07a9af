/** @module standard sets: the public property sets, whichever schema has them, and what they take. */
import { editDistance } from '../../text/edit-distance.ts';
import { type IfcSchema, schemaOf } from './ifc-schema.ts';
import type { PropertySetTemplate, PropertyTemplate } from './ifc-sets.ts';

/** A value of a property. */
type PropertyValue = string | number | boolean;

/** The newest schema that has a set says what is in it. */
const SCHEMAS = ['IFC4X3', 'IFC4', 'IFC2X3'] as const;
/** Names that a refusal offers. */
const OFFERED = 5;

/** Whether a set is one of the standard by its name, so that it must be one of the tables. */
export function isStandardName(set: string): boolean {
  return /^(?:Pset|Qto)_/iu.test(set);
}

/** A standard set and the schema that has it. */
export type StandardSet = { readonly schema: IfcSchema; readonly template: PropertySetTemplate };

/** The standard set of this name; undefined where no schema has one. */
export function standardSet(name: string): StandardSet | undefined {
  for (const schemaName of SCHEMAS) {
    const schema = schemaOf(schemaName);
    const template = schema.psets().get(name);
    if (template !== undefined) return { schema, template };
  }
  return undefined;
}

/** Whether a set is for an entity, in whichever schema has both. */
export function isFor(set: string, entity: string): boolean {
  return SCHEMAS.some((name) => {
    const schema = schemaOf(name);
    const entities = schema.psets().get(set)?.entities ?? [];
    return entities.some((one) => schema.isA(entity, one));
  });
}

/** Names of sets that are most like this one, those for the entity first. */
export function setsLike(name: string, entity: string): readonly string[] {
  const all = [...schemaOf('IFC4X3').psets().keys()];
  const fitting = all.filter((set) => isFor(set, entity));
  return nearest(name, fitting.length > 0 ? fitting : all);
}

/** Names of properties of a set that are most like this one. */
export function propertiesLike(name: string, { template }: StandardSet): readonly string[] {
  return nearest(name, [...template.properties.keys()]);
}

function nearest(name: string, all: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  return all
    .map((one) => ({ one, distance: editDistance(wanted, one.toLowerCase(), 40) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, OFFERED)
    .map(({ one }) => one);
}

/** What kind of value a property takes; null for one that takes none that is stored here (tables, references). */
export type WantedValue = 'boolean' | 'number' | 'text';

/** The simple type behind a type of values. */
function simpleOf(schema: IfcSchema, name: string): string {
  let type = schema.type(name);
  while (type?.kind === 'defined') type = type.of;
  return type?.kind === 'simple' ? type.name : '';
}

/** What a property of a set takes. */
export function wantedBy(
  { schema }: StandardSet,
  { kind, types: [type = ''] }: PropertyTemplate,
): WantedValue | null {
  if (kind === 'Enumerated') return 'text';
  if (kind !== 'Single') return null;
  const simple = simpleOf(schema, type);
  if (simple === 'BOOLEAN' || simple === 'LOGICAL') return 'boolean';
  if (simple === 'STRING') return 'text';
  return simple === '' ? null : 'number';
}

/** Why a property does not take a value, null where it does. */
export function wrongValue(
  set: StandardSet,
  property: PropertyTemplate,
  value: PropertyValue,
): string | null {
  const wanted = wantedBy(set, property);
  if (wanted === null) return 'is a table, list or reference, which cannot be set';
  const [type = ''] = property.types;
  const got = typeof value === 'string' ? 'text' : typeof value;
  if (got !== wanted) {
    return `is a ${wanted}${type === '' ? '' : ` (${type})`}, got ${shown(value)}`;
  }
  if (property.values.length > 0 && typeof value === 'string' && !property.values.includes(value)) {
    return `is one of ${property.values.slice(0, 20).join(', ')}, got ${shown(value)}`;
  }
  if (typeof value !== 'number') return null;
  if (simpleOf(set.schema, type) === 'INTEGER' && !Number.isInteger(value)) {
    return `is a whole number (${type}), got ${value}`;
  }
  return type.includes('Positive') && value <= 0
    ? `is greater than 0 (${type}), got ${value}`
    : null;
}

function shown(value: PropertyValue): string {
  return JSON.stringify(value);
}
