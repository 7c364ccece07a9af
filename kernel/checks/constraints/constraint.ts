import type { ModelView } from '../../building/model/view.ts';
/** @module constraint: a consistency rule that every model must satisfy, whatever building it describes. */
import type { Finding } from '../findings/finding.ts';

/** One constraint: its name, what it says, and how what breaks it is found. */
export type Constraint = {
  readonly name: string;
  readonly title: string;
  /** What breaks it, ordered by its elements; a step for each level or hundred elements. */
  readonly check: (view: ModelView) => readonly Finding[];
};
