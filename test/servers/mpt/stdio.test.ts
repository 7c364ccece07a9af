/** @module stdio.test: the mpt server as a child process: a real client runs real tools in real sandboxes. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createCodePythonRunner } from '../../../kernel/tools/runners/code/python/runner.ts';
import {
  connect,
  ok,
  testWorkspace,
  type Connected,
  type TestWorkspace,
} from '../../e2e/connect.ts';
import { tinyWheel, WHEEL_NAME } from '../../kernel/tools/runners/code/python/wheel.ts';
import { homeWith, SHARED_CACHE } from '../../shared-cache.ts';

const why = { reasoning: 'a test of the tool server' };
let workspace: TestWorkspace;
let mpt: Connected;
/** A user's cache folder that contains the engine of Python, but not yet that of JavaScript. */
let home: string;
let engines: string;

beforeAll(async () => {
  workspace = testWorkspace();
  // A client waits a minute for an answer; metering Python may take longer on a loaded machine
  await using python = createCodePythonRunner({ cacheDir: SHARED_CACHE, now: () => 0, size: 1 });
  await python.warm();
  home = homeWith('python');
  engines = join(home, 'plumbline', 'engines');
  mkdirSync(join(workspace.dir, 'wheels'));
  writeFileSync(join(workspace.dir, 'wheels', WHEEL_NAME), tinyWheel());
  writeFileSync(
    join(workspace.dir, '.plumbline', 'mpt.json'),
    JSON.stringify({ python_packages: 'wheels' }),
  );
  mpt = await connect(workspace.dir, 'mpt', { env: { XDG_CACHE_HOME: home } });
}, 300_000);
afterAll(async () => {
  await mpt.close();
  workspace.remove();
  rmSync(home, { recursive: true });
});

type Run = {
  readonly picture?: { readonly path: string; readonly uri: string };
  readonly output: Readonly<Record<string, unknown>>;
  readonly termination: string;
  readonly audit: { readonly exec_id: string };
};

