/** @module outcome: the result of a rule for one element, and the comparisons that rules make. */
import type { SpacePoint } from '../../../schemas/units.ts';
import type { Measured, NoValue, Unit } from './measured.ts';

/** A number in the unit of its standard, if measures use another one. */
export type Stated = { readonly value: number; readonly unit: 'in' | 'ft' | 'sq ft' };

/** A number with its unit. `stated`: the same number as its standard states it, if in other units. */
export type Quantity<U extends Unit = Unit> = {
  readonly value: number;
  readonly unit: U;
  readonly stated?: Stated;
};

/** Which side of the limit passes. */
export type Relation = 'at_least' | 'at_most';

/** A violation. `fix` is one step that would remove it, in lower case; `at` and `of` come from the measured value. */
export type Failure = {
  readonly outcome: 'fail';
  readonly measured: number;
  readonly required: number;
  readonly relation: Relation;
  readonly unit: Unit;
  /** The required number as the standard states it, such as `32 in`; null if it is in the unit of the measure. */
  readonly stated: string | null;
  /** The measured number in the unit of `stated`. */
  readonly measured_stated: string | null;
  /** What was measured, in lower case; null if it is what the title of the rule names. */
  readonly what: string | null;
  readonly fix: string;
  readonly at: SpacePoint | null;
  readonly of: readonly string[];
};

/** The result of a rule for one element. */
export type Outcome =
  | { readonly outcome: 'pass'; readonly measured: number; readonly required: number }
  | Failure
  | NoValue;

/**
 * A measured number equals its limit if they differ by no more than this. The value for lengths allows for several
 * roundings to the 0.001 mm grid and is far below building tolerances.
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

const quantityIn =
  <U extends Unit>(unit: U) =>
  (value: number): Quantity<U> => ({ value, unit });
export const mm = quantityIn('mm');
export const metres = quantityIn('m');
export const percent = quantityIn('%');
export const degrees = quantityIn('°');
export const exits = quantityIn('exits');
export const persons = quantityIn('persons');

/** Significant digits of a converted number: 7 × 25.4 in binary is 177.79999999999998. */
const DIGITS = 12;
const exact = (value: number): number => Number(value.toPrecision(DIGITS));

/** Sizes of the units of US standards in the units of measures: mm, m and m². The international foot is 304.8 mm. */
const SIZES: Readonly<Record<Stated['unit'], number>> = {
  in: 25.4,
  ft: 0.3048,
  'sq ft': 0.09290304,
};

/** Numbers of standards in inches, feet and square feet. */
const convertedTo =
  <U extends Unit>(unit: U, from: Stated['unit']) =>
  (value: number): Quantity<U> => ({
    value: exact(value * SIZES[from]),
    unit,
    stated: { value: exact(value), unit: from },
  });
export const inches = convertedTo('mm', 'in');
export const feet = convertedTo('m', 'ft');
export const squareFeet = convertedTo('m²', 'sq ft');

/** A quantity multiplied by a number, also as its standard states it. */
export function times<U extends Unit>(quantity: Quantity<U>, factor: number): Quantity<U> {
  const { value: single, unit, stated } = quantity;
  const multiplied = { value: exact(single * factor), unit };
  if (stated === undefined) return multiplied;
  return { ...multiplied, stated: { ...stated, value: exact(stated.value * factor) } };
}

/** Decimals of numbers in findings, and the maximum to distinguish a number from its limit. */
const DECIMALS = { usual: 3, most: 6 } as const;

/** A measured number and its limit, rounded alike: to 0.001, or finer if they would look equal. */
export function roundedApart(measured: number, required: number): readonly [number, number] {
  let decimals: number = DECIMALS.usual;
  const rounded = (number: number): number => Number(number.toFixed(decimals)) + 0;
  while (decimals < DECIMALS.most && rounded(measured) === rounded(required)) decimals += 1;
  return [rounded(measured), rounded(required)];
}

/** A quantity as text in the units of its standard: `32 in`. Null if these are the units of the measure. */
export function statedText({ stated }: Quantity): string | null {
  return stated === undefined ? null : `${+stated.value.toFixed(DECIMALS.usual)} ${stated.unit}`;
}

/** A measured number and its limit as text in the units of the standard. Null if these are the units of the measure. */
function statedTexts(
  measured: number,
  { stated }: Quantity,
): Pick<Failure, 'measured_stated' | 'stated'> {
  if (stated === undefined) return { measured_stated: null, stated: null };
  const [is, limit] = roundedApart(measured / SIZES[stated.unit], stated.value);
  return { measured_stated: `${is} ${stated.unit}`, stated: `${limit} ${stated.unit}` };
}

/** Whether a measured number is greater than a limit by more than the tolerance of its unit. */
export function exceeds(measured: number, { value: limit, unit }: Quantity): boolean {
  return measured > limit + TOLERANCE[unit];
}

function compare(
  measured: Measured,
  quantity: Quantity,
  relation: Relation,
  { fix, what }: Pick<Failure, 'fix' | 'what'>,
): Outcome {
  if (measured.outcome !== 'value') return measured;
  const { value, at, of } = measured;
  const { value: required, unit } = quantity;
  const above = value - required;
  if ((relation === 'at_least' ? above : 0 - above) >= 0 - TOLERANCE[unit]) {
    return { outcome: 'pass', measured: value, required };
  }
  const numbers = { measured: value, required, relation, unit, ...statedTexts(value, quantity) };
  return { outcome: 'fail', ...numbers, what, fix, at, of };
}

/** Passes if the measured number is no less than required. `what` was measured, if the title does not name it. */
export function atLeast(
  measured: Measured,
  required: Quantity,
  fix: string,
  what: string | null = null,
): Outcome {
  return compare(measured, required, 'at_least', { fix, what });
}

/** Passes if the measured number is no greater than required. `what` was measured, if the title does not name it. */
export function atMost(
  measured: Measured,
  required: Quantity,
  fix: string,
  what: string | null = null,
): Outcome {
  return compare(measured, required, 'at_most', { fix, what });
}

/** Outcomes within one candidate, in order of precedence. */
const DECIDES = ['not_applicable', 'fail', 'not_evaluated', 'pass'] as const;
/** Outcomes across candidates, from best to worst. Candidates that do not apply are ignored. */
const BEST_FIRST = ['pass', 'not_evaluated', 'fail'] as const;

/**
 * Evaluates a requirement that one of several candidates must meet. Each candidate has one outcome per condition. The
 * result is `pass` if a candidate passes all its conditions. Otherwise it is `not_evaluated` if a candidate could not
 * be evaluated, since that candidate might pass. Otherwise it is the failure of the first candidate that fails. If no
 * candidate applies, the result is a failure with the measured value 0.
 */
export function bestOf(
  candidates: readonly (readonly Outcome[])[],
  limit: Quantity,
  fix: string,
): Outcome {
  const decided = candidates.flatMap((outcomes) => firstOf(outcomes, DECIDES) ?? []);
  const none = {
    measured: 0,
    required: limit.value,
    relation: 'at_least',
    unit: limit.unit,
    ...statedTexts(0, limit),
    what: null,
    fix,
    at: null,
    of: [],
  } as const;
  return firstOf(decided, BEST_FIRST) ?? { outcome: 'fail', ...none };
}

/** The first of the outcomes whose kind comes first in `order`. */
function firstOf(
  outcomes: readonly Outcome[],
  order: readonly Outcome['outcome'][],
): Outcome | undefined {
  for (const kind of order) {
    const found = outcomes.find(({ outcome }) => outcome === kind);
    if (found !== undefined) return found;
  }
  return undefined;
}
