/** @module hostile.test: the answers of a hub to malicious requests, after which it still runs. */
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { BODY, type HostileHub, openHostileHub, SESSIONS } from './hostile-hub.ts';

let hub: HostileHub;
let port: number;

beforeAll(async () => {
  hub = await openHostileHub();
  ({ port } = hub);
});
afterAll(async () => {
  await hub.close();
});

type Answer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

/** Sends a request; `parts` are written in order, and the request stays open after them if `end` is false. */
function ask(
  method: string,
  path: string,
  {
    headers = {},
    parts = [],
    end = true,
  }: {
    readonly headers?: OutgoingHttpHeaders;
    readonly parts?: readonly (string | Buffer)[];
    readonly end?: boolean;
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asked.on('error', reject);
    for (const part of parts) asked.write(part);
    if (end) asked.end();
    else asked.flushHeaders();
  });
}

const NAMED_PROTOTYPE = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"measure","arguments":{"__proto__":{}}}}`;

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const post = (body: string | Buffer, headers: OutgoingHttpHeaders = {}): Promise<Answer> =>
  ask('POST', '/mcp/spatial', { headers: { ...JSON_HEADERS, ...headers }, parts: [body] });
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '0' },
  },
});
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
const idOf = ({ headers }: Answer): string => String(headers['mcp-session-id']);

describe('a request is refused', () => {
  test.each([
    ['another host', { host: 'evil.example' }, 403, /`Host` names an unknown host/],
    ['no usable host', { host: '[' }, 403, /`Host`/],
    [
      'a page of another host',
      { origin: 'https://evil.example' },
      403,
      /`Origin` names an unknown host/,
    ],
    ['a page without a host', { origin: 'null' }, 403, /`Origin`/],
    [
      'an unknown token',
      { authorization: 'Bearer plumb_nobody' },
      401,
      /does not belong to an active agent/,
    ],
    ['no token but a password', { authorization: 'Basic YTpi' }, 401, /is not a bearer token/],
  ])('from %s', async (_, headers, status, expected) => {
    const answer = await post(INITIALIZE, headers);
    expect(answer).toMatchObject({ status, text: expect.stringMatching(expected) });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    const challenge = answer.headers['www-authenticate']?.startsWith('Bearer realm=') ?? false;
    expect(challenge).toBe(status === 401);
  });

  test.each([
    ['is a batch', `[${LIST}]`, 400, /is a batch/],
    ['is no request', '{}', 400, /-32600.*not a JSON-RPC 2.0 message/],
    ['is a number', '42', 400, /-32600.*not a JSON-RPC 2.0 message/],
    ['is an empty list', '[]', 400, /-32600.*not a JSON-RPC 2.0 message/],
    ['has a name that is dropped', NAMED_PROTOTYPE, 400, /argument is called `__proto__`/],
    ['is not JSON', '{', 400, /is not JSON/],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, /is not UTF-8: byte 1 \(0xff\)/],
    ['nests too deep', '['.repeat(21), 400, /nests more than 20/],
    ['is too long', `"${'x'.repeat(BODY.bytes)}"`, 413, /more than 10000 bytes/],
    ['begins no session', LIST, 400, /begin a session with `initialize`/],
  ])('whose body %s', async (_, body, status, expected) => {
    expect(await post(body)).toMatchObject({ status, text: expect.stringMatching(expected) });
  });

  test('whose body exceeds its declared size', async () => {
    const chunks = Array.from({ length: 12 }, () => 'x'.repeat(1000));
    const headers = { ...JSON_HEADERS, 'transfer-encoding': 'chunked' };
    const answer = await ask('POST', '/mcp/spatial', { headers, parts: chunks });
    expect(answer.status).toBe(413);
  });

  test('whose body does not arrive', async () => {
    const headers = { ...JSON_HEADERS, 'content-length': '100' };
    const answer = await ask('POST', '/mcp/spatial', { headers, parts: ['{'], end: false });
    expect(answer).toMatchObject({ status: 408, text: expect.stringContaining('300 ms') });
  });

  test('to an unknown path, or with an unsupported method', async () => {
    expect(await ask('GET', '/mcp/geometry')).toMatchObject({ status: 404 });
    expect(await ask('GET', '/mcp/spatial/../../etc/passwd')).toMatchObject({ status: 400 });
    expect(await ask('PUT', '/mcp/spatial')).toMatchObject({
      status: 405,
      headers: { allow: 'POST, GET, DELETE' },
    });
  });
});

test('a person who opens the address of the hub reads which paths it serves', async () => {
  const { status, headers, text } = await ask('GET', '/');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^ {2}\/mcp\/spatial +\S.* \(Streamable HTTP\)$/mu);
  expect(await ask('POST', '/')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  expect(await ask('GET', '/', { headers: { host: 'evil.example' } })).toMatchObject({
    status: 403,
  });
});

test('brackets and quotes in strings do not count as depth', async () => {
  const name = `${'['.repeat(50)}\\"${'{'.repeat(50)}`;
  const body = INITIALIZE.replace('"x"', `"${name}"`);
  expect(await post(body)).toMatchObject({ status: 200 });
});

test('an allowed host name and its origin are accepted', async () => {
  const headers = { host: 'plans.example:80', origin: 'https://plans.example' };
  expect(await ask('GET', '/healthz', { headers })).toMatchObject({ status: 200 });
});

test.each([
  ['by a public name', { host: 'plans.example' }],
  ['through a proxy that declares itself', { 'x-forwarded-for': '203.0.113.7' }],
  ['through one that declares itself with the newer header', { forwarded: 'for=203.0.113.7' }],
])('a request %s without a token is not from the default agent', async (_, headers) => {
  expect(await post(INITIALIZE, headers)).toMatchObject({ status: 401 });
  expect(await post(INITIALIZE)).toMatchObject({ status: 200 });
});

