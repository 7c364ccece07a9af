/** @module giving-up.test: a request that is never answered fails, whatever its keepers do. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { KeepersLost } from '../../../../governance/keeper/protocol/keeper-error.ts';
import { openClient } from '../../../../governance/keeper/socket/client.ts';
import { KeeperHandshake } from '../../../../governance/keeper/socket/handshake.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';
import { plainSubmit } from '../plain-handlers.ts';

type Request = { readonly id: unknown; readonly method: unknown };

let paths: WorkspacePaths;
let server: Server;
let methods: unknown[];

beforeEach(() => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'giving-up-')));
  methods = [];
});
afterEach(() => {
  server.close();
  rmSync(paths.dir, { recursive: true });
});

/** A keeper that completes the handshake and then calls this for each request. */
async function keeperThat(does: (request: Request, socket: Socket) => void): Promise<void> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    const handshake = new KeeperHandshake(paths);
    let proven = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (proven) {
        const request = JSON.parse(line) as Request;
        methods.push(request.method);
        does(request, socket);
        return;
      }
      const answer = handshake.receive(line);
      if (typeof answer === 'object') socket.write(`${answer.reply}\n`);
      proven = answer === 'proven';
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(paths.socket, resolve);
  });
  chmodSync(paths.socket, 0o600);
}

const connect = (stuckMs: number) =>
  openClient({ place: paths, timeoutMs: 50, stuckMs, onUnreachable: () => true });

test('a request that ends each keeper is sent to three of them', async () => {
  await keeperThat((_, socket) => socket.destroy());
  const client = connect(60_000);
  await expect(client.submit(plainSubmit())).rejects.toMatchObject({
    body: {
      name: 'STORE_UNAVAILABLE',
      message: '3 keepers ended before they answered this',
      data: { outcome: 'unknown' },
    },
  });
  await expect(client.record([{ kind: 'call' }])).rejects.toBeInstanceOf(KeepersLost);
  expect(methods).toEqual(['submit', 'submit', 'submit', 'record', 'record', 'record']);
  await client.close();
});

test('a request that a keeper drops fails, although the keeper continues to work', async () => {
  let head_seq = 0;
  await keeperThat(({ id, method }, socket) => {
    if (method !== 'status') return;
    head_seq += 1;
    const result = { epoch: 1, head_seq, audit_seq: head_seq, usable: true };
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  });
  const client = connect(1200);
  await expect(client.submit(plainSubmit())).rejects.toMatchObject({
    body: { message: 'no answer from the keeper within 6000 ms', data: { outcome: 'unknown' } },
  });
  expect(methods.filter((method) => method === 'status').length).toBeGreaterThan(1);
  await client.close();
});
