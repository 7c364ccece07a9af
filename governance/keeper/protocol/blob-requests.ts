/** @module blob-requests: requests for blobs, which are sent in chunks before the plan that names them. */
import * as z from 'zod';

import type { RefusalBody } from '../../../schemas/errors.ts';
import { BLOB_CHUNK_BYTES, Digest } from '../../../schemas/imports.ts';

/** The requester of a plan or a blob. */
export const RequestPrincipal = z.strictObject({
  kind: z.enum(['agent', 'human']),
  name: z.string(),
  user_id: z.string(),
  agent_id: z.string().nullable(),
  session_id: z.string(),
});

const Whole = z.number().int().min(0);

/** Characters of a chunk in base64. */
const CHUNK_CHARS = 4 * Math.ceil(BLOB_CHUNK_BYTES / 3);

/** One chunk of a blob as it is sent: the `n`-th (from 0) of `of`, in base64. */
export const BlobPutSent = z.strictObject({
  principal: RequestPrincipal,
  sha256: Digest,
  /** Length of the whole content. */
  bytes: Whole.min(1),
  n: Whole,
  of: Whole.min(1),
  chunk: z.string().max(CHUNK_CHARS),
});
export type BlobPutSent = z.output<typeof BlobPutSent>;

/** One chunk of a blob. */
export type BlobPutRequest = Omit<BlobPutSent, 'chunk'> & { readonly content: Uint8Array };

/** The chunk as its decoded content. Characters that are not base64 are left out, so that the length does not fit. */
export function decodedChunk({ chunk, ...sent }: BlobPutSent): BlobPutRequest {
  return { ...sent, content: Buffer.from(chunk, 'base64') };
}

/** The chunk as it is sent. */
export function encodedChunk({ content, ...request }: BlobPutRequest): BlobPutSent {
  return { ...request, chunk: Buffer.from(content).toString('base64') };
}

/** `received`: number of chunks; `complete`: all have arrived, and the content has the digest. */
export type BlobPutReply =
  | {
      readonly status: 'received';
      readonly received: number;
      readonly of: number;
      readonly complete: boolean;
    }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };

/** Removal of a staged blob that no plan needs. */
export const BlobDropRequest = z.strictObject({ principal: RequestPrincipal, sha256: Digest });
export type BlobDropRequest = z.output<typeof BlobDropRequest>;

/** The blob does not exist any more. */
export type BlobDropReply =
  | { readonly status: 'dropped' }
  | { readonly status: 'refused'; readonly refusal: RefusalBody };
