/** @module threads.test: the thread on which a call runs, and how calls are cancelled, interrupted, limited and survive a dead thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { CallData, Replies, Request } from '../../../governance/engine/protocol.ts';
import { EngineThread } from '../../../governance/engine/thread.ts';
import { EngineThreads } from '../../../governance/engine/threads.ts';
import { createWorkspaceFiles } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { Progress } from '../../../kernel/base/work/checkpoint.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import { foundedCall } from './founded-call.ts';

const BEGUN = 14;
const LIMITS = { long_ms: 20, short_ms: 0, max_per_caller: 8, idle_ms: 60_000, overdue_ms: 50 };

let dir: string;
let gates: Int32Array;
let threads: EngineThreads;
let started: number;
let call: CallData;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-threads-'));
  const { store } = createWorkspaceFiles(dir);
  await openSqliteWriter(store).close();
  const memory = new SharedArrayBuffer(16 * Int32Array.BYTES_PER_ELEMENT);
  gates = new Int32Array(memory);
  started = 0;
  threads = opened(LIMITS);
  call = foundedCall('test');
});

afterEach(async () => {
  for (let i = 0; i < BEGUN; i += 1) Atomics.store(gates, i, 1);
  await threads[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

function start(shared: SharedArrayBuffer): Worker {
  const { store } = createWorkspaceFiles(dir);
  started += 1;
  return new Worker(new URL('./gated-engine.ts', import.meta.url), {
    workerData: { store, gates: gates.buffer, shared },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 250 },
  });
}

function opened(limits: Partial<typeof LIMITS>): EngineThreads {
  return new EngineThreads(start, { ...LIMITS, ...limits });
}

type Sent = { readonly reply: Promise<Replies['query']>; readonly stop: AbortController };

/** Sends a query with the number of the gate that it waits for. */
function sent(
  tool: string,
  gate = 0,
  {
    owner = 'one',
    report = () => {},
  }: { owner?: string; report?: (progress: Progress) => void } = {},
): Sent {
  const stop = new AbortController();
  const request = { call: { ...call, tool, own: { gate } }, input: {} };
  const reply = threads.handle('query', request, { owner, signal: stop.signal, report });
  return { reply, stop };
}

/** Waits until this many gated calls have begun in total. */
async function begun(count: number): Promise<void> {
  for (;;) {
    const now = Atomics.load(gates, BEGUN);
    if (now >= count) return;
    await Atomics.waitAsync(gates, BEGUN, now).value;
  }
}

const threadOf = async ({ reply }: Sent): Promise<unknown> => (await reply).data['thread'];

function open(gate: number): void {
  Atomics.store(gates, gate, 1);
}

test('the first call starts one thread, and later ones use it', async () => {
  expect(threads.running).toBe(0);
  const first = await threadOf(sent('quick'));
  expect(await threadOf(sent('quick'))).toBe(first);
  expect([threads.running, started]).toEqual([1, 1]);
});

test('threads are ready after their first answer, and not after they have ended', async () => {
  const first = sent('gated', 1);
  expect([threads.running, threads.isReady]).toEqual([1, false]);
  open(1);
  await first.reply;
  expect(threads.isReady).toBe(true);
  await threads[Symbol.asyncDispose]();
  await expect.poll(() => threads.isReady).toBe(false);
});

test("a tool that was quick in an engine thread starts in the gate's thread again", async () => {
  for (const [short_ms, expected] of [
    [0, true],
    [Infinity, false],
  ] as const) {
    await using own = opened({ short_ms });
    const asker = { owner: 'one', signal: new AbortController().signal, report: () => {} };
    await own.handle('query', { call: { ...call, tool: 'quick' }, input: {} }, asker);
    expect(own.isLong('query', { ...call, tool: 'quick' })).toBe(expected);
  }
});

test('progress is reported while a call runs', async () => {
  const reported: Progress[] = [];
  await sent('counting', 0, { report: (progress) => reported.push(progress) }).reply;
  expect(reported[0]).toEqual({ done: 0, total: 5, doing: 'counting' });
});

test('a call that waits for a thread says so until it begins', async () => {
  threads = opened({ long_ms: 60_000 });
  const long = sent('gated', 0);
  await begun(1);
  const reported: Progress[] = [];
  const waiting = sent('counting', 0, { report: (progress) => reported.push(progress) });
  expect(reported).toEqual([{ done: 0, total: 1, doing: 'waiting for another long call' }]);
  open(0);
  await Promise.all([long.reply, waiting.reply]);
  expect(reported[1]).toMatchObject({ doing: 'counting' });
});

test('a refusal and a fault of a tool arrive unchanged', async () => {
  await expect(sent('refusing').reply).rejects.toMatchObject({
    body: { name: 'INVALID_ARGUMENT', message: 'no', hint: 'ask otherwise', data: { why: 'test' } },
  });
  await expect(sent('faulty').reply).rejects.toThrow('a bug');
});

