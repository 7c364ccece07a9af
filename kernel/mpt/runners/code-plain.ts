/** @module code-plain: what a program gave as JSON that everyone can read: half characters become U+FFFD. */

/** A lone surrogate as JSON.stringify writes it, behind an even number of backslashes. */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** A JSON value with every lone surrogate in texts and names replaced. */
export function plainJson(value: unknown): unknown {
  const json = JSON.stringify(value);
  const plain = json.replaceAll(HALF, '$1\ufffd');
  return plain === json ? value : JSON.parse(plain);
}
