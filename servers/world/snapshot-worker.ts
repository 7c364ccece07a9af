/**
 * @module snapshot worker: the thread that makes a snapshot of the model from the newest snapshot and the later events.
 */
import { parentPort, workerData } from 'node:worker_threads';

import * as z from 'zod';

import { codeVersion } from '../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../governance/keeper/snapshots/snapshot-files.ts';
import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { Model } from '../../kernel/building/model/model.ts';
import { replay } from '../../kernel/building/model/replay.ts';
import { SNAPSHOT_CODE } from '../../kernel/building/model/snapshot/snapshot-code.ts';
import { snapshotOf, stateFromSnapshot } from '../../kernel/building/model/snapshot/snapshot.ts';
import { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';

/** The newest valid snapshot as a model; otherwise a model before its first event. */
async function newestModel(files: SnapshotFiles, reader: SqliteReader): Promise<Model> {
  for (const seq of await files.seqs()) {
    const found = await files.read(seq, reader);
    if (found !== null) return new Model({}, stateFromSnapshot(found.content));
    await files.remove(seq);
  }
  return new Model();
}

async function makeSnapshot(files: SnapshotFiles, reader: SqliteReader): Promise<void> {
  const model = await newestModel(files, reader);
  const start = model.lastSeq;
  await replay(model, reader);
  const key = await reader.snapshot(async () => {
    await replay(model, reader);
    return await files.keyAt(model.lastSeq, reader);
  });
  if (key === null || key.seq === start) return;
  await files.write({ key, content: snapshotOf(model.state) });
}

const { dir } = z.object({ dir: z.string() }).parse(workerData);
const paths = workspacePaths(dir);
const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
const reader = openSqliteReader(paths.store);
try {
  const made = await files.alone(async () => await makeSnapshot(files, reader));
  parentPort?.postMessage({ made }, []);
} finally {
  reader.close();
}
