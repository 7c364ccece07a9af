/** @module script-error: the place where a script is invalid, what was found there and what was expected. */

/** `line` and `column` count from 1; the column counts UTF-16 code units, and one past the last is the end of the line. */
export type ScriptError = {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly expected: readonly string[];
  /** The loops and parts in which it was found, innermost first. */
  readonly within: readonly string[];
};

/** A place, as refusals name it: with the blocks around it, from the inside out. */
export function placeSaid({ line, column }: Place, within: readonly string[] = []): string {
  return [`line ${line}, column ${column}`, ...within].join(', in ');
}

/** A place in the text. */
export type Place = { readonly line: number; readonly column: number };

/** Stops the parser; only `parseScript` catches it. */
export class ScriptFault extends Error {
  readonly error: Omit<ScriptError, 'within'>;
  constructor(place: Place, message: string, expected: readonly string[]) {
    super(message);
    this.name = 'ScriptFault';
    this.error = { message, line: place.line, column: place.column, expected };
  }
}

const SHOWN_LENGTH = 40;

/** Text of the script in backticks, short and without control characters. */
export function shown(text: string): string {
  const short = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  if (short === '`') return 'a backtick';
  return `\`${short.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]/gu, '?')}\``;
}
