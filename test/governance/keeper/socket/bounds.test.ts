/** @module bounds.test: how much memory clients can make a keeper use: each by itself, all together, with and without a proof. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  startKeeper,
  type GroupCommitter,
} from '../../../../governance/keeper/commit/group-committer.ts';
import { Intake } from '../../../../governance/keeper/socket/intake.ts';
import { parsedSize } from '../../../../governance/keeper/socket/parsed-size.ts';
import { serveKeeper, type KeeperService } from '../../../../governance/keeper/socket/server.ts';
import {
  SOCKET_LIMITS,
  type SocketLimits,
} from '../../../../governance/keeper/socket/socket-limits.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';
import { openSqliteWriter, type SqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import { makePlainHandlers, plainSubmit } from '../plain-handlers.ts';
import { provenSocket } from '../proven-socket.ts';

const LIMITS: SocketLimits = {
  ...SOCKET_LIMITS,
  message: 4_000_000,
  small: 1000,
  large: 2,
  largeMs: 60_000,
  parsed: 1_000_000,
  clients: 6,
  strangers: 8,
};

let paths: WorkspacePaths;
let writer: SqliteWriter;
let service: KeeperService | null = null;
let sockets: Socket[];

async function open(
  limits = LIMITS,
  hold: { readonly onExecute?: () => void; readonly released?: Promise<undefined> } = {},
): Promise<void> {
  const committer = await startKeeper(writer, makePlainHandlers(), {
    committed: () => undefined,
    lost: () => undefined,
  });
  const held: GroupCommitter = {
    ...committer,
    execute: async (client, call) => {
      hold.onExecute?.();
      await hold.released;
      return committer.execute(client, call);
    },
  };
  service = await serveKeeper(paths, held, limits);
}
beforeEach(() => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'bounds-')));
  writer = openSqliteWriter(paths.store);
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await service?.close();
  service = null;
  await writer.close();
  rmSync(paths.dir, { recursive: true });
});

async function proven(): Promise<Socket> {
  const socket = await provenSocket(paths);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

function stranger(): Socket {
  const socket = createConnection(paths.socket);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** Everything received until the connection ends. */
async function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise((resolve) => {
    socket.on('close', resolve);
  });
  return text;
}

async function statusOf(socket: Socket): Promise<unknown> {
  socket.write('{"jsonrpc":"2.0","id":9,"method":"status"}\n');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return JSON.parse(chunk.toString());
}