describe('runs over stdio', () => {
  test('the first JavaScript run of a user reports progress, and its engine is cached for all workspaces', async () => {
    const answer = await mpt.client.callTool(
      { name: 'code_js', arguments: { code: '1 + 1', ...why } },
      undefined,
      { onprogress: () => undefined },
    );
    expect(answer.structuredContent).toMatchObject({ success: true });
    expect(mpt.progress()).toEqual([
      { progress: 0, total: 2, message: 'JavaScript: metering the interpreter' },
      { progress: 1, total: 2, message: 'JavaScript: starting it once' },
      { progress: 2, total: 2, message: 'JavaScript: ready' },
    ]);
    expect(mpt.stderr()).toContain(`preparing JavaScript in ${engines}`);
    const kept = readdirSync(engines).find((name) => name.startsWith('js')) ?? '';
    expect(statSync(join(engines, kept)).mode & 0o777).toBe(0o600);
    const own = readdirSync(join(workspace.dir, '.plumbline')).includes('cache')
      ? readdirSync(join(workspace.dir, '.plumbline', 'cache'))
      : [];
    expect(own.filter((name) => name.endsWith('.bin'))).toEqual([]);
  });

  test('Python has time zones and the wheels of the operator, and an error explains how to supply others', async () => {
    const answer = await mpt.call('code_python', {
      code:
        'import plumbtiny, zoneinfo, datetime\n' +
        'at = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))\n' +
        '[plumbtiny.twice(3), at.isoformat()]',
      ...why,
    });
    expect(answer.data).toMatchObject({ output: { result: [6, '2026-07-01T00:00:00+02:00'] } });
    const refused = await mpt.call('code_python', { code: 'import numpy', ...why });
    expect(JSON.stringify(refused)).toMatch(/No module named 'numpy'; .*`python_packages`/);
  }, 120_000);

  test('a Python program returns its result and is recorded in the ledger', async () => {
    const answer = await mpt.call('code_python', {
      code: 'import json\nwidths = json.load(open("inputs.json"))["widths"]\nsum(widths) / len(widths)',
      inputs: { widths: [800, 900, 1000] },
      ...why,
    });
    expect(answer).toMatchObject({ success: true, event_id: expect.any(String) });
    const run = answer.data as unknown as Run;
    expect(run).toMatchObject({ output: { result: 900 }, termination: 'BOUNDED_OUTPUT' });
    const ledger = await mpt.call('get_ledger', { exec_id: run.audit.exec_id, ...why });
    expect(ledger.data).toMatchObject({
      entries: [
        {
          run_id: run.audit.exec_id,
          route: 'mpt.code.python',
          termination: 'BOUNDED_OUTPUT',
          provenance: { caller: 'agent', sandbox: 'true' },
        },
      ],
    });
  }, 120_000);

  test('[RUN-5] a JavaScript program returns its result, and a binary file that it wrote is linked and can be read', async () => {
    const answer = await mpt.call('code_js', { code: '[1, 2, 3].map((n) => n * n)', ...why });
    expect(answer.data).toMatchObject({ output: { result: [1, 4, 9] } });
    const { structuredContent, content } = await mpt.client.callTool({
      name: 'code_js',
      arguments: { code: 'files.write("dot.png", new Uint8Array([255, 0]))', ...why },
    });
    const { data } = structuredContent as { data: Run };
    const [file] = data.output['files'] as { path: string; artifact: string; uri: string }[];
    const artifact = `mpt/${createHash('sha256').update(Uint8Array.of(255, 0)).digest('hex')}.png`;
    expect(file).toEqual({
      name: 'dot.png',
      path: join(workspace.dir, 'artifacts', artifact),
      artifact,
      uri: `plumbline://artifacts/${artifact}`,
      media_type: 'image/png',
      bytes: 2,
      sha256: expect.anything(),
    });
    expect([...readFileSync(file?.path ?? '')]).toEqual([255, 0]);
    const link = (content as { uri: string }[])[1];
    expect(link).toMatchObject({ name: 'dot.png', mimeType: 'image/png', uri: file?.uri });
    const { contents } = await mpt.client.readResource({ uri: link?.uri ?? '' });
    expect(contents).toMatchObject([{ mimeType: 'image/png', blob: '/wA=' }]);
  });

  test('an endless loop is refused with BOUND_GAS and recorded in the ledger', async () => {
    const answer = await mpt.call('mpt_run', {
      tool: 'code.js',
      input: { code: 'for (;;) {}' },
      budget: { gas: 40 },
      context: { caller: 'test', exec_id: 'loop' },
      ...why,
    });
    expect(answer).toMatchObject({
      success: false,
      data: {},
      event_id: expect.any(String),
      error: { code: 1410, name: 'TOOL_REFUSED', data: { refusal: 'BOUND_GAS' } },
    });
    const refused = answer.error?.data as unknown as Run;
    expect(refused.termination).toBe('REFUSAL(BOUND_GAS)');
    const ledger = await mpt.call('get_ledger', { exec_id: refused.audit.exec_id, ...why });
    expect(ledger.data).toMatchObject({ entries: [{ termination: 'REFUSAL(BOUND_GAS)' }] });
  });

  test('lists every declared tool and whether it is ready', async () => {
    const { data } = await mpt.call('list_tool_contracts', why);
    const contracts = data['contracts'] as { tool_id: string; ready: boolean }[];
    expect(contracts.filter(({ ready }) => ready).map(({ tool_id }) => tool_id)).toEqual(
      expect.arrayContaining(['code.js', 'code.python', 'data.csv', 'data.xlsx']),
    );
  });
});

describe('tables and pictures', () => {
  test('reads the cells of a table as text, from the call and from a file below artifacts/', async () => {
    const inline = await mpt.call('data_csv', { content: 'id,width\nd1,0900\n', ...why });
    expect(inline.data).toMatchObject({ output: { rows: [['d1', '0900']] } });
    writeFileSync(join(workspace.dir, 'artifacts', 'doors.csv'), 'id;width\nd2;1000\n');
    const file = await mpt.call('data_csv', { path: 'doors.csv', ...why });
    expect(file.data).toMatchObject({ output: { rows: [['d2', '1000']], delimiter: ';' } });
    const query = { artifact: 'doors.csv', sql: 'SELECT sum(width) FROM t', ...why };
    expect(JSON.stringify(await mpt.call('data_query', query))).toContain('"rows":[[1000]]');
    const outside = await mpt.call('data_csv', { path: '../.plumbline/mpt.json', ...why });
    expect(outside.error?.data).toMatchObject({ refusal: 'SAFETY_POLICY' });
  });

  test('[DATA-4] a table too large for one answer is read in pages by next_offset', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => [`d${n}`, `door ${n} ${'x '.repeat(20)}`]);
    const content = ['id,note', ...rows.map((cells) => cells.join(','))].join('\n');
    const got: unknown[] = [];
    let pages = 0;
    for (let offset: unknown = 0; offset !== null && pages < 100; pages += 1) {
      const { data } = await mpt.call('data_csv', { content, offset, ...why });
      const { output } = data as unknown as Run;
      got.push(...(output['rows'] as unknown[]));
      offset = output['next_offset'];
    }
    expect(got).toEqual(rows);
    expect(pages).toBeGreaterThan(1);
  });

  test('an output that is too long is stored in a file and linked', async () => {
    const { structuredContent, content } = await mpt.client.callTool({
      name: 'code_js',
      arguments: { code: 'Array.from({ length: 5000 }, (_, n) => n)', ...why },
    });
    const { data } = structuredContent as { data: Run };
    const { path, uri } = data.output['artefact'] as { path: string; uri: string };
    const links = (content as { type: string; uri?: string }[]).filter(
      ({ type }) => type === 'resource_link',
    );
    expect(links).toMatchObject([{ uri }]);
    const whole = readFileSync(path, 'utf8');
    const { contents } = await mpt.client.readResource({ uri });
    expect(contents).toMatchObject([{ text: whole, mimeType: 'application/json' }]);
    expect(JSON.parse(whole)).toMatchObject({ result: { length: 5000 } });
  });
});

