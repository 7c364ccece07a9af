/** @module facet-test: whether an object satisfies a facet, and why not. */
import type { IdsSubject } from '../ids-model.ts';
import type { Facet } from '../ids.ts';
import { attributeTest } from './attribute-test.ts';
import { classificationTest, entityTest, materialTest, partOfTest } from './object-tests.ts';
import { propertyTest } from './property-test.ts';

/** Why an object does not satisfy a facet. */
export const CAUSES = [
  'wrong-entity',
  'wrong-predefined-type',
  'attribute-missing',
  'attribute-empty',
  'attribute-value',
  'set-missing',
  'property-missing',
  'property-empty',
  'property-type',
  'property-form',
  'property-value',
  'classification-missing',
  'classification-code',
  'material-missing',
  'material-value',
  'whole-missing',
  'prohibited',
  'no-applicable-object',
] as const;
export type Cause = (typeof CAUSES)[number];

/** What was found instead. */
export type Unmet = {
  readonly cause: Cause;
  /** Plain words; texts of the model in backticks. */
  readonly found: string;
  /** Whether the object states nothing of the kind, which an optional requirement accepts. */
  readonly isAbsent: boolean;
};

/** Null if the object satisfies the facet. */
export type FacetTest = (subject: IdsSubject) => Unmet | null;

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
