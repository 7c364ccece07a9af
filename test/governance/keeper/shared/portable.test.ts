/** @module portable.test: a workspace moves from its own store into a database and back, row by row, and verifies on both ends. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { verifyStore } from '../../../../governance/audit/verify-store.ts';
import { connectKeeper } from '../../../../governance/keeper/connect-keeper.ts';
import { portableLines } from '../../../../governance/keeper/shared/portable.ts';
import { importWorkspace } from '../../../../governance/keeper/thread/import-workspace.ts';
import { logNameOf } from '../../../../governance/keeper/workspace/log-key.ts';
import {
  createWorkspaceFiles,
  workspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';
import { makeFolder } from '../../../../kernel/base/files/make-folder.ts';
import { BUILDING_CHECKS } from '../../../../kernel/building/model/checks/checks-module.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { BLOB_CHUNK_BYTES } from '../../../../schemas/imports.ts';
import { postgresServer } from '../../../kernel/ledger/follow/postgres-server.ts';
import { codeOf } from '../../../kernel/ledger/open-store.ts';
import { levelRecord, madeImport, wallRecord } from '../../../made-import.ts';
import { found as foundWith } from '../governed.ts';
import { commentBy } from '../handlers/comment-by.ts';
import { stageMade } from '../handlers/staging.ts';
import {
  created,
  deleted,
  level,
  modified,
  person,
  wall,
  Workspace,
} from '../handlers/workspace.ts';

const server = await postgresServer();
if (typeof server === 'string') process.stderr.write(`skipped, no PostgreSQL: ${server}\n`);

let ws: Workspace;
let lines: readonly string[];
const folders: string[] = [];

/** Approvals with every possible end, a branch, a stored reply, comments, a level with a wall, an import, and one that waits. */
beforeAll(async () => {
  ws = await Workspace.found();
  const ann = person('ann');
  await ws.addApprover(ann);
  await ws.submit([level('L'), wall('v1'), created('w0'), created('w1'), created('w2')]);
  const made = { name: 'b', from: 'main', from_seq: 5 };
  await ws.submit([{ type: 'branch.created', aggregate_id: 'b', payload: made }], { branch: 'b' });
  await ws.send(await ws.plan([modified('w2', 9)]), 'key');
  await ws.decide(await ws.hold([deleted('w0')]), ann);
  await ws.decide(await ws.hold([deleted('w1')]), ann, { verdict: 'reject', reason: 'no' });
  const open = await ws.hold([deleted('w2', null, 9)]);
  await commentBy(ws, open, ann, { marks: [{ text: 'this one', element_id: 'w2' }] });
  await commentBy(ws, open, ann);
  const imported = madeImport([wallRecord('i1', 'iL'), levelRecord('iL', 'I')]);
  await stageMade(ws, imported);
  await ws.decide(await ws.hold([imported.event]), ann);
  const next = { import_id: 'import_2', text: 'x'.repeat(BLOB_CHUNK_BYTES + 1) };
  const waiting = madeImport([levelRecord('iM', 'II')], next);
  await stageMade(ws, waiting);
  await ws.hold([waiting.event]);
  await ws.transact((tx) => tx.addCounter('keeper/epoch', 3));
  await ws.checkpoint();
  lines = await linesOf(ws.path, logNameOf(ws.logKeys.publicKey));
});
afterAll(async () => {
  await ws[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true });
  if (typeof server !== 'string') await server.stop();
});

async function linesOf(store: string, log: string): Promise<readonly string[]> {
  const reader = openSqliteReader(store);
  const found: string[] = [];
  for await (const line of portableLines(reader, log)) found.push(line.trimEnd());
  reader.close();
  return found;
}

/** A new folder with the key of the log. */
function folderWith(privateKey = ws.logKeys.privateKey): ReturnType<typeof workspacePaths> {
  const paths = workspacePaths(mkdtempSync(join(tmpdir(), 'portable-')));
  folders.push(paths.dir);
  makeFolder(paths.keys, 0o700);
  writeFileSync(paths.logKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return paths;
}

/** A folder with an import that was killed after half of the file. */
async function killedHalfWay(url: string | null): Promise<ReturnType<typeof workspacePaths>> {
  const paths = folderWith();
  const file = join(paths.dir, 'workspace');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const half = String(Math.ceil(lines.length / 2));
  const args = [paths.dir, file, half, ...(url === null ? [] : [url])];
  const child = fork(new URL('./importer.ts', import.meta.url), args);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return paths;
}

/** Founds a workspace in a folder, like `init`. */
async function foundIn(paths: ReturnType<typeof workspacePaths>, url: string): Promise<void> {
  createWorkspaceFiles(paths.dir);
  vi.stubEnv('PLUMBLINE_DATABASE_URL', url);
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: paths.dir });
  vi.unstubAllEnvs();
  try {
    await foundWith(keeper, paths.dir);
  } finally {
    await keeper.close();
  }
}