describe('pictures', () => {
  test('are diagrams without a service, are attached to the answer, and can be edited', async () => {
    const answer = await mpt.client.callTool({
      name: 'image_text2im',
      arguments: { prompt: 'box a "House"', size: '256x256', ...why },
    });
    const { data } = answer.structuredContent as { data: Run };
    expect(data.output).toMatchObject({ generative: false });
    const { path, sha256 } = data.output['image'] as { path: string; sha256: string };
    expect(data.output['image']).not.toHaveProperty('base64');
    const file = readFileSync(path);
    expect(data.picture).toMatchObject({ path, media_type: 'image/png', width: 256, height: 256 });
    const { contents } = await mpt.client.readResource({ uri: data.picture?.uri ?? '' });
    expect(contents).toMatchObject([{ blob: file.toString('base64') }]);
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
    const [, picture] = answer.content as { type: string; data: string }[];
    expect(picture).toMatchObject({ type: 'image', data: file.toString('base64') });
    const smaller = await mpt.client.callTool({
      name: 'image_edit',
      arguments: { image: { path }, operations: [{ op: 'resize', width: 64 }], ...why },
    });
    expect(smaller.structuredContent).toMatchObject({
      success: true,
      data: { output: { image: { width: 64, height: 64 } } },
    });
    const model = { prompt: 'x', require: 'model', ...why };
    expect((await mpt.call('image_text2im', model)).error?.name).toBe('TOOL_REFUSED');
  });
});

describe('the web', () => {
  test('without a service, a search covers only the configured documents', async () => {
    const answer = await mpt.call('web_search', { query: 'fire doors', ...why });
    expect(answer.data).toMatchObject({
      output: { provider: 'local-index', scope: 'configured corpus', results: [] },
    });
  });

  test('a private address is refused', async () => {
    const answer = await mpt.call('web_open_url', { url: 'http://127.0.0.1:9/', ...why });
    expect(answer.error).toMatchObject({ code: 1410, data: { refusal: 'SAFETY_POLICY' } });
  });
});

describe('replay, certification and statistics', () => {
  test('a deterministic run can be replayed; an unknown run is refused', async () => {
    const first = await mpt.call('code_js', { code: '6 * 7', ...why });
    const { audit } = first.data as unknown as Run;
    const again = await mpt.call('replay', { exec_id: audit.exec_id, ...why });
    expect(again.data).toMatchObject({ output: { result: 42 } });
    const none = await mpt.call('replay', { exec_id: 'run_of_nobody', ...why });
    expect(none.error?.data).toMatchObject({ refusal: 'CONFLICT_PST' });
    expect(none.event_id).not.toBeNull();
  });

  test('two runs of one exec_id have a record each', async () => {
    const exec_id = '0199a0a0-0000-7000-8000-00000000000a';
    const call = {
      tool: 'data.csv',
      input: { content: 'a\n1\n' },
      context: { caller: 'test', exec_id },
      ...why,
    };
    expect((await mpt.call('mpt_run', call)).success).toBe(true);
    expect((await mpt.call('mpt_run', call)).success).toBe(true);
    const { data } = await mpt.call('get_ledger', { limit: 2, ...why });
    expect((data['entries'] as { run_id: string }[]).map(({ run_id }) => run_id)).toEqual([
      exec_id,
      exec_id,
    ]);
  });

  test('the clarity gate refuses a request with missing information', async () => {
    const answer = await mpt.call('mpt_run', {
      tool: 'data.csv',
      input: { content: 'a\n' },
      context: {},
      ...why,
    });
    expect(answer.error?.data).toMatchObject({ refusal: 'ENTROPY_CLARITY' });
  });

  test('[MPT-19] a contract for an unknown tool is at most incomplete, and registers nothing', async () => {
    const { data } = await mpt.call('list_tool_contracts', { tool_id: 'data.csv', ...why });
    const [own] = data['contracts'] as Record<string, unknown>[];
    const { sha256: _sha256, ready: _ready, ...contract } = own ?? {};
    const answer = await mpt.call('certify_tool', {
      contract: { ...contract, tool_id: 'stranger.csv' },
      ...why,
    });
    expect(answer).toMatchObject({
      data: { tool_id: 'stranger.csv', status: 'incomplete' },
      event_id: expect.any(String),
    });
    const run = await mpt.call('mpt_run', {
      tool: 'stranger.csv',
      input: {},
      context: { caller: 'test', exec_id: 'x' },
      ...why,
    });
    expect(run.error?.data).toMatchObject({ refusal: 'SAFETY_POLICY' });
  });

  test('[MPT-17] statistics count the runs', async () => {
    const { data } = await mpt.call('tool_analytics', why);
    const tools = data['tools'] as { tool_id: string; runs: number }[];
    expect(tools.find(({ tool_id }) => tool_id === 'data.csv')?.runs).toBeGreaterThanOrEqual(4);
  });
});

