/** @module specification.test: rows of the specifications, checked by a client of one server and one site. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { pdfOf } from '../../corpus/pdf.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';
import { bodyOf, startServer } from '../../kernel/tools/runners/web/local-server.ts';
import type { LocalServer } from '../../kernel/tools/runners/web/local-server.ts';

const why = { reasoning: 'a test of the specifications' };
/** One white dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
let workspace: TestWorkspace;
let mpt: Connected;
let site: LocalServer;
/** The last request to the image service, and the picture in its answers. */
let asked: unknown;
let picture = DOT;
/** `/slow` is answered once this is settled. */
let released: PromiseWithResolvers<void>;

beforeAll(async () => {
  workspace = testWorkspace();
  site = await startServer(async (request, response) => {
    const answer = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { 'content-type': type }).end(body);
    };
    if (request.url === '/images') {
      asked = JSON.parse(await bodyOf(request));
      answer('application/json', JSON.stringify({ data: [{ b64_json: picture }] }));
    } else if (request.url === '/rules.pdf') {
      answer('application/pdf', pdfOf(['Doors shall be 900 mm wide.']));
    } else if (request.url === '/slow') {
      await released.promise;
      answer('text/plain', 'late');
    } else if (request.url === '/app') {
      answer('text/html', '<div id="root"></div><script src="/app.js"></script>');
    } else {
      answer('text/plain', 'User-agent: *\nAllow: /\n');
    }
  });
  writeFileSync(join(workspace.dir, 'fire.md'), '# Brandschutz\n\nBrandschutztüren schließen.\n');
  const settings = {
    web: { private_endpoints: [site.endpoint] },
    image: { endpoint: `${site.url}/images` },
    search: { provider: 'local-index', documents: ['fire.md'] },
  };
  writeFileSync(join(workspace.dir, '.plumbline', 'mpt.json'), JSON.stringify(settings));
  mpt = await connect(workspace.dir, 'mpt');
});
afterAll(async () => {
  await mpt.close();
  await site[Symbol.asyncDispose]();
  workspace.remove();
});

type Run = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly termination: string;
  readonly audit: {
    readonly exec_id: string;
    readonly route: string;
    readonly budgets: Readonly<Record<string, unknown>>;
    readonly refusals: readonly { readonly mpt_code: string }[];
  };
};

async function run(tool: string, input: object, more: object = {}): Promise<Run> {
  const { success, data, error } = await mpt.call('mpt_run', {
    tool,
    input,
    context: { caller: 'test', exec_id: crypto.randomUUID() },
    ...why,
    ...more,
  });
  return (success ? data : error?.data) as unknown as Run;
}

