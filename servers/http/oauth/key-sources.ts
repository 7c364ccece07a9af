/** @module key-sources: reads JWK sets from a file or over HTTP, within limits of size and time. */
import { open } from 'node:fs/promises';

import { utf8Text } from '../../../kernel/base/text/utf8.ts';

/** Limits of a key set; usual sets have a few kilobytes. */
export type SourceLimits = { readonly bytes: number; readonly ms: number };

const SOURCE_LIMITS: SourceLimits = { bytes: 256 * 1024, ms: 5000 };

/** Reads JSON at an address. Rejects redirects, any status but 200, and answers over the limits. */
export async function fetchedJson(
  url: string,
  { bytes, ms }: SourceLimits = SOURCE_LIMITS,
): Promise<unknown> {
  const signal = AbortSignal.timeout(ms);
  const headers = { accept: 'application/jwk-set+json, application/json' };
  try {
    const response = await fetch(url, { redirect: 'error', signal, headers });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > bytes) throw new Error(`the answer has more than ${bytes} bytes`);
      parts.push(part);
    }
    if (response.status !== 200) throw new Error(`status ${response.status}, expected 200`);
    return parsed(Buffer.concat(parts));
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${ms} ms`, { cause: error });
    throw reasonOf(error);
  }
}

/** Reads JSON from a file. Rejects a file over the limit. */
export async function fileJson(
  path: string,
  { bytes }: Pick<SourceLimits, 'bytes'> = SOURCE_LIMITS,
): Promise<unknown> {
  await using file = await open(path);
  const buffer = Buffer.alloc(bytes + 1);
  let size = 0;
  for (let read = 1; read > 0 && size < buffer.length; size += read) {
    ({ bytesRead: read } = await file.read(buffer, size));
  }
  if (size > bytes) throw new Error(`${path} has more than ${bytes} bytes`);
  return parsed(buffer.subarray(0, size));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8Text(bytes));
  } catch {
    // The parser's message would repeat the content.
    throw new Error('the content is not JSON');
  }
}

/** The reason of a failed `fetch`, which is in the cause of its error. */
function reasonOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { cause } = error;
  return cause instanceof Error ? new Error(cause.message, { cause: error }) : error;
}