describe('apex', () => {
  test('routes to a tool by its name and narrows its budget', async () => {
    const answer = await mpt.call('apex_route', {
      intent: 'tool.code.js',
      payload: { code: '1 + 1' },
      ...why,
    });
    expect(answer).toMatchObject({
      success: true,
      data: { payload: { result: 2 }, audit: { route: 'mpt.code.js' } },
    });
    const operation = await mpt.call('apex_route', {
      intent: 'tool.code.js',
      payload: { code: 'for (;;) {}' },
      caller_budgets: { gas: 40 },
      ...why,
    });
    expect(operation.error?.data).toMatchObject({
      kind: 'REFUSAL',
      code: 'BOUND_GAS',
      refusal: 'BOUND_GAS',
      summary: expect.stringContaining('29 gas of work'),
      questions: [expect.any(String), expect.any(String), 'may gas be raised'],
      audit: { termination: 'REFUSAL(BOUND_GAS)' },
    });
    expect(operation.error?.hint).toMatch(/^do less in one run/);
  });

  test('calls tools of the building through their own gate', async () => {
    const made = await mpt.call('apex_route', {
      intent: 'a level of the building',
      payload: { tool: 'create_level', arguments: { name: 'L0', elevation: 0, dry_run: true } },
      ...why,
    });
    expect(made.data).toMatchObject({
      payload: {
        success: true,
        dry_run: true,
        audit: { reasoning: 'apex: a level of the building' },
      },
      audit: { route: 'mpe' },
    });
    const uncalled = await mpt.call('apex_route', {
      intent: 'a level of the building',
      payload: { tool: 'create_level', arguments: { name: 'L9', elevation: 0, dry_run: false } },
      caller_budgets: { tool_calls_max: 0 },
      ...why,
    });
    expect(uncalled.error?.data).toMatchObject({ refusal: 'BOUND_GAS' });
    const model = await mpt.call('apex_route', {
      intent: 'the model',
      payload: { tool: 'get_model_summary', arguments: {} },
      ...why,
    });
    expect(JSON.stringify(model.data)).not.toContain('L9');
    const refused = await mpt.call('apex_route', {
      intent: 'a wall of the building',
      payload: { tool: 'get_element', arguments: { element_id: 'wall_nowhere' } },
      ...why,
    });
    expect(refused.error?.data).toMatchObject({ refusal: 'CONFLICT_PST' });
  });

  test('a question is answered by a reading tool, a change without arguments is only proposed, the rest is asked', async () => {
    const route = async (intent: string): Promise<Readonly<Record<string, unknown>>> => {
      const { data } = await mpt.call('apex_route', { intent, ...why });
      return data['payload'] as Readonly<Record<string, unknown>>;
    };
    expect(await route('how many doors are there?')).toMatchObject({
      success: true,
      data: { element_count: 0 },
    });
    expect(await route('put a door into the wall')).toMatchObject({
      outcome: 'tool',
      tools: [{ name: 'place_door' }, {}, {}, {}],
      questions: [expect.stringContaining('wall_id'), expect.stringContaining('offset')],
    });
    expect(await route('the door')).toMatchObject({ outcome: 'ask' });
  });

  test('advises over the tools of all servers', async () => {
    const answer = await mpt.call('apex_route', { intent: 'run a python program', ...why });
    const { payload } = answer.data as { payload: { tools: { name: string }[] } };
    expect(payload.tools[0]).toMatchObject({ name: 'code_python', server: 'mpt' });
  });

  test('advises if no route fits, with at most three questions', async () => {
    const answer = await mpt.call('apex_route', { intent: 'hello there', ...why });
    const { payload } = answer.data as { payload: { questions: string[] } };
    expect(payload.questions.length).toBeLessThanOrEqual(3);
    expect(answer.data).toMatchObject({ audit: { route: 'mpa' } });
  });
});

describe('the audit chain', () => {
  test('verifies with all runs of this file', () => {
    expect(ok(workspace.dir, 'audit', 'verify')).toMatch(/holds|ok|intact/i);
  });
});