test('without --default-agent no request acts as the default agent, not even from this machine', async () => {
  const strict = await openHostileHub(false);
  const response = await fetch(`http://127.0.0.1:${strict.port}/mcp/spatial`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: INITIALIZE,
  });
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringContaining('no token was given'),
  ]);
  await strict.close();
});

describe('a batch', () => {
  const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };
  const begun = async (version: string): Promise<OutgoingHttpHeaders> => {
    const answer = await post(INITIALIZE.replace('2025-11-25', version));
    return { 'mcp-session-id': idOf(answer) };
  };
  test('is answered in a session of 2025-03-26', async () => {
    const session = await begun('2025-03-26');
    const body = JSON.stringify([PING, { ...PING, id: 8 }]);
    const answer = await post(body, session);
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/"id":7/);
    expect(answer.text).toMatch(/"id":8/);
    const twice = await post(JSON.stringify([PING, PING]), session);
    expect(twice).toMatchObject({ status: 400, text: expect.stringContaining('same `id`') });
    const long = JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ ...PING, id })));
    expect(await post(long, session)).toMatchObject({
      status: 400,
      text: expect.stringContaining('expected at most 100'),
    });
  });

  test('ends without the answers of its cancelled requests', async () => {
    const session = await begun('2025-03-26');
    const calls = [10, 11].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_model_summary', arguments: { reasoning: 'a test' } },
    }));
    const method = 'notifications/cancelled';
    const cancel = { jsonrpc: '2.0', method, params: { requestId: 10 } };
    const none = JSON.stringify([calls[0], cancel]);
    // More than 32 responses that stay open would exhaust the limit of the client. Each `id` is free again.
    for (let sent = 0; sent < 34; sent += 1) {
      expect(await post(none, session)).toMatchObject({ status: 200, text: '' });
    }
    const { text } = await post(JSON.stringify([...calls, cancel]), session);
    expect(text).toContain('"id":11');
    expect(text).not.toContain('"id":10');
    expect((await post(JSON.stringify(calls[0]), session)).text).toContain('"id":10');
  });

  test('counts each of its requests towards the limit of 32 running ones', async () => {
    const session = await begun('2025-03-26');
    const batch = (count: number): string =>
      JSON.stringify(Array.from({ length: count }, (_, at) => ({ ...PING, id: 100 + at })));
    expect(await post(batch(33), session)).toMatchObject({
      status: 429,
      text: expect.stringContaining('at most 32 at once'),
    });
    const { status, text } = await post(batch(32), session);
    expect([status, text.match(/"id":/g)?.length]).toEqual([200, 32]);
    await expect.poll(async () => (await post(batch(32), session)).status).toBe(200);
  });

  test('is refused in a session of another version', async () => {
    const session = await begun('2025-06-18');
    expect(await post(JSON.stringify([PING]), session)).toMatchObject({
      status: 400,
      text: expect.stringContaining('2025-03-26'),
    });
  });
});

describe('sessions', () => {
  test('are found only by their owner, and end when they are closed', async () => {
    const id = idOf(await post(INITIALIZE));
    expect(await post(LIST, { 'mcp-session-id': id })).toMatchObject({
      status: 200,
      text: expect.stringContaining('room_analysis'),
    });
    expect(await post(LIST, { 'mcp-session-id': `${id}0` })).toMatchObject({ status: 404 });
    const headers = { 'mcp-session-id': id };
    expect(await ask('DELETE', '/mcp/spatial', { headers })).toMatchObject({ status: 200 });
    expect(await post(LIST, headers)).toMatchObject({ status: 404 });
  });

  test('are limited: the least recently used one is ended', async () => {
    const begun: string[] = [];
    for (let i = 0; i < SESSIONS.maxPerOwner; i += 1) begun.push(idOf(await post(INITIALIZE)));
    const [first = '', second = ''] = begun;
    await post(LIST, { 'mcp-session-id': first });
    const fresh = idOf(await post(INITIALIZE));
    const statusOf = async (id: string): Promise<number> =>
      (await post(LIST, { 'mcp-session-id': id })).status;
    expect([await statusOf(first), await statusOf(second), await statusOf(fresh)]).toEqual([
      200, 404, 200,
    ]);
  });
});

function opened(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

test('data after a refused body in the same connection is not parsed as a request', async () => {
  const socket = await opened();
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.write(
    `POST /mcp/spatial HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\n${smuggled}`,
  );
  await ended;
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).not.toContain('"status":"ok"');
});

/** The response to raw bytes, until the connection is closed. */
async function answered(bytes: string): Promise<string> {
  const socket = await opened();
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise((resolve) => {
    socket.once('close', resolve);
  });
  socket.write(bytes);
  await ended;
  return text;
}

test.each([
  ['http://['],
  ['http://localhost/healthz'],
  ['/mcp/../healthz'],
  ['/mcp/%2e%2e/healthz'],
  [String.raw`/\healthz`],
  ['*'],
])('the target %s is refused, and not written to the log', async (target) => {
  const text = await answered(
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*not a plain path/);
});

test.each([
  ['Host: localhost', 'Host: evil.example'],
  ['Authorization: Bearer a', 'Authorization: Bearer b'],
  ['Mcp-Session-Id: a', 'Mcp-Session-Id: b'],
])('two headers %s and %s are both refused', async (one, other) => {
  const text = await answered(
    `GET /healthz HTTP/1.1\r\n${one.startsWith('Host') ? '' : 'Host: localhost\r\n'}${one}\r\n${other}\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*occurs twice/);
});

test('the wait for endless headers ends at the time limit', async () => {
  expect(await answered('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ')).toMatch(
    /^HTTP\/1\.1 408 /,
  );
}, 15_000);
