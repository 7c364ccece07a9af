/** @module number-form: the decimal notation of finite doubles in each canonical profile. */

/**
 * The ECMAScript number form that RFC 8785, section 3.2.2.3 prescribes; −0 gives `0`.
 *
 * @param value a finite double
 */
export function jcsNumber(value: number): string {
  return String(value);
}

/**
 * The `axion-v1` number form: the exact binary value of the double, rounded to 8 decimals, ties
 * to the even last digit, written as plain decimal digits.
 *
 * - No exponent at any size: integers are written exactly (`1e23` is `99999999999999991611392`).
 * - Trailing zeros of the fraction, and then a trailing point, are removed.
 * - Values that round to zero are written as `0`, without a sign.
 *
 * It equals C's `printf("%.8f")` and Python's `format(x, ".8f")` after these removals. The exact binary value is
 * rounded: `5e-9`, whose double is slightly above the half, rounds up. Only odd multiples of 1/512 are ties, because
 * (2k+1)/(2·10^8) has a finite binary expansion only if 5^8 cancels.
 *
 * @param value a finite double
 */
export function axionNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  const fixed = isTie(value) ? tieToEven(value) : value.toFixed(8);
  const trimmed = fixed.replace(/\.?0+$/, '');
  return trimmed === '-0' ? '0' : trimmed;
}

/** Scaling by 2^9 is exact: a value with a fraction is far from overflow. */
function isTie(value: number): boolean {
  return Math.abs((value * 512) % 2) === 1;
}

/**
 * A tie has exactly nine decimals, the last of them 5. `toFixed` moves ties away from zero
 * (ECMAScript, Number.prototype.toFixed: "if there are two such n, pick the larger n").
 */
function tieToEven(value: number): string {
  const exact = value.toFixed(9);
  const lastKept = Number(exact.at(-2));
  return lastKept % 2 === 0 ? exact.slice(0, -1) : value.toFixed(8);
}
