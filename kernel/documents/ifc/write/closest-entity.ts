/** @module closest entity: the entity of a schema that is closest to an entity of any schema. */
import { IFC_SCHEMAS, type IfcEntity, type IfcSchema, schemaOf } from '../schema/ifc-schema.ts';

/** The entity of elements of which no more is known. */
const PROXY = 'IfcBuildingElementProxy';

/** Entities of elements for entities that are none: the terrain of a site. */
const AS_ELEMENTS: Readonly<Record<string, string>> = { IfcSite: 'IfcGeographicElement' };

/** Mandatory attributes that the writer sets in every product. */
const WRITTEN = new Set(['GlobalId', 'OwnerHistory']);

/**
 * The entity itself if the schema has it as the entity of an element or space and its mandatory attributes are
 * enumerations, else its closest such supertype by any schema, else IfcBuildingElementProxy.
 */
export function closestEntity(schema: IfcSchema, wanted: string): string {
  const name = AS_ELEMENTS[wanted] ?? wanted;
  const known = [schema, ...IFC_SCHEMAS.map(schemaOf)].map((one) => one.entity(name));
  for (const start of known) {
    for (let at: IfcEntity | null = start ?? null; at !== null; at = at.supertype) {
      if (isWritable(schema, at.name)) return at.name;
    }
  }
  return PROXY;
}

function isWritable(schema: IfcSchema, name: string): boolean {
  const entity = schema.entity(name);
  if (entity === undefined || entity.abstract) return false;
  const isProduct = schema.isA(name, 'IfcElement') && !schema.isA(name, 'IfcFeatureElement');
  return (
    (isProduct || name === 'IfcSpace') && requiresOnly(entity, (type) => type === 'enumeration')
  );
}

/** Whether an entity has no mandatory attributes other than those that the writer sets and those of the given kinds. */
function requiresOnly({ attributes }: IfcEntity, accepts: (kind: string) => boolean): boolean {
  return attributes.every(
    ({ name, type, optional, derived }) =>
      optional || derived || accepts(type.kind) || WRITTEN.has(name),
  );
}

const GROUP = 'IfcGroup';
/** By schema, the groups that replace those of other schemas; IFC4X3 deprecates IfcBuildingSystem. */
const RENAMED: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  IFC4: { IfcBuiltSystem: 'IfcBuildingSystem' },
  IFC4X3: { IfcBuildingSystem: 'IfcBuiltSystem' },
};

/** The entity itself if the schema has it as a group without mandatory attributes, else its closest such supertype, else IfcGroup. */
export function closestGroup(schema: IfcSchema, wanted: string): string {
  const name = RENAMED[schema.name]?.[wanted] ?? wanted;
  const known = [schema, ...IFC_SCHEMAS.map(schemaOf)].map((one) => one.entity(name));
  for (const start of known) {
    for (let at: IfcEntity | null = start ?? null; at !== null; at = at.supertype) {
      const entity = schema.entity(at.name);
      if (entity === undefined || entity.abstract || !schema.isA(at.name, GROUP)) continue;
      if (requiresOnly(entity, () => false)) return at.name;
    }
  }
  return GROUP;
}
