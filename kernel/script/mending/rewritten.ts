/** @module rewritten: what to change of a script so that one of its calls has other arguments. */
import type { ScriptCall } from '../references.ts';

/** An argument of a call that is to be another one. */
type Change = { readonly from: unknown; readonly to: unknown };

/** A number as it is written, with its unit. */
const NUMBER = /(?<![\w.@$])-?(?:\d+(?:\.\d+)?|\.\d+)(mm|cm|m|ft|in|deg)?(?![\w.])/gu;
const MM_PER: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, ft: 304.8, in: 25.4 };

/**
 * The script with other values in the statement of a call; null where a value is not written there once, or the statement
 * is carried out several times.
 */
export function rewritten(
  script: string,
  { line, column, within }: Pick<ScriptCall, 'line' | 'column' | 'within'>,
  changes: readonly Change[],
): string | null {
  if (within !== undefined) return null;
  const lines = script.split('\n');
  const whole = lines[line - 1] ?? '';
  let statement = whole.slice(column - 1);
  for (const change of changes) {
    const other = withValue(statement, change);
    if (other === null) return null;
    statement = other;
  }
  return lines.with(line - 1, `${whole.slice(0, column - 1)}${statement}`).join('\n');
}

function withValue(statement: string, { from, to }: Change): string | null {
  if (typeof from === 'number' && typeof to === 'number') return withNumber(statement, from, to);
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  const written = [from, ...(from.startsWith('@') ? [quoted(from)] : [`"${from}"`])];
  const found = written.find((one) => statement.split(one).length === 2);
  if (found === undefined) return null;
  const simple = /^@?[\p{L}\p{N}_][\p{L}\p{N}_-]*$/u.test(to);
  return statement.replace(found, () => (simple ? to : quoted(to)));
}

/** `@"Ground floor"`, or a text in quotes. */
function quoted(text: string): string {
  return text.startsWith('@') ? `@"${text.slice(1)}"` : `"${text}"`;
}

function withNumber(statement: string, from: number, to: number): string | null {
  const places = [...statement.matchAll(NUMBER)].filter(([text, unit = 'm']) =>
    isNear(Number.parseFloat(text) * (MM_PER[unit] ?? 1), from),
  );
  const [place] = places;
  if (place === undefined || places.length > 1) return null;
  const [text, unit] = place;
  const value = Math.round((to / (MM_PER[unit ?? 'm'] ?? 1)) * 1e6) / 1e6;
  const { index } = place;
  return `${statement.slice(0, index)}${value}${unit ?? ''}${statement.slice(index + text.length)}`;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6;
}

/** Values at the same place in both, which differ. */
export function changesBetween(from: unknown, to: unknown): readonly Change[] {
  if (from === to) return [];
  if (!isObject(from) || !isObject(to)) return [{ from, to }];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
    changesBetween(Reflect.get(from, name), Reflect.get(to, name)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The script with its great numbers in millimetres, where lengths are metres; null where it has none. */
export function inMillimetres(script: string): string | null {
  const made = script.replaceAll(LENGTHS, (text, length: string | undefined) =>
    length !== undefined && Number(length) >= GREAT_M ? `${text}mm` : text,
  );
  return made === script ? null : made;
}

/** Texts, names and comments; numbers that are angles, counts or minutes; what is left and has no unit is a length. */
const LENGTHS =
  /"[^"\n]*"|#[^\n]*|[@$][\w.]+|\b(?:fire|slope|direction|turn|times|number|occupancy|leaves|north)\s+-?[\d.]+|[\d.]+\s*\.\.\s*[\d.]+|[\d.]+\s+about\b|\d+(?:\.\d+)?[A-Za-z]\w*|[A-Za-z_]\w*|(\d+(?:\.\d+)?)/gu;

/** Nobody gives so many metres where much else is less. */
const GREAT_M = 50;
