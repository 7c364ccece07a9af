/** @module quantities: reads the lengths, angles, points, sizes and texts of statements. */
import { toGrid } from '../../../schemas/units.ts';
import {
  accept,
  type Cursor,
  expect,
  isWord,
  peek,
  refuseNext,
  refuseToken,
  second,
  take,
} from './cursor.ts';
import {
  asLength,
  expression,
  refuseNoValue,
  refuseValue,
  startsValue,
  textIn,
} from './expressions.ts';
import { valueOf } from './scope.ts';
import type { Point } from './values.ts';

/** Numbers beyond this are refused. */
const NUMBER_LIMIT = 1e9;

/** A length in millimetres on the 0.001 mm grid; metres unless it has a unit, and feet may be followed by inches. */
export function length(cursor: Cursor, expected = 'a length such as 3.5 or 350mm'): number {
  return readLength(cursor, expected, false);
}

function readLength(cursor: Cursor, expected: string, bare: boolean): number {
  const first = peek(cursor);
  if (!startsValue(cursor)) return refuseNoValue(cursor, expected);
  return toGrid(asLength(cursor, expression(cursor, expected, bare), { first, expected }));
}

/** A number without a length unit; `deg` only with `unit` 'deg'. The tool checks the range. */
export function plainNumber(cursor: Cursor, expected: string, unit: 'deg' | null = null): number {
  const first = peek(cursor);
  if (!startsValue(cursor)) return refuseNoValue(cursor, expected);
  const value = expression(cursor, expected);
  if (value.kind !== 'number') return refuseValue(cursor, value, { first, expected });
  const fits = value.unit === 'none' || (value.unit === 'angle' && unit === 'deg');
  if (!fits) return refuseValue(cursor, value, { first, expected });
  if (Math.abs(value.value) > NUMBER_LIMIT) refuseToken(first, ['a number of at most 1e9']);
  return value.value === 0 ? 0 : value.value;
}

/** Returns whether a point can begin here. */
export function atPoint(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (isWord(token, '(') || token.kind === 'number') return true;
  if (isWord(token, 'polar') && isWord(second(cursor), '(')) return true;
  const value = token.kind === 'word' ? valueOf(cursor.scope, token.text) : undefined;
  if (value?.kind === 'point') return true;
  // A number here begins `x, y`; the same word may be the name of an option
  return value?.kind === 'number' && [',', '+', '-', '*', '/'].includes(second(cursor).text);
}

/** `(x, y)` or `x, y`, millimetres; or the name of one. */
export function point(cursor: Cursor): Point {
  if (!atPoint(cursor)) return refuseNext(cursor, ['a point such as (4, 2.5)']);
  const expected = 'a length such as 3.5 or 350mm';
  const first = peek(cursor);
  const value = expression(cursor, expected, true);
  if (value.kind === 'point') return onGrid(value);
  const x = toGrid(asLength(cursor, value, { first, expected }));
  expect(cursor, ',');
  return { x, y: readLength(cursor, expected, true) };
}

/** `(x, y)` or a distance along an element, millimetres. */
export function pointOrLength(cursor: Cursor, expected: string): Point | number {
  const first = peek(cursor);
  if (!startsValue(cursor)) return refuseNoValue(cursor, expected);
  const value = expression(cursor, expected);
  if (value.kind === 'point') return onGrid(value);
  return toGrid(asLength(cursor, value, { first, expected }));
}

function onGrid({ x, y }: Point): Point {
  return { x: toGrid(x), y: toGrid(y) };
}

/** `W x D` or `W by D`, millimetres. */
export function size(cursor: Cursor): readonly [number, number] {
  const first = length(cursor);
  if (!accept(cursor, 'x') && !accept(cursor, 'by')) refuseNext(cursor, ['x and a second length']);
  return [first, length(cursor)];
}

/** A quoted text, the name of a text, or one bare word. */
export function textOrWord(cursor: Cursor, expected: string): string {
  const token = peek(cursor);
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, [expected]);
  take(cursor);
  return token.kind === 'text'
    ? textIn(cursor, token)
    : (textNamed(cursor, token.text) ?? token.text);
}

/** The text of this name. */
function textNamed({ scope }: Cursor, name: string): string | undefined {
  const value = valueOf(scope, name);
  return value?.kind === 'text' ? value.text : undefined;
}

/** One of these words, or the name of a text that is one. */
export function oneOf(cursor: Cursor, words: readonly string[]): string {
  const token = peek(cursor);
  if (token.kind !== 'word') return refuseNext(cursor, words);
  const word = words.includes(token.text) ? token.text : textNamed(cursor, token.text);
  if (word === undefined || !words.includes(word)) return refuseNext(cursor, words);
  take(cursor);
  return word;
}

const COMPASS: Readonly<Record<string, number>> = { east: 0, north: 90, west: 180, south: 270 };

/** A direction: a compass point, or degrees from east, counter-clockwise. */
export function direction(cursor: Cursor): number {
  if (peek(cursor).kind !== 'number') return COMPASS[oneOf(cursor, Object.keys(COMPASS))] ?? 0;
  return plainNumber(cursor, 'degrees from east, counter-clockwise', 'deg');
}