const submit = (size: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'submit', params: plainSubmit({ size }) })}\n`;

describe('a connection that has not proven itself', () => {
  test.each([
    ['a request', '{"jsonrpc":"2.0","id":1,"method":"status"}\n', /no valid proof/],
    ['null', 'null\n', /no valid proof/],
    ['a longer line than the handshake has', 'x'.repeat(600), /exceeds 512 bytes/],
  ])('is refused when it sends %s, and others are still served', async (_, text, wanted) => {
    await open();
    const client = await proven();
    const other = stranger();
    other.write(text);
    expect(await rest(other)).toMatch(wanted);
    expect(await statusOf(client)).toMatchObject({ result: { clients: 1 } });
  });

  test('is closed when there are too many, the oldest first, and blocks nobody', async () => {
    await open({ ...LIMITS, strangers: 3 });
    const closed: number[] = [];
    const ends = Array.from({ length: 5 }, (_unused, index) => {
      const socket = stranger();
      return new Promise<void>((resolve) => {
        socket.on('close', () => {
          closed.push(index);
          resolve();
        });
      });
    });
    await Promise.all([ends[0], ends[1]]);
    expect(await statusOf(await proven())).toMatchObject({ result: { clients: 1 } });
    expect(closed.slice(0, 2)).toEqual([0, 1]);
  });
});

describe('clients', () => {
  test('are limited in number; one more is refused until another leaves', async () => {
    await open();
    const all = await Promise.all(Array.from({ length: 6 }, proven));
    expect(await rest(await proven())).toMatch(/too many clients/);
    const gone = once(all[0] ?? stranger(), 'close');
    all[0]?.destroy();
    await gone;
    await expect.poll(async () => statusOf(await proven())).toMatchObject({ id: 9 });
  });

  test.each([
    ['null', 'null\n'],
    ['half a line of nonsense', `{"jsonrpc":${'x'.repeat(5000)}`],
    [
      'a long request that needs none',
      `{"jsonrpc":"2.0","id":1,"method":"approval","params":"${'x'.repeat(200_000)}"}\n`,
    ],
  ])('a client that sends %s closes only its own connection', async (_, text) => {
    await open();
    const [bad, good] = [await proven(), await proven()];
    bad.write(text);
    expect(await rest(bad)).toContain('-32600');
    expect(await statusOf(good)).toMatchObject({ result: { clients: 1 } });
  });
});

describe('large messages', () => {
  const half = `{"jsonrpc":"2.0","id":1,"method":"submit","params":"${'x'.repeat(300_000)}`;

  test('that are sent half-way take turns, two at a time, and time out', async () => {
    await open({ ...LIMITS, largeMs: 150 });
    const slow = await Promise.all(Array.from({ length: 4 }, proven));
    for (const socket of slow) socket.write(half);
    const ends = slow.map(rest);
    // A small request of another client is answered in the meantime.
    expect(await statusOf(await proven())).toMatchObject({ id: 9, result: { epoch: 1 } });
    for (const text of await Promise.all(ends)) expect(text).toMatch(/did not end within/);
  });

  test('get their turns in order, even if a client leaves before its turn', () => {
    const intake = new Intake(LIMITS);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
    const granted: unknown[] = [];
    for (const client of [a, b, c, d]) {
      if (client !== undefined) intake.takeLarge(client, () => granted.push(client));
    }
    expect(granted).toEqual([a, b]);
    if (c !== undefined) intake.giveLarge(c);
    expect(granted).toEqual([a, b]);
    if (a !== undefined) intake.giveLarge(a);
    expect(granted).toEqual([a, b, d]);
  });

  test('of many clients at once are all executed', async () => {
    await open();
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = await proven();
        socket.write(submit(200_000));
        const [chunk] = (await once(socket, 'data')) as [Buffer];
        return JSON.parse(chunk.toString()) as { result: { first_seq: number } };
      }),
    );
    const seqs = replies.map(({ result }) => result.first_seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  test('of one client are handled one after the other, with small ones in between', async () => {
    await open();
    const socket = await proven();
    socket.write([submit(50_000), submit(10), submit(50_000), submit(10)].join(''));
    let text = '';
    while (text.split('\n').length < 5) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      text += chunk.toString();
    }
    expect(text.match(/"status":"committed"/g)).toHaveLength(4);
  });

  test('with too many parts are not parsed', async () => {
    await open();
    const socket = await proven();
    socket.write(
      `{"jsonrpc":"2.0","id":1,"method":"record","params":[${'{},'.repeat(100_000)}{}]}\n`,
    );
    expect(await rest(socket)).toMatch(/too many parts/);
  });
});

test('queued requests pause reading from every client, and are all answered', async () => {
  const released = Promise.withResolvers<undefined>();
  let begun = 0;
  await open(
    { ...LIMITS, small: 65_536, allWaitingBytes: 30_000 },
    { onExecute: () => (begun += 1), released: released.promise },
  );
  const clients = await Promise.all(Array.from({ length: 4 }, proven));
  const answered = clients.map(async (socket) => {
    let count = 0;
    while (count < 50) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      count += chunk.toString().split('"status":"committed"').length - 1;
    }
    return count;
  });
  for (const socket of clients) socket.write(submit(10_000).repeat(50));
  await expect.poll(() => begun).toBeGreaterThan(2);
  // The system delivers 64 KB at once, and nothing is read after it.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBeLessThan(4 * 8);
  released.resolve(undefined);
  expect(await Promise.all(answered)).toEqual([50, 50, 50, 50]);
});

test.each([
  ['[]', 2 + 80],
  ['{"a":1,"b":[2]}', 15 + 2 * 80 + 3 * 24],
  ['"{[,:"', 6],
  [String.raw`"\"{[,:\\"`, 10],
  ['[[[', 3 + 3 * 80],
])('the parsed size of %s is about %i bytes', (text, bytes) => {
  expect(parsedSize(Buffer.from(text))).toBe(bytes);
});
