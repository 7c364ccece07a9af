/** @module rounds: the rounds of a loop: over whole numbers, or over the values of a list. */
import { accept, at, type Cursor, expect, peek, refuseNext, refuseToken, take } from './cursor.ts';
import { expression, startsValue, textIn } from './expressions.ts';
import { inBackticks } from './script-error.ts';
import type { Value } from './values.ts';

/** Bounds of a range. */
const MAX_BOUND = 1e6;

/** One round of a loop: its part of a name, its value, and the value as refusals show it. */
type Round = { readonly key: string; readonly value: Value; readonly text: string };

/** `in A..B` or `in [a, b, …]`, after the name of a loop. Throws ScriptFault. */
export function roundsOf(cursor: Cursor): Iterable<Round> {
  expect(cursor, 'in', 'in A..B or in [a, b, …]');
  return at(cursor, '[') ? listRounds(cursor) : range(cursor);
}

function* numbers(first: number, end: number): Iterable<Round> {
  for (let value = first; value < end; value += 1) {
    const key = value < 0 ? `m${-value}` : String(value);
    yield { key, value: { kind: 'number', value, unit: 'none' }, text: String(value) };
  }
}

/** The whole numbers from the first bound to just before the second. */
function range(cursor: Cursor): Iterable<Round> {
  const first = bound(cursor);
  if (!at(cursor, '..')) refuseNext(cursor, ['.. and the number to stop before']);
  take(cursor);
  const token = peek(cursor);
  const end = bound(cursor);
  if (end < first) refuseToken(token, [`at least ${first}: the range ends before it begins`]);
  return numbers(first, end);
}

function bound(cursor: Cursor): number {
  const token = peek(cursor);
  const expected = `a whole number of at most ${MAX_BOUND}`;
  if (!startsValue(cursor)) return refuseNext(cursor, [expected, '[a, b, …]']);
  const value = expression(cursor, expected);
  const whole = value.kind === 'number' && value.unit === 'none' && Number.isInteger(value.value);
  if (whole && Math.abs(value.value) <= MAX_BOUND) return value.value;
  return refuseToken(token, [expected]);
}

/** The values of a list, each with its index from 0 as part of names. */
function listRounds(cursor: Cursor): readonly Round[] {
  take(cursor);
  const rounds: Round[] = [];
  do {
    const token = peek(cursor);
    const value = anyValue(cursor);
    rounds.push({ key: String(rounds.length), value, text: inBackticks(token.text) });
  } while (accept(cursor, ','));
  expect(cursor, ']', ', or ]');
  return rounds;
}

/** A number, a point or a text. */
export function anyValue(cursor: Cursor): Value {
  const token = peek(cursor);
  if (token.kind === 'text') {
    take(cursor);
    return { kind: 'text', text: textIn(cursor, token) };
  }
  if (!startsValue(cursor)) return refuseNext(cursor, ['a number', '(x, y)', 'a "text"']);
  return expression(cursor, 'a number');
}
