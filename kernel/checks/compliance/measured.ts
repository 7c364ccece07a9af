/** @module measured: the result of a measure: a number, or the reason why it has no value. */
import type { SpacePoint } from '../../../schemas/units.ts';

/** Units of measures and limits. */
export type Unit = 'mm' | 'm' | 'm²' | '%' | '°' | 'persons' | 'exits';

/** A measured number with its place. */
export type Value = {
  readonly outcome: 'value';
  readonly value: number;
  /** Position of the measurement, mm in world coordinates. */
  readonly at: SpacePoint | null;
  /** Ids of the elements that determine the number, other than the subject. */
  readonly of: readonly string[];
};

/** `not_applicable`: there is nothing to measure. `not_evaluated`: the model lacks a fact. */
export type NoValue = {
  readonly outcome: 'not_applicable' | 'not_evaluated';
  readonly because: string;
};

/** The result of a measure. */
export type Measured = Value | NoValue;

/** A measured number. */
export function value(
  measured: number,
  at: SpacePoint | null = null,
  of: readonly string[] = [],
): Value {
  return { outcome: 'value', value: measured, at, of };
}

/** The measure or rule does not apply to the element; `because` gives the reason, in lower case. */
export function notApplicable(because: string): NoValue {
  return { outcome: 'not_applicable', because };
}

/** The model lacks a fact; `because` names it and how to supply it, in lower case. */
export function notEvaluated(because: string): NoValue {
  return { outcome: 'not_evaluated', because };
}
