/** @module begun-runs.test: a run is in the log before it begins, even if its server is killed; with real processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import {
  connect,
  ok,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../../e2e/connect.ts';
import { startServer, type LocalServer } from '../../kernel/tools/runners/web/local-server.ts';

const why = { reasoning: 'a test of runs that begin' };
let workspace: TestWorkspace;
let site: LocalServer;
/** Resolved when a request for a path below `/held` arrives; the site never answers such requests. */
let arrived: PromiseWithResolvers<void>;

beforeAll(async () => {
  workspace = testWorkspace();
  site = await startServer((request, response) => {
    if (request.url?.startsWith('/held') === true) {
      arrived.resolve();
      return;
    }
    response.setHeader('content-type', 'text/plain');
    response.end(request.url === '/robots.txt' ? 'User-agent: *\nAllow: /\n' : 'a page');
  });
  const web = { private_endpoints: [site.endpoint] };
  writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), JSON.stringify({ web }));
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  workspace.remove();
});

function events(): readonly StoredEvent[] {
  const reader = openSqliteReader(join(workspace.dir, '.plumbline', 'ledger.db'));
  try {
    return reader.eventsAfter(0, 10_000);
  } finally {
    reader.close();
  }
}

type BegunEvent = StoredEvent & { readonly type: 'run.begun' };

/** Starts a run that requests a page that never arrives; returns the `run.begun` event once the request is sent. */
async function beginHeldRun(mpt: Connected, name: string): Promise<BegunEvent> {
  arrived = Promise.withResolvers();
  void mpt.call('web_open_url', { url: `${site.url}/held-${name}`, ...why }).catch(() => null);
  await arrived.promise;
  const begun = events().findLast(({ type }) => type === 'run.begun');
  expect(begun).toMatchObject({ payload: { tool: 'web.open_url', web_requests: 3 } });
  return begun as BegunEvent;
}

/** Waits for the event that ends a begun run. */
async function endEventOf({ payload }: BegunEvent): Promise<StoredEvent | undefined> {
  const end = (): StoredEvent | undefined =>
    events().find(({ aggregate_id }) => aggregate_id === payload.record_id);
  await expect.poll(end, { timeout: 200_000 }).toBeDefined();
  return end();
}

// Each test begins with the server that the previous one left open
let mpt: Connected;

test('[RUN-1] a run is recorded although its server receives garbage and is killed; the next server records it as unfinished', async () => {
  mpt = await connect(workspace.dir, 'mpt');
  const begun = await beginHeldRun(mpt, 'killed');
  const stdin = Reflect.get(Object(Reflect.get(Object(mpt.client.transport), '_process')), 'stdin');
  stdin.write('\u0000{"jsonrpc": 3}\n{}}\n[[[\n');
  process.kill(mpt.pid ?? 0, 'SIGKILL');
  await mpt.close();
  expect(events().at(-1)).toEqual(begun);
  mpt = await connect(workspace.dir, 'mpt');
  expect(await endEventOf(begun)).toMatchObject({
    type: 'run.unfinished',
    agent_id: begun.agent_id,
    payload: { begun_seq: begun.seq },
  });
  const { run_id } = begun.payload;
  const { data } = await mpt.call('get_ledger', { exec_id: run_id, ...why });
  expect(data).toMatchObject({
    entries: [
      {
        run_id,
        route: 'mpt.web.open_url',
        termination: 'REFUSAL(FRAGILITY)',
        budgets: { consumed: { web_requests_max: 3 } },
        provenance: { unfinished: true },
      },
    ],
  });
});

test('[RUN-1] a run is recorded although its client closes the input before it ends', async () => {
  const begun = await beginHeldRun(mpt, 'closed');
  await mpt.close();
  mpt = await connect(workspace.dir, 'mpt');
  expect(['run.unfinished', 'tool.run']).toContain((await endEventOf(begun))?.type);
  expect(ok(workspace.dir, 'audit', 'verify')).toMatch(/^ok /);
});

test('[RUN-2] calls and web requests of an exec_id, including robots.txt, are counted across processes', async () => {
  const exec_id = 'counted';
  const call = (tool: string, input: object) => async (by: Connected, caller: string) =>
    await by.call('mpt_run', { tool, input, context: { caller, exec_id }, ...why });
  const open = call('web.open_url', { url: `${site.url}/page` });
  // The page and robots.txt: two of three requests
  expect(await open(mpt, 'one')).toMatchObject({
    success: true,
    data: { audit: { budgets: { consumed: { web_requests_max: 2 } } } },
  });
  other = await connect(workspace.dir, 'mpt');
  const before = site.asked.length;
  expect((await open(other, 'two')).error?.data).toMatchObject({ refusal: 'BOUND_GAS' });
  // One request is left, but two are required
  expect(site.asked.slice(before)).toEqual([]);
  const read = call('data.csv', { content: 'a\n1\n' });
  const reads = [];
  for (const by of [mpt, other, mpt, other, mpt]) reads.push(await read(by, `${reads.length}`));
  expect(reads.map(({ success }) => success)).toEqual([true, true, true, true, false]);
  expect(reads.at(-1)?.error?.data).toMatchObject({
    refusal: 'BOUND_GAS',
    audit: { refusals: [{ detail: { dimension: 'tool_calls_max', limit: 6 } }] },
  });
});

let other: Connected;

test('[RUN-4] test runs of a certification are recorded in the ledger', async () => {
  const listed = await mpt.call('list_tool_contracts', { tool_id: 'data.csv', ...why });
  const [own] = listed.data['contracts'] as Record<string, unknown>[];
  const { sha256: _sha256, ready: _ready, ...contract } = own ?? {};
  const { data } = await mpt.call('certify_tool', { contract, ...why });
  expect(data).toMatchObject({ tool_id: 'data.csv', status: 'certified' });
  const ledger = await mpt.call('get_ledger', { limit: 1, ...why });
  expect(ledger.data).toMatchObject({
    entries: [{ route: 'mpt.data.csv', provenance: { caller: 'certificate' } }],
  });
});

test('[RUN-3] at most six calls run at the same time in a workspace, counted across processes', async () => {
  const before = site.asked.length;
  const calls = Array.from({ length: 6 }, (_, n) =>
    (n % 2 === 0 ? mpt : other)
      .call('web_open_url', { url: `${site.url}/held-${n}`, ...why })
      .catch(() => null),
  );
  const held = (): number =>
    site.asked.slice(before).filter((asked) => asked.includes('/held')).length;
  await expect.poll(held, { timeout: 200_000 }).toBe(6);
  const seventh = await mpt.call('data_csv', { content: 'a\n1\n', ...why });
  expect(seventh.error?.data).toMatchObject({
    refusal: 'BOUND_GAS',
    audit: { refusals: [{ detail: { dimension: 'concurrent_calls', limit: 6 } }] },
  });
  await Promise.all([mpt.close(), other.close()]);
  await Promise.all(calls);
});
