/** @module plain: makes JSON from a program well-formed Unicode: lone surrogates become U+FFFD. */

/** A lone surrogate as JSON.stringify escapes it, after an even number of backslashes. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** A copy of a JSON value with every lone surrogate in strings and member names replaced. */
export function plainJson(value: unknown): unknown {
  const json = JSON.stringify(value);
  const plain = json.replaceAll(LONE_SURROGATE, '$1\ufffd');
  return plain === json ? value : JSON.parse(plain);
}
