/** @module rows: splits a tool's answer into complete rows, as exact parts of its text. */
import { excerptAt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';

/** Longest quoted row, UTF-16 units. */
const ROW_UNITS_MAX = 8000;
/** Limit of all quoted rows of one answer together, UTF-16 units. */
const ROWS_UNITS_MAX = 24_000;

/** Quoted rows, and the number of omitted rows. */
export type Rows = { readonly rows: readonly Excerpt[]; readonly left_out: number };

/**
 * The rows of an answer: each object of a list, and each other member with its name.
 * INVARIANT: a row is quoted completely or not at all.
 *
 * @param text canonical JSON; of any other text, only the beginning is quoted
 */
export function rowsOf(text: string, limit: number): Rows {
  const all = [...partsOf(text)];
  const rows: Excerpt[] = [];
  let units = 0;
  for (const row of all) {
    const fits = row.text.length <= ROW_UNITS_MAX && units + row.text.length <= ROWS_UNITS_MAX;
    if (!fits || rows.length >= limit) continue;
    rows.push(row);
    units += row.text.length;
  }
  return { rows, left_out: all.length - rows.length };
}

function* partsOf(text: string): Generator<Excerpt> {
  const value = parseJson(text);
  // Offsets are known only in canonical text
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
    const written = JSON.stringify(member);
    if (isList(member)) yield* itemsOf(member, at + key.length + 1);
    else yield { text: key + written, offset: at };
    at += key.length + written.length + 1;
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

/** Whether a value is a list of rows; a list of numbers, such as a point, is a single value. */
function isList(value: unknown): value is readonly object[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