test('a text that cannot be written as JSON is refused as an argument', async () => {
  await expect(sent('unwritable').reply).rejects.toMatchObject({
    body: { name: 'INVALID_ARGUMENT' },
  });
});

test('a cancelled call reports no progress, not even that which was sent before', async () => {
  await sent('quick').reply;
  const reported: Progress[] = [];
  const long = sent('reporting', 0, { report: (progress) => reported.push(progress) });
  // Blocks this thread, so that the message is waiting when the call is cancelled.
  Atomics.wait(gates, BEGUN, 0);
  long.stop.abort();
  await expect(long.reply).rejects.toMatchObject({ because: 'cancelled' });
  await sent('quick').reply;
  expect(reported).toEqual([]);
});

test('a caller with one call is answered before the second call of another', async () => {
  threads = opened({ long_ms: 60_000 });
  const long = sent('gated', 0);
  await begun(1);
  const answered: string[] = [];
  const waiting = [
    ['one', 'first of one'],
    ['one', 'second of one'],
    ['two', 'first of two'],
  ].map(async ([owner, name = '']) => {
    await sent('quick', 0, owner === undefined ? {} : { owner }).reply;
    answered.push(name);
  });
  open(0);
  await Promise.all([long.reply, ...waiting]);
  expect(answered).toEqual(['first of two', 'first of one', 'second of one']);
});

describe('a job whose caller does not receive its reply', () => {
  const job = (tool: string): Request<'job'> => ({
    call: { ...call, tool, own: { gate: 0 } },
    input: { event_id: 'e', dry_run: false },
  });
  const staged = { event_id: 'e', path: 'a', sha256: '', folders: ['b'] };

  test('reports the file that it staged after it was cancelled', async () => {
    const untaken = Promise.withResolvers<Replies['job'] | null>();
    const stop = new AbortController();
    const asker = { owner: 'one', signal: stop.signal, report: () => {} };
    const reply = threads.handle('job', job('staging_job'), {
      ...asker,
      untaken: untaken.resolve,
    });
    await begun(1);
    stop.abort();
    open(0);
    await expect(reply).rejects.toMatchObject({ because: 'cancelled' });
    expect(await untaken.promise).toMatchObject({ staged });
  });

  test('reports that its thread died, and nothing if it was answered', async () => {
    const untaken: unknown[] = [];
    const asker = {
      owner: 'one',
      signal: new AbortController().signal,
      report: () => {},
      untaken: (reply: unknown) => untaken.push(reply),
    };
    open(0);
    await threads.handle('job', job('staging_job'), asker);
    expect(untaken).toEqual([]);
    await expect(threads.handle('job', job('dying_job'), asker)).rejects.toMatchObject({
      body: { name: 'EXTERNAL_FAILURE', message: expect.stringContaining('no file was written') },
    });
    expect(untaken).toEqual([null]);
  });
});

describe('while a long call runs', () => {
  test('a short call is answered by a second thread', async () => {
    const long = sent('gated');
    await begun(1);
    const quick = await threadOf(sent('quick'));
    open(0);
    expect(await threadOf(long)).not.toBe(quick);
    expect([threads.running, started]).toEqual([2, 2]);
  });

  test('another long call is interrupted in the second thread and waits for the first', async () => {
    const first = sent('gated', 0);
    await begun(1);
    const second = sent('gated', 1);
    await begun(2);
    // The second thread is free for short calls.
    const quick = await threadOf(sent('quick'));
    open(0);
    const thread = await threadOf(first);
    await begun(3);
    open(1);
    expect(await threadOf(second)).toBe(thread);
    expect(quick).not.toBe(thread);
  });
});

describe('a cancelled call', () => {
  test('a cancelled call is refused at once, and its thread stops at the next checkpoint', async () => {
    const long = sent('gated');
    await begun(1);
    long.stop.abort();
    await expect(long.reply).rejects.toMatchObject({ because: 'cancelled' });
    await sent('quick').reply;
    expect(threads.running).toBeLessThanOrEqual(2);
    expect(Atomics.load(gates, 0)).toBe(0);
  });

  test('a cancelled call that reaches no checkpoint ends its thread, and the next call starts another', async () => {
    const deaf = sent('deaf');
    await begun(1);
    deaf.stop.abort();
    await expect(deaf.reply).rejects.toMatchObject({ because: 'cancelled' });
    // It waits for the first thread, because it is long too.
    const next = sent('gated', 1);
    await begun(2);
    open(1);
    await next.reply;
    expect(Atomics.load(gates, 0)).toBe(0);
  });

  test('a cancelled call that is waiting leaves the queue', async () => {
    const long = sent('gated', 0);
    await begun(1);
    const other = sent('gated', 1);
    await begun(2);
    const waiting = sent('gated', 2);
    waiting.stop.abort();
    await expect(waiting.reply).rejects.toMatchObject({ because: 'cancelled' });
    open(0);
    open(1);
    await Promise.all([long.reply, other.reply]);
  });

  test('a call that is cancelled before it is sent never runs', async () => {
    const stop = new AbortController();
    stop.abort();
    const request = { call: { ...call, tool: 'gated', own: { gate: 0 } }, input: {} };
    const asker = { owner: 'one', signal: stop.signal, report: () => {} };
    await expect(threads.handle('query', request, asker)).rejects.toMatchObject({
      because: 'cancelled',
    });
    expect(threads.running).toBe(0);
  });
});

