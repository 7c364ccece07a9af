/** @module exact: exact, order-independent sums of measures. Sums are rounded only once, when they are printed. */

/** Measures and parameters are on a grid of a thousandth of their unit, so sums of whole thousandths are exact. */
export function thousandthsOf(value: number): bigint {
  return BigInt(Math.round(value * 1000));
}

/** Print format of a number: divided by `per`, with this many digits after the decimal point. */
export type Printed = { readonly per: number; readonly decimals: number };

/** The number to print. Halves are rounded away from zero; the result is never −0. */
export function printedNumber(thousandths: bigint, { per, decimals }: Printed): number {
  const scaled = thousandths * 10n ** BigInt(decimals);
  return Number(roundedQuotient(scaled, 1000n * BigInt(per))) / 10 ** decimals;
}

/** The quotient of whole numbers, halves away from zero; `by` is positive. */
export function roundedQuotient(digits: bigint, by: bigint): bigint {
  const size = digits < 0n ? -digits : digits;
  const whole = (2n * size + by) / (2n * by);
  return digits < 0n ? -whole : whole;
}
