/** @module numbers: numbers as a person reads them. */

/** Whole numbers with separators of thousands. */
export const COUNT = new Intl.NumberFormat('en');
/** Values of elements: at most three decimals, and no separators, as in the plan and in texts of the hub. */
export const DECIMAL = new Intl.NumberFormat('en', {
  maximumFractionDigits: 3,
  useGrouping: false,
});

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

/** Metres as whole millimetres. */
export function millimetres(value_m: number): string {
  return `${DECIMAL.format(Math.round(value_m * 1000))} mm`;
}

/** Who did something, with what they are, unless the name says it: an agent can be called `agent`. */
export function byWords(who: string, isAgent: boolean): string {
  const what = isAgent ? 'Agent' : 'Person';
  return who.toLowerCase() === what.toLowerCase() ? what : `${what} ${who}`;
}