describe('a thread that dies', () => {
  test('its call runs again in a new thread', async () => {
    await sent('dying', 1).reply;
    expect([Atomics.load(gates, 15), started]).toEqual([2, 2]);
  });

  test('a second death during the same call ends in a refusal, and the next call is answered', async () => {
    await expect(sent('dying', 2).reply).rejects.toMatchObject({
      body: { name: 'EXTERNAL_FAILURE' },
    });
    await sent('quick').reply;
    expect(Atomics.load(gates, 15)).toBe(2);
  });

  test('a call that needs too much memory is refused at once, and the next call is answered', async () => {
    await expect(sent('hungry').reply).rejects.toMatchObject({
      body: { name: 'OUT_OF_RANGE', data: { limit_mb: 200 } },
    });
    expect(started).toBe(1);
    await sent('quick').reply;
    expect(started).toBe(2);
  });

  test('a job, which may have staged a file, is refused at once', async () => {
    const request = {
      call: { ...call, tool: 'dying_job', own: { gate: 0 } },
      input: { event_id: 'e', dry_run: false },
    };
    const asker = { owner: 'one', signal: new AbortController().signal, report: () => {} };
    await expect(threads.handle('job', request, asker)).rejects.toMatchObject({
      body: { name: 'EXTERNAL_FAILURE' },
    });
    expect(started).toBe(1);
  });
});

test('refuses one long call too many of a caller, but not those of another caller', async () => {
  threads = opened({ max_per_caller: 1 });
  const long = sent('gated', 0);
  await begun(1);
  await expect(sent('quick').reply).rejects.toMatchObject({ body: { name: 'RATE_LIMITED' } });
  await sent('quick', 0, { owner: 'two' }).reply;
  // A person has approved this one, and the approval is used up.
  const approved = {
    owner: 'one',
    signal: new AbortController().signal,
    report: () => {},
    isApproved: true,
  };
  await threads.handle('query', { call: { ...call, tool: 'quick' }, input: {} }, approved);
  open(0);
  await long.reply;
});

test('runs as many calls of a caller as it may have, and one more when one has ended', async () => {
  threads = opened({ max_per_caller: 3 });
  const long = sent('gated', 0);
  await begun(1);
  const others = [sent('quick'), sent('quick')];
  await expect(sent('quick').reply).rejects.toMatchObject({
    body: { name: 'RATE_LIMITED', message: expect.stringContaining('3') },
  });
  open(0);
  await Promise.all([long, ...others].map(({ reply }) => reply));
  await sent('quick').reply;
});

test('a job that arrives while an idle thread ends is run by another thread', async () => {
  const hooks = { free: () => {}, failed: () => {} };
  const thread = new EngineThread(start, LIMITS, hooks);
  const run = async (step: 'query' | 'job', tool: string): Promise<string> => {
    const request = {
      call: { ...call, tool, own: { gate: 0 } },
      input: { event_id: 'e', dry_run: false },
    };
    const message = { step, text: JSON.stringify(request), limit_ms: null };
    const asker = { signal: new AbortController().signal, report: () => {} };
    return (await thread.run(message, asker)).how;
  };
  open(0);
  expect(await run('query', 'quick')).toBe('done');
  const ended = thread.end();
  expect(await run('job', 'staging_job')).toBe('done');
  await ended;
  await thread.end();
  expect(started).toBe(2);
});

test('the error that ends a thread is reported', async () => {
  const failed: unknown[] = [];
  await using own = new EngineThreads(
    () => new Worker('throw new Error("cannot load")', { eval: true }),
    LIMITS,
    (error) => failed.push(error),
  );
  const asker = { owner: 'one', signal: new AbortController().signal, report: () => {} };
  const reply = own.handle('query', { call: { ...call, tool: 'quick' }, input: {} }, asker);
  await expect(reply).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
  expect(String(failed[0])).toContain('cannot load');
});

test('disposal refuses running and waiting calls', async () => {
  const long = sent('deaf', 0);
  await begun(1);
  const waiting = sent('gated', 1);
  const ends = [long.reply, waiting.reply].map(async (reply) => {
    await expect(reply).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
  });
  await threads[Symbol.asyncDispose]();
  await Promise.all(ends);
  await expect(sent('quick').reply).rejects.toMatchObject({ body: { name: 'EXTERNAL_FAILURE' } });
  expect(threads.running).toBe(0);
});
