/** @module owner: the entity and predefined type of an element in a schema, which decide about its standard sets. */
import type { IfcSchema, IfcSchemaName } from './ifc-schema.ts';
import type { PropertySetTemplate } from './ifc-sets.ts';

/** Values of attributes by name; a list has enumeration values in order of preference. */
type Attributes = { readonly [name: string]: unknown };

/** An element as it is written in each schema. */
type Described = {
  readonly entity: { readonly [name in IfcSchemaName]: string };
  readonly attributes: Attributes;
  /** Its type object; null without one. */
  readonly type: {
    readonly entity: { readonly [name in IfcSchemaName]: string | null };
    readonly attributes: Attributes;
  } | null;
};

/** An element as the owner of a standard set. */
export type Owner = {
  readonly entity: string;
  /** In upper case; null if neither the element nor its type object states one. */
  readonly predefined: string | null;
};

/** The element as an owner in a schema. Its own predefined type precedes the one of its type object. */
export function ownerIn(schema: IfcSchema, { entity, attributes, type }: Described): Owner {
  const own = entity[schema.name];
  const ofType = type?.entity[schema.name] ?? null;
  const predefined =
    predefinedIn(schema, own, attributes) ??
    (type === null || ofType === null ? null : predefinedIn(schema, ofType, type.attributes));
  return { entity: own, predefined };
}

function predefinedIn(schema: IfcSchema, entity: string, attributes: Attributes): string | null {
  const attribute = schema.attributes(entity).find(({ name }) => name === 'PredefinedType');
  const given = attributes['PredefinedType'];
  if (attribute?.type.kind !== 'enumeration' || !Array.isArray(given)) return null;
  const value = firstOf(given, attribute.type.values);
  if (value === 'USERDEFINED') {
    const text = attributes['ObjectType'] ?? attributes['ElementType'];
    return typeof text === 'string' ? text.toUpperCase() : null;
  }
  return value === 'NOTDEFINED' ? null : value;
}

/** The first value that an enumeration has, else NOTDEFINED, else null. */
export function firstOf(given: readonly unknown[], values: ReadonlySet<string>): string | null {
  for (const one of given) if (typeof one === 'string' && values.has(one)) return one;
  return values.has('NOTDEFINED') ? 'NOTDEFINED' : null;
}

/** Whether a set of a schema applies to an owner in the same schema. */
export function appliesTo(
  { applicable }: Pick<PropertySetTemplate, 'applicable'>,
  owner: Owner,
  schema: IfcSchema,
): boolean {
  return applicable.some(
    ({ entity, predefined }) =>
      schema.isA(owner.entity, entity) && (predefined === null || predefined === owner.predefined),
  );
}
