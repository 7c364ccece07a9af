/** @module field: a property of an element that a schedule can show, as one value. */
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Cell, Column, Unit } from './table.ts';

/** A field of elements: a column and the source of its values. */
export type Field = Column & {
  /** Divisor that converts the stored value to the unit: 1e6 for m² from mm². */
  readonly per: number;
  /** The stored value; null if the element has none. Numbers are on the grid of a thousandth. */
  read(element: Element, view: ModelView): Cell;
  /** Sort key if it differs from the value. Equal values have equal keys. */
  readonly rank: ((element: Element, view: ModelView) => number | null) | null;
};

/** Name suffixes with their units. */
const ENDINGS: readonly (readonly [ending: string, unit: Unit])[] = [
  ['_mm', 'mm'],
  ['_mm2', 'mm²'],
  ['_mm3', 'mm³'],
  ['_m', 'm'],
  ['_m2', 'm²'],
  ['_m3', 'm³'],
  ['_deg', '°'],
  ['_min', 'min'],
];

/** Decimals of values printed in m, m² or m³. */
const METRE_DIGITS = 3;

/** Splits a name into its stem and the unit of its suffix. */
function unitIn(key: string): { readonly stem: string; readonly unit: Unit } {
  const found = ENDINGS.find(([ending]) => key.endsWith(ending));
  return found === undefined
    ? { stem: key, unit: null }
    : { stem: key.slice(0, -found[0].length), unit: found[1] };
}

/** Title of a name: `fire_rating_min` becomes `Fire rating`. */
function titleOf(stem: string): string {
  const words = stem.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

type FieldOptions = Pick<Field, 'type' | 'read'> & Partial<Field>;

/** A field with the title and unit derived from its name. */
export function fieldOf(key: string, options: FieldOptions): Field {
  const { stem, unit } = unitIn(key);
  const isMetres = unit === 'm' || unit === 'm²' || unit === 'm³';
  return {
    key,
    title: titleOf(stem),
    unit,
    decimals: isMetres ? METRE_DIGITS : null,
    summed: false,
    per: 1,
    rank: null,
    ...options,
  };
}
