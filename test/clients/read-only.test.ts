/** @module read-only.test: `audit verify` and `doctor` verify a workspace in read-only folders. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, expect, it, onTestFinished } from 'vitest';

import { Workspace } from '../governance/keeper/handlers/workspace.ts';
import { LAUNCHER } from './run-cli.ts';
import { command, testTerminal } from './test-terminal.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-medium-'));
const MODULE = new URL('../../governance/audit/verify-store.ts', import.meta.url).href;
const NOBODY = 65_534;
/** Root can write to every folder, so a process of another user does the check. */
const other: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

afterAll(() => {
  for (const name of readdirSync(root)) chmodSync(join(root, name), 0o700);
  rmSync(root, { recursive: true });
});

/** Verifies a store as a user without write access; returns the findings, or why the store cannot be opened. */
function seen(folder: string): {
  readonly ok?: boolean;
  readonly entries?: number;
  readonly error?: string;
} {
  const path = join(folder, 'ledger.sqlite');
  chmodSync(root, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
  const source = `import { verifyStore } from ${JSON.stringify(MODULE)};
    const found = await verifyStore(${JSON.stringify(path)}).catch((error) => ({ error: error.message }));
    console.log(JSON.stringify(found));`;
  const words = ['--input-type=module', '-e', source];
  const { stdout, stderr } = spawnSync(process.execPath, words, { ...other, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

it('verifies without the WAL files, and is not read if the WAL has newer commits', async () => {
  await using ws = await Workspace.found();
  const [settled, busy] = [join(root, 'settled'), join(root, 'busy')];
  ws.settle();
  cpSync(ws.path, join(settled, 'ledger.sqlite'), { recursive: true });
  await ws.transact((tx) => ws.handlers.record(tx, [{ kind: 'call' }]));
  cpSync(ws.path, join(busy, 'ledger.sqlite'), { recursive: true });
  cpSync(`${ws.path}-wal`, join(busy, 'ledger.sqlite-wal'));
  expect(seen(settled)).toMatchObject({ ok: true, entries: 1 });
  expect(readdirSync(settled)).toEqual(['ledger.sqlite']);
  expect(seen(busy).error).toMatch(/-wal`: copy both files/);
  chmodSync(busy, 0o700);
  const copy = new DatabaseSync(join(busy, 'ledger.sqlite'));
  expect(copy.prepare('SELECT count(*) AS n FROM audit').get()).toEqual({ n: 2 });
  copy.close();
});

/** Makes a folder and its content read-only for the checking user; `writable` reverts that. */
function sealed(folder: string, writable = false): void {
  const seal = (path: string): void => {
    const isFolder = statSync(path).isDirectory();
    if (writable) chmodSync(path, 0o700);
    if (isFolder) for (const name of readdirSync(path)) seal(join(path, name));
    if (other.uid !== undefined) chownSync(path, other.uid, other.uid);
    if (!writable) chmodSync(path, isFolder ? 0o500 : 0o400);
  };
  seal(folder);
}

it('doctor also verifies it, reports that no keeper runs there, and finds no fault', async () => {
  const dir = join(root, 'ws');
  mkdirSync(dir);
  await command(testTerminal(dir), 'init');
  const inner = join(dir, '.plumbline');
  const before = readdirSync(inner).toSorted();
  sealed(dir);
  onTestFinished(() => sealed(dir, true));
  chmodSync(root, 0o755);
  const words = [LAUNCHER, 'doctor', '--json', '--workspace', dir];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, {
    ...other,
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const findings: { check: string; state: string; found: string }[] = JSON.parse(stdout);
  const of = (check: string): unknown => findings.filter((one) => one.check === check);
  expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(of('store')).toMatchObject([{ state: 'ok' }]);
  expect(of('log')).toMatchObject([{ state: 'ok', found: '1 entries, 0 events' }]);
  expect(of('keeper')).toMatchObject([
    { state: 'warn', found: `not started: ${inner} is not writable` },
  ]);
  expect(status).toBe(0);
  expect(readdirSync(inner).toSorted()).toEqual(before);
});