describe('the tool kernel', () => {
  test('[MPT-1] [MPT-2] [MPT-9] every run ends in an output or a refusal, with its budgets, metrics and audit', async () => {
    const good = await run('data.csv', { content: 'a\n1\n' });
    expect(good).toEqual({
      output: expect.objectContaining({ rows: [['1']] }),
      metrics: expect.objectContaining({ gas_used: expect.any(Number), tool_id: 'data.csv' }),
      termination: 'BOUNDED_OUTPUT',
      audit: expect.objectContaining({
        exec_id: expect.any(String),
        route: 'mpt',
        refusals: [],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      }),
    });
    expect(good.audit.budgets).toMatchObject({
      granted: {
        time_ms: 30_000,
        mem_mb: 256,
        gas: 6000,
        depth: 4,
        tool_calls_max: 6,
        web_requests_max: 3,
        tokens_output_max: 800,
      },
    });
  });

  test.each([
    [{ gas: 1 }, 'BOUND_GAS'],
    [{ time_ms: 0 }, 'BOUND_TIME'],
    [{ tool_calls_max: 0 }, 'BOUND_GAS'],
    [{ mem_mb: 1 }, 'BOUND_MEM'],
    [{ depth: 0 }, 'BOUND_DEPTH'],
  ])('[MPT-3] a run that exceeds the budget %j is refused', async (budget, code) => {
    const { termination } = await run('code.js', { code: '1' }, { budget });
    expect(termination).toBe(`REFUSAL(${code})`);
  });

  test('[MPT-3] a depth that exceeds the budget is refused with BOUND_DEPTH', async () => {
    const context = { caller: 'test', exec_id: 'deep', depth: 5 };
    const { termination } = await run('data.csv', { content: 'a\n' }, { context });
    expect(termination).toBe('REFUSAL(BOUND_DEPTH)');
  });

  test.each([
    ['[MPT-4] an undeclared tool', 'shell.exec', {}, 'SAFETY_POLICY'],
    [
      '[MPT-5] a private address',
      'web.open_url',
      { url: 'http://168.63.129.16/' },
      'SAFETY_POLICY',
    ],
    [
      '[MPT-5] a query with a key',
      'web.search',
      { query: `ghp_${'q7'.repeat(18)}` },
      'SAFETY_POLICY',
    ],
    [
      '[MPT-5] a path outside the folder of artifacts',
      'data.csv',
      { path: '../.plumbline/mpt.json' },
      'SAFETY_POLICY',
    ],
    ['[MPT-13] an input that does not fit', 'data.csv', { rows: 1 }, 'DIS_INSUFFICIENT'],
    ['[MPT-7] a failure of the tool', 'code.js', { code: 'throw new Error("no")' }, 'FRAGILITY'],
    [
      '[MPT-6] a query that changes data',
      'data.query',
      { content: 'a\n1\n', sql: 'DELETE FROM t' },
      'FRAGILITY',
    ],
  ])('%s is refused', async (_, tool, input, code) => {
    expect((await run(tool, input)).termination).toBe(`REFUSAL(${code})`);
  });

  test('[MPT-12] the clarity gate asks for missing information', async () => {
    const { termination } = await run('data.csv', { content: 'a\n' }, { context: {} });
    expect(termination).toBe('REFUSAL(ENTROPY_CLARITY)');
  });

  test('[MPT-10] [MPT-16] the ledger entry of a run has all specified fields', async () => {
    const { audit } = await run('data.csv', { content: 'a\n2\n' });
    const { data } = await mpt.call('get_ledger', { exec_id: audit.exec_id, ...why });
    expect(data['entries']).toEqual([
      expect.objectContaining({
        exec_id: expect.stringMatching(/^[0-9a-f]{64}$/),
        route: 'mpt.data.csv',
        budgets: expect.objectContaining({ requested: {}, consumed: expect.anything() }),
        termination: 'BOUNDED_OUTPUT',
        metrics: expect.objectContaining({ gas: expect.any(Number), tool_calls: 1 }),
        tool_metrics: { failures: 0, timeouts: 0 },
        provenance: expect.objectContaining({ caller: 'test', sandbox: 'true' }),
      }),
    ]);
    expect((await mpt.call('replay', { exec_id: audit.exec_id, ...why })).success).toBe(true);
  });

  test('[MPT-15] an output that does not fit its schema is refused: an invalid picture', async () => {
    picture = Buffer.from('no picture').toString('base64');
    const drift = await mpt.call('image_text2im', { prompt: 'a house', ...why });
    expect(drift.error?.data).toMatchObject({ refusal: 'CONFLICT_PST' });
    picture = DOT;
  });

  test('[MPT-19] a contract whose input allows unknown members at any level is not certified', async () => {
    const { data } = await mpt.call('list_tool_contracts', { tool_id: 'data.csv', ...why });
    const [own] = data['contracts'] as { sha256: string; ready: boolean; io_schema: object }[];
    const { sha256: _, ready: __, io_schema, ...contract } = own ?? {};
    const open = { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } };
    const properties = { content: { type: 'string', maxLength: 9 }, nested: open };
    const input = { type: 'object', additionalProperties: false, properties };
    const answer = await mpt.call('certify_tool', {
      contract: { ...contract, tool_id: 'data.other', io_schema: { ...io_schema, in: input } },
      ...why,
    });
    expect(answer.data).toMatchObject({ status: 'refused' });
    expect(JSON.stringify(answer.data)).toContain('additionalProperties of `');
  });

  test('[MPT-8] a request with unknown members is refused', async () => {
    const { error } = await mpt.call('mpt_run', {
      tool: 'data.csv',
      input: { content: 'a\n' },
      budget: { hours: 1 },
      context: { caller: 'test', exec_id: 'x' },
      ...why,
    });
    expect(error?.name).toBe('UNKNOWN_ARGUMENT');
  });

  test('[MPT-11] every class of tools has its namespace, and Apex routes to it', async () => {
    const { data } = await mpt.call('list_tool_contracts', why);
    const contracts = data['contracts'] as { tool_id: string; safety_level: string }[];
    expect(new Set(contracts.map(({ tool_id }) => tool_id.split('.')[0]))).toEqual(
      new Set(['web', 'code', 'image', 'data']),
    );
    expect(contracts.every(({ safety_level }) => safety_level === 'verified')).toBe(true);
    const routed = await mpt.call('apex_route', {
      intent: 'tool.data.csv',
      payload: { content: 'a\n' },
      ...why,
    });
    expect(routed.data).toMatchObject({ audit: { route: 'mpt.data.csv' } });
  });
});

