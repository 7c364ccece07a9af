import { request as httpRequest } from 'node:http';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openPageHub, type PageHub } from '../../../clients/view/open-page.ts';
import { okHere } from '../../../e2e/connect.ts';
import { type AskingPage, askingPage } from '../page-asks.ts';

let hub: PageHub;
let page: AskingPage;

beforeAll(async () => {
  hub = await openPageHub();
  page = await askingPage(hub);
});
afterAll(async () => await hub.close());

type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
};
type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** Sends a request exactly as given; `fetch` would not send every header. */
async function send({
  method = 'POST',
  path = '/view/api/session',
  headers = {},
  body = '{}',
}: Sent): Promise<Received> {
  const given = Object.entries({ ...page.headers, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const { port } = new URL(hub.origin);
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { host: `localhost:${port}`, ...Object.fromEntries(given) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(method === 'GET' || method === 'OPTIONS' ? undefined : body);
  });
}

test('the page itself is answered', async () => {
  const { status, text } = await send({});
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ whole: true });
});

describe('a request that is not from the page is refused without an answer', () => {
  const other = 'http://localhost:9';
  test.each<readonly [string, number, Sent]>([
    ['without the secret of the page', 401, { headers: { 'x-plumbline-page': undefined } }],
    ['with another secret of the page', 401, { headers: { 'x-plumbline-page': 'A'.repeat(32) } }],
    ['without the cookie', 401, { headers: { cookie: undefined } }],
    ['with another cookie', 401, { headers: { cookie: 'plumbline_view=A.B' } }],
    ['from another site', 403, { headers: { origin: 'https://example.com' } }],
    ['from another port of this host', 403, { headers: { origin: other } }],
    ['from an opaque origin', 403, { headers: { origin: 'null' } }],
    ['without an origin', 403, { headers: { origin: undefined } }],
    ['that the browser marks as same-site', 403, { headers: { 'sec-fetch-site': 'same-site' } }],
    ['that the browser marks as cross-site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    [
      'to another host name',
      403,
      { headers: { host: 'evil.example', origin: 'http://evil.example' } },
    ],
    ['to sign in, from another site', 403, { path: '/view/sign-in', headers: { origin: other } }],
    ['for the stream, from another port', 403, { path: '/view/live', headers: { origin: other } }],
    [
      'for the stream, without the secret',
      401,
      { path: '/view/live', headers: { 'x-plumbline-page': undefined } },
    ],
    ['by GET', 404, { method: 'GET' }],
    [
      'as a preflight',
      404,
      { method: 'OPTIONS', headers: { origin: other, 'access-control-request-method': 'POST' } },
    ],
    ['with a body that is no JSON', 400, { body: '{' }],
    ['with a body that is too large', 413, { body: `"${'a'.repeat(5_000_000)}"` }],
    ['to an unknown path', 404, { path: '/view/api/session/more' }],
  ])('%s', async (_name, status, sent) => {
    const answer = await send(sent);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/person|whole/);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('with an unknown question or arguments', async () => {
    for (const [path, body] of [
      ['/view/api/constructor', '{}'],
      ['/view/api/scene', '{"at":{"branch":"main","more":1}}'],
      ['/view/api/scene', '{"at":{"branch":"none"}}'],
    ] as const) {
      const answer = await send({ path, body });
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text).error.hint).not.toBe('');
    }
  });
});

test.each(['/view/../etc/passwd', '/view/%2e%2e%2fpackage.json', '/view/page.js.map', '/view/..'])(
  'no file outside of the page is served: %s',
  async (path) => {
    const answer = await send({ method: 'GET', path });
    expect([400, 404]).toContain(answer.status);
  },
);

test('every file forbids frames, foreign content and inline scripts', async () => {
  for (const path of ['/view', '/view/page.js', '/view/page.css']) {
    const { status, headers, text } = await send({ method: 'GET', path });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(path === '/view' ? text : '').not.toMatch(/<script(?![^>]* src=)|style=/);
  }
});

describe('a sign-in', () => {
  const signIn = async (body: object): Promise<Received> =>
    await send({ path: '/view/sign-in', body: JSON.stringify(body) });
  const linkOf = (text: string): string =>
    new URLSearchParams(new URL(text).hash.slice(1)).get('in') ?? '';

  test('works once for each link', async () => {
    const link = linkOf(hub.link());
    const first = await signIn({ link });
    expect(first.status).toBe(200);
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await signIn({ link })).status).toBe(401);
  });

  test('of one person does not end those of others', async () => {
    for (let made = 0; made < 25; made += 1) await askingPage(hub, hub.viewer('agent'));
    expect((await send({})).status).toBe(200);
  });

  test('ends when its person is revoked, and so does a link', async () => {
    await okHere(hub.dir, 'agent', 'add', 'bob');
    await hub.world.gates.directory.refresh();
    const bob = await askingPage(hub, hub.viewer('bob'));
    const link = linkOf(hub.link(hub.viewer('bob')));
    expect((await send({ headers: bob.headers })).status).toBe(200);
    const live = await fetch(`${hub.origin}/view/live`, {
      method: 'POST',
      headers: bob.headers,
      body: '{}',
    });
    await okHere(hub.dir, 'agent', 'revoke', 'bob');
    expect(await live.text()).toContain('{"kind":"signed_out"}');
    expect((await send({ headers: bob.headers })).status).toBe(401);
    expect((await signIn({ link })).status).toBe(401);
  });

  test('needs a valid token', async () => {
    expect((await signIn({ token: 'wrong' })).status).toBe(401);
    expect((await signIn({})).status).toBe(400);
  });

  test('ends with sign-out, and the secrets of another sign-in do not mix with its own', async () => {
    const other = await askingPage(hub);
    const mixed = { ...page.headers, 'x-plumbline-page': other.headers['x-plumbline-page'] };
    expect((await send({ headers: mixed })).status).toBe(401);
    expect((await send({ path: '/view/sign-out', headers: other.headers })).status).toBe(200);
    expect((await send({ headers: other.headers })).status).toBe(401);
  });
});
