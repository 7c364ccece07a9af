/** @module source: the bytes of a table, from an open file or from the input. */
import { read } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes, in a form that can be posted to a thread: a file descriptor is valid in all threads of the process. */
export type DataSource =
  | { readonly kind: 'file'; readonly fd: number; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Maximum number of bytes of `content` and of `content_base64`. */
export const INLINE_BYTES_MAX = 8_388_608;

/** Size of the pieces in which bytes are read. */
const CHUNK_BYTES = 65_536;

const readInto = promisify(read);

/** Yields a file or inline bytes in pieces of 64 KiB. */
export async function* chunksOf(source: DataSource): AsyncGenerator<Uint8Array> {
  if (source.kind === 'bytes') {
    for (let at = 0; at < source.bytes.length; at += CHUNK_BYTES) {
      yield source.bytes.subarray(at, at + CHUNK_BYTES);
    }
    return;
  }
  for (let at = 0; ;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const { bytesRead } = await readInto(source.fd, chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}
