/** @module audit-entities: whether entities, predefined types and relations of an IDS file exist in the IFC schemas. */
import { matcherOf } from '../check/matcher.ts';
import { alternatives, type Findings, quoted } from '../finding.ts';
import type { Constraint, EntityFacet, PartOfFacet, Relation } from '../ids.ts';
import { nearestNames } from './near.ts';
import { type AuditSchema, isAny, type NamedEntity } from './schemas.ts';

type EntityPart = Pick<EntityFacet, 'name' | 'predefinedType'>;

/** Reports names and predefined types that an entity cannot have; returns the entities that are meant, for each schema. */
export function auditEntity(
  { name, predefinedType }: EntityPart,
  schemas: readonly AuditSchema[],
  findings: Findings,
): ReadonlyMap<AuditSchema, readonly NamedEntity[]> {
  const accepted = new Map(schemas.map((schema) => [schema, schema.accepted(name)]));
  for (const [schema, entities] of accepted) {
    if (entities.length === 0) unknownEntity(name, schema, findings);
  }
  auditListed(name, schemas, findings);
  for (const entities of accepted.values()) {
    const [only] = entities;
    if (entities.length !== 1 || only === undefined || !only.entity.abstract) continue;
    findings.warning('entity-abstract', name.place, {
      message: `the entity ${quoted(only.name)} is abstract, so that no object has it`,
      found: quoted(only.name),
      expected: 'the names of its subtypes, because subtypes are not included',
    });
  }
  if (predefinedType !== null) {
    for (const [schema, entities] of accepted) {
      if (entities.length > 0) auditType(predefinedType, { schema, entities }, findings);
    }
  }
  return accepted;
}

function unknownEntity(name: Constraint, schema: AuditSchema, findings: Findings): void {
  const stated = matcherOf(name).listed ?? [];
  const near = nearestNames(
    stated[0] ?? '',
    schema.entities.map((one) => one.name),
  );
  findings[isOnlyAnchored(name, schema) ? 'warning' : 'error']('entity-name', name.place, {
    message: `no entity of ${schema.name} has such a name`,
    found: stated.length > 0 ? alternatives(stated) : 'a restriction that accepts no entity',
    expected: `the name of an entity in upper case letters, such as ${alternatives(near)}`,
  });
}

/** Whether patterns accept an entity as soon as `^` and `$` are removed, which other dialects take as ends of the text. */
function isOnlyAnchored(name: Constraint, schema: AuditSchema): boolean {
  if (name.kind !== 'restriction') return false;
  const patterns = name.patterns.map((one) => one.replace(/^\^/u, '').replace(/\$$/u, ''));
  return schema.accepted({ ...name, patterns }).length > 0;
}

/** Each listed name must be an entity of at least one schema. */
function auditListed(name: Constraint, schemas: readonly AuditSchema[], findings: Findings): void {
  const listed = name.kind === 'restriction' ? name.enumeration : [];
  const known = new Set(schemas.flatMap((one) => one.entities.map((entity) => entity.name)));
  const wrong = listed.filter((one) => !known.has(one));
  if (wrong.length === 0 || wrong.length === listed.length) return;
  findings.error('entity-name', name.place, {
    message: `an enumeration has names that are no entities of ${schemas.map((one) => one.name).join(', ')}`,
    found: alternatives(wrong),
    expected: 'names of entities in upper case letters',
  });
}

/** Predefined types of an entity, of its type, or of the occurrences of a type. */
function typesOf({ entity, type }: NamedEntity): ReadonlySet<string> {
  const found = new Set<string>();
  for (const one of [entity, type]) {
    const attribute = one?.attributes.find((each) => each.name === 'PredefinedType');
    if (attribute?.type.kind !== 'enumeration') continue;
    for (const value of attribute.type.values) found.add(value);
  }
  return found;
}

function auditType(
  predefinedType: Constraint,
  { schema, entities }: { readonly schema: AuditSchema; readonly entities: readonly NamedEntity[] },
  findings: Findings,
): void {
  const values = new Set(entities.flatMap((one) => [...typesOf(one)]));
  const names = alternatives(entities.map((one) => one.name));
  if (values.size === 0) {
    findings.error('predefined-type', predefinedType.place, {
      message: `${names} has no predefined type in ${schema.name}`,
      found: 'a predefined type',
      expected: 'no predefined type, or another entity',
    });
    return;
  }
  // Any text is possible if the user can define types.
  if (values.has('USERDEFINED')) return;
  const { acceptsText } = matcherOf(predefinedType);
  if ([...values].some((value) => acceptsText(value))) return;
  const listed = matcherOf(predefinedType).listed ?? [];
  findings.error('predefined-type', predefinedType.place, {
    message: `${names} has no such predefined type in ${schema.name}`,
    found: listed.length > 0 ? alternatives(listed) : 'a restriction that accepts none of them',
    expected: alternatives([...values]),
  });
}

/** Supertypes of the part and of the whole of each relation. */
const ENDS: Readonly<
  Record<Relation, { readonly part: readonly string[]; readonly whole: readonly string[] }>
> = {
  IFCRELAGGREGATES: { part: ['IfcObjectDefinition'], whole: ['IfcObjectDefinition'] },
  IFCRELNESTS: { part: ['IfcObjectDefinition'], whole: ['IfcObjectDefinition'] },
  IFCRELASSIGNSTOGROUP: { part: ['IfcObjectDefinition'], whole: ['IfcGroup'] },
  IFCRELCONTAINEDINSPATIALSTRUCTURE: {
    part: ['IfcProduct'],
    whole: ['IfcSpatialElement', 'IfcSpatialStructureElement'],
  },
  'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT': { part: ['IfcElement'], whole: ['IfcElement'] },
};

/** Reports a relation whose ends cannot be of the entities that the applicability and the facet state. */
export function auditPartOf(
  facet: PartOfFacet,
  parts: ReadonlyMap<AuditSchema, readonly NamedEntity[]>,
  findings: Findings,
): void {
  const schemas = [...parts.keys()];
  const wholes = auditEntity(facet, schemas, findings);
  const ends = facet.relation === null ? Object.values(ENDS) : [ENDS[facet.relation]];
  const check = (
    entities: readonly NamedEntity[],
    schema: AuditSchema,
    end: 'part' | 'whole',
  ): void => {
    const supertypes = [...new Set(ends.flatMap((one) => one[end]))];
    const isPossible =
      entities.length === 0 || entities.some(({ entity }) => isAny(entity, supertypes, schema.ifc));
    if (isPossible) return;
    findings.error('relation', facet.place, {
      message: `the relation ${quoted(facet.relation ?? 'of any kind')} is not possible for the ${end} in ${schema.name}`,
      found: alternatives(entities.map((one) => one.name)),
      expected: `${alternatives(supertypes)} or a subtype`,
    });
  };
  for (const [schema, entities] of parts) check(entities, schema, 'part');
  for (const [schema, entities] of wholes) check(entities, schema, 'whole');
}
