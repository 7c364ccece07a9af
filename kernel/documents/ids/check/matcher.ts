/** @module matcher: what values a constraint of an IDS file accepts. */
import type { IdsValue } from '../ids-model.ts';
import type { BoundName, Constraint, Restriction } from '../ids.ts';
import { matchingAny } from '../patterns/pattern-list.ts';
import { worked } from '../work.ts';
import { booleanOf, integerOf, orderOf, realOf } from './lexical.ts';

/** The tolerance of IDS for the equality of real numbers: relative and absolute. */
const EPSILON = 1e-6;

/** A constraint that can be asked. */
export type Matcher = {
  /** The only text that is accepted; null if there are several or none. */
  readonly exact: string | null;
  /** The texts that are accepted if they are listed; null otherwise. */
  readonly listed: readonly string[] | null;
  /** Which bounds of a number it states. */
  readonly bounds: { readonly lower: boolean; readonly upper: boolean };
  readonly accepts: (value: IdsValue) => boolean;
  readonly acceptsText: (text: string) => boolean;
};

/**
 * Whether two real numbers are equal by the tolerance of IDS. The limit itself is equal; the last digits of the numbers are
 * rounding errors.
 */
function isEqualReal(value: number, stated: number): boolean {
  const size = Math.abs(stated);
  const margin = size * EPSILON + EPSILON + 4 * Number.EPSILON * Math.max(size, Math.abs(value));
  return value === stated || Math.abs(value - stated) <= margin;
}

const NO_BOUNDS = { lower: false, upper: false };

/** The matcher of a constraint. A pattern that is not valid accepts nothing; the audit reports it. */
export function matcherOf(constraint: Constraint): Matcher {
  if (constraint.kind === 'restriction') return restrictionMatcher(constraint);
  const accepts = equalTo(constraint.text);
  return {
    exact: constraint.text,
    listed: [constraint.text],
    bounds: NO_BOUNDS,
    accepts,
    acceptsText: (text) => text === constraint.text,
  };
}

/** Accepts values that a text stands for: numbers, booleans and texts are read by the kind of the value. */
function equalTo(text: string): (value: IdsValue) => boolean {
  const [real, integer, boolean] = [realOf(text), integerOf(text), booleanOf(text)];
  return (value) => {
    switch (value.kind) {
      case 'text':
        return value.value === text;
      case 'real':
        return real !== null && isEqualReal(value.value, real);
      case 'integer':
        return integer !== null && value.value === integer;
      case 'boolean':
        return value.value === boolean;
      case 'unknown':
      case 'object':
      case 'list':
      case 'empty':
        return false;
      default:
        return value satisfies never;
    }
  };
}

type Test = (value: IdsValue) => boolean;

function restrictionMatcher(restriction: Restriction): Matcher {
  const { enumeration, patterns, bounds, lengths } = restriction;
  const tests: Test[] = [];
  if (enumeration.length > 0) tests.push(oneOf(enumeration));
  if (patterns.length > 0) tests.push(matchingOneOf(patterns));
  if (Object.keys(bounds).length > 0) tests.push(within(restriction));
  if (Object.keys(lengths).length > 0) tests.push(ofLength(lengths));
  // Restrictions that IDS does not support accept nothing, so that no result is better than what was checked.
  if (Object.keys(restriction.digits).length > 0) tests.push(() => false);
  const [first] = tests;
  const accepts: Test =
    tests.length === 1 && first !== undefined
      ? first
      : (value) => isStated(value) && tests.every((test) => test(value));
  return {
    exact: tests.length === 1 && enumeration.length === 1 ? (enumeration[0] ?? null) : null,
    listed: tests.length === 1 && enumeration.length > 0 ? enumeration : null,
    bounds: {
      lower: bounds.minInclusive !== undefined || bounds.minExclusive !== undefined,
      upper: bounds.maxInclusive !== undefined || bounds.maxExclusive !== undefined,
    },
    accepts,
    acceptsText: (text) => accepts({ kind: 'text', value: text }),
  };
}

function isStated({ kind }: IdsValue): boolean {
  return kind === 'text' || kind === 'real' || kind === 'integer' || kind === 'boolean';
}

function oneOf(enumeration: readonly string[]): Test {
  const texts = new Set(enumeration);
  let others: readonly Test[] | null = null;
  return (value) => {
    if (value.kind === 'text') return texts.has(value.value);
    others ??= enumeration.map(equalTo);
    worked(enumeration.length);
    return others.some((test) => test(value));
  };
}

/** Patterns apply to texts only. */
function matchingOneOf(sources: readonly string[]): Test {
  const matches = matchingAny(sources);
  return (value) => value.kind === 'text' && matches(value.value);
}

const COMPARISONS: Readonly<Record<BoundName, (value: number, bound: number) => boolean>> = {
  minInclusive: (value, bound) => value >= bound,
  maxInclusive: (value, bound) => value <= bound,
  minExclusive: (value, bound) => value > bound,
  maxExclusive: (value, bound) => value < bound,
};

/** Bounds are exact: the tolerance does not apply to them. Texts are compared if the base is a date, time or duration. */
function within({ bounds, base }: Restriction): Test {
  const stated = BOUND_NAMES.flatMap((name) => {
    const text = bounds[name];
    return text === undefined ? [] : [{ compare: COMPARISONS[name], text }];
  });
  const reals = stated.map(({ compare, text }) => ({ compare, bound: realOf(text.trim()) }));
  const moments = stated.map(({ compare, text }) => ({
    compare,
    bound: orderOf(text.trim(), base),
  }));
  const holds = (value: number, all: typeof reals): boolean =>
    all.every(({ compare, bound }) => bound !== null && compare(value, bound));
  return (value) => {
    if (value.kind === 'real' || value.kind === 'integer') return holds(value.value, reals);
    if (value.kind !== 'text') return false;
    const moment = orderOf(value.value, base);
    return moment !== null && holds(moment, moments);
  };
}

const BOUND_NAMES = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;

/** Lengths count characters of texts. */
function ofLength({ length, minLength = 0, maxLength = Infinity }: Restriction['lengths']): Test {
  const [least, most] = [length ?? minLength, length ?? maxLength];
  return (value) => {
    if (value.kind !== 'text') return false;
    // The number of code points is between half and all of the units.
    if (value.value.length < least || value.value.length > 2 * most) return false;
    let count = 0;
    for (const character of value.value) count += character === '' ? 0 : 1;
    return count >= least && count <= most && count >= minLength && count <= maxLength;
  };
}
