/** @module previews.test: a dry run of a run describes it, and runs and records nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of previews' };
let workspace: TestWorkspace;
let all: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  all = await connect(workspace.dir, 'all');
});
afterAll(async () => {
  await all.close();
  workspace.remove();
});

/** Number of events in the log. */
function eventCount(): number {
  const reader = openSqliteReader(join(workspace.dir, '.plumbline', 'ledger.db'));
  const count = reader.headSeq();
  reader.close();
  return count;
}

const context = { caller: 'test', exec_id: 'preview' };
/** Calls that would run, and the members of `would_run`. */
const CALLS: readonly (readonly [string, object, object])[] = [
  ['code_js', { code: '1' }, { tool: 'code.js', external: false }],
  ['code_python', { code: '1', inputs: { a: 1 } }, { tool: 'code.python', external: false }],
  ['web_search', { query: 'doors' }, { tool: 'web.search', external: true }],
  ['web_open_url', { url: 'https://example.org/' }, { tool: 'web.open_url', external: true }],
  ['image_text2im', { prompt: 'graph: a -> b' }, { tool: 'image.text2im' }],
  ['image_edit', { image: { base64: 'AA==' }, operations: [] }, { tool: 'image.edit' }],
  ['data_csv', { content: 'a\n1\n' }, { tool: 'data.csv', external: false }],
  ['data_xlsx', { path: 'x.xlsx' }, { tool: 'data.xlsx', external: true }],
  ['data_query', { content: 'a\n1\n', sql: 'SELECT 1' }, { tool: 'data.query' }],
  [
    'mpt_run',
    { tool: 'code.js', input: { code: '1' }, budget: { gas: 50 }, context },
    { tool: 'code.js' },
  ],
  [
    'run_scenario',
    { agent: 'honest', scenario: 'basic', steps: 7, seed: 3 },
    { kind: 'scenario', config: { agents: ['honest'], scenarios: ['basic'], steps: 7, seed: 3 } },
  ],
  ['run_suite', { episodes: 2, steps: 5, seed: 1 }, { kind: 'suite', config: { episodes: 2 } }],
];

describe('a dry run', () => {
  test.each(CALLS)(
    'of %s describes the run, and records nothing',
    async (tool, input, would_run) => {
      const before = eventCount();
      const dry = await all.call(tool, { ...input, dry_run: true, ...why });
      const preview = await all.call('preview_operation', { tool, arguments: input, ...why });
      for (const answer of [dry, preview]) {
        expect(answer).toMatchObject({
          success: true,
          event_id: null,
          data: { would_run, approval: { needed: false, because: [], approvers_required: 0 } },
        });
      }
      expect(dry.dry_run).toBe(true);
      expect(eventCount()).toBe(before);
      expect(existsSync(join(workspace.dir, 'artifacts', 'experiments'))).toBe(false);
      expect(existsSync(join(workspace.dir, '.plumbline', 'tapes'))).toBe(false);
    },
  );

  test('states the budget that would be granted', async () => {
    const { data } = await all.call('mpt_run', {
      tool: 'code.js',
      input: { code: '1' },
      budget: { gas: 50, time_ms: 90_000 },
      context,
      dry_run: true,
      ...why,
    });
    expect(data['would_run']).toMatchObject({
      budgets: {
        requested: { gas: 50, time_ms: 90_000 },
        granted: { gas: 50, time_ms: 30_000, mem_mb: 256, tool_calls_max: 6 },
      },
      // 10 for the checks and 1 for {"code":"1"}, less than 4 KiB
      gas_min: 11,
      input_bytes: 12,
    });
    const suite = await all.call('run_suite', { episodes: 2, steps: 5, dry_run: true, ...why });
    // 2 agents in 4 scenarios, 2 episodes each
    expect(suite.data['budget']).toEqual({ episodes: 16, steps: 80, steps_max: 1_000_000 });
  });

  test.each([
    ['mpt_run', { tool: 'shell.exec', input: {}, context }, 1410, 'SAFETY_POLICY'],
    ['mpt_run', { tool: 'code.js', input: {}, context }, 1410, 'DIS_INSUFFICIENT'],
    [
      'mpt_run',
      { tool: 'code.js', input: { code: '1' }, budget: { gas: 5 }, context },
      1410,
      'BOUND_GAS',
    ],
    ['web_open_url', { url: 'http://10.0.0.1/' }, 1410, 'SAFETY_POLICY'],
    ['run_suite', { agents: ['nobody'] }, 1000, undefined],
  ])('of %s with %j is refused like the run', async (tool, input, code, refusal) => {
    const before = eventCount();
    const { success, error } = await all.call(tool, { ...input, dry_run: true, ...why });
    expect(success).toBe(false);
    expect(error).toMatchObject({ code, ...(refusal === undefined ? {} : { data: { refusal } }) });
    expect(eventCount()).toBe(before);
  });

  test('is not the default: a run without dry_run runs', async () => {
    const { data } = await all.call('code_js', { code: '6 * 7', ...why });
    expect(data).toMatchObject({ output: { result: 42 } });
  });

  test.each(['mpt', 'pseudo-axion'])('can be made with preview_operation of %s', async (server) => {
    const one = await connect(workspace.dir, server);
    const { tools } = await one.client.listTools();
    await one.close();
    expect(tools.map(({ name }) => name)).toContain('preview_operation');
  });
});
