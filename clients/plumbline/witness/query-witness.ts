/** @module query-witness: queries an HTTP witness for its checkpoints of the log, for a verification. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import type { Fault } from '../../../governance/audit/verify-report.ts';
import { logNameOf } from '../../../governance/keeper/workspace/log-key.ts';
import { readWitness } from '../../../governance/keeper/workspace/witness.ts';
import {
  askCosignature,
  askNewest,
  type Patience,
} from '../../../governance/witness/ask-witness.ts';
import {
  witnessAddress,
  type WitnessAddress,
} from '../../../governance/witness/witness-address.ts';
import { readCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../../kernel/base/canonical/cosignature.ts';
import { ownLogKey } from '../keys/log-key.ts';
import type { Session } from '../session.ts';
import type { ExternalNote } from './checkpoint-file.ts';

/** An HTTP witness and its cosignatures; `checkpoints`: number of cosigned checkpoints kept next to the store. */
export type RemoteWitness = {
  readonly url: string;
  readonly key_name: string;
  readonly checkpoints: number;
  /** Entries covered by its last cosignature; 0 without one. */
  readonly size: number;
  /** Time of that cosignature, RFC 3339. */
  readonly seen_at: string | null;
};

/** The answer of a witness. `notes` still have to be verified against the log. */
export type WitnessAnswer = {
  readonly witness: RemoteWitness;
  readonly notes: readonly ExternalNote[];
  readonly faults: readonly Fault[];
};

const PATIENCE: Patience = { ms: 10_000 };
/** Age of an answer (ms) above which it is not an answer to this request. */
const FRESH_MS = 3_600_000;
/** Attempts and their interval (ms): another machine that shares the log may have sent entries that are not read here yet. */
const [BEHIND_TRIES, BEHIND_MS] = [3, 300];

/** A checkpoint with a cosignature by the pinned key. */
type Cosigned = ExternalNote & { readonly size: number; readonly time: number };

/** Queries the configured witness for its current state, and reads its earlier cosignatures. */
export async function queryWitness(session: Session, setting: string): Promise<WitnessAnswer> {
  const address = witnessAddress(setting);
  if (!address.ok) {
    const witness = { url: setting, key_name: '', checkpoints: 0, size: 0, seen_at: null };
    return {
      witness,
      notes: [],
      faults: [missingFault(`\`${setting}\` is not a witness: ${address.fault}`)],
    };
  }
  const kept = await keptNotes(session.paths.cosigned, address);
  const known = Math.max(0, ...kept.map(({ size }) => size));
  const now = await askNow(session, address, known);
  const notes = [...kept, ...now.notes];
  const newest = notes.reduce<Cosigned | null>(
    (best, one) => (best !== null && best.size > one.size ? best : one),
    null,
  );
  const witness: RemoteWitness = {
    url: address.url,
    key_name: address.key.name,
    checkpoints: kept.length,
    size: newest?.size ?? 0,
    seen_at: newest === null ? null : new Date(newest.time * 1000).toISOString(),
  };
  return { witness, notes, faults: now.faults };
}

/**
 * The current answer of the witness. The request does not change its state.
 *
 * @param known largest number of entries that it is known to have cosigned
 */
