/** @module chunk-write: the chunk of a blob as a write, and its content. */
import { deflated } from '../../base/archive/deflate.ts';
import { unpacked } from '../packed-chunk.ts';
import type { Write } from './commit-text.ts';

type ChunkWrite = Extract<Write, { readonly write: 'blob_chunk' }>;

/** The write of a chunk; the same content gives the same write on every machine. */
export function chunkWrite(sha256: string, n: number, content: Uint8Array): ChunkWrite {
  const packed = Buffer.from(deflated(content)).toString('base64');
  return { write: 'blob_chunk', sha256, n, bytes: content.length, packed };
}

/** The content of such a write. @throws {LedgerError} CORRUPT if it cannot be decompressed to its length */
export function chunkContent({ packed, bytes }: ChunkWrite): Uint8Array {
  return unpacked(Buffer.from(packed, 'base64'), bytes);
}
