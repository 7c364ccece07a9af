/** @module find-elements: finds loaded elements by text. */
import type { ElementRow } from '../../state/model.ts';

/** An element with the text that is searched. */
type Entry = { readonly row: ElementRow; readonly text: string };

/** An index of elements; made again when the model changes. */
export function entriesOf(rows: Iterable<ElementRow>): readonly Entry[] {
  return Array.from(rows, (row) => ({
    row,
    text: `${row.name}\n${row.id}\n${row.kind.replaceAll('_', ' ')}\n${row.type}\n${row.category}`.toLowerCase(),
  }));
}

/**
 * The elements that contain every word of the query in name, id, kind, type or category: first those whose name or id
 * equals the query, then those whose name starts with it. Linear in the number of elements.
 */
export function found(entries: readonly Entry[], query: string): readonly ElementRow[] {
  const whole = query.trim().toLowerCase();
  const words = whole.split(/\s+/).filter((word) => word !== '');
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