async function askNow(
  { reader, paths }: Session,
  address: WitnessAddress,
  known: number,
): Promise<{ readonly notes: readonly Cosigned[]; readonly faults: readonly Fault[] }> {
  const who = `the witness \`${address.key.name}\` at ${address.url}`;
  const logKey = ownLogKey(paths.logKey);
  const newest = reader.newestSeal();
  if (newest === null) {
    // The log has no checkpoint: any checkpoint of the witness is a fault.
    return logKey === null
      ? { notes: [], faults: [] }
      : await publishedBy(address, logNameOf(logKey), who);
  }
  const origin = readCheckpoint(newest.note)?.checkpoint.origin ?? '';
  const request = { old: newest.size, proof: [], note: newest.note };
  const answer = await askCosignature(address, request, PATIENCE);
  switch (answer.kind) {
    case 'cosigned': {
      const { time, line } = answer.by;
      const note = {
        note: newest.note + line,
        from: `the answer of ${who}`,
        size: newest.size,
        time,
      };
      const stale = Math.abs(Date.now() - time * 1000) > FRESH_MS;
      const fault = `${who} answers with a wrong time, ${new Date(time * 1000).toISOString()}: its clock is wrong, or the answer is old`;
      return { notes: [note], faults: stale ? [missingFault(fault)] : [] };
    }
    case 'elsewhere':
      if (answer.size < known) {
        const fault = `${who} knows ${answer.size} entries of this log, but has cosigned ${known}: it has lost its state`;
        return { notes: [], faults: [missingFault(fault)] };
      }
      return await verifyOtherSize(reader, { address, origin, who, size: answer.size });
    case 'inconsistent': {
      const published = await publishedBy(address, origin, who);
      const fault: Fault = {
        kind: 'rewritten',
        seq: newest.size,
        detail: `${who} has cosigned other entries up to ${newest.size}`,
      };
      // Its published checkpoint proves the same and is signed by the log itself.
      return published.notes.length > 0 ? published : { notes: [], faults: [fault] };
    }
    case 'refused':
    case 'failed':
      return { notes: [], faults: [missingFault(`${who} cannot be queried: ${answer.why}`)] };
    default:
      return answer satisfies never;
  }
}

/**
 * Verifies a witness that knows another size of the log: an earlier one, which it proves, or a later one, which this log
 * must then also contain.
 */
async function verifyOtherSize(
  reader: Pick<Session['reader'], 'newestSeal'>,
  {
    address,
    origin,
    who,
    size,
  }: {
    readonly address: WitnessAddress;
    readonly origin: string;
    readonly who: string;
    readonly size: number;
  },
): Promise<{ readonly notes: readonly Cosigned[]; readonly faults: readonly Fault[] }> {
  if (size === 0) return { notes: [], faults: [] };
  const published = await publishedBy(address, origin, who);
  for (let tries = 0; tries < BEHIND_TRIES; tries += 1) {
    if ((reader.newestSeal()?.size ?? 0) >= size) return published;
    await setTimeout(BEHIND_MS);
  }
  if (published.notes.some((one) => one.size >= size)) return published;
  const last = reader.newestSeal()?.size ?? 0;
  const detail = `${who} has seen ${size} entries, but the newest checkpoint here covers ${last}`;
  return { notes: published.notes, faults: [{ kind: 'truncated', seq: last, detail }] };
}

/** The newest checkpoint that the witness publishes, if it has cosigned it; not every witness publishes checkpoints. */
async function publishedBy(
  address: WitnessAddress,
  origin: string,
  who: string,
): Promise<{ readonly notes: readonly Cosigned[]; readonly faults: readonly Fault[] }> {
  const published = await askNewest(address, origin, PATIENCE);
  if (published.kind === 'failed') {
    return {
      notes: [],
      faults: [missingFault(`${who} publishes no checkpoint: ${published.why}`)],
    };
  }
  if (published.note === null) return { notes: [], faults: [] };
  const read = cosignedNote(published.note, `the newest checkpoint of ${who}`, address);
  return read === null
    ? {
        notes: [],
        faults: [missingFault(`${who} publishes a checkpoint that it has not cosigned`)],
      }
    : { notes: [read], faults: [] };
}

/** Earlier cosignatures of the witness, kept next to the store; lines of other witnesses are skipped. */
async function keptNotes(path: string, address: WitnessAddress): Promise<readonly Cosigned[]> {
  const { notes } = readWitness(await readFile(path, 'utf8').catch(() => ''));
  return notes
    .map(({ note, line }) => cosignedNote(note, `line ${line} of ${path}`, address))
    .filter((one) => one !== null);
}

function cosignedNote(note: string, from: string, { key }: WitnessAddress): Cosigned | null {
  const read = readCheckpoint(note);
  const [by] = (read && verifyCosignatures(read.text, read.signatures, [key])) ?? [];
  if (read === undefined || by === undefined) return null;
  return { note, from, size: read.checkpoint.size, time: by.time };
}

function missingFault(detail: string): Fault {
  return { kind: 'witness_missing', seq: 0, detail };
}
