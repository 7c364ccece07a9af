/** @module verify-snapshots: compares the model snapshots of a workspace with the result of replaying its events. */
import { existsSync } from 'node:fs';

import type { Fault } from '../../../governance/audit/verify-report.ts';
import { codeVersion } from '../../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../../governance/keeper/snapshots/snapshot-files.ts';
import type { WorkspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { Model } from '../../../kernel/building/model/model.ts';
import { replay } from '../../../kernel/building/model/replay.ts';
import { SNAPSHOT_CODE } from '../../../kernel/building/model/snapshot/snapshot-code.ts';
import { SnapshotFault } from '../../../kernel/building/model/snapshot/snapshot-fault.ts';
import { stateFromSnapshot } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { stateDifference } from '../../../kernel/building/model/snapshot/state-difference.ts';
import { ModelFault } from '../../../kernel/building/model/state/model-fault.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';

/** Result of checking the snapshots from which a server would start. */
export type SnapshotReport = { readonly compared: number; readonly faults: readonly Fault[] };

/**
 * Replays the log and compares the model with each snapshot on the way. Skips snapshots that no server would use: those
 * of another version of the code or another ledger, or with an invalid seal.
 */
export async function verifySnapshots(
  paths: WorkspacePaths,
  reader: SqliteReader,
): Promise<SnapshotReport> {
  // Without the key no seal can be checked, and no server uses a snapshot.
  if (!existsSync(paths.logKey)) return { compared: 0, faults: [] };
  const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
  const model = new Model();
  const faults: Fault[] = [];
  let compared = 0;
  for (const seq of (await files.seqs()).toReversed()) {
    const found = await files.read(seq, reader);
    if (found === null) continue;
    compared += 1;
    const difference = await differenceAt(model, reader, seq, found.content);
    if (difference === null) continue;
    const detail = `the snapshot of the model differs from the result of its events: ${difference}`;
    faults.push({ kind: 'snapshot_mismatch', seq, detail });
  }
  return { compared, faults };
}

async function differenceAt(
  model: Model,
  reader: SqliteReader,
  seq: number,
  content: Uint8Array,
): Promise<string | null> {
  try {
    await replay(model, reader, { until: seq });
    return stateDifference(stateFromSnapshot(content), model.state);
  } catch (error) {
    if (
      error instanceof SnapshotFault ||
      error instanceof ModelFault ||
      error instanceof LedgerError
    ) {
      return error.message;
    }
    throw error;
  }
}
