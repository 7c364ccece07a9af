/** @module decimal: exact decimal numbers. Products and sums are exact; a number is rounded once, when it is printed. */
import { roundedQuotient } from '../schedules/exact.ts';

/** The number `digits / 10^scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

/** Decimal mark of a file. */
export type DecimalMark = '.' | ',';

/** Maximum number of digits of a number in a list: numbers of JavaScript represent 15 digits exactly. */
const MAX_DIGITS = 15;

export const ZERO: Decimal = { digits: 0n, scale: 0 };

/** At most 12 digits before and 9 after the mark; no sign but a minus, no exponent, no thousands separators. */
const FORMS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^(-?)(0|[1-9]\d{0,11})(?:\.(\d{1,9}))?$/u,
  ',': /^(-?)(0|[1-9]\d{0,11})(?:,(\d{1,9}))?$/u,
};

/** The number in a text; null if the text has another form, for example another decimal mark. */
export function decimalIn(text: string, mark: DecimalMark): Decimal | null {
  const [whole, minus, integer = '', fraction = ''] = FORMS[mark].exec(text) ?? [];
  if (whole === undefined || integer.length + fraction.length > MAX_DIGITS) return null;
  const digits = BigInt(integer + fraction);
  return { digits: minus === '-' ? -digits : digits, scale: fraction.length };
}

/** The product. */
export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** The sum. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

/** The number divided by a power of ten. */
export function dividedByTen({ digits, scale }: Decimal, power: number): Decimal {
  return { digits, scale: scale + power };
}

function atScale({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}

/** The number rounded to `decimals`, halves away from zero; never −0. Exact if `isPrintable`. */
export function roundedNumber(number: Decimal, decimals: number): number {
  return Number(rounded(number, decimals)) / 10 ** decimals;
}

/** Whether a number of JavaScript represents all digits of the rounded number. */
export function isPrintable(number: Decimal, decimals: number): boolean {
  const digits = rounded(number, decimals);
  return (digits < 0n ? -digits : digits) < 10n ** BigInt(MAX_DIGITS);
}

function rounded(number: Decimal, decimals: number): bigint {
  const { digits, scale } = number;
  return scale <= decimals
    ? atScale(number, decimals)
    : roundedQuotient(digits, 10n ** BigInt(scale - decimals));
}

/** All digits of the number, with a decimal point and without zeros at the end. */
export function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const size = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const integer = size.slice(0, size.length - scale);
  const fraction = size.slice(size.length - scale).replace(/0+$/u, '');
  return `${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`;
}
