/** @module artefact-store.test: files below `artifacts/` and their records agree, also after a crash at any step. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { artefactsAt, type StoredEvent } from '../../../schemas/events.ts';
import {
  ArtefactStore,
  type Maker,
} from '../../../servers/documentation/artefacts/artefact-store.ts';
import { EXAMPLE_EVENTS } from '../../schemas/example-events.ts';
import { fullReader } from '../files/full-readers.ts';

let folder: string;
let events: StoredEvent[];
let store: ArtefactStore;
const logged: string[] = [];

function openStore(): ArtefactStore {
  return new ArtefactStore({
    folder,
    events: {
      eventById: (id) => events.find(({ event_id }) => event_id === id) ?? null,
      eventsOfAggregate: (id, _branch, limit, before = Infinity) =>
        events
          .filter(({ aggregate_id, seq }) => aggregate_id === id && seq < before)
          .toReversed()
          .slice(0, limit),
    },
    readerOf: fullReader,
    now: () => Date.now(),
    log: (line) => logged.push(line),
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-artefacts-'));
  events = [];
  logged.length = 0;
  store = openStore();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const OWNER: Maker = { user_id: 'user', agent_id: null };
const AGENT: Maker = { user_id: 'user', agent_id: 'agent' };
/** Another agent of the same person. */
const OTHER_AGENT: Maker = { user_id: 'user', agent_id: 'other agent' };
const STRANGER: Maker = { user_id: 'stranger', agent_id: null };

/** Simulates the commit of the event of a file. */
function commit(
  event_id: string,
  path: string,
  text: string,
  { found, ...by }: Maker & { readonly found?: boolean } = OWNER,
): void {
  const example = EXAMPLE_EVENTS['export.created'];
  const bytes = bytesOf(text);
  events.push({
    ...example,
    aggregate_id: artefactsAt(path),
    payload: {
      ...example.payload,
      ...(found === true ? { found } : {}),
      file: {
        ...example.payload.file,
        path,
        bytes: bytes.length,
        sha256: sha256Hex(bytes),
      },
    },
    seq: events.length + 1,
    event_id,
    operation_id: event_id,
    branch: 'main',
    branch_seq: events.length + 1,
    ...by,
    approval_id: null,
    reasoning: null,
    at: '2026-01-01T00:00:00.000Z',
  });
}

async function stageFile(
  event_id: string,
  path: string,
  text: string,
  by: Maker = OWNER,
): ReturnType<ArtefactStore['stage']> {
  const bytes = bytesOf(text);
  return await store.stage(event_id, { path, bytes, sha256: sha256Hex(bytes), by });
}

async function exportFile(
  event_id: string,
  path: string,
  text: string,
  by: Maker = OWNER,
): Promise<void> {
  const prepared = await stageFile(event_id, path, text, by);
  commit(event_id, path, text, { ...by, found: prepared.found });
  await store.complete(prepared.staged);
}

