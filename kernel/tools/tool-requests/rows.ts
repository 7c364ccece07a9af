/** @module rows: the rows of a tool's answer as exact parts of its text, each whole. */
import { excerptAt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';

/** Longest row that is quoted, and all rows of one answer together, in UTF-16 units. */
const ROW_UNITS = 8000;
const ROWS_UNITS = 24_000;

/** Rows that are quoted, and how many there are beside. */
export type Rows = { readonly rows: readonly Excerpt[]; readonly left_out: number };

/**
 * Rows of an answer in canonical JSON: each object in a list of its members, and each other member with its name.
 * INVARIANT: a row is quoted as a whole or not at all.
 *
 * @param text canonical JSON, without spaces; of anything else the beginning is quoted
 */
export function rowsOf(text: string, limit: number): Rows {
  const all = [...partsOf(text)];
  const rows: Excerpt[] = [];
  let units = 0;
  for (const row of all) {
    const fits = row.text.length <= ROW_UNITS && units + row.text.length <= ROWS_UNITS;
    if (!fits || rows.length >= limit) continue;
    rows.push(row);
    units += row.text.length;
  }
  return { rows, left_out: all.length - rows.length };
}

function* partsOf(text: string): Generator<Excerpt> {
  const value = parsed(text);
  // Where the parts are is known of canonical text only
  if (typeof value !== 'object' || value === null || JSON.stringify(value) !== text) {
    yield excerptAt(text, 0);
    return;
  }
  if (Array.isArray(value)) {
    yield* itemsOf(value, 1);
    return;
  }
  let at = 1;
  for (const [name, member] of Object.entries(value)) {
    const key = `${JSON.stringify(name)}:`;
    const said = JSON.stringify(member);
    if (isList(member)) yield* itemsOf(member, at + key.length + 1);
    else yield { text: key + said, offset: at };
    at += key.length + said.length + 1;
  }
}

function* itemsOf(items: readonly unknown[], first: number): Generator<Excerpt> {
  let at = first;
  for (const item of items) {
    const text = JSON.stringify(item);
    yield { text, offset: at };
    at += text.length + 1;
  }
}

/** A list of rows; a list of numbers, such as a point, is a value. */
function isList(value: unknown): value is readonly object[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
