/** @module blob-hashes: the running digests of blobs that are being received, so that no chunk is read twice. */
import { createHash, type Hash } from 'node:crypto';

import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';

/** Number of blobs whose digests are kept in memory. The chunks of others are read again. */
const KEPT = 64;

/**
 * Digests of the first chunks of blobs. They are only a copy of what the store has: after a takeover, a rollback (the
 * numbers of chunks then differ) or commits of other machines the chunks are read and hashed again.
 */
export class BlobHashes {
  readonly #states = new Map<string, { chunks: number; readonly hash: Hash }>();

  /** The digest of the first `n` stored chunks of a blob and, after them, of `content`. */
  async after(
    read: Pick<LedgerRead, 'blobPart'>,
    sha256: string,
    n: number,
    content: Uint8Array,
  ): Promise<string> {
    let state = this.#states.get(sha256);
    if (state?.chunks !== n) {
      state = { chunks: n, hash: createHash('sha256') };
      for (let i = 0; i < n; i += 1) {
        const part = await read.blobPart(sha256, i);
        if (part !== null) state.hash.update(part);
      }
    }
    state.hash.update(content);
    state.chunks = n + 1;
    this.#states.delete(sha256);
    this.#states.set(sha256, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > KEPT && oldest !== undefined) this.#states.delete(oldest);
    return state.hash.copy().digest('hex');
  }

  /** Forgets everything after the store has changed outside of this keeper's transactions. */
  forget(): void {
    this.#states.clear();
  }
}
