/** @module tapes.test: replay of runs after a restart: checked against the log, bounded, and only if permitted. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  connect,
  ok,
  plumbline,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../../e2e/connect.ts';
import { startServer, type LocalServer } from '../../kernel/tools/runners/web/local-server.ts';

const why = { reasoning: 'a test of tapes' };
let workspace: TestWorkspace;
const tapes = (): string => join(workspace.dir, '.plumbline', 'tapes');
const settings = (value: object): void =>
  writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), JSON.stringify(value));

/** Ids of runs of a first server, which has ended; a second server replays them. */
let runs: Readonly<Record<'table' | 'page' | 'first' | 'second' | 'doors' | 'mine', string>>;
let site: LocalServer;
let words = 'then';
let mpt: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  site = await startServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(words);
  });
  settings({ web: { private_endpoints: [site.endpoint], robots: 'ignore' } });
  writeFileSync(join(workspace.dir, 'artifacts', 'doors.csv'), 'id\nd1\n');
  runs = await withServer(async ({ call }) => {
    const table = async (content: string): Promise<string> =>
      idOf(await call('data_csv', { content, ...why }));
    return {
      table: await table('a\n007\n'),
      page: idOf(await call('web_open_url', { url: `${site.url}/`, ...why })),
      first: await table('a\nfirst\n'),
      second: await table('a\nsecond\n'),
      doors: idOf(await call('data_csv', { path: 'doors.csv', ...why })),
      mine: await table('a\nmine\n'),
    };
  });
  mpt = await connect(workspace.dir, 'mpt');
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  workspace.remove();
});

/** Calls `work` with a new server, so that only the workspace keeps state. */
async function withServer<T>(
  work: (server: Connected) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await connect(workspace.dir, 'mpt', { env });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

type Run = { readonly audit: { readonly exec_id: string } };
const idOf = ({ data }: { readonly data: object }): string => (data as Run).audit.exec_id;

test('another process replays a table and a page, without requesting the page', async () => {
  words = 'now';
  const asked = site.asked.length;
  const again = await mpt.call('replay', { exec_id: runs.table, ...why });
  expect(again.data).toMatchObject({ output: { rows: [['007']] } });
  const read = await mpt.call('replay', { exec_id: runs.page, ...why });
  expect(read.data).toMatchObject({ output: { markdown: 'then' } });
  expect(site.asked.length).toBe(asked);
  const { data } = await mpt.call('get_ledger', { exec_id: runs.page, ...why });
  const [entry] = data['entries'] as { provenance: Record<string, unknown> }[];
  const sha256 = String(entry?.provenance['tape_sha256']);
  expect(readdirSync(tapes())).toContain(`${sha256}.json`);
  const verified = await mpt.call('mpt_run', {
    tool: 'web.open_url',
    input: { url: `${site.url}/` },
    context: { caller: 'test', exec_id: 'v', mode: 'verify' },
    ...why,
  });
  expect(verified.error?.data).toMatchObject({ refusal: 'CONFLICT_PST' });
});

test('only the owner of the files can read tapes', () => {
  expect(statSync(tapes()).mode & 0o077).toBe(0);
  for (const name of readdirSync(tapes())) {
    expect([name, statSync(join(tapes(), name)).mode & 0o077]).toEqual([name, 0]);
  }
});

test('a modified tape is refused; a copy under another name has no effect', async () => {
  for (const name of readdirSync(tapes())) {
    const file = join(tapes(), name);
    const text = readFileSync(file, 'utf8');
    if (text.includes('first')) writeFileSync(file, text.replace('first', 'fibst'));
    if (text.includes('second')) writeFileSync(join(tapes(), `${'0'.repeat(64)}.json`), text);
  }
  const altered = await mpt.call('replay', { exec_id: runs.first, ...why });
  expect(altered.error).toMatchObject({
    message: expect.stringMatching(/differs from the one that the run recorded/),
    data: { refusal: 'CONFLICT_PST' },
  });
  // The other tape was copied, its original is unchanged
  expect((await mpt.call('replay', { exec_id: runs.second, ...why })).success).toBe(true);
});

test('replay reports a source file that has changed since the run', async () => {
  const again = async () => await mpt.call('replay', { exec_id: runs.doors, ...why });
  expect((await again()).success).toBe(true);
  writeFileSync(join(workspace.dir, 'artifacts', 'doors.csv'), 'id\nd2\n');
  expect((await again()).error?.data).toMatchObject({ refusal: 'CONFLICT_PST' });
});

test('only agents that may read everything can replay the tapes of others', async () => {
  const region = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
  for (const [name, digit, READ] of [
    ['wide', 1, {}],
    ['narrow', 2, { regions: [region] }],
  ] as const) {
    const file = join(workspace.dir, `${name}.json`);
    const permissions = {
      agent_id: `00000000-0000-4000-8000-00000000000${digit}`,
      permissions: { READ, CREATE: {} },
      requires_approval: [],
      max_elements_per_operation: 10,
      max_operations_per_session: 100,
    };
    writeFileSync(file, JSON.stringify(permissions));
    ok(workspace.dir, 'agent', 'add', name, '--permissions', file);
    const answer = await withServer(
      async ({ call }) => {
        const own = idOf(await call('data_csv', { content: 'a\nown\n', ...why }));
        expect((await call('replay', { exec_id: own, ...why })).success).toBe(true);
        return await call('replay', { exec_id: runs.mine, ...why });
      },
      { PLUMBLINE_AGENT: name },
    );
    expect([name, answer.success, answer.error?.data['refusal']]).toEqual(
      name === 'wide' ? ['wide', true, undefined] : ['narrow', false, 'CONFLICT_PST'],
    );
  }
});

test('the oldest tapes are deleted at the size limit of the operator', async () => {
  await mpt.close();
  settings({ tapes: { mb_max: 1 } });
  const content = (n: number): string => `a\n${`${n}`.repeat(100)}\n`.repeat(2000);
  await withServer(async ({ call }) => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      ids.push(idOf(await call('data_csv', { content: content(n), limit: 0, ...why })));
    }
    const held = readdirSync(tapes()).reduce(
      (sum, name) => sum + statSync(join(tapes(), name)).size,
      0,
    );
    expect(held).toBeLessThanOrEqual(1_048_576);
    const [oldest = '', newest = ''] = [ids[0], ids.at(-1)];
    expect((await call('replay', { exec_id: newest, ...why })).success).toBe(true);
    expect((await call('replay', { exec_id: oldest, ...why })).error).toMatchObject({
      message: expect.stringMatching(/deleted to make room for newer ones/),
      data: { refusal: 'CONFLICT_PST' },
    });
    // A tape larger than a quarter of the limit is not kept; its run still succeeds
    const large = await call('data_csv', {
      content: `a\n${'x'.repeat(100)}\n`.repeat(3000),
      limit: 0,
      ...why,
    });
    expect(large.success).toBe(true);
    expect((await call('replay', { exec_id: idOf(large), ...why })).error?.message).toMatch(
      /there is no tape/,
    );
  });
  expect(plumbline(workspace.dir, 'audit', 'verify').status).toBe(0);
});
