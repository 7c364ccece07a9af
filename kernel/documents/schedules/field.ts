/** @module field: what a schedule can show of an element, as one value. */
import type { Element } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import type { Cell, Column, Unit } from './table.ts';

/** A field of elements: a column, and where its values come from. */
export type Field = Column & {
  /** The value is stored in this fraction of the unit: 1e6 for m² of mm². */
  readonly per: number;
  /** The value as it is stored; null where the element has none. Numbers are on the grid of a thousandth. */
  read(element: Element, view: ModelView): Cell;
  /** What rows are ordered by where it is not the value; equal for equal values. */
  readonly rank: ((element: Element, view: ModelView) => number | null) | null;
};

/** Endings of names with the unit that they say. */
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

/** Digits after the point of what is printed in metres. */
const METRE_DIGITS = 3;

/** The unit that a name ends with, and the name without it. */
function unitIn(key: string): { readonly stem: string; readonly unit: Unit } {
  const found = ENDINGS.find(([ending]) => key.endsWith(ending));
  return found === undefined
    ? { stem: key, unit: null }
    : { stem: key.slice(0, -found[0].length), unit: found[1] };
}

/** `fire_rating_min` is `Fire rating`. */
function titleOf(stem: string): string {
  const words = stem.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

type Making = Pick<Field, 'type' | 'read'> & Partial<Field>;

/** A field with the title and unit that its name says. */
export function fieldOf(key: string, made: Making): Field {
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
    ...made,
  };
}
