/** @module memory.test: hostile clients do not make the memory of a hub grow. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { BODY, SESSIONS } from './hostile-hub.ts';

/** Opened and dropped in all: 10,200. */
const [ROUNDS, CONNECTIONS, AT_ONCE] = [3, 3400, 200];
const REQUESTS = 60;
/** Maximum growth of the heap between the first and the last round: less than 110 bytes per connection. */
const GROWTH_BYTES = 700_000;

let hub: ChildProcess;
let port: number;
beforeAll(async () => {
  hub = fork(join(import.meta.dirname, 'hub-process.ts'), { execArgv: ['--expose-gc'] });
  ({ port } = z.object({ port: z.number() }).parse((await once(hub, 'message'))[0]));
});
afterAll(() => {
  hub.kill('SIGKILL');
});

const Held = z.object({ heap: z.number(), rss: z.number() });
async function held(): Promise<z.output<typeof Held>> {
  hub.send('measure');
  return Held.parse((await once(hub, 'message'))[0]);
}

function opened(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

const BEGUN = [
  '',
  'POST /mcp/spatial HTTP/1.1\r\nHost: loc',
  'POST /mcp/spatial HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{"jsonrpc"',
];

/** Opens connections, writes a part of a request to each, and breaks them off in both possible ways. */
async function dropped(count: number): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, opened));
  for (const [index, socket] of sockets.entries()) {
    const part = BEGUN[index % BEGUN.length] ?? '';
    socket.on('error', () => undefined);
    if (part === '') socket.resetAndDestroy();
    else socket.write(part, () => (index % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()));
  }
  const open = sockets.filter(({ closed }) => !closed);
  await Promise.all(open.map((socket) => once(socket, 'close')));
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
type Sent = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Breaks off when the answer starts. */
  readonly drop?: boolean;
};

/** Sends a request over a separate connection; returns its status and the session that it opened, if any. */
function sent({ method = 'POST', headers = {}, body = '', drop = false }: Sent): Promise<{
  readonly status: number;
  readonly session: string;
}> {
  return new Promise((resolve, reject) => {
    const path = '/mcp/spatial';
    const sending = httpRequest(
      { port, method, path, headers: { ...HEADERS, ...headers }, agent: false },
      (response) => {
        const { statusCode = 0, headers: received } = response;
        const answer = { status: statusCode, session: String(received['mcp-session-id']) };
        if (drop) {
          response.destroy();
          resolve(answer);
          return;
        }
        response.on('end', () => resolve(answer)).resume();
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}

const message = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const INITIALIZE = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '0' },
});
const LIST = message('tools/list', {});
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params: object): Pick<Sent, 'headers' | 'body'> => ({
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
  body: message(method, { ...params, _meta }),
});

/** One request of each kind, with its status. */
async function asked(index: number): Promise<readonly number[]> {
  const begun = await sent({ body: INITIALIZE });
  const session = { 'mcp-session-id': begun.session };
  const notifications = { toolsListChanged: true };
  const answers = [
    begun,
    await sent({ headers: { host: 'evil.example' } }),
    await sent({ headers: { origin: 'https://evil.example' } }),
    await sent({ headers: { authorization: `Bearer plumb_${index}${'x'.repeat(200)}` } }),
    await sent({ headers: { 'mcp-session-id': `ses_${index}_of_another` }, body: LIST }),
    await sent({ body: Buffer.alloc(BODY.bytes - 1, 0xff) }),
    await sent({ body: '['.repeat(BODY.depth + 1) }),
    await sent({ body: 'x'.repeat(BODY.bytes * 2) }),
    await sent({ body: `[${INITIALIZE}]` }),
    await sent({ headers: session, body: LIST }),
    // Event streams that are not ended properly
    await sent({ method: 'GET', headers: session, drop: true }),
    await sent({ ...modern('subscriptions/listen', { notifications }), drop: true }),
    await sent(modern('tools/list', {})),
  ];
  return answers.map(({ status }) => status);
}

test(`${ROUNDS * CONNECTIONS} broken connections and as many bad requests do not make the memory grow`, async () => {
  let first = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let done = 0; done < CONNECTIONS; done += AT_ONCE) await dropped(AT_ONCE);
    for (let i = 0; i < REQUESTS; i += SESSIONS.maxPerOwner) {
      const all = await Promise.all([asked(i), asked(i + 1), asked(i + 2)]);
      for (const statuses of all) {
        expect(statuses).toEqual([200, 403, 403, 401, 404, 400, 400, 413, 400, 200, 200, 200, 200]);
      }
    }
    if (round === 0) first = (await held()).heap;
  }
  // A busy hub releases the last connections a moment later; a leak is never released.
  await expect.poll(async () => (await held()).heap - first).toBeLessThan(GROWTH_BYTES);
  expect(hub.exitCode).toBeNull();
});
