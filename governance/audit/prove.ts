/** @module prove: a proof that one entry is on the log, verified with nothing but a checkpoint. */
import { chainHash } from '../../kernel/canonical/chain.ts';
import { verifyCheckpoint, type TrustedKey } from '../../kernel/canonical/checkpoint.ts';
import {
  inclusionProof,
  leafHash,
  treeRoot,
  verifyInclusion,
} from '../../kernel/canonical/merkle.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';

/** Rows read at once. */
const PAGE = 10_000;

/** An entry, its place in the tree, and the checkpoint that pins the tree; hashes are 64 hex digits. */
export type EntryProof = {
  readonly format: 'plumbline-audit-proof/v1';
  readonly seq: number;
  readonly prev_hash: string;
  readonly body: string;
  /** Number of entries in the tree. */
  readonly size: number;
  readonly root: string;
  /** RFC 9162, lowest sibling first. */
  readonly inclusion: readonly string[];
  /** Signed note over this tree; null when no checkpoint covers the entry, and then the root is not signed. */
  readonly checkpoint: string | null;
};

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

/** Why a proof does not hold: not in the tree, no checkpoint, or one that is not of this tree by a trusted key. */
export type ProofVerdict =
  | { readonly ok: true; readonly hash: string }
  | {
      readonly ok: false;
      readonly fault: 'not_included' | 'no_checkpoint' | 'other_tree' | 'wrong_key';
    };

/** Verifies a proof with nothing but the key of the log. Never throws. */
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