async function* each(from: readonly string[]): AsyncGenerator<string> {
  yield* from;
}

/** The columns that have the ordinal of a blob. Unfinished blobs leave gaps, so only their order is the same. */
const OF_BLOBS: ReadonlyMap<unknown, string> = new Map([
  ['blobs', 'ordinal'],
  ['imports', 'manifest'],
  ['manifest_rows', 'manifest'],
]);

/** Every row of every table except those of one machine, with names of blobs in the place of their ordinals. */
function rowsOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  const blobs = new Map(
    db
      .prepare('SELECT ordinal, sha256 FROM blobs')
      .all()
      .map(({ ordinal, sha256 }) => [ordinal, sha256]),
  );
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'followed'")
    .all();
  const rows = tables.map(({ name }) => [
    name,
    db
      .prepare(`SELECT * FROM "${String(name)}"`)
      .all()
      .filter(({ name: of }) => of !== 'keeper/epoch' && !String(of).startsWith('followed/'))
      .map((row) => {
        const column = OF_BLOBS.get(name);
        return column === undefined
          ? row
          : Object.assign({}, row, { [column]: blobs.get(row[column] ?? null) });
      }),
  ]);
  db.close();
  return rows;
}

describe('a workspace in a file', () => {
  test('becomes the same workspace, which verifies and exports the same file', async () => {
    const paths = folderWith();
    await importWorkspace(paths, () => each(lines), null);
    expect(rowsOf(paths.store)).toEqual(rowsOf(ws.path));
    expect((await verifyStore(paths.store)).faults).toEqual([]);
    expect(await linesOf(paths.store, logNameOf(ws.logKeys.publicKey))).toEqual(lines);
  });

  test.skipIf(typeof server === 'string')('becomes the same workspace in a database', async () => {
    if (typeof server === 'string') return;
    const url = await server.freshDatabase();
    const paths = folderWith();
    await importWorkspace(paths, () => each(lines), url);
    expect(rowsOf(paths.store)).toEqual(rowsOf(ws.path));
    expect((await verifyStore(paths.store)).faults).toEqual([]);
    expect(await linesOf(paths.store, logNameOf(ws.logKeys.publicKey))).toEqual(lines);
    // After one import it is available to all machines.
    expect(await codeOf(importWorkspace(folderWith(), () => each(lines), url))).toBe('LOCKED');
  });

  test.each<readonly [string, (from: readonly string[]) => readonly string[]]>([
    ['ends early', (from) => from.slice(0, -1)],
    ['lacks a line', (from) => from.toSpliced(3, 1)],
    ['was edited', (from) => from.map((line) => line.replace('"name":"w1"', '"name":"w7"'))],
    ['has lines after its end', (from) => [...from, '{}']],
    ['is another file', () => ['{"a":1}']],
    ['is empty', () => []],
  ])('that %s does not become a workspace', async (_what, change) => {
    const paths = folderWith();
    const code = await codeOf(importWorkspace(paths, () => each(change(lines)), null));
    expect(['CORRUPT', 'CHAIN_BROKEN']).toContain(code);
    expect(() => openSqliteReader(paths.store)).toThrow(/no file/);
  });

  test('does not become a workspace when its import is killed, and does when it is imported again', async () => {
    const paths = await killedHalfWay(null);
    expect(() => openSqliteReader(paths.store)).toThrow(/no file/);
    await importWorkspace(paths, () => each(lines), null);
    expect(rowsOf(paths.store)).toEqual(rowsOf(ws.path));
  });

  test.skipIf(typeof server === 'string')(
    'an import into a database continues where it was killed',
    async () => {
      if (typeof server === 'string') return;
      const url = await server.freshDatabase();
      const paths = await killedHalfWay(url);
      expect(() => openSqliteReader(paths.store)).toThrow(/no file/);
      // A process with the key gets an error and does not create a workspace from half a file.
      await expect(foundIn(folderWith(), url)).rejects.toThrow(/part of a workspace/);
      await importWorkspace(paths, () => each(lines), url);
      expect(rowsOf(paths.store)).toEqual(rowsOf(ws.path));
      expect((await verifyStore(paths.store)).faults).toEqual([]);
      expect(await linesOf(paths.store, logNameOf(ws.logKeys.publicKey))).toEqual(lines);
    },
  );

  test('does not become a workspace with the key of another log', async () => {
    const { generateKeyPair } = await import('../../../../kernel/base/canonical/signature.ts');
    const paths = folderWith(generateKeyPair().privateKey);
    expect(await codeOf(importWorkspace(paths, () => each(lines), null))).toBe('LOCKED');
  });
});
