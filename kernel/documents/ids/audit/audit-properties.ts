/** @module audit-properties: whether properties of an IDS file fit the standard sets and the data types of the schemas. */
import type { PropertyTemplate } from '../../ifc/schema/ifc-sets.ts';
import { appliesTo } from '../../ifc/schema/owner.ts';
import { isStandardName } from '../../ifc/schema/standard-sets.ts';
import { matcherOf } from '../check/matcher.ts';
import { alternatives, type Findings, quoted } from '../finding.ts';
import type { PropertyFacet } from '../ids.ts';
import type { Subjects } from './audit-facets.ts';
import { nearestNames } from './near.ts';
import type { AuditSchema, NamedEntity } from './schemas.ts';
import { auditTyped, baseOfDataType } from './values.ts';

/** Reports data types that a schema lacks, and properties that the standard sets lack or define otherwise. */
export function auditProperty(facet: PropertyFacet, subjects: Subjects, findings: Findings): void {
  const { propertySet, dataType } = facet;
  for (const [schema, named] of subjects) {
    if (dataType !== null && !auditDataType(facet, dataType, { schema, findings })) return;
    const names = matcherOf(propertySet).listed ?? [];
    for (const name of names) {
      if (isStandardName(name)) auditStandard(facet, name, { schema, named, findings });
    }
  }
}

type In = {
  readonly schema: AuditSchema;
  readonly findings: Findings;
};

/** Whether the data type is one that IDS can check in a schema. */
function auditDataType(
  { place, value }: PropertyFacet,
  dataType: string,
  { schema, findings }: In,
): boolean {
  const base = baseOfDataType(dataType, schema.ifc);
  if (base === null) {
    findings.error('data-type', place, {
      message: `${schema.name} has no such data type for properties`,
      found: quoted(dataType),
      expected:
        'a defined type or an enumeration of the schema, such as `IFCLABEL` or `IFCLENGTHMEASURE`',
    });
    return false;
  }
  if (value !== null) auditTyped(value, { base, type: dataType }, findings);
  return true;
}

function auditStandard(
  facet: PropertyFacet,
  name: string,
  { schema, named, findings }: In & { readonly named: readonly NamedEntity[] },
): void {
  const { psets, qtos } = { psets: schema.ifc.psets(), qtos: schema.ifc.qtos() };
  const [pset, qto] = [psets.get(name), qtos.get(name)];
  if (pset === undefined && qto === undefined) {
    if (schema.name === 'IFC2X3' && /^Qto_/iu.test(name)) return;
    const near = nearestNames(name, [...psets.keys(), ...qtos.keys()]);
    findings.warning('set-name', facet.propertySet.place, {
      message: `${schema.name} has no standard set of this name, but names that begin with \`Pset_\` or \`Qto_\` are reserved`,
      found: quoted(name),
      expected: `a standard set such as ${alternatives(near)}, or a name that begins otherwise`,
    });
    return;
  }
  const set = pset ?? qto;
  const known = [...(pset?.properties.keys() ?? []), ...(qto?.quantities.keys() ?? [])];
  auditNames(facet, { set: name, known }, { schema, findings });
  if (pset !== undefined) auditTypes(facet, [...pset.properties.values()], { schema, findings });
  if (qto !== undefined) auditQuantities(facet, qto.quantities, { schema, findings });
  const isFor =
    named.length === 0 ||
    set === undefined ||
    set.applicable.length === 0 ||
    named.some((one) => isOwner(one, set, schema));
  if (isFor) return;
  findings.warning('set-applicability', facet.propertySet.place, {
    message: `the standard set ${quoted(name)} is not for these entities in ${schema.name}`,
    found: alternatives(named.map((one) => one.name)),
    expected: alternatives([...new Set(set.applicable.map(({ entity }) => entity))]),
  });
}

