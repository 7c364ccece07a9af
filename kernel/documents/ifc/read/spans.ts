/** @module spans: where the arguments and references of an instance are in the text of a STEP file. */
import { type InstanceId, instanceIdOf } from './instance-id.ts';
import {
  type Comments,
  isDigit,
  isIgnored,
  pastBinary,
  pastSeparators,
  pastText,
  runEnd,
  skipIgnored,
} from './lexical.ts';

const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const QUOTE = 39;
const [OPEN, CLOSE] = [40, 41];
const COMMA = 44;
const SLASH = 47;
const ZERO = 48;
const SEMICOLON = 59;
const BACKSLASH = 92;
/** Digits of a number that is exact in a double, whatever they are. */
const EXACT_DIGITS = 15;

/** Text with its comments. */
export type StepText = { readonly bytes: Buffer; readonly comments: Comments };

/** Offsets of the first byte of a part of the text, and of the byte after it. */
export type Span = { readonly from: number; readonly to: number };

/** The top-level arguments between two brackets, without the separators around them. */
export type ArgumentSpans = {
  readonly args: readonly Span[];
  /** Offset after the closing bracket. */
  readonly end: number;
};

/** Receives the number of a reference, and the offsets of its `#` and after it. */
export type VisitReference = (id: InstanceId, from: number, to: number) => void;

/** The arguments from an opening bracket on; null if they do not end before an offset. */
export function argumentSpans(
  { bytes, comments }: StepText,
  open: number,
  until = bytes.length,
): ArgumentSpans | null {
  const args: Span[] = [];
  let depth = 1;
  let from = pastSeparators(bytes, open + 1, comments);
  let last = from;
  let at = from;
  while (at >= 0 && at < until) {
    const byte = bytes[at] ?? 0;
    if (byte === SEMICOLON) return null;
    if (depth === 1 && (byte === COMMA || byte === CLOSE)) {
      if (byte === COMMA || args.length > 0 || last > from) args.push({ from, to: last });
      if (byte === CLOSE) return { args, end: at + 1 };
      from = pastSeparators(bytes, at + 1, comments);
      last = from;
      at = from;
      continue;
    }
    if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) depth -= 1;
    const next = pastSeparators(bytes, at, comments);
    if (next > at) {
      at = next;
      continue;
    }
    at = pastToken({ bytes, comments }, at);
    last = at;
  }
  return null;
}

/** Offset after the text, the binary value or the byte at an offset; -1 if a text does not end. */
function pastToken({ bytes, comments }: StepText, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === QUOTE) return quotedEnd({ bytes, comments }, at);
  return byte === DOUBLE_QUOTE ? Math.max(at + 1, pastBinary(bytes, at)) : at + 1;
}

/** Offset after a text. Most have no backslash, for which a short loop is fastest. */
function quotedEnd({ bytes, comments }: StepText, open: number): number {
  for (let at = open + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) break;
    // A doubled apostrophe ends one text and begins another one, which ends where both do.
    if (byte === QUOTE) return at + 1;
  }
  return pastText(bytes, open, comments);
}

/**
 * Calls `visit` with the number and the place of each reference between two offsets, up to the semicolon that ends the statement.
 * `isRaw`: the statement cannot be read, so that what looks like a reference in a text counts too.
 */
export function visitReferences(
  text: StepText,
  { from, to }: Span,
  visit: VisitReference,
  isRaw = false,
): void {
  const { bytes, comments } = text;
  let at = from;
  while (at < to) {
    const byte = bytes[at] ?? 0;
    // Most bytes are digits, letters and commas.
    if (
      byte !== HASH &&
      (byte > SEMICOLON || (byte > QUOTE && byte !== SLASH && byte < SEMICOLON))
    ) {
      at += 1;
    } else if (byte === HASH) {
      at = visitOne(bytes, at, visit);
    } else if (isRaw) {
      at += 1;
    } else if (byte === SEMICOLON) {
      return;
    } else if (byte === QUOTE) {
      at = quotedEnd(text, at);
      if (at < 0) return;
    } else if (byte === SLASH && comments.beginsAt(at)) {
      at = comments.endOf(at);
      if (at < 0) return;
    } else {
      at = byte === DOUBLE_QUOTE ? Math.max(at + 1, pastBinary(bytes, at)) : at + 1;
    }
  }
}

/** Visits the reference at a `#`, if there is one, and returns the offset after it. */
function visitOne(bytes: Buffer, hash: number, visit: VisitReference): number {
  let at = hash + 1;
  let id = 0;
  for (; isDigit(bytes[at] ?? 0); at += 1) id = id * 10 + (bytes[at] ?? 0) - ZERO;
  if (at - hash <= EXACT_DIGITS && !isIgnored(bytes[at] ?? SPACE)) {
    if (at > hash + 1) visit(id, hash, at);
    return at;
  }
  const start = skipIgnored(bytes, hash + 1);
  const end = runEnd(bytes, start, isDigit);
  if (end > start) visit(instanceIdOf(bytes, start, end), hash, end);
  return Math.max(end, hash + 1);
}
