/** @module http-witness: a witness over HTTP that cosigns checkpoints (C2SP tlog-witness). */
import { existsSync, readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';

import { readCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import { openConsistencyProof } from '../../../kernel/base/canonical/consistency.ts';
import { verifyCosignatures } from '../../../kernel/base/canonical/cosignature.ts';
import {
  type CompactRangeState,
  leafHash,
  openCompactRange,
} from '../../../kernel/base/canonical/merkle.ts';
import type { SealRow } from '../../../kernel/ledger/ledger.ts';
import { sealedRange } from '../../audit/verify-checkpoints.ts';
import { askCosignature, type Cosigning } from '../../witness/ask-witness.ts';
import { witnessAddress, type WitnessAddress } from '../../witness/witness-address.ts';
import { appendLines, readWitness, witnessLine } from '../workspace/witness.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';
import type { WitnessedLog, WitnessTarget } from './witness-target.ts';

/** Time limit of one request (ms), and how often the witness may report a different size before the attempt fails. */
const [ANSWER_MS, TRIES] = [10_000, 3];
/** Entries hashed per turn of the event loop, so that commits can run in between. */
const PAGE = 512;

/** Time (ms) for reading commits that another machine of a shared log has already sent to the witness. */
const BEHIND_MS = 500;

type Source = Pick<WitnessedLog, 'newestSeal' | 'sealAt' | 'auditAfter'>;

/** The witness of a policy setting; cosigned checkpoints are kept in a file next to the store. */
export function httpWitness(
  source: Source,
  { cosigned }: WorkspacePaths,
  { setting, signal }: { readonly setting: string; readonly signal: AbortSignal },
): WitnessTarget {
  const witness = witnessAddress(setting);
  if (!witness.ok) return unusableWitness(`\`${setting}\` is not a witness: ${witness.fault}`);
  let kept: Kept | null = null;
  let hasAnswered = false;
  return {
    retries: true,
    async catchUp(newest) {
      kept ??= lastCosigned(cosigned, witness);
      // The local file is only the starting point: only the witness knows what it has cosigned.
      if (hasAnswered && kept.size === newest.size) return;
      const head = await cosignedHead(source, { newest, kept: kept.size, witness, signal });
      hasAnswered = true;
      if (head.seal.size === kept.size) return;
      const line = witnessLine(head.seal.note + head.line);
      await appendLines(cosigned, kept.whole ? line : `\n${line}`);
      kept = { size: head.seal.size, whole: true };
    },
  };
}

/** The local record: the size of the last cosigned checkpoint, and whether the last line is complete. */
type Kept = { readonly size: number; readonly whole: boolean };

/** The context of sending a checkpoint; `kept`: the last cosigned size in the local record. */
type Sending = {
  readonly newest: SealRow;
  readonly kept: number;
  readonly witness: WitnessAddress;
  readonly signal: AbortSignal;
};

/** The newest checkpoint and its cosignature. Throws an Error with the reason of the failure. */
async function cosignedHead(
  source: Source,
  { newest, kept, witness, signal }: Sending,
): Promise<{ readonly seal: SealRow; readonly line: string }> {
  let [seal, old] = [newest, kept];
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (old > seal.size) seal = await afterBeingBehind(source, { seal, old, witness });
    const proof = await proofFrom(source, old, seal.size);
    const request = { old, proof, note: seal.note };
    const answer = await askCosignature(witness, request, { ms: ANSWER_MS, signal });
    if (answer.kind === 'cosigned') return { seal, line: answer.by.line };
    old = sizeToProveFrom(answer, { old, kept, witness });
  }
  throw new Error(`${nameOf(witness)} reported a different size of this log at each attempt`);
}

/** The newest checkpoint after a short wait. Throws if the witness has still seen more: then the store is an older copy. */
async function afterBeingBehind(
  source: Source,
  {
    seal,
    old,
    witness,
  }: { readonly seal: SealRow; readonly old: number; readonly witness: WitnessAddress },
): Promise<SealRow> {
  await setTimeout(BEHIND_MS);
  const later = (await source.newestSeal()) ?? seal;
  if (old <= later.size) return later;
  throw new Error(
    `${nameOf(witness)} has seen ${old} entries of this log, but the newest checkpoint here covers ${later.size}: the store is an older copy`,
  );
}

/** The size that the witness reports. Throws an Error with the reason of the failure. */
function sizeToProveFrom(
  answer: Exclude<Cosigning, { readonly kind: 'cosigned' }>,
  { old, kept, witness }: { readonly old: number } & Pick<Sending, 'kept' | 'witness'>,
): number {
  const name = nameOf(witness);
  switch (answer.kind) {
    case 'elsewhere':
      if (answer.size >= kept) return answer.size;
      throw new Error(
        `${name} reports ${answer.size} entries of this log, although it has cosigned ${kept}: it has lost its state`,
      );
    case 'inconsistent':
      throw new Error(
        `${name} has seen ${old} entries of this log that differ from those of the store: the two have different histories`,
      );
    case 'refused':
    case 'failed':
      throw new Error(`${name} does not cosign: ${answer.why}`);
    default:
      return answer satisfies never;
  }
}

function nameOf({ url, key }: WitnessAddress): string {
  return `the witness \`${key.name}\` at ${url}`;
}

function unusableWitness(why: string): WitnessTarget {
  return { retries: false, catchUp: () => Promise.reject(new Error(why)) };
}

function lastCosigned(path: string, { key }: WitnessAddress): Kept {
  if (!existsSync(path)) return { size: 0, whole: true };
  const { notes, whole } = readWitness(readFileSync(path, 'utf8'));
  for (const { note } of notes.toReversed()) {
    const read = readCheckpoint(note);
    if (read === undefined) continue;
    const by = verifyCosignatures(read.text, read.signatures, [key]) ?? [];
    if (by.length > 0) return { size: read.checkpoint.size, whole };
  }
  return { size: 0, whole };
}

/** The consistency proof from `old` to `size` entries, in hex; empty for `old` 0. Reads the log page by page. */
async function proofFrom(source: Source, old: number, size: number): Promise<readonly string[]> {
  if (old === 0 || old >= size) return [];
  const proof = openConsistencyProof(await rangeOf(source, old), size);
  await eachLeaf(source, { from: old, to: size }, proof.append);
  return proof.hashes();
}

/** The tree of the first `size` entries: the stored range of its checkpoint if valid, else computed from the entries. */
async function rangeOf(source: Source, size: number): Promise<CompactRangeState> {
  const seal = await source.sealAt(size);
  const stored = seal === null ? null : sealedRange(seal);
  if (stored !== null) return stored.state();
  const range = openCompactRange();
  await eachLeaf(source, { from: 0, to: size }, range.append);
  return range.state();
}

async function eachLeaf(
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
  take: (leaf: string) => void,
): Promise<void> {
  for (let at = from; at < to;) {
    const rows = await source.auditAfter(at, Math.min(PAGE, to - at));
    if (rows.length === 0) throw new Error(`the log ends at entry ${at}, but ${to} are signed`);
    for (const { body } of rows) take(leafHash(body));
    at += rows.length;
    await setImmediate();
  }
}
