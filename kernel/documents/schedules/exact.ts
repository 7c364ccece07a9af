/** @module exact: sums of measures without rounding, whatever their order, and the one rounding where they are printed. */

/** Measures and parameters lie on a grid of a thousandth of their unit: as whole thousandths they add up exactly. */
export function thousandthsOf(value: number): bigint {
  return BigInt(Math.round(value * 1000));
}

/** How a number is printed: in `per` times the unit in which it is stored, with this many digits after the point. */
export type Printed = { readonly per: number; readonly decimals: number };

/** The number as it is printed, halves away from zero; never −0. */
export function printedNumber(thousandths: bigint, { per, decimals }: Printed): number {
  const divisor = 1000n * BigInt(per);
  const scaled = thousandths * 10n ** BigInt(decimals);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return Number(scaled < 0n ? -rounded : rounded) / 10 ** decimals;
}
