/** @module tokens: cuts a script into words, numbers with units, texts, references and signs. */
import { type Place, ScriptFault, shown } from './script-error.ts';

/** Units that may follow a number. Lengths without one are metres. */
const LENGTH_UNITS = ['mm', 'cm', 'm', 'ft', 'in'] as const;
type LengthUnit = (typeof LENGTH_UNITS)[number];
export type Unit = LengthUnit | 'deg';

/** One piece of the script. `text` is how it was written. */
export type Token = Place & { readonly text: string } & (
    | { readonly kind: 'word' | 'sign' | 'newline' | 'end' }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number; readonly unit: Unit | null }
    | { readonly kind: 'reference'; readonly name: string; readonly part: string | null }
  );

type Scanner = {
  readonly text: string;
  at: number;
  line: number;
  lineStart: number;
  brackets: number;
};

const BLANK = /[ \t\r\uFEFF]+|#[^\n]*|\/\/[^\n]*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)/y;
const UNIT = /(?:mm|cm|m|ft|in|deg)(?![A-Za-z_])/y;
const LETTERS = /[A-Za-z_]\w*/y;
const BY = /[x×](?=\s*-?[\d.])/y;
const WORD = /[A-Za-z_][\w-]*/y;
const REFERENCE = /\$([A-Za-z]\w*)(?:\.([A-Za-z0-9_]+))?/y;
const TEXT = /"(?:[^"\\\n]|\\["\\])*"/y;
const SIGN = /[(),=[\].]/y;

/** All tokens, the last one `end`. A line break inside brackets does not end the statement. Throws ScriptFault. */
export function tokenize(text: string): readonly Token[] {
  const scanner: Scanner = { text, at: 0, line: 1, lineStart: 0, brackets: 0 };
  const tokens: Token[] = [];
  for (;;) {
    while (match(scanner, BLANK) !== null);
    const place = placeOf(scanner);
    if (scanner.at >= text.length) {
      tokens.push({ ...place, kind: 'newline', text: '' }, { ...place, kind: 'end', text: '' });
      return tokens;
    }
    const token = lineBreak(scanner, place) ?? piece(scanner, place, tokens.at(-1));
    if (token.kind !== 'newline' || scanner.brackets === 0) tokens.push(token);
  }
}

function lineBreak(scanner: Scanner, place: Place): Token | null {
  const sign = scanner.text.charAt(scanner.at);
  if (sign !== '\n' && sign !== ';') return null;
  scanner.at += 1;
  if (sign === '\n') {
    scanner.line += 1;
    scanner.lineStart = scanner.at;
  }
  return { ...place, kind: 'newline', text: sign };
}

function piece(scanner: Scanner, place: Place, previous: Token | undefined): Token {
  if (previous?.kind === 'number') {
    const by = match(scanner, BY);
    if (by !== null) return { ...place, kind: 'sign', text: 'x' };
  }
  const number = match(scanner, NUMBER);
  if (number !== null) return numberToken(scanner, place, number);
  const reference = matchGroups(scanner, REFERENCE);
  if (reference !== null) {
    const [text, name = '', part = null] = reference;
    return { ...place, kind: 'reference', text, name, part };
  }
  const quoted = match(scanner, TEXT);
  if (quoted !== null) {
    const value = quoted.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
    return { ...place, kind: 'text', text: quoted, value };
  }
  const word = match(scanner, WORD);
  if (word !== null) return { ...place, kind: 'word', text: word };
  const sign = match(scanner, SIGN);
  if (sign !== null) {
    if (sign === '(' || sign === '[') scanner.brackets += 1;
    if (sign === ')' || sign === ']') scanner.brackets = Math.max(0, scanner.brackets - 1);
    return { ...place, kind: 'sign', text: sign };
  }
  return refuseCharacter(scanner, place);
}

function numberToken(scanner: Scanner, place: Place, digits: string): Token {
  const unit = match(scanner, UNIT);
  if (unit === null && match(scanner, BY) === null) {
    const unitPlace = placeOf(scanner);
    const letters = match(scanner, LETTERS);
    if (letters !== null) {
      throw new ScriptFault(
        unitPlace,
        `got the unit ${shown(letters)}, want ${LENGTH_UNITS.join(', ')} or none for metres`,
        [...LENGTH_UNITS, 'deg'],
      );
    }
  } else if (unit === null) {
    scanner.at -= 1;
  }
  const text = `${digits}${unit ?? ''}`;
  return { ...place, kind: 'number', text, value: Number(digits), unit: unitOf(unit) };
}

function unitOf(text: string | null): Unit | null {
  if (text === 'deg') return 'deg';
  return LENGTH_UNITS.find((unit) => unit === text) ?? null;
}

function refuseCharacter(scanner: Scanner, place: Place): never {
  const character = String.fromCodePoint(scanner.text.codePointAt(scanner.at) ?? 0);
  if (character === '"') {
    throw new ScriptFault(place, 'got a text that does not end on its line', ['a closing "']);
  }
  if (character === '$') {
    throw new ScriptFault(place, 'got `$` with no name after it', ['a name such as $wall']);
  }
  throw new ScriptFault(place, `got the character ${shown(character)}`, [
    'a word',
    'a number',
    'a "text"',
    'a $name',
  ]);
}

function placeOf(scanner: Scanner): Place {
  return { line: scanner.line, column: scanner.at - scanner.lineStart + 1 };
}

function match(scanner: Scanner, pattern: RegExp): string | null {
  return matchGroups(scanner, pattern)?.[0] ?? null;
}

function matchGroups(scanner: Scanner, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text);
  if (found !== null) scanner.at = pattern.lastIndex;
  return found;
}
