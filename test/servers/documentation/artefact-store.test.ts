/** @module artefact-store.test: what is below `artifacts/` and what the log says of it, whoever ends in between. */
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

import { sha256Hex } from '../../../kernel/canonical/hash.ts';
import { pathOfUri, uriOf } from '../../../kernel/files/artefact-address.ts';
import { pathBelow } from '../../../kernel/files/path-below.ts';
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
const STRANGER: Maker = { user_id: 'stranger', agent_id: null };

/** What a commit does: the event of a file. */
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

async function staged(
  event_id: string,
  path: string,
  text: string,
  by: Maker = OWNER,
): ReturnType<ArtefactStore['stage']> {
  const bytes = bytesOf(text);
  return await store.stage(event_id, { path, bytes, sha256: sha256Hex(bytes), by });
}

async function written(
  event_id: string,
  path: string,
  text: string,
  by: Maker = OWNER,
): Promise<void> {
  const prepared = await staged(event_id, path, text, by);
  commit(event_id, path, text, { ...by, found: prepared.found });
  await prepared.complete();
}

/** The refusal of a work that must be refused. */
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
const waiting = (): readonly string[] =>
  existsSync(join(folder, '.staged')) ? readdirSync(join(folder, '.staged')) : [];

test('a file takes its place with its event, is replaced by a later one, and nothing is left beside', async () => {
  const prepared = await staged('e1', 'a/house.ifc', 'one');
  expect(existsSync(join(folder, 'a/house.ifc'))).toBe(false);
  commit('e1', 'a/house.ifc', 'one');
  await prepared.complete();
  expect(read('a/house.ifc')).toBe('one');
  await written('e2', 'a/house.ifc', 'two');
  expect(read('a/house.ifc')).toBe('two');
  expect(readdirSync(join(folder, 'a'))).toEqual(['house.ifc']);
  expect(waiting()).toEqual([]);
});

test('an agent replaces what it made alone, and a person what their agents made', async () => {
  await written('e1', 'house.ifc', 'one');
  const refused = 'no export of yours wrote';
  expect(await refusalOf(staged('e2', 'house.ifc', 'two', AGENT))).toContain(refused);
  const same = store.assertWritable({
    path: 'house.ifc',
    sha256: sha256Hex(bytesOf('one')),
    by: AGENT,
  });
  await expect(same).resolves.toEqual({ replaces: 'e1', found: false });
  // Whoever writes the same again does not make the file their own by it.
  await written('e3', 'house.ifc', 'one', AGENT);
  expect(await refusalOf(staged('e4', 'house.ifc', 'two', AGENT))).toContain(refused);
  await written('e5', 'plan.svg', 'one', AGENT);
  await written('e6', 'plan.svg', 'two', AGENT);
  expect(await refusalOf(staged('e7', 'plan.svg', 'three', STRANGER))).toContain(refused);
  await written('e8', 'plan.svg', 'three', OWNER);
  expect([read('house.ifc'), read('plan.svg')]).toEqual(['one', 'three']);
});

test('an agent does not make a file its own by writing the same bytes often', async () => {
  await written('e0', 'house.ifc', 'one');
  for (let nth = 0; nth < 450; nth += 1) commit(`same-${nth}`, 'house.ifc', 'one', AGENT);
  for (const one of [store, openStore()]) {
    store = one;
    expect(await refusalOf(staged('last', 'house.ifc', 'two', AGENT))).toContain(
      'no export of yours',
    );
  }
  expect(read('house.ifc')).toBe('one');
});

test('a file without a record does not become that of who exports the same bytes', async () => {
  writeFileSync(join(folder, 'house.ifc'), 'one');
  await written('e1', 'house.ifc', 'one', AGENT);
  expect(await refusalOf(staged('e2', 'house.ifc', 'two', AGENT))).toContain('no export of yours');
  expect(read('house.ifc')).toBe('one');
});