/** Whether a set is for an entity, for the occurrences of a type, or for its type. */
function isOwner(
  { entity, type, name }: NamedEntity,
  set: Parameters<typeof appliesTo>[0],
  { ifc }: AuditSchema,
): boolean {
  const any = { applicable: set.applicable.map((one) => ({ ...one, predefined: null })) };
  const occurrence = ifc.entity(name.replace(/(?:TYPE|STYLE)$/u, ''));
  return [entity, type, occurrence].some(
    (one) =>
      one !== null &&
      one !== undefined &&
      appliesTo(any, { entity: one.name, predefined: null }, ifc),
  );
}

function auditNames(
  { baseName }: PropertyFacet,
  { set, known }: { readonly set: string; readonly known: readonly string[] },
  { schema, findings }: In,
): void {
  const { acceptsText, listed } = matcherOf(baseName);
  const wrong =
    listed === null
      ? known.some((name) => acceptsText(name))
        ? []
        : ['a restriction that accepts no property']
      : listed.filter((name) => !known.includes(name));
  if (wrong.length === 0) return;
  findings.error('property-name', baseName.place, {
    message: `the standard set ${quoted(set)} of ${schema.name} has no such property`,
    found: alternatives(wrong),
    expected: `a property such as ${alternatives(nearestNames(wrong[0] ?? '', known))}`,
  });
}

function auditTypes(
  facet: PropertyFacet,
  templates: readonly PropertyTemplate[],
  { schema, findings }: In,
): void {
  const { dataType, baseName, place } = facet;
  const { acceptsText } = matcherOf(baseName);
  const named = templates.filter((one) => acceptsText(one.name));
  auditEnumeration(facet, named, { schema, findings });
  const types = named.map((one) => dataTypesOf(one, schema));
  if (dataType === null || types.length === 0 || types.includes(null)) return;
  if (types.some((one) => one?.includes(dataType) === true)) return;
  findings.error('property-type', place, {
    message: `the standard property ${alternatives(named.map((one) => one.name))} of ${schema.name} has another data type`,
    found: quoted(dataType),
    expected: alternatives([...new Set(types.flatMap((one) => one ?? []))]),
  });
}

/** Reports values of an enumerated standard property that its enumeration lacks. */
function auditEnumeration(
  { value }: PropertyFacet,
  named: readonly PropertyTemplate[],
  { schema, findings }: In,
): void {
  const [only] = named;
  if (value === null || named.length !== 1 || only?.kind !== 'Enumerated') return;
  const wrong = (matcherOf(value).listed ?? []).filter((one) => !only.values.includes(one));
  if (wrong.length === 0 || only.values.length === 0) return;
  findings.warning('property-enumeration', value.place, {
    message: `the enumeration of the standard property ${quoted(only.name)} of ${schema.name} lacks a value`,
    found: alternatives(wrong),
    expected: `one of ${alternatives(only.values)}`,
  });
}

/** Data types of a standard property in upper case; null if the tables do not state them. */
function dataTypesOf(
  { kind, types }: PropertyTemplate,
  schema: AuditSchema,
): readonly string[] | null {
  if (kind === 'Enumerated') return ['IFCLABEL'];
  if (kind === 'Reference' || kind === 'Complex' || types.length === 0) return null;
  const known = types.filter((type) => baseOfDataType(type, schema.ifc) !== null);
  return known.length === 0 ? null : known.map((type) => type.toUpperCase());
}

const QUANTITIES: Readonly<Record<string, string>> = {
  IfcQuantityWeight: 'IFCMASSMEASURE',
  IfcQuantityNumber: 'IFCNUMERICMEASURE',
};

function auditQuantities(
  { dataType, baseName, place }: PropertyFacet,
  quantities: ReadonlyMap<string, string>,
  { schema, findings }: In,
): void {
  const { acceptsText } = matcherOf(baseName);
  const named = [...quantities].filter(([name]) => acceptsText(name));
  const types = named.map(
    ([, entity]) =>
      QUANTITIES[entity] ?? `${entity.replace('IfcQuantity', 'Ifc').toUpperCase()}MEASURE`,
  );
  if (dataType === null || types.length === 0 || types.includes(dataType)) return;
  findings.error('property-type', place, {
    message: `the standard quantity ${alternatives(named.map(([name]) => name))} of ${schema.name} has another data type`,
    found: quoted(dataType),
    expected: alternatives([...new Set(types)]),
  });
}
