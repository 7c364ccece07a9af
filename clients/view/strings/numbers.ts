/** @module numbers: numbers as a person reads them. */

/** Whole numbers with separators of thousands. */
export const COUNT = new Intl.NumberFormat('en');
/** Numbers with at most three decimals. */
export const DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** A number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

/** A number of elements. */
export function elements(count: number): string {
  return counted(count, 'element', 'elements');
}

/** Metres with centimetres. */
export function metres(value: number): string {
  return `${value.toFixed(2)} m`;
}

/** Metres as millimetres with separators of thousands. */
export function millimetres(value_m: number): string {
  return `${COUNT.format(Math.round(value_m * 1000))} mm`;
}
