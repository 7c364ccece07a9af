/** @module regexp-limits: explains the refusals of regular expressions that exceed limits of the engine. */

/** Limits of QuickJS, which counts groups and alternatives in 8 bits, by the message of its SyntaxError. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  [
    'too many captures',
    'a regular expression can have 254 capturing groups: write `(?:…)` for groups whose text is not needed, or use several expressions',
  ],
  [
    'too many named groups',
    'a regular expression with named groups can have 255 `|` in total: use numbered groups, or several expressions',
  ],
]);

/** The message of an error, with the limit and the next step if the engine refused a regular expression. */
export function explainedMessage(type: string, message: string): string {
  const limit = type === 'SyntaxError' ? LIMITS.get(message) : undefined;
  return limit === undefined ? message : `${message}; ${limit}`;
}
