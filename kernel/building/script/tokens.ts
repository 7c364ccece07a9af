/** @module tokens: cuts a script into words, numbers with units, texts, references and signs. */
import { type Place, ScriptFault, inBackticks } from './script-error.ts';

/** Units that may follow a number. Lengths without one are metres. */
const LENGTH_UNITS = ['mm', 'cm', 'm', 'ft', 'in'] as const;
type LengthUnit = (typeof LENGTH_UNITS)[number];
export type Unit = LengthUnit | 'deg';

/** A text with insertions: its literal pieces, and the tokens of the values to insert. */
export type Pieces = readonly (string | readonly Token[])[];

/** One piece of the script. `text` is how it was written. */
export type Token = Place & { readonly text: string } & (
    | { readonly kind: 'word' | 'sign' | 'newline' | 'end' }
    /** The pieces of a text with insertions; null for a literal text. */
    | { readonly kind: 'text'; readonly value: string; readonly pieces: Pieces | null }
    | { readonly kind: 'number'; readonly value: number; readonly unit: Unit | null }
    | { readonly kind: 'reference'; readonly name: string; readonly parts: readonly string[] }
    /** `@name`: an element of the model. */
    | { readonly kind: 'named'; readonly value: string; readonly pieces: Pieces | null }
  );

type Scanner = {
  readonly text: string;
  /** Names of values; without any, texts are literal and words may contain hyphens. */
  readonly values: ReadonlySet<string>;
  at: number;
  line: number;
  lineStart: number;
  brackets: number;
  /** Whether the scanner is in the head of a loop, after `for NAME in`. */
  head: boolean;
};

const BLANK = /[ \t\r\uFEFF]+|#[^\n]*|\/\/[^\n]*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)/y;
/** In the head of a loop no point ends a number: `0..5`. */
const NUMBER_OF_HEAD = /-?(?:\d+(?:\.(?!\.)\d*)?|\.\d+)/y;
/** A room number that is not a number: `101b`, `1-02`. */
const NUMBERED = /\d[\d.]*(?:[A-Za-z_]|-\w)[\w.-]*/y;
const UNIT = /(?:mm|cm|m|ft|in|deg)(?![A-Za-z_])/y;
const LETTERS = /[A-Za-z_]\w*/y;
const BY = /[x×](?=\s*-?[\d.(])/y;
const WORD = /[A-Za-z_][\w-]*/y;
const HEAD = /[A-Za-z_]\w*(?=-)/y;
const REFERENCE = /\$([A-Za-z]\w*)((?:\.[A-Za-z0-9_]+)*)/y;
const TEXT = /"(?:[^"\\\n]|\\["\\{])*"/y;
/** A text that ends on its line, with any escapes. */
const LINE_TEXT = /"(?:[^"\\\n]|\\[^\n])*"/y;
const NAMED = /@[\p{L}\p{N}_][\p{L}\p{N}_-]*/uy;
const RANGE = /\.\./y;
const SIGN = /[(),=[\].{}+*/×-]/y;

/**
 * All tokens, the last one `end`. A line break inside brackets does not end the statement. Throws ScriptFault.
 *
 * @param values names of values: with any, `{…}` in texts is an insertion and `i-1` a difference
 */
