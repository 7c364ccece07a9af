/** @module audit-snapshots.test: `audit verify` detects a sealed snapshot that differs from the log. */
import { afterAll, expect, test } from 'vitest';

import { codeVersion } from '../../governance/keeper/snapshots/code-version.ts';
import { SnapshotFiles } from '../../governance/keeper/snapshots/snapshot-files.ts';
import { workspacePaths } from '../../governance/keeper/workspace/workspace-files.ts';
import { Model } from '../../kernel/building/model/model.ts';
import { SNAPSHOT_CODE } from '../../kernel/building/model/snapshot/snapshot-code.ts';
import { snapshotOf } from '../../kernel/building/model/snapshot/snapshot.ts';
import { openSqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import { connect, plumbline, testWorkspace } from '../e2e/connect.ts';

const workspace = testWorkspace();
const { dir } = workspace;
afterAll(workspace.remove);

/** Writes the snapshot of a model that applied these events. */
async function leave(events: readonly StoredEvent[]): Promise<void> {
  const paths = workspacePaths(dir);
  const files = new SnapshotFiles(paths, codeVersion(SNAPSHOT_CODE));
  const reader = openSqliteReader(paths.store);
  const model = new Model();
  model.applyAll(events);
  const key = await files.keyAt(reader.headSeq(), reader);
  reader.close();
  if (key === null) throw new Error('no key');
  await files.write({ key, content: snapshotOf(model.state) });
}

function storedEvents(): readonly StoredEvent[] {
  const reader = openSqliteReader(workspacePaths(dir).store);
  const events = reader.eventsAfter(0, 100);
  reader.close();
  return events;
}

test('a snapshot that differs from the result of the events is a fault', async () => {
  const { call, close } = await connect(dir, 'geometry');
  const level = await call('create_level', {
    name: 'L',
    elevation: 0,
    dry_run: false,
    reasoning: 'test',
  });
  await call('create_wall', {
    level_id: level.data['level_id'],
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    dry_run: false,
    reasoning: 'test',
  });
  await close();
  const events = storedEvents();
  expect(events).toHaveLength(2);
  await leave(events);
  const sound = plumbline(dir, 'audit', 'verify');
  expect([sound.status, sound.stdout]).toEqual([0, expect.stringMatching(/^ok /u)]);

  // A snapshot that faulty code could seal: well-formed, but with another wall.
  const text = JSON.stringify(events).replaceAll('"height":3000', '"height":3001');
  await leave(JSON.parse(text) as StoredEvent[]);
  const faulty = plumbline(dir, 'audit', 'verify');
  expect(faulty.status).toBe(3);
  expect(faulty.stdout).toMatch(
    /snapshot_mismatch at 2: the snapshot of the model differs from the result of its events: branch `main`: its elements/u,
  );
  const report = plumbline(dir, 'audit', 'verify', '--json');
  expect(JSON.parse(report.stdout)).toMatchObject({
    ok: false,
    faults: [{ kind: 'snapshot_mismatch', seq: 2 }],
  });
});
