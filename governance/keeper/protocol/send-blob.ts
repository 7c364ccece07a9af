/** @module send-blob: sends a whole blob to the keeper, before the plan that names it. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { RefusalBody } from '../../../schemas/errors.ts';
import { BLOB_CHUNK_BYTES, chunksOf } from '../../../schemas/imports.ts';
import type { BlobPutRequest } from './blob-requests.ts';
import type { Keeper } from './protocol.ts';

/** The name and length of a blob that the keeper has received completely. */
export type SentBlob = { readonly sha256: string; readonly bytes: number };

/**
 * Sends the chunks of a blob one after the other, so that other requests are answered meanwhile. A blob that the keeper
 * has is not sent again; one that it has in part is compared and continued. Returns the digest and the length, or the
 * refusal of a chunk.
 *
 * @param onChunk called after each chunk with the numbers of received and of all chunks
 * @throws {KeeperUnavailable} if no keeper answers
 */
export async function sendBlob(
  keeper: Pick<Keeper, 'blobPut'>,
  principal: BlobPutRequest['principal'],
  content: Uint8Array,
  onChunk: (received: number, of: number) => void = () => undefined,
): Promise<SentBlob | RefusalBody> {
  const blob = { sha256: sha256Hex(content), bytes: content.length };
  const of = chunksOf(content.length);
  for (let n = 0; n < of; n += 1) {
    const chunk = content.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
    const reply = await keeper.blobPut({ principal, ...blob, n, of, content: chunk });
    if (reply.status === 'refused') return reply.refusal;
    onChunk(reply.complete ? of : n + 1, of);
    if (reply.complete) break;
  }
  return blob;
}
