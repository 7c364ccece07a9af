/** @module audit-facets: whether attributes, properties, classifications and materials of an IDS file can exist. */
import type { IfcAttribute } from '../../ifc/schema/ifc-schema.ts';
import { matcherOf } from '../check/matcher.ts';
import { alternatives, type Findings, quoted } from '../finding.ts';
import type { AttributeFacet, Facet } from '../ids.ts';
import { nearestNames } from './near.ts';
import { type AuditSchema, isAny, type NamedEntity } from './schemas.ts';
import { auditTyped, baseOf } from './values.ts';

/** The entities to which a facet refers, for each schema; an empty list if they are unknown. */
export type Subjects = ReadonlyMap<AuditSchema, readonly NamedEntity[]>;

/** Reports attributes that no entity has, and values that an attribute cannot have. */
export function auditAttribute(
  facet: AttributeFacet,
  subjects: Subjects,
  findings: Findings,
): void {
  auditListedAttributes(facet, subjects, findings);
  for (const [schema, named] of subjects) {
    const attributes = attributesOf(schema, named);
    const { acceptsText } = matcherOf(facet.name);
    const found = attributes.filter((one) => acceptsText(one.name));
    if (found.length === 0) {
      unknownAttribute(facet, { schema, attributes, named }, findings);
      return;
    }
    if (facet.value !== null) auditAttributeValue(facet, found, findings);
  }
}

/** Each attribute of the entities once, without derived ones; of all entities if none are named. */
function attributesOf(schema: AuditSchema, named: readonly NamedEntity[]): readonly IfcAttribute[] {
  const entities = named.length === 0 ? schema.entities : named;
  const found = new Map<string, IfcAttribute>();
  for (const { entity } of entities) {
    for (const one of entity.attributes) {
      if (!one.derived && !found.has(one.name)) found.set(one.name, one);
    }
  }
  return [...found.values()];
}

function unknownAttribute(
  { name }: AttributeFacet,
  of: {
    readonly schema: AuditSchema;
    readonly attributes: readonly IfcAttribute[];
    readonly named: readonly NamedEntity[];
  },
  findings: Findings,
): void {
  const listed = matcherOf(name).listed ?? [];
  const folded = new Set(of.attributes.map((one) => one.name.toLowerCase()));
  const isOtherCase = listed.some((one) => folded.has(one.toLowerCase()));
  const near = nearestNames(
    listed[0] ?? '',
    of.attributes.map((one) => one.name),
  );
  const owner = of.named.length === 0 ? 'no entity' : alternatives(of.named.map((one) => one.name));
  // Letters of the other case are an attribute for other readers, but names are compared exactly.
  findings[isOtherCase ? 'warning' : 'error']('attribute-name', name.place, {
    message: `${owner} has no such attribute in ${of.schema.name}`,
    found: listed.length > 0 ? alternatives(listed) : 'a restriction that accepts no attribute',
    expected: `an attribute such as ${alternatives(near)}; inverse and derived attributes cannot be checked`,
  });
}

/** Each listed name must be an attribute in at least one schema. */
function auditListedAttributes(
  { name }: AttributeFacet,
  subjects: Subjects,
  findings: Findings,
): void {
  if (name.kind !== 'restriction') return;
  const known = new Set<string>();
  for (const [schema, named] of subjects) {
    for (const one of attributesOf(schema, named)) known.add(one.name);
  }
  const wrong = name.enumeration.filter((one) => !known.has(one));
  if (wrong.length === 0 || wrong.length === name.enumeration.length) return;
  findings.error('attribute-name', name.place, {
    message: 'an enumeration has names that are no attributes of the entities',
    found: alternatives(wrong),
    expected: 'names of attributes, spelled as in the schema',
  });
}

function auditAttributeValue(
  { value, name }: AttributeFacet,
  found: readonly IfcAttribute[],
  findings: Findings,
): void {
  if (value === null) return;
  const lists = found.filter(({ type }) => type.kind === 'aggregate');
  const [only] = found;
  if (lists.length === found.length) {
    findings.warning('attribute-list', value.place, {
      message: `${alternatives(lists.map((one) => one.name))} is a list, so that a check of its value always fails`,
      found: 'a value',
      expected: 'a requirement without value',
    });
    return;
  }
  if (found.every(({ type }) => type.kind === 'entity')) {
    findings.error('attribute-object', value.place, {
      message: `${alternatives(found.map((one) => one.name))} refers to an object, so that a check of its value always fails`,
      found: 'a value',
      expected: 'a requirement without value',
    });
    return;
  }
  if (found.length !== 1 || only === undefined || name.kind === 'restriction') return;
  const base = baseOf(only.type);
  if (base !== null) auditTyped(value, { base, type: typeName(only) }, findings);
}

function typeName({ type, name }: IfcAttribute): string {
  return 'name' in type ? type.name : name;
}

/** Supertypes of the objects that can have each kind of data. */
const OWNERS: Readonly<Partial<Record<Facet['facet'], readonly string[]>>> = {
  property: ['IfcObjectDefinition', 'IfcMaterialDefinition', 'IfcMaterial', 'IfcProfileDef'],
  material: ['IfcObjectDefinition'],
};
/** Since IFC4, resources can have classifications too. */
const CLASSIFIED = {
  IFC2X3: ['IfcRoot', 'IfcMaterial'],
  IFC4: ['IfcRoot', 'IfcResourceObjectSelect'],
} as const;

/** Reports properties, materials and classifications that are required of entities which cannot have any. */
export function auditOwner(facet: Facet, subjects: Subjects, findings: Findings): void {
  if (facet.cardinality !== 'required') return;
  for (const [schema, named] of subjects) {
    if (named.length === 0) continue;
    const owners =
      facet.facet === 'classification'
        ? CLASSIFIED[schema.name === 'IFC2X3' ? 'IFC2X3' : 'IFC4']
        : OWNERS[facet.facet];
    if (owners === undefined) return;
    const isPossible = named.some(
      ({ entity }) =>
        isAny(entity, owners, schema.ifc) ||
        owners.some((one) => schema.ifc.inSelect(entity.name, one)),
    );
    if (isPossible) continue;
    findings.error('owner', facet.place, {
      message: `no object of these entities can have a ${facet.facet} in ${schema.name}`,
      found: alternatives(named.map((one) => one.name)),
      expected: `${alternatives([...owners])} or a subtype`,
    });
    return;
  }
}

/** Reports a cardinality that cannot fail, or that IDS does not allow for what the facet states. */
export function auditCardinality(facet: Facet, findings: Findings): void {
  const { cardinality, place } = facet;
  const value = 'value' in facet ? facet.value : null;
  const dataType = facet.facet === 'property' ? facet.dataType : null;
  if (cardinality === 'optional' && value === null && dataType === null) {
    findings.error('optional-without-value', place, {
      message: `an optional ${facet.facet} without value can never fail`,
      found: 'no value',
      expected: facet.facet === 'property' ? 'a data type or a value' : 'a value',
    });
  }
  if (facet.facet !== 'property') return;
  if (facet.value !== null && dataType === null) {
    findings.warning('data-type-missing', place, {
      message: 'a property with a value lacks its data type',
      found: 'no attribute `dataType`',
      expected: `a data type such as ${quoted('IFCLABEL')}`,
    });
  }
  if (cardinality === 'prohibited' && (value !== null || dataType !== null)) {
    findings.warning('prohibited-value', place, {
      message: 'a prohibited property has a data type or value',
      found: 'a prohibited combination of property, type and value',
      expected: 'the prohibition of the property, or a required or optional one with other values',
    });
  }
}
