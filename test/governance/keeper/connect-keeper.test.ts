/** @module connect-keeper.test: the keeper over its socket: several clients, takeover, bad input, closing. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { connectKeeper, type ConnectOptions } from '../../../governance/keeper/connect-keeper.ts';
import {
  KeeperFault,
  RequestRefused,
  KeeperUnavailable,
} from '../../../governance/keeper/protocol/keeper-error.ts';
import type {
  CommittedNotice,
  Keeper,
  SubmitReply,
} from '../../../governance/keeper/protocol/protocol.ts';
import { type KeeperLock, openKeeperLock } from '../../../governance/keeper/thread/keeper-lock.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import { BUILDING_CHECKS } from '../../../kernel/building/model/checks/checks-module.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { createWalls, found } from './governed.ts';
import { plainSubmit } from './plain-handlers.ts';
import { provenSocket } from './proven-socket.ts';

const thread = new URL('./plain-thread.ts', import.meta.url);

let paths: WorkspacePaths;
let keepers: Keeper[];
let children: ChildProcess[];

beforeEach(() => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'connect-')));
  keepers = [];
  children = [];
});
afterEach(async () => {
  await Promise.all(keepers.map((keeper) => keeper.close()));
  for (const child of children) child.kill('SIGKILL');
  rmSync(paths.dir, { recursive: true });
});

async function connect(options: Partial<ConnectOptions> = {}): Promise<Keeper> {
  const keeper = await connectKeeper({
    checks: BUILDING_CHECKS,
    dir: paths.dir,
    thread,
    // A loaded machine takes seconds to start a thread.
    timeoutMs: 60_000,
    ...options,
  });
  keepers.push(keeper);
  return keeper;
}

async function spawn(mode = '', dir = paths.dir, env = {}): Promise<ChildProcess> {
  const module = new URL('./connected.ts', import.meta.url);
  const child = fork(module, [dir, mode], { env: { ...process.env, ...env } });
  children.push(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with ${String(code)} before it was connected`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  return child;
}

/** Two clients that the keeper knows: a client is notified only of commits after its handshake. */
async function both(): Promise<readonly [Keeper, Keeper]> {
  const [one, two] = [await connect(), await connect()];
  await Promise.all([one.status(), two.status()]);
  return [one, two];
}

const firstSeq = (reply: SubmitReply) => (reply.status === 'committed' ? reply.first_seq : reply);

/** Sends raw text to the keeper and returns everything received until the connection closes. */
async function raw(text: string | Buffer): Promise<string> {
  const socket = await provenSocket(paths);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  socket.write(text);
  await closed;
  return answer;
}

