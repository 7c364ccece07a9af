/** @module prove: proofs that one entry is on the log, verified with only a checkpoint. */
import * as z from 'zod';

import { chainHash } from '../../kernel/base/canonical/chain.ts';
import { verifyCheckpoint, type TrustedKey } from '../../kernel/base/canonical/checkpoint.ts';
import {
  inclusionProof,
  leafHash,
  treeRoot,
  verifyInclusion,
} from '../../kernel/base/canonical/merkle.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';

/** Rows per page. */
const PAGE = 10_000;

/** An entry, its place in the tree, and the checkpoint that pins the tree; hashes are 64 hex digits. */
export const EntryProof = z.object({
  format: z.literal('plumbline-audit-proof/v1'),
  seq: z.number().int().min(1),
  prev_hash: z.string(),
  body: z.string(),
  /** Number of entries in the tree. */
  size: z.number().int().min(1),
  root: z.string(),
  /** RFC 9162, lowest sibling first. */
  inclusion: z.array(z.string()).readonly(),
  /** Signed note over this tree; null when no checkpoint covers the entry, and then the root is not signed. */
  checkpoint: z.string().nullable(),
});
export type EntryProof = z.output<typeof EntryProof>;

/**
 * Proof that entry `seq` is on the chain, in the tree of the newest checkpoint that covers it, else of all entries.
 * Reads the whole log once. Null when there is no such entry.
 */
export async function proveEntry(
  read: Pick<LedgerRead, 'auditAfter' | 'checkpoints'>,
  seq: number,
): Promise<EntryProof | null> {
  const newest = (await read.checkpoints()).at(-1);
  const covering = newest !== undefined && newest.size >= seq ? newest : null;
  const leaves: string[] = [];
  let entry: { readonly prev_hash: string; readonly body: string } | null = null;
  for (;;) {
    const rows = await read.auditAfter(leaves.length, PAGE);
    for (const row of rows) {
      leaves.push(leafHash(row.body));
      if (row.seq === seq) entry = row;
    }
    if (rows.length < PAGE) break;
  }
  if (entry === null) return null;
  const size = covering?.size ?? leaves.length;
  return {
    format: 'plumbline-audit-proof/v1',
    seq,
    prev_hash: entry.prev_hash,
    body: entry.body,
    size,
    root: treeRoot(leaves, size),
    inclusion: inclusionProof(leaves, seq - 1, size),
    checkpoint: covering?.note ?? null,
  };
}

/** Why a proof is invalid: not in the tree, no checkpoint, or a checkpoint of another tree or by an untrusted key. */
export type ProofVerdict =
  | { readonly ok: true; readonly hash: string }
  | {
      readonly ok: false;
      readonly fault: 'not_included' | 'no_checkpoint' | 'other_tree' | 'wrong_key';
    };

/** Verifies a proof with only the key of the log. Never throws. */
export function verifyEntryProof(proof: EntryProof, trusted: readonly TrustedKey[]): ProofVerdict {
  const { seq, size, root, body, checkpoint, prev_hash } = proof;
  if (!body.isWellFormed() || !/^[0-9a-f]{64}$/.test(prev_hash)) {
    return { ok: false, fault: 'not_included' };
  }
  const claim = { index: seq - 1, size, leafHash: leafHash(body), proof: proof.inclusion, root };
  if (!verifyInclusion(claim)) return { ok: false, fault: 'not_included' };
  if (checkpoint === null) return { ok: false, fault: 'no_checkpoint' };
  const verdict = verifyCheckpoint(checkpoint, trusted);
  if (!verdict.ok) return { ok: false, fault: 'wrong_key' };
  if (verdict.size !== size || verdict.rootHash !== root) return { ok: false, fault: 'other_tree' };
  return { ok: true, hash: chainHash(prev_hash, body) };
}
