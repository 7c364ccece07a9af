/** @module unmet: why an object does not satisfy a facet. */
import type { IdsSubject } from '../ids-model.ts';

/** Why an object does not satisfy a facet. */
export type Cause =
  | 'wrong-entity'
  | 'wrong-predefined-type'
  | 'attribute-missing'
  | 'attribute-empty'
  | 'attribute-value'
  | 'set-missing'
  | 'property-missing'
  | 'property-empty'
  | 'property-type'
  | 'property-form'
  | 'property-value'
  | 'classification-missing'
  | 'classification-code'
  | 'material-missing'
  | 'material-value'
  | 'whole-missing'
  | 'prohibited'
  | 'no-applicable-object';

/** What was found instead. */
export type Unmet = {
  readonly cause: Cause;
  /** Plain words; texts of the model in backticks. Made only for failures that are shown. */
  readonly found: () => string;
  /** Whether the object states nothing of the kind, which an optional requirement accepts. */
  readonly isAbsent: boolean;
};

/** The failure of a prohibited requirement. */
export function prohibited(found: () => string): Unmet {
  return { cause: 'prohibited', found, isAbsent: false };
}

/** Null if the object satisfies the facet. */
export type FacetTest = (subject: IdsSubject) => Unmet | null;
