/** @module witness.test: the HTTP answers and stored state of a witness, which never signs two histories. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import * as z from 'zod';

import { knownLogs, parseLog } from '../../../governance/witness/known-logs.ts';
import { openWitness, type OpenWitness } from '../../../governance/witness/open-witness.ts';
import {
  serveWitness,
  type WitnessLimits,
  type WitnessService,
} from '../../../governance/witness/serve-witness.ts';
import { openWitnessState, StateFault } from '../../../governance/witness/witness-state.ts';
import { Witness } from '../../../governance/witness/witness.ts';
import { readCheckpoint } from '../../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../../kernel/base/canonical/cosignature.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { leafHash } from '../../../kernel/base/canonical/merkle.ts';
import { parseVerifierKey } from '../../../kernel/base/canonical/verifier-key.ts';
import { publicFile } from '../../public-files.ts';
import { seededKey, testLog } from './test-log.ts';

const ORIGIN = 'example.org/log';
const log = testLog(ORIGIN);
/** The same key, another history from leaf 5 on. */
const fork = testLog(ORIGIN, { word: 'other', from: 5 });
const stranger = testLog(ORIGIN, { seed: 2 });

let folder: string;
let open: OpenWitness;
let service: WitnessService;
let told: string[];
const TIME = 1_700_000_000;
const files = () => ({
  state: join(folder, 'w.db'),
  key: join(folder, 'w.key'),
  name: 'example/w',
});

async function start(limits?: WitnessLimits): Promise<void> {
  told = [];
  const tell = (line: string): void => void told.push(line);
  const given = [parseLog(log.vkey)].filter((one) => one !== undefined);
  const logs = knownLogs(given, join(folder, 'logs'), tell);
  open = openWitness(files(), { logs, now: () => new Date(TIME * 1000) });
  service = await serveWitness(
    open.witness,
    { host: '127.0.0.1', port: 0 },
    { log: tell, ...(limits === undefined ? {} : { limits }) },
  );
}

async function stop(): Promise<void> {
  await service.close();
  open.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-witness-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answered = { readonly status: number; readonly type: string | null; readonly body: string };

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  path = '/add-checkpoint',
): Promise<Answered> {
  const response = await fetch(`${service.url}${path}`, { method: 'POST', body });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: await response.text() };
}

const statusOf = async (body: string): Promise<number> => (await post(body)).status;

/** The time of the cosignature in an answer over a note. */
function cosignedAt(note: string, { body }: Answered): number | undefined {
  const read = readCheckpoint(note + body);
  const key = parseVerifierKey(open.vkey);
  if (read === undefined || key === undefined) return undefined;
  return verifyCosignatures(read.text, read.signatures, [key])?.[0]?.time;
}

