/** @module fixes: how an object can be made to meet a requirement, in plain words. */
import { quoted } from '../finding.ts';
import type { Constraint, Facet } from '../ids.ts';
import { constraintText, described, facetText, oppositeText } from './describe.ts';
import type { Cause } from './unmet.ts';

/** A sentence without full stop that says what to change. */
export function fixText(facet: Facet, cause: Cause): string {
  if (cause === 'prohibited') {
    return `change the object so that it ${oppositeText(facet)}`;
  }
  switch (facet.facet) {
    case 'entity':
      return cause === 'wrong-predefined-type' && facet.predefinedType !== null
        ? `set the predefined type to ${constraintText(facet.predefinedType)}`
        : `export the object as ${constraintText(facet.name)}`;
    case 'partOf':
      return `relate the object so that it ${facetText(facet)}`;
    case 'attribute':
      return `set the attribute ${named(facet.name)} to ${wanted(facet.value)}`;
    case 'property':
      return propertyFix(facet, cause);
    case 'classification':
      return classificationFix(facet, cause);
    case 'material':
      return facet.value === null
        ? 'give the object a material'
        : `give the object a material with ${described('the name or category', facet.value)}`;
    default:
      return facet satisfies never;
  }
}

function classificationFix(
  { system, value }: Extract<Facet, { facet: 'classification' }>,
  cause: Cause,
): string {
  const where = described('the system', system);
  if (value === null) return `classify the object in ${where}`;
  return cause === 'classification-code'
    ? `change the code in ${where} to ${constraintText(value)}`
    : `classify the object in ${where} with ${described('the code', value)}`;
}

function propertyFix(facet: Extract<Facet, { facet: 'property' }>, cause: Cause): string {
  const name = `the property ${named(facet.baseName)} in the set ${named(facet.propertySet)}`;
  const type = facet.dataType === null ? '' : ` of the type ${quoted(facet.dataType)}`;
  if (cause === 'property-type') return `write ${name} with a value${type}`;
  if (cause === 'property-form') {
    return `write ${name} as a single value, list, range, table or enumeration`;
  }
  if (cause === 'set-missing' || cause === 'property-missing') {
    return `add ${name}${type} with ${wanted(facet.value)}`;
  }
  return `set ${name} to ${wanted(facet.value)}`;
}

function wanted(value: Constraint | null): string {
  return value === null ? 'a value that is not empty' : constraintText(value);
}

function named(name: Constraint): string {
  return name.kind === 'simple' ? quoted(name.text) : `(${constraintText(name)})`;
}
