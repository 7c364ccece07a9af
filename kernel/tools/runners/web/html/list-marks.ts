/** @module list-marks: the marks of the items of a list. */
import { attributeOf, nameOf } from './node.ts';
import type { HtmlNode } from './node.ts';

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
/** Largest number with a Roman numeral (CSS Counter Styles 3). */
const ROMAN_MAX = 3999;

/**
 * The mark of each item, such as `- ` or `3. `, with the numbers that browsers show: by `start`, `value`, `reversed` and
 * `type` (HTML 4.4.5). Items without content also count.
 */
export function itemMarks(list: HtmlNode): ReadonlyMap<HtmlNode, string> {
  const items = [...list.childNodes].filter((child) => nameOf(child) === 'li');
  if (nameOf(list) !== 'ol') return new Map(items.map((item) => [item, '- ']));
  const reversed = (list.getAttribute?.('reversed') ?? null) !== null;
  const type = attributeOf(list, 'type');
  let number = integerOf(attributeOf(list, 'start')) ?? (reversed ? items.length : 1);
  return new Map(
    items.map((item) => {
      number = integerOf(attributeOf(item, 'value')) ?? number;
      const mark = `${numeral(number, type)}. `;
      number += reversed ? -1 : 1;
      return [item, mark];
    }),
  );
}

function integerOf(text: string): number | undefined {
  const digits = /^\s*([+-]?\d{1,9})/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function numeral(number: number, type: string): string {
  if (/^[aA]$/.test(type) && number > 0) return cased(letters(number), type === 'A');
  if (/^[iI]$/.test(type) && number > 0 && number <= ROMAN_MAX) {
    return cased(roman(number), type === 'I');
  }
  return String(number);
}

function cased(text: string, upper: boolean): string {
  return upper ? text.toUpperCase() : text;
}

/** a to z, then aa, ab and so on. */
function letters(number: number): string {
  const before = Math.floor((number - 1) / 26);
  const last = String.fromCodePoint(97 + ((number - 1) % 26));
  return before === 0 ? last : `${letters(before)}${last}`;
}

function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [value, digits] of ROMAN) {
    while (left >= value) {
      text += digits;
      left -= value;
    }
  }
  return text;
}
