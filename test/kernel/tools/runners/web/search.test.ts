/** @module search.test: web.search against a real server with the API of each service, and over local documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { RunBudget, RunOutcome } from '../../../../../kernel/tools/runners/runner.ts';
import { createWebSearchRunner } from '../../../../../kernel/tools/runners/web/search.ts';
import type { SearchOptions } from '../../../../../kernel/tools/runners/web/search.ts';
import { BUDGET, NO_ABORT, now } from '../data/budget.ts';
import { bodyOf, startServer } from './local-server.ts';
import type { LocalServer } from './local-server.ts';

const KEY = 'key-4f2a9c';
const RESULTS = [
  { title: 'Doors', url: 'https://a.test/1', content: 'A <b>door</b> of\n 900 mm', engine: 'x' },
  { title: null, url: 'https://a.test/2', content: null },
  { title: 'No page', url: 'javascript:alert(1)', content: 'x' },
  { title: 'Walls', url: 'https://a.test/3', content: 'y'.repeat(2000) },
];

let server: LocalServer;
let mode = 'good';
const received: { headers: Record<string, unknown>; body: string }[] = [];
beforeAll(async () => {
  server = await startServer(async (request, response) => {
    received.push({ headers: request.headers, body: await bodyOf(request) });
    const path = request.url?.split('?')[0];
    const shape = path === '/brave' ? { web: { results: RESULTS } } : { results: RESULTS };
    if (mode === 'forbidden') response.writeHead(403).end('Forbidden');
    else if (mode === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (mode === 'html') response.writeHead(200).end('<html>');
    else if (mode === 'other') response.writeHead(200).end('{"results": [{"link": "x"}]}');
    else if (mode === 'large') response.writeHead(200).end(`"${'x'.repeat(1_000_000)}"`);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(shape));
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function search(
  service: SearchOptions['search'],
  input: Record<string, unknown> = { query: 'doors & walls' },
  budget: RunBudget = BUDGET,
): Promise<RunOutcome> {
  await using runner = createWebSearchRunner({ now, search: service });
  return await runner.run(input, budget, NO_ABORT);
}

const causeOf = (outcome: RunOutcome): string => (outcome.ok ? 'not refused' : outcome.cause);
const searxng = (): SearchOptions['search'] => ({ provider: 'searxng', endpoint: server.url });

describe('search services', () => {
  test('SearXNG receives its documented request, and hits are plain text', async () => {
    mode = 'good';
    const before = server.asked.length;
    const outcome = await search(searxng());
    expect(server.asked.slice(before)).toEqual(['GET /search?q=doors+%26+walls&format=json']);
    expect(outcome).toMatchObject({
      ok: true,
      output: {
        query: 'doors & walls',
        provider: 'searxng',
        scope: 'web',
        untrusted: true,
        results: [
          { title: 'Doors', url: 'https://a.test/1', snippet: 'A door of 900 mm' },
          { title: '', url: 'https://a.test/2', snippet: '' },
          { title: 'Walls', url: 'https://a.test/3', snippet: 'y'.repeat(500) },
        ],
      },
      use: { gas: 401, web_requests: 1 },
    });
  });

  test('Brave receives its key in its header', async () => {
    await search({ provider: 'brave', key: KEY, endpoint: `${server.url}/brave` });
    expect(received.at(-1)?.headers['x-subscription-token']).toBe(KEY);
    expect(server.asked.at(-1)).toBe('GET /brave?q=doors+%26+walls&count=5');
  });

  test('Tavily receives its key as a bearer token and the query as JSON', async () => {
    const outcome = await search({ provider: 'tavily', key: KEY, endpoint: `${server.url}/t` });
    expect(outcome).toMatchObject({ ok: true, output: { provider: 'tavily' } });
    expect(received.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({
      query: 'doors & walls',
      max_results: 5,
    });
  });

  test('at most `limit` hits are returned', async () => {
    expect(await search(searxng(), { query: 'x', limit: 1 })).toMatchObject({
      output: { results: [{ title: 'Doors' }] },
    });
  });

  test.each([
    ['forbidden', 'TOOL_FAIL', /status 403; its settings.yml must list `json`/],
    ['redirect', 'TOOL_FAIL', /status 302/],
    ['html', 'TOOL_DRIFT', /did not answer with JSON/],
    ['other', 'TOOL_DRIFT', /does not have the expected form: `results.0.url`/],
    ['large', 'BOUND_DATA', /more than 1000000 decoded bytes/],
  ])('the answer `%s` is refused as %s', async (how, code, cause) => {
    mode = how;
    const outcome = await search(searxng());
    expect(outcome).toMatchObject({ ok: false, code });
    expect(causeOf(outcome)).toMatch(cause);
  });

  test('no outcome contains the key of a service', async () => {
    for (const how of ['good', 'forbidden', 'html', 'other']) {
      mode = how;
      const tavily = { provider: 'tavily', key: KEY, endpoint: `${server.url}/t` } as const;
      expect(JSON.stringify(await search(tavily))).not.toContain(KEY);
    }
    await using gone = await startServer((_, response) => {
      response.destroy();
    });
    const outcome = await search({ provider: 'brave', key: KEY, endpoint: `${gone.url}/brave` });
    expect(outcome).toMatchObject({ ok: false, code: 'TOOL_FAIL' });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});

describe('the local index', () => {
  const documents = [
    { url: 'doc:doors', title: 'Doors', text: `${'Preface. '.repeat(60)}A door is 900 mm wide.` },
    { url: 'doc:walls', title: 'Walls', text: 'A wall holds doors. Its thickness is 200 mm.' },
    { url: 'doc:stairs', title: 'Stairs', text: 'A riser is at most 180 mm.' },
  ];
  const local = { provider: 'local-index', documents } as const;

  test('has its own scope and returns equal hits for equal queries', async () => {
    const outcome = await search(local, { query: 'doors' });
    expect(outcome).toMatchObject({
      ok: true,
      output: { provider: 'local-index', scope: 'configured corpus', untrusted: true },
      use: { gas: 50, web_requests: 0 },
      provenance: { engine: 'minisearch@7.2.0', documents: 3 },
    });
    const { results } = (outcome.ok ? outcome.output : {}) as { results: { url: string }[] };
    expect(results.map(({ url }) => url)).toEqual(['doc:doors', 'doc:walls']);
    expect(await search(local, { query: 'doors' })).toEqual(outcome);
  });

  test('shows the text around a hit', async () => {
    expect(await search(local, { query: 'wide' })).toMatchObject({
      output: { results: [{ snippet: expect.stringMatching(/^….*A door is 900 mm wide\.$/) }] },
    });
  });

  const forms = [
    { url: 'fire', title: 'Brandschutz', text: 'Brandschutztüren schließen selbst.' },
    { url: 'wall', title: 'Wall', text: 'Die Wand ist 200 mm dick; its openings are 900 mm.' },
    { url: 'width', title: 'Lichte Maße', text: 'Die Breite der Tür beträgt 900 mm.' },
    { url: 'glass', title: 'Glass', text: 'Glass partitions in access corridors' },
  ];
  test.each([
    ['Türen', ['width', 'fire']],
    ['tuer', ['width', 'fire']],
    ['Türbreite', ['width']],
    ['Brandschutztür', ['fire']],
    ['Wände', ['wall']],
    ['opening', ['wall']],
    ['partition', ['glass']],
    ['corridor', ['glass']],
    ['door', []],
  ])('finds documents with other forms of %s', async (query, urls) => {
    const outcome = await search({ provider: 'local-index', documents: forms }, { query });
    const { results } = (outcome.ok ? outcome.output : {}) as { results: { url: string }[] };
    expect(results.map(({ url }) => url)).toEqual(urls);
  });

  test('finds nothing without a matching word', async () => {
    expect(await search(local, { query: 'zeppelin' })).toMatchObject({ output: { results: [] } });
    const empty = { provider: 'local-index', documents: [] } as const;
    expect(await search(empty)).toMatchObject({ ok: true, output: { results: [] } });
  });

  test('costs 50 gas and is refused with 49', async () => {
    expect(await search(local, undefined, { ...BUDGET, gas: 49 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
    });
  });
});

test.each([{}, { query: ' ' }, { query: 'x'.repeat(401) }, { query: 'x', limit: 21 }])(
  'the invalid input %j is refused',
  async (input) => {
    expect(await search({ provider: 'local-index', documents: [] }, input)).toMatchObject({
      ok: false,
      code: 'TOOL_SCHEMA_MISS',
    });
  },
);