test('a file that a person puts at the path before the rename stays', async () => {
  const prepared = await staged('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  writeFileSync(join(folder, 'house.ifc'), 'of a person');
  expect(await refusalOf(prepared.complete())).toContain('another file now');
  await openStore().settle();
  expect(read('house.ifc')).toBe('of a person');
  expect(waiting()).toEqual(['e1']);
  expect(logged).toEqual([expect.stringContaining('another file now')]);
});

test('an export whose place a person has taken is not read again before that file changes', async () => {
  const prepared = await staged('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  writeFileSync(join(folder, 'house.ifc'), 'of a person');
  expect(await refusalOf(prepared.complete())).toContain('the export is recorded');
  const open = openStore();
  for (let times = 0; times < 5; times += 1) await open.settle();
  expect(logged).toHaveLength(1);
  writeFileSync(join(folder, 'house.ifc'), 'of a person, changed');
  await open.settle();
  expect(logged).toHaveLength(2);
  renameSync(join(folder, 'house.ifc'), join(folder, 'moved.ifc'));
  await open.settle();
  expect([read('house.ifc'), read('moved.ifc'), waiting()]).toEqual([
    'one',
    'of a person, changed',
    [],
  ]);
});

test('an export whose folder a person has replaced by a file does not keep others from being written', async () => {
  const prepared = await staged('e1', 'deep/house.ifc', 'one');
  commit('e1', 'deep/house.ifc', 'one');
  rmSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(join(folder, 'deep'), 'of a person');
  expect(await refusalOf(prepared.complete())).toContain('EXPORT_FAILED');
  await written('e2', 'other.ifc', 'two');
  expect(read('other.ifc')).toBe('two');
  expect(logged).toEqual([expect.stringContaining('left staged')]);
});

test('a path of which the agent was the only maker is looked at again once another has written there', async () => {
  await written('e1', 'plan.svg', 'one', AGENT);
  await written('e2', 'plan.svg', 'two', AGENT);
  await written('e3', 'plan.svg', 'two', OWNER);
  expect(await refusalOf(staged('e4', 'plan.svg', 'three', AGENT))).toContain('no export of yours');
});

test('the record of a file is found behind events of other types in its aggregate', async () => {
  await written('e1', 'plan.svg', 'one', AGENT);
  for (let nth = 0; nth < 63; nth += 1) {
    const [record] = events;
    if (record === undefined) throw new Error('expected the record of the file');
    const { aggregate_id, seq: _seq, ...rest } = record;
    const event_id = `other-${nth}`;
    const other = { ...rest, ...EXAMPLE_EVENTS['name.given'], aggregate_id, event_id };
    events.push({ ...other, seq: events.length + 1 });
  }
  expect(await store.newest('plan.svg')).toMatchObject({ event_id: 'e1' });
  expect(await refusalOf(staged('e2', 'plan.svg', 'two', STRANGER))).toContain(
    'no export of yours',
  );
  await written('e3', 'plan.svg', 'two', AGENT);
});

test('what gets no event leaves no file and no folder', async () => {
  const prepared = await staged('e1', 'deep/er/house.ifc', 'one');
  await prepared.abandon();
  expect(readdirSync(folder)).toEqual(['.staged']);
  expect(waiting()).toEqual([]);
});

test('a file takes its place although one that was abandoned took away its folder', async () => {
  const abandoned = await staged('e1', 'new/other.ifc', 'two');
  const prepared = await staged('e2', 'new/house.ifc', 'one');
  commit('e2', 'new/house.ifc', 'one');
  await abandoned.abandon();
  expect(existsSync(join(folder, 'new'))).toBe(false);
  await prepared.complete();
  expect(read('new/house.ifc')).toBe('one');
  expect(waiting()).toEqual([]);
});

test('who ends after the commit has the file put in its place by the next', async () => {
  await staged('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  await openStore().settle();
  expect(read('house.ifc')).toBe('one');
  expect(waiting()).toEqual([]);
});

test('who ends before the commit leaves a staged file that goes when it is old, and not before', async () => {
  await staged('e1', 'house.ifc', 'one');
  await openStore().settle();
  expect(waiting()).toEqual(['e1']);
  const longAgo = new Date(Date.now() - 3_700_000);
  utimesSync(join(folder, '.staged', 'e1'), longAgo, longAgo);
  await openStore().settle();
  expect(waiting()).toEqual([]);
  expect(readdirSync(folder)).toEqual(['.staged']);
});

test('a staged file that a later export has overtaken does not come back', async () => {
  const first = await staged('e1', 'house.ifc', 'one');
  const second = await staged('e2', 'house.ifc', 'two');
  commit('e1', 'house.ifc', 'one');
  commit('e2', 'house.ifc', 'two');
  await second.complete();
  expect(await refusalOf(first.complete())).toContain('EXPORT_FAILED: another export');
  await openStore().settle();
  expect(read('house.ifc')).toBe('two');
  expect(waiting()).toEqual([]);
});

test('of exports of the same bytes to one path at once, each succeeds, whichever ends last', async () => {
  const first = await staged('e1', 'house.ifc', 'one');
  const second = await staged('e2', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  commit('e2', 'house.ifc', 'one');
  await first.complete();
  await second.complete();
  expect(read('house.ifc')).toBe('one');
  expect(waiting()).toEqual([]);
});

test('of two processes that complete the same export, both find it done', async () => {
  const prepared = await staged('e1', 'house.ifc', 'one');
  commit('e1', 'house.ifc', 'one');
  await openStore().settle();
  await prepared.complete();
  expect(read('house.ifc')).toBe('one');
});

test('a read-only file, a folder, a link and a file that no export wrote stay as they are', async () => {
  await written('e1', 'kept.ifc', 'one');
  chmodSync(join(folder, 'kept.ifc'), 0o444);
  expect(await refusalOf(staged('e2', 'kept.ifc', 'two'))).toContain('read-only');
  mkdirSync(join(folder, 'folder.ifc'));
  expect(await refusalOf(staged('e3', 'folder.ifc', 'two'))).toContain('is a folder');
  writeFileSync(join(folder, 'own.ifc'), 'of a person');
  expect(await refusalOf(staged('e4', 'own.ifc', 'two'))).toContain('no export of yours wrote');
  await written('e5', 'edited.ifc', 'one');
  writeFileSync(join(folder, 'edited.ifc'), 'one, edited');
  expect(await refusalOf(staged('e6', 'edited.ifc', 'two'))).toContain('changed since');
  const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
  symlinkSync(elsewhere, join(folder, 'out'));
  symlinkSync(join(elsewhere, 'x.ifc'), join(folder, 'x.ifc'));
  expect(await refusalOf(staged('e7', 'out/house.ifc', 'two'))).toContain('link');
  expect(await refusalOf(staged('e8', 'x.ifc', 'two'))).toContain('link');
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
  expect(read('kept.ifc')).toBe('one');
  expect(read('own.ifc')).toBe('of a person');
  expect(waiting()).toEqual([]);
});

test('a folder that becomes a link between commit and rename takes no file', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
  const prepared = await staged('e1', 'out/house.ifc', 'one');
  commit('e1', 'out/house.ifc', 'one');
  rmSync(join(folder, 'out'), { recursive: true });
  symlinkSync(elsewhere, join(folder, 'out'));
  expect(await refusalOf(prepared.complete())).toContain('link');
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(join(folder, 'out'));
  mkdirSync(join(folder, 'out'));
  await openStore().settle();
  expect(read('out/house.ifc')).toBe('one');
  rmSync(elsewhere, { recursive: true });
});

test('a disk that takes no more leaves neither file nor staged part', () => {
  // The limit of a process on the size of its files stands for a full disk: the write fails in the middle.
  const script = fileURLToPath(new URL('./stage-large.ts', import.meta.url));
  const ran = spawnSync(
    'sh',
    ['-c', `trap '' XFSZ; ulimit -f 16; exec "${process.execPath}" "${script}" "${folder}"`],
    { encoding: 'utf8' },
  );
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toMatch(/^EXPORT_FAILED: cannot write .*EFBIG/);
  expect(readdirSync(folder)).toEqual(['.staged']);
  expect(waiting()).toEqual([]);
});

test('where nothing can be written it is EXPORT_FAILED with the words of the system', async () => {
  writeFileSync(join(folder, '.staged'), 'no folder');
  expect(await refusalOf(staged('e1', 'house.ifc', 'one'))).toMatch(/^EXPORT_FAILED: /);
  expect(await refusalOf(openStore().settle())).toContain('is no folder');
  expect(readdirSync(folder)).toEqual(['.staged']);
});

test.each([
  ['house.ifc', 'house.ifc'],
  ['a/b c/Bücherei (2).ifc', 'a/b c/Bücherei (2).ifc'],
  ['Bu\u0308cherei.ifc', 'B\u00fccherei.ifc'],
])('%s is a path below the folder, and its address leads back', (given, path) => {
  expect(pathBelow(given)).toEqual({ ok: true, path });
  expect(pathOfUri(uriOf(path))).toBe(path);
});

test.each([
  '',
  '..',
  '../x.ifc',
  'a/../../x.ifc',
  '/etc/passwd',
  'a//b.ifc',
  './x.ifc',
  '.staged/x',
  'a/.hidden',
  'a\\b.ifc',
  'C:x.ifc',
  'x\u0000.ifc',
  'x\n.ifc',
  'x.ifc ',
  'x.',
  'nul.ifc',
  'COM1',
  'x'.repeat(121),
  'a/'.repeat(8) + 'x',
])('%j is none', (given) => {
  expect(pathBelow(given).ok).toBe(false);
});

test.each([
  'plumbline://artifacts/../x',
  'plumbline://artifacts/%2e%2e/x',
  'plumbline://artifacts/a%2Fb',
  'plumbline://artifacts/%',
  'plumbline://artifacts/.staged/e1',
  'file:///etc/passwd',
])('%s is the address of nothing', (uri) => {
  expect(pathOfUri(uri)).toBeNull();
});
