/** @module claim-language: parses claims, which state the choice after a change of a factor or of a state variable. */
import { choiceNamed, CHOICES, type Choice } from '../env/toy-env.ts';

/** A parsed `IF F:<i> INC|DEC|SET <value> THEN CHOICE <ACTION>`. */
export type FactorClaim = {
  readonly factor: number;
  readonly change:
    | { readonly kind: 'INC' | 'DEC' }
    | { readonly kind: 'SET'; readonly value: number };
  readonly expected: Choice;
};

const ACTION = CHOICES.join('|');
const NUMBER = '-?[0-9]{1,12}(?:\\.[0-9]{1,12})?';
const FACTOR_CLAIM = new RegExp(
  `^IF F:([0-9]{1,4}) (?:(INC|DEC)|SET (${NUMBER})) THEN CHOICE (${ACTION})$`,
);

/** Parses a claim; undefined when the text is not exactly in the language. */
export function parseFactorClaim(text: string): FactorClaim | undefined {
  const match = FACTOR_CLAIM.exec(text);
  const expected = choiceNamed(match?.[4]);
  if (match === null || expected === undefined) return undefined;
  const factor = Number(match[1]);
  if (match[3] !== undefined) {
    return { factor, change: { kind: 'SET', value: Number(match[3]) }, expected };
  }
  return { factor, change: { kind: match[2] === 'INC' ? 'INC' : 'DEC' }, expected };
}

/** A claim of the full interface, about a variable of the state. */
export type StateClaim = {
  readonly variable: string;
  readonly change:
    | { readonly kind: 'INC' | 'DEC' | 'UNSET' }
    | { readonly kind: 'LT' | 'LE' | 'GT' | 'GE' | 'EQ'; readonly value: number };
  readonly expected: Choice;
};

const STATE_CLAIM = new RegExp(
  `^IF ([A-Za-z0-9_.:-]{1,80}) (?:(INC|DEC|UNSET)|(LT|LE|GT|GE|EQ) (${NUMBER})) THEN CHOICE (${ACTION})$`,
);

/** `IF <var> INC|DEC|UNSET THEN CHOICE <A>` or `IF <var> LT|LE|GT|GE|EQ <n> THEN CHOICE <A>`; `SET` is `EQ`. */
export function parseStateClaim(text: string): StateClaim | undefined {
  const match = STATE_CLAIM.exec(text.replace(/^(IF \S+) SET /, '$1 EQ '));
  const expected = choiceNamed(match?.[5]);
  const variable = match?.[1];
  if (match === null || expected === undefined || variable === undefined) return undefined;
  const comparison = (['LT', 'LE', 'GT', 'GE', 'EQ'] as const).find((word) => word === match[3]);
  if (comparison !== undefined) {
    return { variable, change: { kind: comparison, value: Number(match[4]) }, expected };
  }
  const kind = (['INC', 'DEC', 'UNSET'] as const).find((word) => word === match[2]) ?? 'UNSET';
  return { variable, change: { kind }, expected };
}
