/** @module parse-json: parses JSON text of unknown origin without throwing. */

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
