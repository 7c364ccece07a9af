/** @module nonce-book: stores the nonces of an agent's commitments until the kernel asks for them. */
import type { SealedProposal } from './proposal-draft.ts';

export type NonceBook = {
  readonly keep: (sealed: SealedProposal) => void;
  /** The stored nonces, by reference. */
  readonly reveal: (nonce_refs: readonly string[]) => Record<string, string>;
};

export function nonceBook(): NonceBook {
  const nonces = new Map<string, string>();
  return {
    keep({ nonce_ref, nonce }) {
      nonces.set(nonce_ref, nonce);
    },
    reveal(nonce_refs) {
      const known: Record<string, string> = {};
      for (const ref of nonce_refs) {
        const nonce = nonces.get(ref);
        if (nonce !== undefined) known[ref] = nonce;
      }
      return known;
    },
  };
}
