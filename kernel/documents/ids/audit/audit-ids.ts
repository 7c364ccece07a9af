/** @module audit-ids: audits an IDS file: its form by the XSD, and its content by the IFC schemas. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { Findings, type IdsFinding } from '../finding.ts';
import { alternatives } from '../finding.ts';
import type { Constraint, EntityFacet, Facet, Ids, Specification } from '../ids.ts';
import { readIds } from '../read/read-ids.ts';
import { worked } from '../work.ts';
import { auditEntity, auditPartOf } from './audit-entities.ts';
import { auditAttribute, auditCardinality, auditOwner, type Subjects } from './audit-facets.ts';
import { auditProperty } from './audit-properties.ts';
import { type AuditSchema, auditSchema, type NamedEntity } from './schemas.ts';
import { auditConstraint } from './values.ts';

/** Steps of work for one facet and one schema: names are compared with those of the schema. */
const FACET_STEPS = 3000;

/** The result of an audit. */
export type IdsAudit = {
  /** Whether no finding is an error. */
  readonly valid: boolean;
  /** Null if the file is no IDS file. */
  readonly ids: Ids | null;
  /** In the order of the file as far as it was read, then by specification. */
  readonly findings: readonly IdsFinding[];
};

/** Audits a file. Never throws for its content. Takes time in the size of the file. */
export function auditIds(file: Uint8Array | string): IdsAudit {
  const { ids, findings } = readIds(file);
  const all = ids === null ? findings : [...findings, ...auditContent(ids)];
  return { valid: all.every(({ severity }) => severity !== 'error'), ids, findings: all };
}

/** Audits what an IDS states, whether it comes from a file or not. */
function auditContent({ specifications }: Ids): readonly IdsFinding[] {
  const findings = new Findings();
  for (const [done, one] of specifications.entries()) {
    checkpoint({ done, total: specifications.length, doing: 'auditing the IDS file' });
    auditSpecification(one, findings);
    if (findings.isFull) break;
  }
  return findings.all();
}

function auditSpecification(specification: Specification, findings: Findings): void {
  const { applicability, requirements, cardinality, place, ifcVersion } = specification;
  if (cardinality === 'prohibited' && requirements.length > 0) {
    findings.error('prohibited-requirements', place, {
      message: 'a prohibited specification has requirements, which no object can meet',
      found: `${requirements.length} requirements`,
      expected: 'no requirements',
    });
  }
  if (applicability.length === 0) {
    findings.warning('applicability-empty', place, {
      message: 'a specification applies to all objects, because its applicability is empty',
      found: 'no facets',
      expected: 'at least an entity',
    });
  }
  for (const facet of [...applicability, ...requirements]) {
    if (findings.isFull) return;
    worked(FACET_STEPS * (1 + ifcVersion.length), 'auditing the IDS file');
    for (const constraint of constraintsOf(facet)) auditConstraint(constraint, findings);
    auditCardinality(facet, findings);
  }
  const schemas = ifcVersion.map(auditSchema);
  const subjects = subjectsOf(applicability, schemas, findings);
  for (const facet of [...applicability, ...requirements]) {
    if (findings.isFull) return;
    if (facet.facet === 'entity') {
      if (requirements.includes(facet)) auditRequired(facet, subjects, findings);
    } else {
      auditFacet(facet, subjects, findings);
    }
  }
}

function constraintsOf(facet: Facet): readonly Constraint[] {
  const all = 'value' in facet ? [facet.value] : [];
  switch (facet.facet) {
    case 'entity':
    case 'partOf':
      return [facet.name, facet.predefinedType].filter((one) => one !== null);
    case 'classification':
      return [...all, facet.system].filter((one) => one !== null);
    case 'attribute':
      return [facet.name, ...all].filter((one) => one !== null);
    case 'property':
      return [facet.propertySet, facet.baseName, ...all].filter((one) => one !== null);
    case 'material':
      return all.filter((one) => one !== null);
    default:
      return facet satisfies never;
  }
}

/** The entities to which a specification applies. */
function subjectsOf(
  applicability: readonly Facet[],
  schemas: readonly AuditSchema[],
  findings: Findings,
): Subjects {
  const entity = applicability.find((one): one is EntityFacet => one.facet === 'entity');
  if (entity === undefined) {
    return new Map(schemas.map((schema): [AuditSchema, readonly NamedEntity[]] => [schema, []]));
  }
  return auditEntity(entity, schemas, findings);
}

/** A required entity must be one of those to which the specification applies. */
function auditRequired(facet: EntityFacet, subjects: Subjects, findings: Findings): void {
  const required = auditEntity(facet, [...subjects.keys()], findings);
  for (const [schema, named] of subjects) {
    const wanted = required.get(schema) ?? [];
    const isPossible =
      named.length === 0 || wanted.length === 0 || named.some((one) => canBe(one, wanted));
    if (isPossible) continue;
    findings.error('entity-contradiction', facet.place, {
      message: `no object to which the specification applies can have the required entity in ${schema.name}`,
      found: `the requirement ${alternatives(wanted.map((one) => one.name))}`,
      expected: alternatives(named.map((one) => one.name)),
    });
    return;
  }
}

/** Whether an object of an entity can have one of these names: by its entity, or in IFC2X3 by its type. */
function canBe(one: NamedEntity, wanted: readonly NamedEntity[]): boolean {
  return wanted.some((other) => other.name === one.name || other.entity === one.entity);
}

function auditFacet(
  facet: Exclude<Facet, EntityFacet>,
  subjects: Subjects,
  findings: Findings,
): void {
  auditOwner(facet, subjects, findings);
  if (facet.facet === 'partOf') auditPartOf(facet, subjects, findings);
  if (facet.facet === 'attribute') auditAttribute(facet, subjects, findings);
  if (facet.facet === 'property') auditProperty(facet, subjects, findings);
}