describe('one process', () => {
  test('a process that stays the keeper preallocates the log without committing anything', async () => {
    const keeper = await connect();
    await keeper.submit(plainSubmit());
    const log = `${paths.store}-wal`;
    await expect.poll(() => statSync(log).size, { timeout: 20_000 }).toBeGreaterThan(4_000_000);
    expect(await keeper.status()).toMatchObject({ head_seq: 1, audit_seq: 1 });
    expect(firstSeq(await keeper.submit(plainSubmit()))).toBe(2);
  });

  test('a process becomes the keeper if no other process is one, with a private socket and lock', async () => {
    // As in a workspace of an earlier version.
    rmSync(paths.socketKey);
    const keeper = await connect();
    expect(await keeper.status()).toMatchObject({ pid: process.pid, epoch: 1, head_seq: 0 });
    expect(firstSeq(await keeper.submit(plainSubmit()))).toBe(1);
    for (const file of [paths.socket, paths.socketKey, paths.lock, paths.store]) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  test('hundreds of requests in flight keep their order', async () => {
    const keeper = await connect();
    const replies = await Promise.all(
      Array.from({ length: 500 }, () => keeper.submit(plainSubmit())),
    );
    expect(replies.map(firstSeq)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
  });

  test('an acknowledged commit is visible to readers', async () => {
    const keeper = await connect();
    const reader = openSqliteReader(paths.store);
    for (let i = 1; i <= 5; i += 1) {
      await keeper.submit(plainSubmit());
      expect(reader.headSeq()).toBe(i);
    }
    reader.close();
  });

  test('a large message arrives complete', async () => {
    const keeper = await connect();
    const size = 3 * 1024 * 1024;
    await keeper.record([{ kind: 'call', text: 'é'.repeat(size) }]);
    const reader = openSqliteReader(paths.store);
    expect(Buffer.byteLength(reader.auditHead()?.body ?? '')).toBeGreaterThan(2 * size);
    reader.close();
  });

  test('a fault of the rules reaches only its client', async () => {
    const keeper = await connect();
    const [good, bad] = await Promise.allSettled([
      keeper.submit(plainSubmit()),
      keeper.submit(plainSubmit({ tool: 'fail' })),
    ]);
    expect(good.status).toBe('fulfilled');
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(KeeperFault) });
  });

  test('parameters of another shape are refused with the name of the parameter', async () => {
    const keeper = await connect();
    const request = plainSubmit();
    const wrong = { ...request, plan: { ...request.plan, affected: 'many' } };
    await expect(keeper.submit(wrong as never)).rejects.toThrow(/plan\.affected/);
    await expect(keeper.submit(wrong as never)).rejects.toBeInstanceOf(RequestRefused);
    expect(firstSeq(await keeper.submit(plainSubmit()))).toBe(1);
  });

  test('the rules of governance run in the real thread', async () => {
    const keeper = await connectKeeper({
      checks: BUILDING_CHECKS,
      dir: paths.dir,
      timeoutMs: 60_000,
    });
    keepers.push(keeper);
    await found(keeper, paths.dir);
    const reply = await keeper.submit(createWalls('session', 3));
    expect(reply).toMatchObject({ status: 'committed', first_seq: 2, last_seq: 4 });
    expect(await keeper.checkpoint()).toMatch(/^plumbline\//);
  });
});

describe('several clients', () => {
  test('an idle client is notified that the log has grown, with the newest of many commits', async () => {
    const [one, two] = await both();
    const heard: CommittedNotice[] = [];
    const last = Promise.withResolvers<undefined>();
    two.onCommitted((notice) => {
      heard.push(notice);
      if (notice.head_seq === 40) last.resolve(undefined);
    });
    await one.submit(plainSubmit());
    await two.status();
    // It was sent before that answer.
    expect(heard).toHaveLength(1);
    for (let i = 1; i < 40; i += 1) await one.submit(plainSubmit());
    await last.promise;
    const seqs = heard.map((notice) => notice.head_seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    expect(heard.every((notice) => notice.approvals.length === 0)).toBe(true);
  });

  test('clients reach the same keeper and are notified of each commit', async () => {
    const [one, two] = await both();
    const heard: CommittedNotice[] = [];
    const stopHearing = two.onCommitted((notice) => heard.push(notice));
    await one.submit(plainSubmit({ operation_id: 'op', tool: 'pending' }));
    // The notice was sent before this answer.
    expect((await two.status()).clients).toBe(2);
    expect(heard).toEqual([
      { head_seq: 1, audit_seq: 1, approvals: [{ approval_id: 'op', status: 'pending' }] },
    ]);
    stopHearing();
    await one.submit(plainSubmit());
    await two.status();
    expect(heard).toHaveLength(1);
  });

  test('a closing keeper hands over, and requests in flight are executed once', async () => {
    const first = await connect();
    const second = await connect();
    const inFlight = Array.from({ length: 200 }, (_, i) =>
      second.submit(plainSubmit({ operation_id: `op-${i}` })),
    );
    await first.close();
    const after = await Promise.all(inFlight);
    expect(new Set(after.map(firstSeq)).size).toBe(200);
    expect(await second.status()).toMatchObject({ epoch: 2, head_seq: 200 });
  });

  test('a process that only reads never becomes the keeper', async () => {
    const waiting = connect({ takeOver: false, timeoutMs: 300 });
    await expect(waiting).rejects.toThrow(KeeperUnavailable);
    const first = await connect();
    const onlooker = await connect({ takeOver: false, timeoutMs: 3000 });
    expect((await onlooker.status()).epoch).toBe(1);
    await first.close();
    await expect(onlooker.status()).rejects.toThrow(/within 3000 ms/);
  });

  test('a killed keeper is replaced by a process on standby', async () => {
    const child = await spawn();
    const keeper = await connect();
    expect((await keeper.status()).pid).toBe(child.pid);
    await keeper.submit(plainSubmit());
    const inFlight = Array.from({ length: 50 }, () => keeper.submit(plainSubmit()));
    child.kill('SIGKILL');
    const replies = await Promise.all(inFlight);
    expect(replies.every((reply) => reply.status === 'committed')).toBe(true);
    expect(await keeper.status()).toMatchObject({ pid: process.pid, epoch: 2, head_seq: 51 });
  });

  test('a process that reaches a long path through a link, with another TMPDIR, finds the same keeper', async () => {
    const dir = join(paths.dir, 'x'.repeat(120));
    const link = join(paths.dir, 'link');
    mkdirSync(dir);
    symlinkSync(dir, link);
    createWorkspaceFiles(dir);
    const child = await spawn('', link, { TMPDIR: paths.dir, XDG_RUNTIME_DIR: paths.dir });
    const keeper = await connect({ dir });
    expect(await keeper.status()).toMatchObject({ pid: child.pid, epoch: 1, clients: 2 });
    expect(firstSeq(await keeper.submit(plainSubmit()))).toBe(1);
  });

  test('a keeper whose socket file was removed is found again', async () => {
    const first = await connect();
    rmSync(paths.socket);
    const second = await connect();
    expect((await second.status()).epoch).toBe(1);
    expect(firstSeq(await first.submit(plainSubmit()))).toBe(1);
  });

  test('a keeper whose lock file was replaced gives way without writing', async () => {
    const child = await spawn();
    const keeper = await connect();
    child.kill('SIGSTOP');
    rmSync(paths.lock);
    rmSync(paths.socket);
    const usurper = await connect();
    expect(await usurper.status()).toMatchObject({ epoch: 2, pid: process.pid });
    child.kill('SIGCONT');
    expect(firstSeq(await keeper.submit(plainSubmit()))).toBe(1);
    expect(firstSeq(await usurper.submit(plainSubmit()))).toBe(2);
    expect((await keeper.status()).epoch).toBe(2);
    expect(child.exitCode).toBeNull();
  });
});

describe('a keeper that is slow or stuck', () => {
  let lock: KeeperLock | undefined;
  afterEach(() => lock?.close());

  /** Resolves after a delay in which an unanswered client has given up. */
  async function aWhile(): Promise<void> {
    const elsewhere = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'connect-')));
    const onlooker = connect({ dir: elsewhere.dir, takeOver: false, timeoutMs: 400 });
    await expect(onlooker).rejects.toThrow(/within 400 ms/);
    rmSync(elsewhere.dir, { recursive: true });
  }

  test('a process that holds the lock but does not serve yet is waited for beyond the time limit', async () => {
    lock = openKeeperLock(paths.lock);
    expect(lock.acquire()).toBe(true);
    const keeper = connect({ timeoutMs: 50, stuckMs: 60_000 });
    await aWhile();
    lock.release();
    expect(firstSeq(await (await keeper).submit(plainSubmit()))).toBe(1);
  });

  test('a process that holds the lock and never serves is named as the reason', async () => {
    lock = openKeeperLock(paths.lock);
    expect(lock.acquire()).toBe(true);
    await expect(connect({ timeoutMs: 50, stuckMs: 1000 })).rejects.toThrow(
      /holds the keeper's lock .* no progress within 1000 ms/,
    );
  });

  test('the wait for the first connection can be cancelled', async () => {
    lock = openKeeperLock(paths.lock);
    expect(lock.acquire()).toBe(true);
    const end = new AbortController();
    const keeper = connect({ timeoutMs: 50, signal: end.signal });
    end.abort();
    await expect(keeper).rejects.toThrow('the start was cancelled');
  });

  test('a keeper that is stopped for longer than the time limit answers when it continues', async () => {
    const child = await spawn();
    const keeper = await connect({ timeoutMs: 50, stuckMs: 60_000 });
    await keeper.status();
    child.kill('SIGSTOP');
    const slow = keeper.submit(plainSubmit());
    await aWhile();
    child.kill('SIGCONT');
    expect(firstSeq(await slow)).toBe(1);
    expect((await keeper.status()).pid).toBe(child.pid);
  });

  test('a keeper that stays stopped is reported as stuck', async () => {
    const child = await spawn();
    const keeper = await connect({ timeoutMs: 50, stuckMs: 1000 });
    await keeper.status();
    child.kill('SIGSTOP');
    await expect(keeper.submit(plainSubmit())).rejects.toMatchObject({
      body: {
        name: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(/is connected and has made no progress within 1000 ms/),
        data: { outcome: 'unknown' },
      },
    });
  });
});

