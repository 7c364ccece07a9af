/** @module facet-test: whether an object satisfies a facet, and why not. */
import type { Facet } from '../ids.ts';
import { attributeTest, prohibitedAttribute } from './attribute-test.ts';
import { classificationTest, entityTest, materialTest, partOfTest } from './object-tests.ts';
import { prohibitedProperty, propertyTest } from './property-test.ts';
import { type FacetTest, prohibited } from './unmet.ts';

/** The test of a facet by its cardinality. */
export function cardinalTest(facet: Facet): FacetTest {
  if (facet.cardinality === 'prohibited') return prohibitedTest(facet);
  const test = facetTest(facet);
  if (facet.cardinality === 'required') return test;
  return (subject) => {
    const unmet = test(subject);
    return unmet?.isAbsent === true ? null : unmet;
  };
}

/**
 * The test of a prohibited facet. A prohibited attribute or property without value must not even be empty, and of several
 * with accepted names none may be accepted; anything else is the opposite of a required facet.
 */
function prohibitedTest(facet: Facet): FacetTest {
  if (facet.facet === 'attribute') return prohibitedAttribute(facet);
  if (facet.facet === 'property') return prohibitedProperty(facet);
  const test = facetTest(facet);
  return (subject) => (test(subject) === null ? prohibited(() => 'what is prohibited') : null);
}

/** The test of a facet, without its cardinality. */
export function facetTest(facet: Facet): FacetTest {
  switch (facet.facet) {
    case 'entity':
      return entityTest(facet);
    case 'partOf':
      return partOfTest(facet);
    case 'classification':
      return classificationTest(facet);
    case 'attribute':
      return attributeTest(facet);
    case 'property':
      return propertyTest(facet);
    case 'material':
      return materialTest(facet);
    default:
      return facet satisfies never;
  }
}
