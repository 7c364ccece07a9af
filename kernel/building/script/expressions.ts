/** @module expressions: values with + - * / and brackets, min, max and polar, calculated while they are read. */
import {
  accept,
  at,
  type Cursor,
  expect,
  isWord,
  peek,
  refuseNext,
  refuseToken,
  second,
  take,
} from './cursor.ts';
import { spend, valueNames, valueOf } from './scope.ts';
import { ScriptFault, inBackticks } from './script-error.ts';
import type { Token, Unit } from './tokens.ts';
import {
  article,
  extreme,
  millimetresOf,
  type Operator,
  polarPoint,
  type Quantity,
  calculate,
  textOf,
  CalculationError,
  type Value,
} from './values.ts';

const MM_PER: Readonly<Record<Exclude<Unit, 'deg'>, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  ft: 304.8,
  in: 25.4,
};

/** Lengths beyond this are refused (mm): 1,000 km, as in every tool. */
const LENGTH_LIMIT_MM = 1e9;
/** Maximum nesting depth of brackets. */
const MAX_DEPTH = 50;
/** Names that a refusal lists. */
const MAX_OFFERED = 10;
/** Longest text after values are inserted, in UTF-16 code units. */
const MAX_TEXT = 1000;
/** Characters of a text that count as one token read. */
const CHARS_PER_WORK = 16;

const A_LENGTH = 'a length such as 3.5 or 350mm';

/** How an expression is read. */
type Reading = {
  /** What was expected, for refusals. */
  readonly expected: string;
  /** In a point without brackets a number with its minus sign is the next value: `0,0 -4,0`. */
  readonly bare: boolean;
  readonly depth: number;
};

/** Returns whether the next token can begin a value. */
export function startsValue(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (token.kind === 'number' || isWord(token, '(') || isWord(token, '-')) return true;
  if (token.kind !== 'word') return false;
  return valueOf(cursor.scope, token.text) !== undefined || functionAt(cursor) !== undefined;
}

/** Functions of values in brackets. Each throws CalculationError. */
const FUNCTIONS: ReadonlyMap<string, (values: readonly Value[]) => Value> = new Map([
  ['min', (values) => extreme('min', values)],
  ['max', (values) => extreme('max', values)],
  ['polar', polarPoint],
]);

/** The function that the next token names, if a bracket follows. */
function functionAt(cursor: Cursor): ((values: readonly Value[]) => Value) | undefined {
  return isWord(second(cursor), '(') ? FUNCTIONS.get(peek(cursor).text) : undefined;
}

/** Reads a value. Throws ScriptFault if no value begins here or it cannot be calculated. */
export function expression(cursor: Cursor, expected: string, bare = false): Value {
  return sumOf(cursor, { expected, bare, depth: 0 });
}

function sumOf(cursor: Cursor, reading: Reading): Value {
  let value = termOf(cursor, reading);
  for (;;) {
    const token = peek(cursor);
    if (isWord(token, '+') || isWord(token, '-')) {
      take(cursor);
      value = combine(token, value, termOf(cursor, reading));
    } else if (token.kind === 'number' && token.text.startsWith('-') && !reading.bare) {
      const rest = termOf(cursor, reading);
      value = orRefuse(token, () => calculate('+', value, rest));
    } else {
      return value;
    }
  }
}

function termOf(cursor: Cursor, reading: Reading): Value {
  let value = factorOf(cursor, reading);
  while (at(cursor, '*') || at(cursor, '/')) {
    value = combine(take(cursor), value, factorOf(cursor, reading));
  }
  return value;
}

const OPERATORS: readonly Operator[] = ['+', '-', '*', '/'];

function combine(token: Token, a: Value, b: Value): Value {
  const operator = OPERATORS.find((one) => one === token.text) ?? '+';
  return orRefuse(token, () => calculate(operator, a, b));
}

function orRefuse(token: Token, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    throw new ScriptFault(token, error.message, ['values whose units fit']);
  }
}

function factorOf(cursor: Cursor, reading: Reading): Value {
  let negative = false;
  let sign = peek(cursor);
  while (at(cursor, '-')) {
    sign = take(cursor);
    negative = !negative;
  }
  const value = primaryOf(cursor, reading);
  if (!negative) return value;
  return orRefuse(sign, () => calculate('*', value, { kind: 'number', value: -1, unit: 'none' }));
}

function primaryOf(cursor: Cursor, reading: Reading): Value {
  const token = peek(cursor);
  if (reading.depth > MAX_DEPTH) {
    return refuseToken(token, [`at most ${MAX_DEPTH} nested brackets`]);
  }
  const inner: Reading = { expected: A_LENGTH, bare: false, depth: reading.depth + 1 };
  if (token.kind === 'number') return literal(cursor, token);
  if (isWord(token, '(')) return bracketValue(cursor, inner);
  const reckons = functionAt(cursor);
  if (reckons !== undefined) return resultOf(cursor, reckons, inner);
  const value = token.kind === 'word' ? valueOf(cursor.scope, token.text) : undefined;
  if (value === undefined) return refuseNoValue(cursor, reading.expected);
  take(cursor);
  return value;
}

