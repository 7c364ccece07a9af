/** @module begun-runs.test: a run stands on the log before it begins, whatever becomes of its server; over real processes. */
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
import { startServer, type LocalServer } from '../../kernel/runners/web/local-server.ts';

const why = { reasoning: 'a test of runs that begin' };
let workspace: TestWorkspace;
let site: LocalServer;
/** Whatever is asked for below `/held` is answered when this is called. */
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

/** Lets a server ask for a page that never comes; answers what is on the log once the request is out. */
async function underWay(mpt: Connected, name: string): Promise<BegunEvent> {
  arrived = Promise.withResolvers();
  void mpt.call('web_open_url', { url: `${site.url}/held-${name}`, ...why }).catch(() => null);
  await arrived.promise;
  const begun = events().findLast(({ type }) => type === 'run.begun');
  expect(begun).toMatchObject({ payload: { tool: 'web.open_url', web_requests: 3 } });
  return begun as BegunEvent;
}

/** The event that tells the end of a begun run, once there is one. */
async function endOf({ payload }: BegunEvent): Promise<StoredEvent | undefined> {
  const end = (): StoredEvent | undefined =>
    events().find(({ aggregate_id }) => aggregate_id === payload.record_id);
  await expect.poll(end, { timeout: 200_000 }).toBeDefined();
  return end();
}

// One server after the other: each test begins with that of the one before
let mpt: Connected;

test('[RUN-1] a server that gets garbage and is killed while a page is under way has entered the run; the next one enters that it is unfinished', async () => {
  mpt = await connect(workspace.dir, 'mpt');
  const begun = await underWay(mpt, 'killed');
  const stdin = Reflect.get(Object(Reflect.get(Object(mpt.client.transport), '_process')), 'stdin');
  stdin.write('\u0000{"jsonrpc": 3}\n{}}\n[[[\n');
  process.kill(mpt.pid ?? 0, 'SIGKILL');
  await mpt.close();
  expect(events().at(-1)).toEqual(begun);
  mpt = await connect(workspace.dir, 'mpt');
  expect(await endOf(begun)).toMatchObject({
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

test('[RUN-1] a client that closes the input while a page is under way leaves an entry', async () => {
  const begun = await underWay(mpt, 'closed');
  await mpt.close();
  mpt = await connect(workspace.dir, 'mpt');
  expect(['run.unfinished', 'tool.run']).toContain((await endOf(begun))?.type);
  expect(ok(workspace.dir, 'audit', 'verify')).toMatch(/^ok /);
});

test('[RUN-2] calls and web requests of an exec_id count over processes, robots.txt among them', async () => {
  const exec_id = 'counted';
  const call = (tool: string, input: object) => async (by: Connected, caller: string) =>
    await by.call('mpt_run', { tool, input, context: { caller, exec_id }, ...why });
  const open = call('web.open_url', { url: `${site.url}/page` });
  // The page and robots.txt: two of three
  expect(await open(mpt, 'one')).toMatchObject({
    success: true,
    data: { audit: { budgets: { consumed: { web_requests_max: 2 } } } },
  });
  other = await connect(workspace.dir, 'mpt');
  const before = site.asked.length;
  expect((await open(other, 'two')).error?.data).toMatchObject({ refusal: 'BOUND_GAS' });
  // One is left, and it would need two
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

test('[RUN-4] what certification tries lies on the ledger', async () => {
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

test('[RUN-3] six calls run at once in a workspace, whichever processes they run in', async () => {
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
