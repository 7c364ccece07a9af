/** @module measured: what a measure answers: a number, or why there is none. */
import type { SpacePoint } from '../../schemas/units.ts';

/** Units of what rules compare. */
export type Unit = 'mm' | 'm' | 'm²' | '%' | '°' | 'persons' | 'exits';

/** A number with where it was found and what bounds it there. */
export type Value = {
  readonly value: number;
  /** Where it was measured, mm in world coordinates. */
  readonly at: SpacePoint | null;
  /** Elements beside the subject that make it what it is. */
  readonly of: readonly string[];
};

/** `not_applicable`: there is nothing to measure. `not_evaluated`: a fact is missing in the model. */
export type Measured =
  | ({ readonly kind: 'value' } & Value)
  | { readonly kind: 'not_applicable'; readonly because: string }
  | { readonly kind: 'not_evaluated'; readonly because: string };

/** A number that was measured. */
export function value(
  measured: number,
  at: SpacePoint | null = null,
  of: readonly string[] = [],
): Measured {
  return { kind: 'value', value: measured, at, of };
}

/** Nothing here is of that sort; `because` says why, in lower case. */
export function notApplicable(because: string): Measured & { readonly kind: 'not_applicable' } {
  return { kind: 'not_applicable', because };
}

/** The model lacks a fact; `because` says which, and what would supply it. */
export function notEvaluated(because: string): Measured & { readonly kind: 'not_evaluated' } {
  return { kind: 'not_evaluated', because };
}