/** Name and message of the refusal with which `work` must fail. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return `${error.body.name}: ${error.body.message}`;
    throw error;
  }
  throw new Error('expected a refusal');
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const stagedFiles = (): readonly string[] =>
  existsSync(join(folder, '.staged')) ? readdirSync(join(folder, '.staged')) : [];

test('a file appears after its event, a later export replaces it, and no staged file remains', async () => {
  const prepared = await stageFile('e1', 'a/house.ifc', 'one');
  expect(existsSync(join(folder, 'a/house.ifc'))).toBe(false);
  commit('e1', 'a/house.ifc', 'one');
  await store.complete(prepared.staged);
  expect(read('a/house.ifc')).toBe('one');
  await exportFile('e2', 'a/house.ifc', 'two');
  expect(read('a/house.ifc')).toBe('two');
  expect(readdirSync(join(folder, 'a'))).toEqual(['house.ifc']);
  expect(stagedFiles()).toEqual([]);
});

test('an agent may replace files that it alone has written, and a person also those of their agents', async () => {
  await exportFile('e1', 'house.ifc', 'one');
  const refused = 'you did not export';
  expect(await refusalOf(stageFile('e2', 'house.ifc', 'two', AGENT))).toContain(refused);
  const same = store.assertWritable({
    path: 'house.ifc',
    sha256: sha256Hex(bytesOf('one')),
    by: AGENT,
  });
  await expect(same).resolves.toEqual({ replaces: 'e1', found: false });
  // Writing the same content again does not change the owner of a file.
  await exportFile('e3', 'house.ifc', 'one', AGENT);
  expect(await refusalOf(stageFile('e4', 'house.ifc', 'two', AGENT))).toContain(refused);
  await exportFile('e5', 'plan.svg', 'one', AGENT);
  await exportFile('e6', 'plan.svg', 'two', AGENT);
  expect(await refusalOf(stageFile('e7', 'plan.svg', 'three', STRANGER))).toContain(refused);
  await exportFile('e8', 'plan.svg', 'three', OWNER);
  expect([read('house.ifc'), read('plan.svg')]).toEqual(['one', 'three']);
});

test('an agent may not replace a file of another agent of the same person', async () => {
  await exportFile('e1', 'plan.svg', 'one', AGENT);
  const refused = await refusalOf(stageFile('e2', 'plan.svg', 'two', OTHER_AGENT));
  expect(refused).toContain('you did not export');
  await exportFile('e3', 'plan.svg', 'two', AGENT);
  expect(read('plan.svg')).toBe('two');
});

test('an agent does not become the owner of a file by writing the same bytes repeatedly', async () => {
  await exportFile('e0', 'house.ifc', 'one');
  for (let nth = 0; nth < 450; nth += 1) commit(`same-${nth}`, 'house.ifc', 'one', AGENT);
  for (const one of [store, openStore()]) {
    store = one;
    expect(await refusalOf(stageFile('last', 'house.ifc', 'two', AGENT))).toContain(
      'you did not export',
    );
  }
  expect(read('house.ifc')).toBe('one');
});

test('an agent does not become the owner of an unrecorded file by exporting the same bytes', async () => {
  writeFileSync(join(folder, 'house.ifc'), 'one');
  await exportFile('e1', 'house.ifc', 'one', AGENT);
  expect(await refusalOf(stageFile('e2', 'house.ifc', 'two', AGENT))).toContain(
    'you did not export',
  );
  expect(read('house.ifc')).toBe('one');
});

test('a file that a person puts at the path before the rename is kept', async () => {
  const prepared = await stageFile('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  writeFileSync(join(folder, 'house.ifc'), 'of a person');
  expect(await refusalOf(store.complete(prepared.staged))).toContain('a file that no export wrote');
  await openStore().settle();
  expect(read('house.ifc')).toBe('of a person');
  expect(stagedFiles()).toEqual(['e1']);
  expect(logged).toEqual([expect.stringContaining('a file that no export wrote')]);
});

test('a staged file whose path is occupied by a file of a person is retried only after that file has changed', async () => {
  const prepared = await stageFile('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  writeFileSync(join(folder, 'house.ifc'), 'of a person');
  expect(await refusalOf(store.complete(prepared.staged))).toContain('the new export is recorded');
  const open = openStore();
  for (let times = 0; times < 5; times += 1) await open.settle();
  expect(logged).toHaveLength(1);
  writeFileSync(join(folder, 'house.ifc'), 'of a person, changed');
  await open.settle();
  expect(logged).toHaveLength(2);
  renameSync(join(folder, 'house.ifc'), join(folder, 'moved.ifc'));
  await open.settle();
  expect([read('house.ifc'), read('moved.ifc'), stagedFiles()]).toEqual([
    'one',
    'of a person, changed',
    [],
  ]);
});

test('a staged file whose folder a person has replaced with a file does not block other exports', async () => {
  const prepared = await stageFile('e1', 'deep/house.ifc', 'one');
  commit('e1', 'deep/house.ifc', 'one');
  rmSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'deep'), 'of a person');
  expect(await refusalOf(store.complete(prepared.staged))).toContain('EXPORT_FAILED');
  await exportFile('e2', 'other.ifc', 'two');
  expect(read('other.ifc')).toBe('two');
  expect(logged).toEqual([expect.stringContaining('a staged export still')]);
});

test('an agent may no longer replace a file at its path after another principal has written there', async () => {
  await exportFile('e1', 'plan.svg', 'one', AGENT);
  await exportFile('e2', 'plan.svg', 'two', AGENT);
  await exportFile('e3', 'plan.svg', 'two', OWNER);
  expect(await refusalOf(stageFile('e4', 'plan.svg', 'three', AGENT))).toContain(
    'you did not export',
  );
});

test('the record of a file is found among later events of other types in its aggregate', async () => {
  await exportFile('e1', 'plan.svg', 'one', AGENT);
  for (let nth = 0; nth < 63; nth += 1) {
    const [record] = events;
    if (record === undefined) throw new Error('expected the record of the file');
    const { aggregate_id, seq: _seq, ...rest } = record;
    const event_id = `other-${nth}`;
    const other = { ...rest, ...EXAMPLE_EVENTS['name.given'], aggregate_id, event_id };
    events.push({ ...other, seq: events.length + 1 });
  }
  expect(await store.newest('plan.svg')).toMatchObject({ event_id: 'e1' });
  expect(await refusalOf(stageFile('e2', 'plan.svg', 'two', STRANGER))).toContain(
    'you did not export',
  );
  await exportFile('e3', 'plan.svg', 'two', AGENT);
});

test('abandoning a staged file deletes the file and the folders created for it', async () => {
  const prepared = await stageFile('e1', 'deep/er/house.ifc', 'one');
  await store.abandon(prepared.staged);
  expect(readdirSync(folder)).toEqual(['.staged']);
  expect(stagedFiles()).toEqual([]);
});

test('a staged file is moved to its path although an abandoned one has removed the folder', async () => {
  const abandoned = await stageFile('e1', 'new/other.ifc', 'two');
  const prepared = await stageFile('e2', 'new/house.ifc', 'one');
  commit('e2', 'new/house.ifc', 'one');
  await store.abandon(abandoned.staged);
  expect(existsSync(join(folder, 'new'))).toBe(false);
  await store.complete(prepared.staged);
  expect(read('new/house.ifc')).toBe('one');
  expect(stagedFiles()).toEqual([]);
});

test('after a crash following the commit, the next writer moves the file to its path', async () => {
  await stageFile('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  await openStore().settle();
  expect(read('house.ifc')).toBe('one');
  expect(stagedFiles()).toEqual([]);
});

test('after a crash before the commit, the staged file is deleted only when it is old', async () => {
  await stageFile('e1', 'house.ifc', 'one');
  await openStore().settle();
  expect(stagedFiles()).toEqual(['e1']);
  const longAgo = new Date(Date.now() - 3_700_000);
  utimesSync(join(folder, '.staged', 'e1'), longAgo, longAgo);
  await openStore().settle();
  expect(stagedFiles()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['.staged']);
});

test('a staged file is not moved to its path after a later export to the path', async () => {
  const first = await stageFile('e1', 'house.ifc', 'one');
  const second = await stageFile('e2', 'house.ifc', 'two');
  commit('e1', 'house.ifc', 'one');
  commit('e2', 'house.ifc', 'two');
  await store.complete(second.staged);
  expect(await refusalOf(store.complete(first.staged))).toContain('EXPORT_FAILED: another export');
  await openStore().settle();
  expect(read('house.ifc')).toBe('two');
  expect(stagedFiles()).toEqual([]);
});

test('concurrent exports of the same bytes to one path both succeed', async () => {
  const first = await stageFile('e1', 'house.ifc', 'one');
  const second = await stageFile('e2', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  commit('e2', 'house.ifc', 'one');
  await store.complete(first.staged);
  await store.complete(second.staged);
  expect(read('house.ifc')).toBe('one');
  expect(stagedFiles()).toEqual([]);
});

test('completing an export succeeds if another process has completed it', async () => {
  const prepared = await stageFile('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  await openStore().settle();
  await store.complete(prepared.staged);
  expect(read('house.ifc')).toBe('one');
});

test('read-only files, folders, links, and files that no export wrote or that were edited are not replaced', async () => {
  await exportFile('e1', 'kept.ifc', 'one');
  chmodSync(join(folder, 'kept.ifc'), 0o444);
  expect(await refusalOf(stageFile('e2', 'kept.ifc', 'two'))).toContain('read-only');
  mkdirSync(join(folder, 'folder.ifc'));
  expect(await refusalOf(stageFile('e3', 'folder.ifc', 'two'))).toContain('is a folder');
  writeFileSync(join(folder, 'own.ifc'), 'of a person');
  expect(await refusalOf(stageFile('e4', 'own.ifc', 'two'))).toContain('you did not export');
  await exportFile('e5', 'edited.ifc', 'one');
  writeFileSync(join(folder, 'edited.ifc'), 'one, edited');
  expect(await refusalOf(stageFile('e6', 'edited.ifc', 'two'))).toContain('changed since');
  const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
  symlinkSync(elsewhere, join(folder, 'out'));
  symlinkSync(join(elsewhere, 'x.ifc'), join(folder, 'x.ifc'));
  expect(await refusalOf(stageFile('e7', 'out/house.ifc', 'two'))).toContain('link');
  expect(await refusalOf(stageFile('e8', 'x.ifc', 'two'))).toContain('link');
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
  expect(read('kept.ifc')).toBe('one');
  expect(read('own.ifc')).toBe('of a person');
  expect(stagedFiles()).toEqual([]);
});

test('no file is written through a folder that becomes a link between commit and rename', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
  const prepared = await stageFile('e1', 'out/house.ifc', 'one');
  commit('e1', 'out/house.ifc', 'one');
  rmSync(join(folder, 'out'), { recursive: true });
  symlinkSync(elsewhere, join(folder, 'out'));
  expect(await refusalOf(store.complete(prepared.staged))).toContain('link');
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(join(folder, 'out'));
  mkdirSync(join(folder, 'out'));
  await openStore().settle();
  expect(read('out/house.ifc')).toBe('one');
  rmSync(elsewhere, { recursive: true });
});

test('a failed write, such as on a full disk, leaves neither a file nor a staged part', () => {
  // A process limit on the size of files simulates a full disk: the write fails in the middle.
  const script = fileURLToPath(new URL('./stage-large.ts', import.meta.url));
  const ran = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 16; exec "${process.execPath}" "${script}" "${folder}"`],
    { encoding: 'utf8' },
  );
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toMatch(/^EXPORT_FAILED: cannot write .*EFBIG/);
  expect(readdirSync(folder)).toEqual(['.staged']);
  expect(stagedFiles()).toEqual([]);
});

test('a system error is refused as EXPORT_FAILED', async () => {
  writeFileSync(join(folder, '.staged'), 'no folder');
  expect(await refusalOf(stageFile('e1', 'house.ifc', 'one'))).toMatch(/^EXPORT_FAILED: /);
  expect(await refusalOf(openStore().settle())).toContain('is not a folder');
  expect(readdirSync(folder)).toEqual(['.staged']);
});
