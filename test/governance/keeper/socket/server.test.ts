/** @module server.test: the keeper's socket for an unknown client: lines that are not requests, methods that do not exist. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startKeeper } from '../../../../governance/keeper/commit/group-committer.ts';
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
  message: 100_000,
  unread: 200_000,
  unreadShare: 0,
};

let paths: WorkspacePaths;
let writer: SqliteWriter;
let service: KeeperService;
let socket: Socket;

beforeEach(async () => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'socket-')));
  writer = openSqliteWriter(paths.store);
  const committer = await startKeeper(writer, makePlainHandlers(), {
    committed: (notice) => service.broadcast(notice),
    lost: () => undefined,
  });
  service = await serveKeeper(paths, committer, LIMITS);
  socket = await provenSocket(paths);
});
afterEach(async () => {
  socket.destroy();
  await service.close();
  await writer.close();
  rmSync(paths.dir, { recursive: true });
});

/** Everything received until the connection ends or `lines` lines have arrived. */
async function answers(text: string, lines = Infinity): Promise<readonly unknown[]> {
  socket.write(text);
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.split('\n').length > lines) break;
  }
  return received
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

const idOf = (answer: unknown): string => String((answer as { id: unknown }).id);

const rpc = (id: unknown, method: string, params?: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

test('a line that is not JSON ends the connection', async () => {
  expect(await answers('{"jsonrpc"\n')).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'the line is not json' } },
  ]);
});

test.each(['{"jsonrpc":"2.0","id":1}', 'null', '5', '[]', '{"id":1,"method":"status"}'])(
  'json that is not a request ends the connection: %s',
  async (line) => {
    expect(await answers(`${line}\n`)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  },
);

test('a line that is too long ends the connection', async () => {
  expect(await answers('x'.repeat(100_001))).toMatchObject([
    { error: { code: -32600, message: 'the message exceeds 100000 bytes' } },
  ]);
});

test('an unknown method and wrong parameters are refused, and the connection continues', async () => {
  const text = rpc(1, 'nothing') + rpc('two', 'approval', 5) + rpc(3, 'status');
  const byId = (await answers(text, 3)).toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
  expect(byId).toMatchObject([
    { id: 1, error: { code: -32601, message: 'Method not found' } },
    { id: 3, result: { epoch: 1, head_seq: 0, clients: 1 } },
    { id: 'two', error: { code: -32602, message: expect.stringContaining('unusable params') } },
  ]);
});

test('a notification is executed and not answered', async () => {
  const text = rpc(undefined, 'submit', plainSubmit()) + rpc(2, 'submit', plainSubmit());
  const [notice, reply, ...rest] = await answers(text, 2);
  expect(notice).toMatchObject({ method: 'committed', params: { head_seq: 2 } });
  expect(reply).toMatchObject({ id: 2, result: { first_seq: 2 } });
  expect(rest).toEqual([]);
});

test('a client that reads no answers is disconnected before they fill the memory', async () => {
  socket.pause();
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve('closed'));
  });
  // Each answer repeats its id: far more bytes than the system's buffers and two messages of maximum length.
  for (let sent = 0; sent < 400; sent += 1) socket.write(rpc('x'.repeat(45_000), 'status'));
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('still open'), 60_000).unref();
  });
  expect(await Promise.race([closed, late])).toBe('closed');
});