describe('bad input on the socket', () => {
  beforeEach(async () => {
    await connect();
  });
  afterEach(async () => {
    for (;;) {
      const status = await keepers[0]?.status();
      if (status?.epoch !== 1) throw new Error(`the keeper has changed: ${JSON.stringify(status)}`);
      if (status.clients === 1) return;
    }
  });

  test.each([
    ['no json', 'nonsense\n', -32_700],
    ['json that is no request', '{"a":1}\n', -32_600],
    ['an array', '[]\n', -32_600],
    ['deep nesting', `${'['.repeat(100_000)}\n`, -32_700],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), -32_700],
    [
      'a request with a text that is not UTF-8',
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"approval","params":"\xff"}\n', 'latin1'),
      -32_700,
    ],
  ])('%s is answered and the connection closed', async (_, text, code) => {
    const answer = JSON.parse(await raw(text)) as { error: { code: number }; id: null };
    expect(answer).toMatchObject({ id: null, error: { code } });
  });

  test('a message over the limit is cut off', async () => {
    const head = '{"jsonrpc":"2.0","id":1,"method":"submit","params":';
    const answer = await raw(
      Buffer.concat([Buffer.from(head), Buffer.alloc(64 * 1024 * 1024, 0x20)]),
    );
    // The system may drop the answer with the connection, because more was sent than was read.
    expect(answer === '' || answer.includes('-32600')).toBe(true);
  });

  test('an unknown method is answered with an error', async () => {
    const socket = await provenSocket(paths);
    socket.write('{"jsonrpc":"2.0","id":7,"method":"drop"}\n');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(JSON.parse(chunk.toString())).toMatchObject({ id: 7, error: { code: -32_601 } });
    socket.destroy();
    await once(socket, 'close');
  });

  test('a connection that closes in the middle of a message leaves nothing behind', async () => {
    const socket = await provenSocket(paths);
    socket.write('{"jsonrpc":"2.0","id":1,"method":"sub');
    await pause(10);
    socket.destroy();
    await once(socket, 'close');
  });
});

describe('ends', () => {
  test('closing leaves no socket, no lock and no log file', async () => {
    const keeper = await connect();
    await keeper.submit(plainSubmit());
    await keeper.close();
    expect(existsSync(paths.socket)).toBe(false);
    expect(existsSync(`${paths.store}-wal`)).toBe(false);
    await expect(keeper.status()).rejects.toThrow(KeeperUnavailable);
    expect((await (await connect()).status()).head_seq).toBe(1);
  });

  test('closing waits for outstanding requests', async () => {
    const keeper = await connect();
    const asked = keeper.submit(plainSubmit());
    await keeper.close();
    expect(firstSeq(await asked)).toBe(1);
  });

  test('an idle process ends by itself, keeper or not', async () => {
    const child = await spawn('leave');
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(0);
  });

  test.each([
    ['NOT_A_WORKSPACE', () => rmSync(paths.store)],
    ['CORRUPT', () => writeFileSync(paths.store, 'nonsense '.repeat(1000))],
  ])('a store that is %s is reported at once', async (code, spoil) => {
    spoil();
    const error = await connect().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LedgerError);
    expect(error).toMatchObject({ code });
  });
});
