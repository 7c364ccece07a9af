/** @module verify-workspace: verifies store, witness and snapshots of a workspace, for `audit verify` and `doctor`. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import type { Fault, VerifyReport } from '../../../governance/audit/verify-report.ts';
import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { logNameOf, trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import { readWitness } from '../../../governance/keeper/workspace/witness.ts';
import { isWitnessUrl } from '../../../governance/witness/witness-address.ts';
import { claimedSize } from '../../../kernel/base/canonical/checkpoint.ts';
import { systemCause, systemErrorText } from '../../../kernel/base/files/system-error.ts';
import { databaseFaults } from '../database-findings.ts';
import { ownLogKey } from '../keys/log-key.ts';
import type { Session } from '../session.ts';
import { type Unapplied, unappliedEvent, unappliedMessage } from '../unapplied-event.ts';
import type { ExternalNote } from '../witness/checkpoint-file.ts';
import { queryWitness, type RemoteWitness } from '../witness/query-witness.ts';
import { witnessKeys } from '../witness/witness-setting.ts';
import { verifySnapshots } from './verify-snapshots.ts';

/** A file outside the workspace with the checkpoints of a log. */
type FileWitness = {
  readonly path: string;
  readonly checkpoints: number;
  /** Entries covered by its last checkpoint; 0 without one. */
  readonly size: number;
};

/** A place outside the workspace with the checkpoints of a log: a file, or a witness over HTTP. */
export type Witness = FileWitness | RemoteWitness;

/** The report and the witness that was used; null if the workspace has none. */
export type WorkspaceVerification = {
  readonly report: VerifyReport;
  readonly witness: Witness | null;
};

/** Inputs from outside the workspace. `witness`: its current path or `URL#VKEY`; null for the witness of the policy. */
export type Trusted = {
  readonly checkpoints: readonly ExternalNote[];
  readonly key: string | null;
  readonly witness: string | null;
};

/** Verifies the store of a session with its witness, and the snapshots from which servers start. */
export async function verifyWorkspace(
  session: Session,
  trusted: Trusted = { checkpoints: [], key: null, witness: null },
): Promise<WorkspaceVerification> {
  const { paths, reader, registry } = session;
  const setting = trusted.witness ?? registry().workspace.policy.witness ?? null;
  const { witness, notes, faults } = await openWitness(session, setting);
  const own = readOwnKey(paths.logKey);
  const key = trusted.key ?? own.key;
  const report = await verifyStore(paths.store, {
    checkpoints: [...trusted.checkpoints, ...notes],
    ...(key === null ? {} : { trustedLogKeys: [trustedLogKey(key)] }),
    witnessKeys: witnessKeys(setting),
  });
  const snapshots = await verifySnapshots(paths, reader);
  // Events are applied only if the log is intact.
  const unapplied = report.ok ? await unappliedEvent(reader) : null;
  const all = [
    ...report.faults,
    ...own.faults,
    ...(await databaseFaults(session, own.key === null ? null : logNameOf(own.key))),
    ...faults,
    ...snapshots.faults,
    ...(unapplied === null ? [] : [faultOf(unapplied)]),
  ];
  return { report: { ...report, ok: all.length === 0, faults: all }, witness };
}

/** The log key of the workspace; a missing or invalid file is a fault. */
function readOwnKey(path: string): {
  readonly key: string | null;
  readonly faults: readonly Fault[];
} {
  const fault = (why: string): ReturnType<typeof readOwnKey> => ({
    key: null,
    faults: [{ kind: 'wrong_key', seq: 0, detail: `\`${path}\`, the key of the log, ${why}` }],
  });
  try {
    const key = ownLogKey(path);
    return key === null ? fault('is missing') : { key, faults: [] };
  } catch (error) {
    if (systemErrorText(error) !== null) throw error;
    return fault('is not an Ed25519 private key in PEM');
  }
}

function faultOf(unapplied: Unapplied): Fault {
  const { seq } = unapplied.record;
  return { kind: 'event_unapplied', seq, detail: unappliedMessage(unapplied) };
}

type OpenedWitness = {
  readonly witness: Witness | null;
  readonly notes: readonly ExternalNote[];
  readonly faults: readonly Fault[];
};

async function openWitness(session: Session, setting: string | null): Promise<OpenedWitness> {
  if (setting === null) return { witness: null, notes: [], faults: [] };
  return isWitnessUrl(setting) ? await queryWitness(session, setting) : await readFile(setting);
}

async function readFile(path: string): Promise<OpenedWitness> {
  try {
    // Reading a pipe may never end.
    if (!(await stat(path)).isFile()) throw new Error('it is not a file');
    const { notes, foreign } = readWitness(await text(createReadStream(path)));
    const last = notes.at(-1)?.note ?? '';
    return {
      witness: { path, checkpoints: notes.length, size: claimedSize(last) ?? 0 },
      notes: notes.map(({ note, line }) => ({ note, from: `line ${line} of the witness` })),
      faults: foreign.map((line) => ({
        kind: 'unverifiable' as const,
        seq: 0,
        detail: `line ${line} of the witness is not a checkpoint`,
      })),
    };
  } catch (error) {
    const reason = systemCause(error) ?? (error instanceof Error ? error.message : String(error));
    const detail = `the witness \`${path}\` cannot be read: ${reason}`;
    return {
      witness: { path, checkpoints: 0, size: 0 },
      notes: [],
      faults: [{ kind: 'witness_missing', seq: 0, detail }],
    };
  }
}
