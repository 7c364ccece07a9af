/** @module tests of earlier moments of branches with imports, revisions, merges and their undo, from first event and snapshot. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import { snapshotOf } from '../../../kernel/building/model/snapshot/snapshot.ts';
import { openSqliteReader, type SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import {
  execute,
  forks,
  foundWorkspace,
  IMPORT,
  imports,
  LATER,
  modelOf,
  removes,
  REVISION,
  sets,
  W2,
} from '../../governance/keeper/handlers/import-world.ts';
import { stageMade } from '../../governance/keeper/handlers/staging.ts';
import type { Workspace } from '../../governance/keeper/handlers/workspace.ts';
import { answersOf, replayedView } from './past-answers.ts';

let ws: Workspace;
let reader: SqliteReader;
let domain: BuildingDomain;
beforeEach(async () => {
  ws = await foundWorkspace();
  reader = openSqliteReader(ws.path);
  domain = new BuildingDomain(reader, null);
});
afterEach(async () => {
  reader.close();
  await ws[Symbol.asyncDispose]();
});

async function on(branch: string, ...events: readonly PlannedEvent[]): Promise<void> {
  expect(await execute(ws, events, { branch })).toMatch(/executed|committed/);
  await domain.catchUp();
}
async function fork(name: string): Promise<void> {
  const seq = await ws.transact((tx) => tx.headSeq());
  await ws.submit([forks(name, 'main', seq)], { branch: name });
  await domain.catchUp();
}
async function undo(branch: string, id: string): Promise<void> {
  const view = domain.view(branch);
  const [event] = await view.history({ element_id: id, limit: 1 });
  const inverse = await view.inverse((await view.operationOf(event?.event_id ?? '')) ?? []);
  if (!inverse.ok) throw new Error(inverse.reason);
  await on(branch, ...inverse.events);
}

/** Imports, edits, revises, merges and undoes on two branches. */
async function live(): Promise<void> {
  await imports(ws, IMPORT);
  await fork('given');
  await on('given', sets('wall_i0', { name: 'mine' }, { name: null }));
  await on('given', removes(W2));
  await stageMade(ws, LATER);
  await on('main', REVISION.event);
  await undo('main', 'import_2');
  await undo('given', 'wall_i0');
  const main = domain.view('main');
  await main.openImports('given', 'main');
  await on('main', ...(main.merge('given', 'main')?.events ?? []));
  await on('main', sets('wall_i1', { name: 'last' }, { name: null }));
  await undo('main', 'wall_i1');
}

test('every moment of branches with imports is that of a full replay, also after a start from a snapshot', async () => {
  await live();
  const { state, lastSeq } = await modelOf(ws);
  const types = new Set(reader.eventsAfter(0, 1000).map(({ type }) => type));
  expect([...types]).toEqual(expect.arrayContaining(['model.imported', 'import.reverted']));
  const started = new BuildingDomain(reader, null, {
    snapshots: {
      newest: async () => await Promise.resolve(snapshotOf(state)),
      before: async () => await Promise.resolve(null),
      reached: () => {},
      refused: (error) => {
        throw error;
      },
    },
  });
  await started.catchUp();
  const moments = Array.from({ length: lastSeq + 1 }, (_, seq) => lastSeq - seq);
  for (const branch of ['main', 'given']) {
    for (const seq of moments) {
      const replayed = answersOf(await replayedView(reader, {}, { branch, seq }));
      expect(answersOf(await domain.past(branch, seq))).toEqual(replayed);
      expect(answersOf(await started.past(branch, seq))).toEqual(replayed);
    }
  }
});

test('an import is in no moment before it, and a revision in none before it', async () => {
  await live();
  const [imported] = reader.eventsOfAggregate('import_1', 'main', 10);
  const all = reader.eventsAfter(0, 1000).filter(({ branch }) => branch === 'main');
  const first = all.find(({ type }) => type === 'model.imported')?.seq ?? 0;
  expect(imported).toBeDefined();
  const [before, after] = [await domain.past('main', first - 1), await domain.past('main', first)];
  expect([await before.importedFile('import_1'), before.imports()]).toEqual([null, []]);
  expect((await after.importedFile('import_1'))?.event.seq).toBe(first);
  expect(after.imports()).toEqual([IMPORT.event.payload]);
  expect(await after.importedFile('import_2')).toBeNull();
});
