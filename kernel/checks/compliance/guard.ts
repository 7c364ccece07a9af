/** @module guard: a named condition that decides to which elements of a kind a rule applies. */
import type { ElementKind, ElementOf } from '../../building/kinds/elements.ts';
import type { Prepare, Reach } from './measure.ts';
import type { Outcome, Quantity } from './outcome.ts';
import type { Run } from './run.ts';

/** Decides whether a rule applies to an element. */
export type Guard<K extends ElementKind = ElementKind> = {
  readonly subject: K;
  /** Numbers used by the condition; they are listed among the parameters of the rules that use it. */
  readonly parameters: Readonly<Record<string, Quantity>>;
  /** Which changes to the model can change the decision. */
  readonly reach: Reach;
  readonly prepare: Prepare | null;
  /** Null if the rule applies; else `not_applicable`, or `not_evaluated` if the model lacks a fact. */
  exempt(element: ElementOf<K>, run: Run): Outcome | null;
};

/** Creates a guard; `reach` is the reach of its `exempt` function. */
export function defineGuard<K extends ElementKind>(spec: {
  readonly subject: K;
  readonly parameters?: Readonly<Record<string, Quantity>>;
  readonly reach?: Reach;
  readonly prepare?: Prepare | null;
  exempt(element: ElementOf<K>, run: Run): Outcome | null;
}): Guard<K> {
  return { parameters: {}, reach: 'around', prepare: null, ...spec };
}
