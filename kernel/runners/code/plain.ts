/** @module plain: makes the JSON of a program well-formed Unicode: lone surrogates become U+FFFD. */

/** A lone surrogate as JSON.stringify writes it, behind an even number of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** A JSON value with every lone surrogate in strings and names replaced. */
export function plainJson(value: unknown): unknown {
  const json = JSON.stringify(value);
  const plain = json.replaceAll(HALF, '$1\ufffd');
  return plain === json ? value : JSON.parse(plain);
}