describe('a witness answers', () => {
  it('a checkpoint that continues its tree with a cosignature, and returns the newest one', async () => {
    for (const [old, size] of [
      [0, 3],
      [3, 3],
      [3, 7],
      [7, 8],
      [8, 64],
    ] as const) {
      const answer = await post(log.request(old, size));
      expect(answer).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
      expect(cosignedAt(log.note(size), answer)).toBe(TIME);
    }
    const shown = await fetch(`${service.url}/${sha256Hex(ORIGIN)}/checkpoint`);
    expect(shown.status).toBe(200);
    const note = await shown.text();
    expect(note.startsWith(log.note(64))).toBe(true);
    expect(cosignedAt(note, { status: 200, type: null, body: '' })).toBe(TIME);
    const none = await fetch(`${service.url}/${sha256Hex('example.org/none')}/checkpoint`);
    expect(none.status).toBe(404);
  });

  it('every other request with the status of the specification', async () => {
    expect(await statusOf(log.request(0, 7))).toBe(200);
    const unknown = testLog('example.org/none');
    const stale = await post(log.request(0, 9));
    expect(stale).toEqual({ status: 409, type: 'text/x.tlog.size', body: '7\n' });
    expect(await statusOf(log.request(3, 9))).toBe(409);
    expect(await statusOf(log.request(9, 9))).toBe(409);
    expect(await statusOf(unknown.request(0, 3))).toBe(404);
    expect(await statusOf(stranger.request(7, 9))).toBe(403);
    const forged = log.note(9).replace('\n9\n', '\n10\n');
    expect(await statusOf(log.request(7, 9, { note: forged }))).toBe(403);
    expect(await statusOf(log.request(9, 7))).toBe(400);
    const empty = log.request(7, 9, { proof: [] });
    expect(await statusOf(empty)).toBe(422);
    const wrong = log.request(7, 9, { proof: [leafHash('x'), leafHash('y')] });
    expect(await statusOf(wrong)).toBe(422);
    expect(await statusOf(fork.request(7, 9))).toBe(422);
    // Another tree of the known size, and a proof where none is needed.
    expect(await statusOf(fork.request(7, 7))).toBe(422);
    expect(await statusOf(log.request(7, 7, { proof: [leafHash('x')] }))).toBe(422);
    // None of these was accepted.
    expect(await statusOf(log.request(7, 9))).toBe(200);
  });

  it('a first checkpoint only without a proof, and accepts the empty tree', async () => {
    expect(await statusOf(log.request(0, 3, { proof: [leafHash('x')] }))).toBe(422);
    const bare = log
      .note(0)
      .replace(/^(.*\n0\n).*\n/, `$1${Buffer.alloc(32).toString('base64')}\n`);
    expect(await statusOf(log.request(0, 0, { note: bare }))).toBe(403);
    expect(await statusOf(log.request(0, 0))).toBe(200);
    expect(await statusOf(log.request(0, 0))).toBe(200);
    expect(await statusOf(log.request(0, 3))).toBe(200);
    expect(await statusOf(log.request(0, 0))).toBe(409);
  });

  it.each([
    ['nothing', ''],
    ['no old size', log.request(0, 3).slice('old 0\n'.length)],
    ['an old size with zeroes before it', log.request(0, 3).replace('old 0', 'old 00')],
    ['a size beyond numbers', log.request(0, 3).replace('old 0', 'old 99999999999999999999')],
    ['a proof line that is no hash', log.request(0, 3).replace('old 0\n', 'old 0\nAAAA\n')],
    [
      'more hashes than a proof can have',
      log.request(0, 3, { proof: Array.from({ length: 64 }, () => leafHash('x')) }),
    ],
    ['no checkpoint', 'old 0\n\nhello\n'],
    ['no signature', log.request(0, 3).replace(/— .*\n/, '')],
  ])('%s with status 400', async (_, body) => {
    expect(await statusOf(body)).toBe(400);
  });

  it('a note with additional lines by unknown keys as if they were missing', async () => {
    const other = stranger.note(3).split('\n\n')[1] ?? '';
    expect(await statusOf(log.request(0, 3, { note: log.note(3) + other }))).toBe(200);
  });

  it('a log whose key was added while it runs', async () => {
    const added = testLog('example.org/second', { seed: 3 });
    expect(await statusOf(added.request(0, 3))).toBe(404);
    writeFileSync(join(folder, 'logs'), `# logs\n\n${added.vkey}\nnonsense\n`);
    expect(await statusOf(added.request(0, 3))).toBe(200);
    expect(told).toContainEqual(expect.stringMatching(/line 4 of .* is not a valid log/));
    const named = testLog('example.org/third', { seed: 4 });
    // The name of its key differs from that of the log.
    writeFileSync(join(folder, 'logs'), `example.org/third ${stranger.vkey}\n`);
    expect(await statusOf(named.request(0, 3))).toBe(403);
    expect(await statusOf(added.request(3, 4))).toBe(404);
  });
});

