/** @module cursor: reads tokens in order, and reports what was expected in place of an unexpected one. */
import type { Meter, Scope } from './scope.ts';
import { ScriptFault, inBackticks } from './script-error.ts';
import type { Token } from './tokens.ts';

/** Reading position in the tokens of one script, the names in scope there, and how much has been read. */
export type Cursor = {
  readonly tokens: readonly Token[];
  readonly meter: Meter;
  at: number;
  scope: Scope;
};

const END: Token = { kind: 'end', text: '', line: 1, column: 1 };

/** The next token; `end` after the last. */
export function peek(cursor: Cursor): Token {
  return cursor.tokens[cursor.at] ?? cursor.tokens.at(-1) ?? END;
}

/** The token after the next one. */
export function second(cursor: Cursor): Token {
  return cursor.tokens[cursor.at + 1] ?? END;
}

/** Consumes the next token. */
export function take(cursor: Cursor): Token {
  const token = peek(cursor);
  cursor.at += 1;
  return token;
}

/** Refuses the next token with what was expected in its place. */
export function refuseNext(cursor: Cursor, expected: readonly string[]): never {
  return refuseToken(peek(cursor), expected);
}

/** Refuses a token with what was expected in its place. */
export function refuseToken(token: Token, expected: readonly string[]): never {
  throw new ScriptFault(
    token,
    `found ${tokenText(token)}, expected ${alternatives(expected)}`,
    expected,
  );
}

function tokenText(token: Token): string {
  if (token.kind === 'end') return 'the end of the script';
  return token.kind === 'newline' ? 'the end of the statement' : inBackticks(token.text);
}

function alternatives(expected: readonly string[]): string {
  if (expected.length < 2) return expected.join('');
  return `${expected.slice(0, -1).join(', ')} or ${expected.at(-1) ?? ''}`;
}

/** Returns whether a token is this word or sign. */
export function isWord(token: Token, text: string): boolean {
  return (token.kind === 'word' || token.kind === 'sign') && token.text === text;
}

/** Returns whether the next token is this word or sign. */
export function at(cursor: Cursor, text: string): boolean {
  return isWord(peek(cursor), text);
}

/** Consumes this word or sign if it is next. */
export function accept(cursor: Cursor, text: string): boolean {
  if (!at(cursor, text)) return false;
  cursor.at += 1;
  return true;
}

/** Consumes this word or sign. Throws ScriptFault. */
export function expect(cursor: Cursor, text: string, expected: string = text): void {
  if (!accept(cursor, text)) refuseNext(cursor, [expected]);
}

/** True at the end of a statement: of its line, or of the block around it. */
export function atEnd(cursor: Cursor): boolean {
  const { kind } = peek(cursor);
  return kind === 'newline' || kind === 'end' || at(cursor, '}');
}
