/** @module kept-attributes: writes the attributes of an element that the conversion of a page needs. */
import type { Showing } from './hiding.ts';

/** Limits of attributes; `slots` bounds the places of tables that merged cells cover together. */
const ATTRIBUTE_MAX = {
  count: 24,
  chars: 2048,
  slots: 300_000,
  columns: 1000,
  rows: 65_534,
} as const;

/** Attributes that are kept on every element. */
const KEPT: ReadonlySet<string> = new Set(
  'href src alt title class id role name property content lang dir datetime itemprop rel start'.split(
    ' ',
  ),
);
/** Further attributes by element. */
const KEPT_ON: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['ol', new Set(['type', 'reversed'])],
  ['li', new Set(['value'])],
  ['math', new Set(['alttext'])],
]);
/** The type of a list by its marker. */
const TYPE_OF_MARKER: readonly (readonly [RegExp, string])[] = [
  [/\blower-(?:alpha|latin)\b/, 'a'],
  [/\bupper-(?:alpha|latin)\b/, 'A'],
  [/\blower-roman\b/, 'i'],
  [/\bupper-roman\b/, 'I'],
];
/** Marks an inline element that is shown as a block. */
export const BLOCK_ATTRIBUTE = 'data-block';

/** Counts the places that merged cells cover, so that tables stay small. */
export class SpanBudget {
  #left: number = ATTRIBUTE_MAX.slots;
  #exceeded = false;

  /** Whether a merged cell was written as a single one. */
  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** The spans of a cell as attributes (HTML 4.9.11: at most 1000 columns and 65,534 rows; 0 rows: all that follow). */
  spansOf({ colspan, rowspan }: Readonly<Record<string, string>>): string {
    const columns = Math.min(countOf(colspan) || 1, ATTRIBUTE_MAX.columns);
    const rows = Math.min(countOf(rowspan) ?? 1, ATTRIBUTE_MAX.rows);
    if (columns === 1 && rows === 1) return '';
    const slots = columns * (rows === 0 ? ATTRIBUTE_MAX.rows : rows);
    if (slots > this.#left) {
      this.#exceeded = true;
      return '';
    }
    this.#left -= slots;
    return ` colspan="${columns}" rowspan="${rows}"`;
  }
}

function countOf(text: string | undefined): number | undefined {
  const digits = /^\s*\+?(\d{1,9})/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The kept attributes of an element as HTML. */
export function writtenAttributes(
  name: string,
  attributes: Readonly<Record<string, string>>,
  showing: Showing,
  spans: SpanBudget,
): string {
  const also = KEPT_ON.get(name);
  const kept = Object.entries(attributes)
    .filter(
      ([key, value]) =>
        (KEPT.has(key) || also?.has(key) === true) && value.length <= ATTRIBUTE_MAX.chars,
    )
    .slice(0, ATTRIBUTE_MAX.count)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  if (name === 'td' || name === 'th') kept.push(spans.spansOf(attributes));
  if (name === 'ol' && attributes['type'] === undefined) kept.push(typeOf(showing.marker));
  if (showing.block && (name === 'span' || name === 'code')) kept.push(` ${BLOCK_ATTRIBUTE}=""`);
  return kept.join('');
}

function typeOf(marker: string | undefined): string {
  const type = TYPE_OF_MARKER.find(([pattern]) => pattern.test(marker ?? ''))?.[1];
  return type === undefined ? '' : ` type="${type}"`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