/** Refuses a token that is not a value, with the names of the values in scope. */
export function refuseNoValue(cursor: Cursor, expected: string): never {
  const names = peek(cursor).kind === 'word' ? valueNames(cursor.scope) : [];
  return refuseNext(cursor, [expected, ...names.slice(0, MAX_OFFERED).map(inBackticks)]);
}

type NumberToken = Extract<Token, { kind: 'number' }>;

/** A literal number; feet may be followed by inches. */
function literal(cursor: Cursor, first: NumberToken): Quantity {
  take(cursor);
  const { value, unit } = first;
  if (unit === null) return { kind: 'number', value, unit: 'none' };
  if (unit === 'deg') return { kind: 'number', value, unit: 'angle' };
  const mm = value * MM_PER[unit];
  const inches = peek(cursor);
  if (unit !== 'ft' || inches.kind !== 'number' || inches.unit !== 'in') {
    return { kind: 'number', value: mm, unit: 'length' };
  }
  if (inches.value < 0) return refuseNext(cursor, ['inches of at least 0']);
  take(cursor);
  const sign = first.text.startsWith('-') ? -1 : 1;
  return { kind: 'number', value: mm + sign * inches.value * MM_PER.in, unit: 'length' };
}

/** `(a)` or `(x, y)`. */
function bracketValue(cursor: Cursor, reading: Reading): Value {
  take(cursor);
  const first = peek(cursor);
  const value = sumOf(cursor, reading);
  if (accept(cursor, ')')) return value;
  if (!at(cursor, ',')) refuseNext(cursor, [',', ')']);
  const x = asLength(cursor, value, { first, expected: A_LENGTH });
  take(cursor);
  const other = peek(cursor);
  const y = asLength(cursor, sumOf(cursor, reading), { first: other, expected: A_LENGTH });
  expect(cursor, ')');
  return { kind: 'point', x, y };
}

function resultOf(
  cursor: Cursor,
  reckons: (values: readonly Value[]) => Value,
  reading: Reading,
): Value {
  const token = take(cursor);
  take(cursor);
  const values = [sumOf(cursor, reading)];
  while (accept(cursor, ',')) values.push(sumOf(cursor, reading));
  expect(cursor, ')', ', or )');
  return orRefuse(token, () => reckons(values));
}

/** The first token of a value, and what was expected there. */
type Expected = { readonly first: Token; readonly expected: string };

/** A value as a length in mm, not rounded. Refuses other values and lengths beyond 1,000 km. */
export function asLength(cursor: Cursor, value: Value, { first, expected }: Expected): number {
  const mm = value.kind === 'number' ? millimetresOf(value) : null;
  if (mm === null) return refuseValue(cursor, value, { first, expected });
  if (Math.abs(mm) > LENGTH_LIMIT_MM) refuseToken(first, ['a length of at most 1,000 km']);
  return mm;
}

/** Refuses a value that begins at `first`; a single token is quoted as it is written. */
export function refuseValue(cursor: Cursor, value: Value, { first, expected }: Expected): never {
  const single = cursor.tokens[cursor.at - 1] === first && first.kind === 'number';
  if (single) return refuseToken(first, [expected]);
  throw new ScriptFault(first, `found ${article(value)}, expected ${expected}`, [expected]);
}

/** A text with its values inserted. Throws ScriptFault for a point, and beyond 1,000 characters. */
export function textIn(
  cursor: Cursor,
  token: Extract<Token, { readonly kind: 'text' | 'named' }>,
): string {
  const { meter, scope } = cursor;
  if (token.pieces === null) {
    spend(meter, Math.ceil(token.value.length / CHARS_PER_WORK), token);
    return token.value;
  }
  let text = '';
  for (const piece of token.pieces) {
    if (typeof piece === 'string') {
      text += piece;
    } else {
      spend(meter, piece.length, token);
      text += insertedText({ tokens: piece, at: 0, scope, meter });
    }
    if (text.length > MAX_TEXT) refuseToken(token, [`a text of at most ${MAX_TEXT} characters`]);
  }
  spend(meter, Math.ceil(text.length / CHARS_PER_WORK), token);
  return text;
}

function insertedText(cursor: Cursor): string {
  const first = peek(cursor);
  const value = expression(cursor, 'the name of a value');
  if (peek(cursor).kind !== 'end') refuseNext(cursor, ['}']);
  return textOf(value) ?? refuseValue(cursor, value, { first, expected: 'a number or a text' });
}
