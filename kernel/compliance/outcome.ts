/** @module outcome: what a rule says of one element, and the comparisons that most rules make. */
import type { SpacePoint } from '../../schemas/units.ts';
import type { Measured, Unit } from './measured.ts';

/** A threshold with its unit. */
export type Quantity = { readonly value: number; readonly unit: Unit };

/** How a measured number stands to the threshold it is held against. */
export type Relation = 'at_least' | 'at_most';

/** What a rule says of one element. `fix` is one step that would mend it, in lower case. */
export type Outcome =
  | { readonly outcome: 'pass'; readonly measured: number; readonly required: number }
  | {
      readonly outcome: 'fail';
      readonly measured: number;
      readonly required: number;
      readonly relation: Relation;
      readonly unit: Unit;
      readonly fix: string;
      readonly at: SpacePoint | null;
      readonly of: readonly string[];
    }
  | { readonly outcome: 'not_applicable'; readonly because: string }
  | { readonly outcome: 'not_evaluated'; readonly because: string };

/**
 * Two measured numbers are the same when they differ by no more than this: of lengths some roundings to the 0.001 mm
 * grid, and less than anyone can build.
 */
export const TOLERANCE: Readonly<Record<Unit, number>> = {
  mm: 0.01,
  m: 1e-5,
  'm²': 1e-5,
  '%': 1e-3,
  '°': 1e-3,
  persons: 1e-6,
  exits: 1e-6,
};

const QUANTITY_OF =
  (unit: Unit) =>
  (given: number): Quantity => ({ value: given, unit });
export const mm = QUANTITY_OF('mm');
export const metres = QUANTITY_OF('m');
export const squareMetres = QUANTITY_OF('m²');
export const percent = QUANTITY_OF('%');
export const degrees = QUANTITY_OF('°');
export const exits = QUANTITY_OF('exits');
export const persons = QUANTITY_OF('persons');

function compared(
  measured: Measured,
  required: Quantity,
  relation: Relation,
  fix: string,
): Outcome {
  if (measured.kind !== 'value') return { outcome: measured.kind, because: measured.because };
  const { value, at, of } = measured;
  const above = value - required.value;
  if ((relation === 'at_least' ? above : 0 - above) >= 0 - TOLERANCE[required.unit]) {
    return { outcome: 'pass', measured: value, required: required.value };
  }
  const { unit, value: limit } = required;
  return { outcome: 'fail', measured: value, required: limit, relation, unit, fix, at, of };
}

/** Passes when the measured number is no less than required. */
export function atLeast(measured: Measured, required: Quantity, fix: string): Outcome {
  return compared(measured, required, 'at_least', fix);
}

/** Passes when the measured number is no greater than required. */
export function atMost(measured: Measured, required: Quantity, fix: string): Outcome {
  return compared(measured, required, 'at_most', fix);
}

/** The rule is about other elements than this one. */
export function otherwise(because: string): Outcome {
  return { outcome: 'not_applicable', because };
}

/** A fact is missing that the rule needs. */
export function unknown(because: string): Outcome {
  return { outcome: 'not_evaluated', because };
}

/**
 * For a need that one of several elements meets, each with all that is asked of it: passes with the first that meets
 * everything, else fails as the one that misses least does; is not evaluated where one could not be.
 */
export function bestOf(
  candidates: readonly (readonly Outcome[])[],
  required: Quantity,
  fix: string,
): Outcome {
  const worst = candidates.map(
    (outcomes) =>
      outcomes.find(({ outcome }) => outcome === 'not_applicable') ??
      outcomes.find(({ outcome }) => outcome === 'fail') ??
      outcomes.find(({ outcome }) => outcome === 'not_evaluated') ??
      outcomes[0],
  );
  for (const wanted of ['pass', 'not_evaluated', 'fail'] as const) {
    const found = worst.find((outcome) => outcome?.outcome === wanted);
    if (found !== undefined) return found;
  }
  return {
    outcome: 'fail',
    measured: 0,
    required: required.value,
    relation: 'at_least',
    unit: required.unit,
    fix,
    at: null,
    of: [],
  };
}
