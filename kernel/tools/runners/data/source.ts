/** @module source: the bytes of a table: an open file, or bytes of the input. */

/** Bytes in a form that can be posted to a thread; a file descriptor is valid in all threads of the process. */
export type DataSource =
  | { readonly kind: 'file'; readonly fd: number; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Bytes of `content` and `content_base64`, at most. */
export const INLINE_BYTES_MAX = 8_388_608;

/** Yields a file in pieces of 64 KiB, or inline bytes at once. */
export async function* chunksOf(source: DataSource, read: ReadAt): AsyncGenerator<Uint8Array> {
  if (source.kind === 'bytes') {
    for (let at = 0; at < source.bytes.length; at += CHUNK_BYTES) {
      yield source.bytes.subarray(at, at + CHUNK_BYTES);
    }
    return;
  }
  for (let at = 0; ;) {
    const chunk = new Uint8Array(CHUNK_BYTES);
    const got = await read(source.fd, chunk, at);
    if (got === 0) return;
    at += got;
    yield chunk.subarray(0, got);
  }
}

/** Reads bytes of a descriptor at a position; resolves to their number. */
export type ReadAt = (fd: number, into: Uint8Array, position: number) => Promise<number>;

const CHUNK_BYTES = 65_536;
