/** @module read-body: the body of a request as text, within bounds of bytes, time and depth. */
import type { IncomingMessage } from 'node:http';

import { NotUtf8, utf8Text } from '../../kernel/base/text/utf8.ts';
import { HttpRefusal, INVALID_REQUEST, PARSE_ERROR } from './http-refusal.ts';

/** Limits of a body. */
export type BodyLimits = {
  readonly bytes: number;
  /** Maximum wait for the whole body, ms. */
  readonly ms: number;
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
};

/**
 * Reads a whole body. Refuses a body that is larger (413) or slower (408) than the limits, is not UTF-8, or nests deeper
 * (400). If it was not read to its end, the connection is closed with the answer.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limits.bytes) throw tooLarge(limits.bytes);
  const text = decoded(await bytesOf(request, limits));
  if (depthOf(text, limits.depth) > limits.depth) {
    throw new HttpRefusal(
      [400, INVALID_REQUEST],
      `the body nests more than ${limits.depth} arrays and objects; send flatter arguments`,
    );
  }
  return text;
}

function bytesOf(request: IncomingMessage, { bytes, ms }: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => {
    reject(new HttpRefusal([408, INVALID_REQUEST], `the body took longer than ${ms} ms`, CLOSE));
  }, ms);
  const onData = (part: Buffer): void => {
    size += part.length;
    if (size > bytes) reject(tooLarge(bytes));
    else parts.push(part);
  };
  request.on('data', onData);
  request.once('end', () => resolve(Buffer.concat(parts)));
  request.once('error', reject);
  request.once('aborted', () =>
    reject(new HttpRefusal([400, INVALID_REQUEST], 'the body ended too early', CLOSE)),
  );
  return promise.finally(() => {
    clearTimeout(late);
    request.off('data', onData);
    request.resume();
  });
}

/** The unread rest of a body must not be parsed as the next request. */
const CLOSE = { connection: 'close' };

function tooLarge(bytes: number): HttpRefusal {
  return new HttpRefusal(
    [413, INVALID_REQUEST],
    `the body has more than ${bytes} bytes; send less per request, or refer to a file that the tool can read`,
    CLOSE,
  );
}

function decoded(bytes: Buffer): string {
  try {
    return utf8Text(bytes).replace(/^\uFEFF/, '');
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new HttpRefusal(
      [400, PARSE_ERROR],
      `the body is not UTF-8: ${error.message}; send JSON in UTF-8`,
    );
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Nesting depth of a JSON text, at most `limit` + 1. */
function depthOf(text: string, limit: number): number {
  let [depth, deepest] = [0, 0];
  for (let i = 0; i < text.length && deepest <= limit; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (OPENING.has(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
  }
  return deepest;
}

/** Position of the closing quote of the string that begins at `start`; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i += 1;
  }
  return text.length;
}