describe('the tools', () => {
  test('[DATA-1] a query reads JSON and GeoJSON like a table', async () => {
    const rooms = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { use: 'office', area: 12.5 }, geometry: null },
        { type: 'Feature', properties: { use: 'office', area: 20 }, geometry: null },
      ],
    };
    writeFileSync(join(workspace.dir, 'artifacts', 'rooms.geojson'), JSON.stringify(rooms));
    const sql = 'SELECT "use", sum(area) AS area FROM t GROUP BY 1';
    const answer = await mpt.call('data_query', { path: 'rooms.geojson', sql, ...why });
    expect(answer.data).toMatchObject({ output: { rows: [['office', 32.5]] } });
  });

  test('[DATA-2] a program reads files of the workspace and returns the files that it writes', async () => {
    writeFileSync(join(workspace.dir, 'artifacts', 'doors.csv'), 'id,width\nd1,900\nd2,1000\n');
    const code =
      'const rows = files.read("t.csv").trim().split("\\n").slice(1);\n' +
      'files.write("out.txt", rows.join(";"));\nrows.length';
    const files = { 't.csv': { artifact: 'doors.csv' } };
    const answer = await mpt.call('code_js', { code, files, ...why });
    expect(answer.data).toMatchObject({
      output: { result: 2, files: [{ name: 'out.txt', text: 'd1,900;d2,1000' }] },
    });
  });

  test('[WEB-1] the text of a PDF is returned, and a page that needs JavaScript is reported', async () => {
    const pdf = await mpt.call('web_open_url', { url: `${site.url}/rules.pdf`, ...why });
    expect(pdf.data).toMatchObject({
      output: { markdown: '## Page 1\n\nDoors shall be 900 mm wide.', notice: null },
    });
    const app = await mpt.call('web_open_url', { url: `${site.url}/app`, ...why });
    expect(app.data).toMatchObject({
      output: { notice: expect.stringContaining('needs JavaScript') },
    });
  });

  test('[WEB-2] a search finds inflections and compounds', async () => {
    const { data } = await mpt.call('web_search', { query: 'Tür', ...why });
    expect(data).toMatchObject({ output: { results: [{ title: 'Brandschutz' }] } });
  });

  test('[IMG-1] the picture of a service is reported as decoded, and the service receives the seed', async () => {
    const given = { prompt: 'a house', size: '256x256', seed: 7, ...why };
    const answer = await mpt.call('image_text2im', given);
    expect(asked).toMatchObject({ prompt: 'a house', seed: 7 });
    expect(answer.data).toMatchObject({
      output: { generative: true, image: { width: 1, height: 1, media_type: 'image/png' } },
    });
  });

  test('[IMG-2] text and pictures can be overlaid on a picture, and it can be rotated by any angle', async () => {
    const answer = await mpt.call('image_edit', {
      image: { base64: DOT },
      operations: [
        { op: 'resize', width: 100, height: 100, fit: 'fill' },
        { op: 'text', text: 'A-101', x: 5, y: 5 },
        { op: 'overlay', image: { base64: DOT }, x: 50, y: 50 },
        { op: 'rotate', angle_deg: 45, background: '#ffffff' },
      ],
      ...why,
    });
    const { image } = (answer.data as unknown as Run).output as { image: { width: number } };
    // The diagonal of a square of 100 pixels: 141.4
    expect(Math.abs(image.width - 141)).toBeLessThanOrEqual(2);
  });
});

