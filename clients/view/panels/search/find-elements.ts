/** @module find-elements: finds loaded elements by text. */
import type { ElementRow } from '../../state/model.ts';
import { titleOf } from '../../state/naming.ts';

/** An element with the text that is searched. */
type Entry = { readonly row: ElementRow; readonly text: string };

/** An index of elements; made again when the model changes. */
export function entriesOf(rows: Iterable<ElementRow>): readonly Entry[] {
  return Array.from(rows, (row) => ({
    row,
    text: textOf(row).toLowerCase(),
  }));
}

/** Elements without a name are found by what they are called instead. */
function textOf(row: ElementRow): string {
  const { name, id, kind, type, category } = row;
  return [name === '' ? titleOf(row) : name, id, kind.replaceAll('_', ' '), type, category].join(
    '\n',
  );
}

/**
 * The elements that contain every word of the query in name, id, kind, type or category: first those whose name or id
 * equals the query, then those whose name starts with it. Dashes separate words. Linear in the number of elements.
 */
export function found(entries: readonly Entry[], query: string): readonly ElementRow[] {
  const whole = query.trim().toLowerCase();
  // People type a hyphen for the dash between two rooms
  const words = whole.split(/\s+|–|(?<=\S)-(?=\S)/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const ranks: [ElementRow[], ElementRow[], ElementRow[]] = [[], [], []];
  for (const { row, text } of entries) {
    if (!words.every((word) => text.includes(word))) continue;
    if (row.id.toLowerCase() === whole || row.name.toLowerCase() === whole) ranks[0].push(row);
    else if (text.startsWith(whole)) ranks[1].push(row);
    else ranks[2].push(row);
  }
  return ranks.flat();
}
