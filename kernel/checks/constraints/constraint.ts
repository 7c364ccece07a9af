/** @module constraint: a consistency rule that every model must satisfy, regardless of the building. */
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';

/** One constraint: its name, its title and its check. */
export type Constraint = {
  readonly name: string;
  readonly title: string;
  /** The violations, in the order of their elements; one checkpoint for each level or for a batch of elements. */
  readonly check: (view: ModelView) => readonly Finding[];
};