describe('apex', () => {
  test('[RUN-6] a tool that exceeds its time through Apex is recorded as TOOL_TIMEOUT', async () => {
    const late = await mpt.call('apex_route', {
      intent: 'tool.code.js',
      payload: { code: 'for (;;) {}' },
      caller_budgets: { time_ms: 100 },
      ...why,
    });
    expect(late.error?.data).toMatchObject({ refusal: 'BOUND_TIME' });
    const { data } = await mpt.call('get_ledger', { limit: 1, ...why });
    const [entry] = data['entries'] as Readonly<Record<string, unknown>>[];
    expect(entry).toMatchObject({
      termination: 'REFUSAL(BOUND_TIME)',
      refusals: [{ mpt_code: 'TOOL_TIMEOUT' }],
      tool_metrics: { timeouts: 1 },
    });
  });

  test.each([
    ['[APEX-2] an intent for no plane is routed to mpa', 'hello there', 'mpa'],
    ['[APEX-2] an intent about a building is routed to mpe', 'a level of the building', 'mpe'],
  ])('%s', async (_, intent, route) => {
    const { data, error } = await mpt.call('apex_route', { intent, ...why });
    expect(data['audit'] ?? error?.data['audit']).toMatchObject({ route });
  });

  test('[APEX-3] a seventh hop is refused with BOUND_DEPTH', async () => {
    const hop = async (hops: number) =>
      await mpt.call('apex_route', {
        intent: 'tool.data.csv',
        payload: { content: 'a\n' },
        trace: { hops },
        ...why,
      });
    expect((await hop(5)).success).toBe(true);
    expect((await hop(6)).error?.data).toMatchObject({ refusal: 'BOUND_DEPTH' });
  });

  test('[APEX-4] [APEX-8] the granted budget is the minimum of default, route and caller', async () => {
    const { data } = await mpt.call('apex_route', {
      intent: 'tool.data.csv',
      payload: { content: 'a\n' },
      caller_budgets: { gas: 50, time_ms: 90_000 },
      ...why,
    });
    expect(data['audit']).toMatchObject({
      budgets: {
        requested: { gas: 50, time_ms: 90_000 },
        granted: { gas: 50, time_ms: 30_000, tool_calls_max: 6, web_requests_max: 3 },
      },
    });
  });

  test('[APEX-5] a refusal code of a tool is mapped to one of Apex', async () => {
    const { error } = await mpt.call('apex_route', {
      intent: 'tool.web.open_url',
      payload: { url: 'http://10.0.0.1/' },
      ...why,
    });
    expect(error?.data).toMatchObject({ refusal: 'SAFETY_POLICY' });
  });

  test('[APEX-6] [APEX-7] the audit has all fields, and equal routes give equal payloads', async () => {
    const route = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await mpt.call('apex_route', { intent: 'hello there', ...why })).data;
    const [one, other] = [await route(), await route()];
    expect(other['payload']).toEqual(one['payload']);
    expect(Object.keys(one['audit'] as object)).toEqual(
      expect.arrayContaining([
        'exec_id',
        'route',
        'budgets',
        'termination',
        'metrics',
        'provenance',
      ]),
    );
  });
});

describe('progress', () => {
  test.each([
    ['a run', 'web_open_url', (url: string) => ({ url })],
    ['a route', 'apex_route', (url: string) => ({ intent: 'tool.web.open_url', payload: { url } })],
  ])(
    '[RUN-7] %s of more than a second reports its progress and the gas that it used',
    async (_, name, input) => {
      released = Promise.withResolvers();
      const before = mpt.progress().length;
      const reported = () => mpt.progress().slice(before);
      const answer = mpt.client.callTool(
        { name, arguments: { ...input(`${site.url}/slow`), ...why } },
        undefined,
        { onprogress: () => undefined },
      );
      await expect.poll(() => reported().length, { timeout: 100_000 }).toBeGreaterThan(0);
      expect(reported()[0]?.message).toBe('web.open_url: runs');
      released.resolve();
      expect((await answer).structuredContent).toMatchObject({ success: true });
      expect(reported().at(-1)?.message).toMatch(/^web\.open_url: has ended, \d+ gas used$/);
      const steps = reported().map(({ progress }) => progress);
      expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
    },
  );

  test('[RUN-7] a Python program reports the gas used so far, and so does its replay', async () => {
    const call = async (name: string, args: object): Promise<readonly string[]> => {
      const before = mpt.progress().length;
      const given = { onprogress: () => undefined, timeout: 120_000 };
      await mpt.client.callTool({ name, arguments: { ...args, ...why } }, undefined, given);
      const reported = mpt.progress().slice(before);
      return reported.map(({ message = '' }) => message);
    };
    const gasIn = (reported: readonly string[]): readonly number[] =>
      reported.flatMap((message) => {
        const used = /^code\.python: runs, (\d+) gas used so far$/.exec(message)?.[1];
        return used === undefined ? [] : [Number(used)];
      });
    const both = async (turns: number): Promise<readonly (readonly string[])[]> => {
      const code = `n = 0\nfor i in range(${turns}):\n  n += i % 7\n  if i % 10_000 == 0: print(".", end="", flush=True)\nn`;
      const context = { caller: 'test', exec_id: crypto.randomUUID() };
      const original = await call('mpt_run', { tool: 'code.python', input: { code }, context });
      return [original, await call('replay', { exec_id: context.exec_id })];
    };
    // The duration depends on the machine: uses the first program that takes long enough to report gas.
    let all: readonly (readonly string[])[] = [[]];
    for (const turns of [3_000_000, 12_000_000, 40_000_000]) {
      if (all.some((reported) => gasIn(reported).length === 0)) all = await both(turns);
    }
    for (const lines of all) {
      const gas = gasIn(lines);
      expect([lines, (gas.at(-1) ?? 0) > 0]).toEqual([lines, true]);
      expect(gas).toEqual(gas.toSorted((a, b) => a - b));
      const [, total] = /^code\.python: has ended, (\d+) gas used$/.exec(lines.at(-1) ?? '') ?? [];
      expect(Number(total)).toBeGreaterThanOrEqual(gas.at(-1) ?? Number.NaN);
    }
  });
});
