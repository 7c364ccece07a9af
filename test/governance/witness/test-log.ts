/** @module test-log: a log that signs checkpoints of any history, and sends requests to a witness like any log. */
import { createPrivateKey, type KeyObject } from 'node:crypto';

import {
  type AddCheckpoint,
  formatAddCheckpoint,
} from '../../../governance/witness/add-checkpoint.ts';
import { signCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import { leafHash, treeRoot } from '../../../kernel/base/canonical/merkle.ts';
import { NOTE_ED25519 } from '../../../kernel/base/canonical/note.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { formatVerifierKey } from '../../../kernel/base/canonical/verifier-key.ts';
import { consistencyProof } from '../../kernel/base/canonical/reference-consistency.ts';

/** Ed25519 from a seed of 32 equal bytes. */
export function seededKey(byte: number): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, Buffer.alloc(32, byte)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** A log; the history of one with the same seed and another `word` differs from leaf `from` on. */
export type TestLog = {
  readonly vkey: string;
  readonly note: (size: number) => string;
  readonly root: (size: number) => string;
  /** A request for this history. */
  readonly request: (old: number, size: number, changes?: Partial<AddCheckpoint>) => string;
};

export function testLog(
  origin: string,
  { seed = 1, word = 'leaf', from = 0 }: { seed?: number; word?: string; from?: number } = {},
): TestLog {
  const privateKey = seededKey(seed);
  const leaves = Array.from({ length: 64 }, (_, i) => leafHash(`${i < from ? 'leaf' : word} ${i}`));
  const root = (size: number): string => treeRoot(leaves, size);
  const note = (size: number): string =>
    signCheckpoint({ origin, size, rootHash: root(size) }, { name: origin, privateKey });
  return {
    vkey: formatVerifierKey({
      name: origin,
      type: NOTE_ED25519,
      publicKey: publicKeyOf(privateKey),
    }),
    note,
    root,
    request: (old, size, changes = {}) =>
      formatAddCheckpoint({
        old,
        proof: old === 0 || old > size ? [] : consistencyProof(leaves, old, size),
        note: note(size),
        ...changes,
      }),
  };
}
