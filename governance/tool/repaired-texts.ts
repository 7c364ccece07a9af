/** @module repaired texts: what a text was meant as where a number, a truth or a list is wanted. */

/** A number with a unit that lengths are often written in, or degrees. */
const NUMBER =
  /^\s*([-+]?(?:\d[\d_ ]*)?\.?\d+)\s*(mm|cm|m|ft|in|"|deg|degrees|°|min|minutes)?\s*$/iu;

const MILLIMETRES: ReadonlyMap<string, number> = new Map([
  ['cm', 10],
  ['m', 1000],
  ['ft', 304.8],
  ['in', 25.4],
  ['"', 25.4],
]);

/** The number that a text says, lengths in mm; null for any other text. */
export function numberIn(text: string): number | null {
  const [, digits, unit = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(/[ _]/gu, ''));
  const scaled = value * (MILLIMETRES.get(unit.toLowerCase()) ?? 1);
  return Number.isFinite(scaled) ? Math.round(scaled * 1e6) / 1e6 : null;
}

/** The truth that a text says, null for any other text. */
export function truthIn(text: string): boolean | null {
  const said = text.trim().toLowerCase();
  if (['true', 'yes'].includes(said)) return true;
  return ['false', 'no'].includes(said) ? false : null;
}

/** A longer text (UTF-16 units) of JSON gives no edits that are short enough to be suggested. */
const STRUCTURE_UNITS = 3000;

/** The object or list that a text is in JSON, null for any other text. */
export function structureIn(text: string): object | null {
  if (text.length > STRUCTURE_UNITS) return null;
  if (!/^\s*[[{]/u.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    // Text that only begins like JSON is no JSON.
    return null;
  }
}
