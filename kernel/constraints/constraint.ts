/** @module constraint: a rule that a model keeps whatever it is a model of, and what of it every constraint asks. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { ModelView } from '../model/view.ts';

/** What constraints ask of a branch. */
export type ConstrainedView = Pick<
  ModelView,
  | 'bounds'
  | 'element'
  | 'elementOf'
  | 'elements'
  | 'elementsOf'
  | 'elementsOnLevel'
  | 'footprint'
  | 'kinds'
  | 'levelOf'
  | 'levels'
  | 'outline'
>;

/** One constraint: its name, what it says, and how what breaks it is found. */
export type Constraint = {
  readonly name: string;
  readonly title: string;
  /** What breaks it, ordered by its elements; a step for each level or hundred elements. */
  readonly check: (view: ConstrainedView) => Steps<readonly Finding[]>;
};
