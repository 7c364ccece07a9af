/** @module token-cap: counts the tokens of a text up to a limit, in linear time even for hostile text. */

/** Counts the tokens of a piece; false when there are more than `limit`. */
type CountPiece = (text: string, limit: number) => number | false;

let encoding: Promise<CountPiece> | undefined;

/** The o200k encoding is 2 MB of tables, so it is loaded at the first text that needs it. */
async function loadEncoding(): Promise<CountPiece> {
  const { isWithinTokenLimit } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text, limit) => isWithinTokenLimit(text, limit, { disallowedSpecial: new Set() });
}

/**
 * Longest piece that is passed to the encoder at once, UTF-16 units. Its time is quadratic in the length of an
 * unbroken run of letters: 200,000 times `a` takes a minute.
 */
const PIECE_UNITS = 256;

/** Whether a text has at most `limit` tokens. See `tokensWithin`. */
export async function isWithinTokens(text: string, limit: number): Promise<boolean> {
  // A token has at least one byte
  if (text.length <= limit && Buffer.byteLength(text) <= limit) return true;
  return (await tokensWithin(text, limit)) !== null;
}

/**
 * The number of tokens of a text (o200k); null if it has more than `limit`. Counts in pieces of at most 256 UTF-16 units,
 * cut before white space if possible, and stops at the first piece that exceeds the limit. A cut can only raise the
 * count.
 */
export async function tokensWithin(text: string, limit: number): Promise<number | null> {
  if (text === '') return 0;
  if (limit <= 0) return null;
  encoding ??= loadEncoding();
  const count = await encoding;
  let remaining = limit;
  for (let at = 0; at < text.length;) {
    const end = cutAt(text, at);
    const tokens = count(text.slice(at, end), remaining);
    if (tokens === false) return null;
    remaining -= tokens;
    at = end;
  }
  return limit - remaining;
}

/**
 * End of the piece that starts at `at`: before the last white space in its second half, since a token includes the
 * space before its word; without white space, at the limit, but not inside a surrogate pair.
 */
function cutAt(text: string, at: number): number {
  const end = at + PIECE_UNITS;
  if (end >= text.length) return text.length;
  for (let cut = end; cut > at + PIECE_UNITS / 2; cut -= 1) {
    if (/\s/.test(text.charAt(cut))) return cut;
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
