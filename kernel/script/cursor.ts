/** @module cursor: reads tokens one after the other and reports what was expected where it cannot. */
import { toGrid } from '../../schemas/units.ts';
import { ScriptFault, shown } from './script-error.ts';
import type { Token, Unit } from './tokens.ts';

/** Reading position in the tokens of one script. */
export type Cursor = { readonly tokens: readonly Token[]; at: number };

/** A point in plan, millimetres. */
export type Point = { readonly x: number; readonly y: number };

const MM_PER: Readonly<Record<Exclude<Unit, 'deg'>, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  ft: 304.8,
  in: 25.4,
};

/** Lengths beyond this are refused (mm): 1,000 km, as in every tool. */
const LENGTH_LIMIT_MM = 1e9;

const END: Token = { kind: 'end', text: '', line: 1, column: 1 };

/** The next token; `end` after the last. */
export function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.at] ?? cursor.tokens.at(-1) ?? END;
}

/** Takes the next token. */
export function take(cursor: Cursor): Token {
  const token = peek(cursor);
  cursor.at += 1;
  return token;
}

/** Refuses the next token. */
export function refuseNext(cursor: Cursor, expected: readonly string[]): never {
  return refuseToken(peek(cursor), expected);
}

/** Refuses a token by what was expected in its place. */
function refuseToken(token: Token, expected: readonly string[]): never {
  throw new ScriptFault(token, `got ${named(token)}, want ${listed(expected)}`, expected);
}

function named(token: Token): string {
  if (token.kind === 'end') return 'the end of the script';
  return token.kind === 'newline' ? 'the end of the statement' : shown(token.text);
}

function listed(expected: readonly string[]): string {
  if (expected.length < 2) return expected.join('');
  return `${expected.slice(0, -1).join(', ')} or ${expected.at(-1) ?? ''}`;
}

/** Whether the next token is this word or sign. */
export function at(cursor: Cursor, text: string): boolean {
  const token = peek(cursor);
  return (token.kind === 'word' || token.kind === 'sign') && token.text === text;
}

/** Takes this word or sign if it is next. */
export function accept(cursor: Cursor, text: string): boolean {
  if (!at(cursor, text)) return false;
  cursor.at += 1;
  return true;
}

/** Takes this word or sign. Throws ScriptFault. */
export function expect(cursor: Cursor, text: string, wanted: string = text): void {
  if (!accept(cursor, text)) refuseNext(cursor, [wanted]);
}

/** True at the end of a statement. */
export function atEnd(cursor: Cursor): boolean {
  const { kind } = peek(cursor);
  return kind === 'newline' || kind === 'end';
}

type NumberToken = Extract<Token, { kind: 'number' }>;

/** A length in millimetres on the 0.001 mm grid; metres unless it has a unit, and feet may be followed by inches. */
export function length(cursor: Cursor, expected = 'a length such as 3.5 or 350mm'): number {
  const first = peek(cursor);
  if (first.kind !== 'number' || first.unit === 'deg') return refuseNext(cursor, [expected]);
  cursor.at += 1;
  const inches = peek(cursor);
  if (first.unit !== 'ft' || inches.kind !== 'number' || inches.unit !== 'in') {
    return inRange(first, millimetres(first));
  }
  if (inches.value < 0) return refuseNext(cursor, ['inches of at least 0']);
  cursor.at += 1;
  const sign = first.text.startsWith('-') ? -1 : 1;
  return inRange(first, millimetres(first) + sign * millimetres(inches));
}

function millimetres(token: NumberToken): number {
  return token.value * (token.unit === null || token.unit === 'deg' ? 1000 : MM_PER[token.unit]);
}

function inRange(token: NumberToken, mm: number): number {
  if (Math.abs(mm) > LENGTH_LIMIT_MM) refuseToken(token, ['a length of at most 1,000 km']);
  return toGrid(mm);
}

/** A number without a length unit; `deg` only with `unit` 'deg'. The tool checks the range. */
export function plainNumber(cursor: Cursor, expected: string, unit: 'deg' | null = null): number {
  const token = peek(cursor);
  if (token.kind !== 'number' || (token.unit !== null && token.unit !== unit)) {
    return refuseNext(cursor, [expected]);
  }
  cursor.at += 1;
  if (Math.abs(token.value) > LENGTH_LIMIT_MM) refuseToken(token, ['a number of at most 1e9']);
  return token.value === 0 ? 0 : token.value;
}

/** Whether a point can begin here. */
export function atPoint(cursor: Cursor): boolean {
  return at(cursor, '(') || peek(cursor).kind === 'number';
}

/** `(x, y)` or `x, y`, millimetres. */
export function point(cursor: Cursor): Point {
  if (!atPoint(cursor)) return refuseNext(cursor, ['a point such as (4, 2.5)']);
  const bracket = accept(cursor, '(');
  const x = length(cursor);
  expect(cursor, ',');
  const y = length(cursor);
  if (bracket) expect(cursor, ')');
  return { x, y };
}

/** `W x D` or `W by D`, millimetres. */
export function size(cursor: Cursor): readonly [number, number] {
  const first = length(cursor);
  if (!accept(cursor, 'x') && !accept(cursor, 'by')) refuseNext(cursor, ['x and a second length']);
  return [first, length(cursor)];
}

/** A quoted text, or one bare word. */
export function textOrWord(cursor: Cursor, expected: string): string {
  const token = peek(cursor);
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, [expected]);
  cursor.at += 1;
  return token.kind === 'text' ? token.value : token.text;
}

/** One of these words. */
export function oneOf(cursor: Cursor, words: readonly string[]): string {
  const token = peek(cursor);
  if (token.kind !== 'word' || !words.includes(token.text)) return refuseNext(cursor, words);
  cursor.at += 1;
  return token.text;
}
