/** @module handshake.test: keeper and client authenticate each other before anything else is sent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openClient } from '../../../../governance/keeper/socket/client.ts';
import {
  ClientHandshake,
  KeeperHandshake,
  proofOf,
} from '../../../../governance/keeper/socket/handshake.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';
import { plainSubmit } from '../plain-handlers.ts';

let paths: WorkspacePaths;
beforeEach(() => {
  paths = createWorkspaceFiles(mkdtempSync(join(tmpdir(), 'handshake-')));
});
afterEach(() => rmSync(paths.dir, { recursive: true }));

/** The same place with another secret. */
function withOtherSecret(): WorkspacePaths {
  const socketKey = join(paths.keys, 'other.key');
  writeFileSync(socketKey, `${'5'.repeat(64)}\n`, { mode: 0o600 });
  return { ...paths, socketKey };
}

function replyOf(keeper: KeeperHandshake, hello: string): string {
  const reply = keeper.receive(hello);
  return typeof reply === 'string' ? reply : reply.reply;
}

/** The keeper's answer to a client's proof when both use their own place. */
function meeting(keeperAt: WorkspacePaths, clientAt: WorkspacePaths): unknown {
  const keeper = new KeeperHandshake(keeperAt);
  const client = new ClientHandshake(clientAt);
  const answer = client.receive(replyOf(keeper, client.hello()));
  return 'fault' in answer ? answer.fault : keeper.receive(answer.proof);
}

describe('the handshake', () => {
  test('ends with a valid proof on both sides for the same secret and address', () => {
    expect(meeting(paths, paths)).toBe('proven');
  });

  test('a keeper without the secret, or at another address, is not trusted', () => {
    expect(meeting(withOtherSecret(), paths)).toMatch(/has not proven/);
    expect(meeting({ ...paths, socket: '/tmp/other.sock' }, paths)).toMatch(/has not proven/);
    expect(meeting({ ...paths, socketKey: join(paths.keys, 'none') }, paths)).toMatch(/not proven/);
    expect(meeting(paths, { ...paths, socketKey: join(paths.keys, 'none') })).toMatch(/ENOENT/);
  });

  test('a client is not trusted with a wrong proof, the proof of the keeper, or one of another connection', () => {
    const client = new ClientHandshake(paths);
    const first = new KeeperHandshake(paths);
    const reply = replyOf(first, client.hello());
    const answer = client.receive(reply);
    const proof = 'proof' in answer ? answer.proof : '';
    const { proof: keepers } = JSON.parse(reply) as { proof: string };
    const again = (line: string): unknown => {
      const keeper = new KeeperHandshake(paths);
      replyOf(keeper, client.hello());
      return keeper.receive(line);
    };
    expect(first.receive(proof)).toBe('proven');
    expect(again(proof)).toBe('refused');
    expect(again(JSON.stringify({ proof: keepers }))).toBe('refused');
    expect(again(JSON.stringify({ proof: '0'.repeat(64) }))).toBe('refused');
  });

  test.each([
    'null',
    '{}',
    'nonsense',
    '{"plumbline":1,"nonce":"00"}',
    `{"plumbline":2,"nonce":"${'0'.repeat(64)}"}`,
    '{"jsonrpc":"2.0","id":1,"method":"status"}',
  ])('%s is not part of the handshake', (line) => {
    expect(new KeeperHandshake(paths).receive(line)).toBe('refused');
    expect(new ClientHandshake(paths).receive(line)).toHaveProperty('fault');
  });

  test('a proof is bound to its sender, to both nonces and to the address', () => {
    const secret = Buffer.alloc(32, 1);
    const met = { client: 'a', keeper: 'b', address: 'c' };
    const proofs = [
      proofOf(secret, 'keeper', met),
      proofOf(secret, 'client', met),
      proofOf(secret, 'client', { ...met, client: 'x' }),
      proofOf(secret, 'client', { ...met, keeper: 'x' }),
      proofOf(secret, 'client', { ...met, address: 'x' }),
      proofOf(Buffer.alloc(32, 2), 'client', met),
    ];
    expect(new Set(proofs).size).toBe(proofs.length);
  });
});

describe('a process that impersonates the keeper', () => {
  let server: Server;
  let received: string;
  const listen = async (answer: (line: string) => string | null): Promise<void> => {
    received = '';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        const reply = answer(chunk.toString());
        if (reply !== null) socket.write(`${reply}\n`);
      });
    });
    const { chmodSync } = await import('node:fs');
    await new Promise<void>((resolve) => {
      server.listen(paths.socket, resolve);
    });
    chmodSync(paths.socket, 0o600);
  };
  afterEach(() => {
    server.close();
  });

  test.each<[string, (line: string) => string | null]>([
    ['sends nothing', () => null],
    ['answers without the secret', (line) => replyOf(new KeeperHandshake(withOtherSecret()), line)],
    ["sends the client's own line back", (line) => line.trimEnd()],
    ['sends null', () => 'null'],
    ['sends a line that is too long', () => 'x'.repeat(1000)],
    [
      'answers like a keeper of an earlier version',
      () => '{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}',
    ],
  ])("and %s gets the client's nonces and nothing else", async (_, answer) => {
    await listen(answer);
    const client = openClient({
      place: paths,
      timeoutMs: 150,
      stuckMs: 60_000,
      onUnreachable: () => false,
    });
    client.connected.catch(() => undefined);
    await expect.poll(() => received).not.toBe('');
    await expect(client.submit(plainSubmit())).rejects.toMatchObject({
      body: { name: 'STORE_UNAVAILABLE', message: expect.stringContaining('within 150 ms') },
    });
    await client.close();
    const lines = received.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^\{"plumbline":1,"nonce":"[0-9a-f]{64}"\}$/);
  });
});
