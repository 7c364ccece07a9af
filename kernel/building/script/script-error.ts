/** @module script-error: the place where a script is invalid, what was found there and what was expected. */
import { nearest } from '../../base/text/nearest.ts';

/** `line` and `column` count from 1; the column counts UTF-16 code units, and one past the last is the end of the line. */
export type ScriptError = {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly expected: readonly string[];
  /**
   * The expected word or known name that the text at this place resembles most, or the named value that it is without its
   * keyword; null if none is close.
   */
  readonly closest: string | null;
  /** The loops and parts in which it was found, innermost first. */
  readonly within: readonly string[];
};

/** A place as refusals name it, with the blocks around it from the innermost to the outermost. */
export function placeText({ line, column }: Place, within: readonly string[] = []): string {
  return [`line ${line}, column ${column}`, ...within].join(', in ');
}

/** A place in the text. */
export type Place = { readonly line: number; readonly column: number };

/** Stops the parser; only `parseScript` catches it. */
export class ScriptFault extends Error {
  readonly error: Omit<ScriptError, 'closest' | 'within'>;
  constructor(place: Place, message: string, expected: readonly string[]) {
    super(message);
    this.name = 'ScriptFault';
    this.error = { message, line: place.line, column: place.column, expected };
  }
}

const SHOWN_LENGTH = 40;

/** Text of the script in backticks, short and without control characters. */
export function inBackticks(text: string): string {
  const short = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  if (short === '`') return 'a backtick';
  return `\`${short.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`]/gu, '?')}\``;
}

/**
 * The closest match to the word at the place of an error; null if there is no word, or no close match. A word that
 * `named` completes to a named value (`type gable`) has this as its match. Other candidates are the keywords (`height`,
 * `at` of `at ELEVATION`) and names (`$wall`, `@Ground`) among what was expected.
 */
export function closestWord(
  script: string,
  { line, column, expected }: ScriptFault['error'],
  named: (word: string) => string | null,
): string | null {
  const rest = (script.split(/\r?\n/u)[line - 1] ?? '').slice(column - 1);
  const [word] = /^[$@]?[\w.]+/u.exec(rest) ?? [];
  if (word === undefined) return null;
  const value = named(word);
  if (value !== null) return value;
  const keywords = expected.flatMap((one) => KEYWORD.exec(one)?.[0] ?? []);
  const names = expected.filter((one) => /^[$`@]/u.test(one)).map((one) => one.replaceAll('`', ''));
  const found = [keywords, names].map((list) => nearest(word, list));
  return found.find((one) => one !== null && one !== word) ?? null;
}

/** A keyword alone or before the place of its value, and not the first word of a description such as `a number`. */
const KEYWORD = /^[a-z_]+(?=$| [A-Z(])/u;