export function tokenize(text: string, values: ReadonlySet<string>): readonly Token[] {
  const scanner: Scanner = { text, values, at: 0, line: 1, lineStart: 0, brackets: 0, head: false };
  const tokens: Token[] = [];
  for (;;) {
    while (match(scanner, BLANK) !== null);
    const place = placeOf(scanner);
    if (scanner.at >= text.length) {
      tokens.push({ ...place, kind: 'newline', text: '' }, { ...place, kind: 'end', text: '' });
      return tokens;
    }
    const token = lineBreak(scanner, place) ?? piece(scanner, place, tokens);
    if (token.text === 'in' && tokens.at(-2)?.text === 'for') scanner.head = true;
    if (token.kind === 'newline' || token.text === '{') scanner.head = false;
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

function piece(scanner: Scanner, place: Place, before: readonly Token[]): Token {
  const previous = before.at(-1);
  if (previous?.kind === 'number' && match(scanner, BY) !== null) {
    return { ...place, kind: 'sign', text: 'x' };
  }
  if (isDifference(scanner, previous)) {
    scanner.at += 1;
    return { ...place, kind: 'sign', text: '-' };
  }
  if (previous?.kind === 'word' && previous.text === 'number') {
    const numbered = roomNumberOf(scanner);
    if (numbered !== null) return { ...place, kind: 'word', text: numbered };
  }
  const number = match(scanner, scanner.head ? NUMBER_OF_HEAD : NUMBER);
  if (number !== null) return numberToken(scanner, place, number);
  const reference = matchGroups(scanner, REFERENCE);
  if (reference !== null) {
    const [text, name = '', parts = ''] = reference;
    return { ...place, kind: 'reference', text, name, parts: parts.split('.').slice(1) };
  }
  return textToken(scanner, place) ?? namedToken(scanner, place) ?? wordOrSign(scanner, place);
}

/** A room number that is not a number; null for a number, also if a value is subtracted from it: `9-i`. */
function roomNumberOf(scanner: Scanner): string | null {
  const start = scanner.at;
  const numbered = match(scanner, NUMBERED);
  const [, subtracted = ''] = /^[\d.]+-(\w+)/.exec(numbered ?? '') ?? [];
  if (!scanner.values.has(subtracted)) return numbered;
  scanner.at = start;
  return null;
}

/** Returns whether a minus sign directly follows the name of a value. */
function isDifference({ text, at, values }: Scanner, previous: Token | undefined): boolean {
  return (
    text[at] === '-' &&
    previous?.kind === 'word' &&
    values.has(previous.text) &&
    !/\s/.test(text[at - 1] ?? '')
  );
}

function wordOrSign(scanner: Scanner, place: Place): Token {
  const start = scanner.at;
  const head = scanner.values.size === 0 ? null : match(scanner, HEAD);
  if (head !== null && scanner.values.has(head)) return { ...place, kind: 'word', text: head };
  scanner.at = start;
  const word = match(scanner, WORD);
  if (word !== null) return { ...place, kind: 'word', text: word };
  const sign = match(scanner, RANGE) ?? match(scanner, SIGN);
  if (sign === null) return refuseCharacter(scanner, place);
  if (sign === '(' || sign === '[') scanner.brackets += 1;
  if (sign === ')' || sign === ']') scanner.brackets = Math.max(0, scanner.brackets - 1);
  return { ...place, kind: 'sign', text: sign === '×' ? 'x' : sign };
}

function textToken(scanner: Scanner, place: Place): Token | null {
  const start = scanner.at;
  const text = match(scanner, TEXT);
  if (text === null) return null;
  const value = withoutEscapes(text.slice(1, -1));
  return { ...place, kind: 'text', text, value, pieces: piecesOf(scanner, start + 1) };
}

function namedToken(scanner: Scanner, place: Place): Token | null {
  const text = match(scanner, NAMED);
  if (text !== null) return { ...place, kind: 'named', text, value: text.slice(1), pieces: null };
  if (!scanner.text.startsWith('@"', scanner.at)) return null;
  scanner.at += 1;
  const quoted = textToken(scanner, place);
  if (quoted?.kind !== 'text') return refuseCharacter(scanner, placeOf(scanner));
  return { ...quoted, kind: 'named', text: `@${quoted.text}` };
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(["\\{])/g, '$1');
}

const STILL = /(?:[^"\\\n{$]|\$(?!\{)|\\["\\{])+/y;

/** The pieces of the text that begins here; null if it has no insertions. */
function piecesOf(scanner: Scanner, start: number): Pieces | null {
  if (scanner.values.size === 0) return null;
  const inside: Scanner = { ...scanner, at: start };
  const pieces: (string | readonly Token[])[] = [];
  while (inside.at < scanner.at - 1) {
    if (scanner.text.startsWith('${', inside.at)) {
      const place = placeOf(inside);
      throw new ScriptFault(place, 'found `${`, expected `{` alone before a value in a text', [
        '{',
      ]);
    }
    const still = match(inside, STILL);
    if (still === null) pieces.push(insertion(inside));
    else pieces.push(withoutEscapes(still));
  }
  return pieces.every((one) => typeof one === 'string') ? null : pieces;
}

/** The tokens between the next brace and its closing brace. */
function insertion(scanner: Scanner): readonly Token[] {
  scanner.at += 1;
  const tokens: Token[] = [];
  for (;;) {
    while (match(scanner, BLANK) !== null);
    const place = placeOf(scanner);
    if (scanner.text[scanner.at] === '"') {
      throw new ScriptFault(place, 'found the end of the text, expected } after the value', ['}']);
    }
    const token = piece(scanner, place, tokens);
    if (token.text === '}') return [...tokens, { ...place, kind: 'end', text: '' }];
    tokens.push(token);
  }
}

function numberToken(scanner: Scanner, place: Place, digits: string): Token {
  const unit = match(scanner, UNIT);
  if (unit === null && match(scanner, BY) === null) {
    const unitPlace = placeOf(scanner);
    const letters = match(scanner, LETTERS);
    if (letters !== null) {
      throw new ScriptFault(
        unitPlace,
        `found the unit ${inBackticks(letters)}, expected ${LENGTH_UNITS.join(', ')} or none for metres`,
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
    const start = scanner.at;
    const text = match(scanner, LINE_TEXT);
    const [escape] = text?.replaceAll(/\\["\\{]/g, '  ').match(/\\./u) ?? [];
    if (text !== null && escape !== undefined) {
      const offset = text.replaceAll(/\\["\\{]/g, '  ').indexOf(escape);
      const column = start + offset - scanner.lineStart + 1;
      throw new ScriptFault(
        { ...place, column },
        `unknown escape ${inBackticks(escape)} in a text, expected \`\\"\`, \`\\\\\` or \`\\{\`; a text is one line without tabs`,
        ['\\"', '\\\\', '\\{'],
      );
    }
    throw new ScriptFault(place, 'unterminated text', ['a closing "']);
  }
  if (character === '$') {
    throw new ScriptFault(place, '`$` has no name after it', ['a name such as $wall']);
  }
  throw new ScriptFault(place, `unexpected character ${inBackticks(character)}`, [
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
