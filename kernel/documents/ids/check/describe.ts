/** @module describe: constraints, values and facets in plain words. */
import { alternatives, quoted } from '../finding.ts';
import type { IdsValue } from '../ids-model.ts';
import type { Constraint, Facet, Relation, Restriction } from '../ids.ts';

/** What a constraint accepts, as the end of a sentence: `` `F90` ``, `one of …`, `at least 2 and below 5`. */
export function constraintText(constraint: Constraint): string {
  if (constraint.kind === 'simple') return quoted(constraint.text);
  const parts = restrictionParts(constraint);
  return parts.length === 0 ? 'any value' : parts.join(' and ');
}

function restrictionParts({
  enumeration,
  patterns,
  bounds,
  lengths,
}: Restriction): readonly string[] {
  const parts: string[] = [];
  if (enumeration.length > 0) {
    parts.push(
      enumeration.length === 1 ? alternatives(enumeration) : `one of ${alternatives(enumeration)}`,
    );
  }
  if (patterns.length > 0) parts.push(`a text of the pattern ${alternatives(patterns)}`);
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = bounds;
  if (minInclusive !== undefined) parts.push(`at least ${minInclusive}`);
  if (minExclusive !== undefined) parts.push(`more than ${minExclusive}`);
  if (maxInclusive !== undefined) parts.push(`at most ${maxInclusive}`);
  if (maxExclusive !== undefined) parts.push(`less than ${maxExclusive}`);
  if (lengths.length !== undefined) parts.push(`a text of ${lengths.length} characters`);
  if (lengths.minLength !== undefined) {
    parts.push(`a text of at least ${lengths.minLength} characters`);
  }
  if (lengths.maxLength !== undefined) {
    parts.push(`a text of at most ${lengths.maxLength} characters`);
  }
  return parts;
}

/** A value in words; texts in backticks. Numbers are in SI units. */
export function valueText(value: IdsValue | null): string {
  if (value === null) return 'nothing';
  switch (value.kind) {
    case 'text':
      return quoted(value.value);
    case 'real':
    case 'integer':
    case 'boolean':
      return String(value.value);
    case 'unknown':
      return 'the logical value unknown';
    case 'object':
      return 'a reference to another object';
    case 'list':
      return 'a list';
    case 'empty':
      return 'an empty value';
    default:
      return value satisfies never;
  }
}

const RELATION_TEXTS: Readonly<Record<Relation, string>> = {
  IFCRELAGGREGATES: 'is an aggregated part of',
  IFCRELASSIGNSTOGROUP: 'is a member of',
  IFCRELCONTAINEDINSPATIALSTRUCTURE: 'is contained in',
  IFCRELNESTS: 'is nested in',
  'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT': 'fills or is an opening of',
};

/** What a facet states about an object, as the end of a sentence that begins with `it`. */
export function facetText(facet: Facet): string {
  switch (facet.facet) {
    case 'entity':
      return `has ${entityText(facet.name, facet.predefinedType)}`;
    case 'partOf': {
      const relation = facet.relation === null ? 'is a part of' : RELATION_TEXTS[facet.relation];
      return `${relation} an object with ${entityText(facet.name, facet.predefinedType)}`;
    }
    case 'attribute':
      return `has the attribute ${nameText(facet.name)}${valueIs(facet.value)}`;
    case 'property': {
      const type = facet.dataType === null ? '' : ` of the type ${quoted(facet.dataType)}`;
      return `has the property ${nameText(facet.baseName)} in the set ${nameText(facet.propertySet)}${type}${valueIs(facet.value)}`;
    }
    case 'classification':
      return `is classified in ${described('the system', facet.system)}${and(' with', 'the code', facet.value)}`;
    case 'material':
      return `has a material${and(' with', 'the name or category', facet.value)}`;
    default:
      return facet satisfies never;
  }
}

function entityText(name: Constraint, predefinedType: Constraint | null): string {
  return `${described('the entity', name)}${and(' and', 'the predefined type', predefinedType)}`;
}

function nameText(name: Constraint): string {
  return name.kind === 'simple' ? quoted(name.text) : `(${constraintText(name)})`;
}

function valueIs(value: Constraint | null): string {
  return and(' with', 'the value', value);
}

function and(link: string, what: string, constraint: Constraint | null): string {
  return constraint === null ? '' : `${link} ${described(what, constraint)}`;
}

/** `` the value `A` ``, or `a value that is at least 2`. `what` begins with `the`. */
export function described(what: string, constraint: Constraint): string {
  if (constraint.kind === 'simple') return `${what} ${quoted(constraint.text)}`;
  const some = what.replace(/^the (?=[aeiou])/u, 'an ').replace(/^the /u, 'a ');
  return `${some} that is ${constraintText(constraint)}`;
}

/** The opposite of a facet, as the end of a sentence that begins with `it`. */
export function oppositeText(facet: Facet): string {
  return facetText(facet)
    .replace(/^has /u, 'does not have ')
    .replace(/^is /u, 'is not ')
    .replace(/^fills or is /u, 'neither fills nor is ');
}

/** A requirement with its cardinality, as a sentence without full stop. */
export function requirementText(facet: Facet): string {
  if (facet.cardinality === 'prohibited') return `it ${oppositeText(facet)}`;
  const text = facetText(facet);
  return facet.cardinality === 'optional' ? `it ${text}, if it states one at all` : `it ${text}`;
}