describe('histories', () => {
  it('only one of two histories is signed, even with many concurrent requests [WIT-1]', async () => {
    expect(await statusOf(log.request(0, 5))).toBe(200);
    const sizes = Array.from({ length: 12 }, (_, i) => 6 + i);
    const asked = sizes.flatMap((size) => [log.request(5, size), fork.request(5, size)]);
    const statuses = await Promise.all(asked.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(asked.length - 1);
  });

  it('two processes with one state never sign different histories', async () => {
    const given = [parseLog(log.vkey)].filter((one) => one !== undefined);
    const second = openWitness(files(), {
      logs: knownLogs(given, null, () => undefined),
      now: () => new Date(TIME * 1000),
    });
    expect(await statusOf(log.request(0, 5))).toBe(200);
    expect(second.witness.addCheckpoint(fork.request(5, 9)).status).toBe(200);
    expect(await statusOf(log.request(5, 9))).toBe(409);
    expect(await statusOf(log.request(9, 10))).toBe(422);
    second.close();
  });
});

describe('signed trees are kept', () => {
  it('across a restart, with the name and the key', async () => {
    expect(await statusOf(log.request(0, 7))).toBe(200);
    const before = open.vkey;
    await stop();
    await start();
    expect(open.vkey).toBe(before);
    expect(before.startsWith('example/w+')).toBe(true);
    expect(await post(log.request(0, 9))).toMatchObject({ status: 409, body: '7\n' });
    expect(statSync(files().key).mode & 0o777).toBe(0o600);
    expect(statSync(files().state).mode & 0o777).toBe(0o600);
    const parts = { logs: () => [], now: () => new Date() };
    expect(() => openWitness({ ...files(), name: 'example/v' }, parts)).toThrow(/is named/);
  });

  it('an older copy of the state is detected at the next start, and nothing is signed from it', async () => {
    expect(await statusOf(log.request(0, 5))).toBe(200);
    const copy = join(folder, 'copy');
    copyFileSync(files().state, copy);
    expect(await statusOf(log.request(5, 9))).toBe(200);
    await stop();
    copyFileSync(copy, files().state);
    await expect(start()).rejects.toThrow(/has 1 changes, and its key has signed after 2/);
    rmSync(files().state);
    await expect(start()).rejects.toThrow(/w\.db` is missing although the key exists/);
    copyFileSync(copy, files().state);
    rmSync(`${files().key}.mark`);
    await expect(start()).rejects.toThrow(/w\.key\.mark` is missing/);
    writeFileSync(`${files().key}.mark`, 'x');
    await expect(start()).rejects.toThrow(/is not the mark/);
    writeFileSync(`${files().key}.mark`, '1\n');
    await start();
  });

  it('an older copy under a running witness is detected too', async () => {
    expect(await statusOf(log.request(0, 5))).toBe(200);
    const before = readFileSync(files().state);
    expect(await statusOf(log.request(5, 9))).toBe(200);
    writeFileSync(files().state, before);
    expect(await statusOf(fork.request(5, 9))).toBe(500);
    expect(told.join()).toMatch(/went back from 2 changes to 1/);
    writeFileSync(`${files().key}.mark`, '1\n');
  });

  it('the store itself accepts no smaller and no different tree', async () => {
    expect(await statusOf(log.request(0, 5))).toBe(200);
    const db = new DatabaseSync(files().state);
    for (const change of [
      'UPDATE seen SET size = 4',
      "UPDATE seen SET root = 'x'",
      'DELETE FROM seen',
    ]) {
      expect(() => db.exec(change)).toThrow('a tree that was seen does not change');
    }
    db.close();
  });

  it('other files, and a key that others may read, are refused', async () => {
    await stop();
    const { state, key } = files();
    const kept = readFileSync(key, 'utf8');
    writeFileSync(key, kept, { mode: 0o644 });
    expect(() => openWitnessState(key, join(folder, 'm'), true)).toThrow(
      /not the state of a witness/,
    );
    const db = new DatabaseSync(join(folder, 'other.db'));
    db.exec('CREATE TABLE t (a)');
    db.close();
    expect(() => openWitnessState(join(folder, 'other.db'), join(folder, 'm'), true)).toThrow(
      StateFault,
    );
    writeFileSync(key, kept.replace('Name: ', 'Nome: '));
    await expect(start()).rejects.toThrow(/is not the key/);
    rmSync(key);
    writeFileSync(key, kept, { mode: 0o644 });
    await expect(start()).rejects.toThrow(/other users have access/);
    rmSync(key);
    writeFileSync(key, kept, { mode: 0o600 });
    expect(statSync(state).size).toBeGreaterThan(0);
    await start();
  });
});

describe('limits', () => {
  it('of the body, with and without a stated length', async () => {
    const long = 'x'.repeat(64 * 1024 + 1);
    expect(await statusOf(long)).toBe(413);
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${service.url}/add-checkpoint`, { method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.write(long);
      sent.write(long);
    });
    expect(status).toBe(413);
    expect(await statusOf(log.request(0, 3))).toBe(200);
  });

  it('of the content of requests', async () => {
    const bytes = await post(Uint8Array.of(0x6f, 0xff));
    expect(bytes).toMatchObject({ status: 400, body: 'the body is not UTF-8\n' });
    expect((await post('x', '/')).status).toBe(404);
    expect((await fetch(`${service.url}/add-checkpoint`)).status).toBe(405);
    expect((await post('x', `/${'0'.repeat(64)}/checkpoint`)).status).toBe(405);
  });

  it.each([
    ['headers', 'POST /add-checkpoint HTTP/1.1\r\nHost: a\r\n', 600_000],
    ['a body', 'POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nold', 200],
  ])('of time: %s without an end is closed', async (_, text, requestMs) => {
    await stop();
    await start({ bodyBytes: 1024, headersMs: 100, requestMs, connections: 8 });
    const { port } = new URL(service.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      let got = '';
      socket.setEncoding('utf8').on('data', (part: string) => (got += part));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(got));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await statusOf(log.request(0, 3))).toBe(200);
  });
});

const Vectors = z.object({
  log_vkey: z.string(),
  witness_vkey: z.string(),
  steps: z.array(
    z.object({
      label: z.string(),
      request_body: z.string(),
      expect_status: z.number(),
      cosign_time: z.number().optional(),
      response_body: z.string().optional(),
      content_type: z.string().optional(),
    }),
  ),
});
const vectors = publicFile('tlog/self-add-checkpoint/vectors.json');

test.skipIf(vectors === null)('a published sequence gets the bytes that it names', () => {
  const { steps, log_vkey, witness_vkey } = Vectors.parse(JSON.parse(String(vectors)));
  const given = [parseLog(log_vkey)].filter((one) => one !== undefined);
  const state = openWitnessState(join(folder, 'v.db'), join(folder, 'v.mark'), true);
  let time = 0;
  const witness = new Witness({
    key: { name: witness_vkey.split('+')[0] ?? '', privateKey: seededKey(7) },
    logs: knownLogs(given, null, () => undefined),
    state,
    now: () => new Date(time * 1000),
  });
  for (const step of steps) {
    time = step.cosign_time ?? time;
    const answer = witness.addCheckpoint(step.request_body);
    const { response_body: body = answer.body, content_type: type = answer.type } = step;
    expect({ label: step.label, ...answer }).toEqual({
      label: step.label,
      status: step.expect_status,
      type,
      body,
    });
  }
  expect(steps.length).toBeGreaterThan(9);
  state.close();
});
