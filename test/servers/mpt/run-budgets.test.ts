/** @module run-budgets.test: what a run consumed, outputs in small budgets, and runs by the exec_id of their caller. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of budgets' };
let workspace: TestWorkspace;
let mpt: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  mpt = await connect(workspace.dir, 'mpt');
});
afterAll(async () => {
  await mpt.close();
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

test.each([
  [200, { path: expect.any(String), bytes: 10_048, sha256: expect.any(String), shortened: true }],
  [100, { path: expect.stringMatching(/\/artifacts\/mpt\/[0-9a-f]{64}\.json$/), shortened: true }],
  [60, { path: expect.any(String), shortened: true }],
])('a long output is shortened to %i tokens, with the path of the rest', async (most, artefact) => {
  const { output, audit } = await run(
    'code.js',
    { code: '"word ".repeat(2000)' },
    { budget: { tokens_output_max: most } },
  );
  expect(output).toMatchObject({
    result: expect.stringMatching(/^(word )*w?o?r?d?$/),
    artefact,
  });
  const { consumed } = audit.budgets as { consumed: { tokens_output_max: number } };
  expect(consumed.tokens_output_max).toBeGreaterThan(0);
  expect(consumed.tokens_output_max).toBeLessThanOrEqual(most);
});

test('a table is cut to whole rows in a small budget, and a smaller one is refused with its need', async () => {
  const content = `a,b\n${Array.from({ length: 100 }, (_, row) => `${row},x`).join('\n')}\n`;
  const budget = { tokens_output_max: 70 };
  const { output } = await run('data.csv', { content }, { budget });
  const rows = output['rows'] as string[][];
  expect(rows[0]).toEqual(['0', 'x']);
  expect(output).toMatchObject({ next_offset: rows.length, stopped_by: 'size' });
  const { audit } = await run('data.csv', { content }, { budget: { tokens_output_max: 5 } });
  expect(audit.refusals[0]).toMatchObject({
    mpt_code: 'BOUND_DATA',
    cause: expect.stringMatching(
      /^the output has more than 5 tokens, and its shortest form has \d+$/,
    ),
  });
});

test('all that a run consumed is stated', async () => {
  const { audit } = await run('code.js', { code: '1' });
  expect(audit.budgets['consumed']).toEqual({
    time_ms: expect.any(Number),
    gas: expect.any(Number),
    mem_mb: expect.any(Number),
    depth: 1,
    tool_calls_max: 1,
    web_requests_max: 0,
    // {"files":[],"result":1,"stderr":"","stdout":""}
    tokens_output_max: expect.any(Number),
  });
  const { tokens_output_max } = audit.budgets['consumed'] as { tokens_output_max: number };
  expect(tokens_output_max).toBeGreaterThanOrEqual(10);
  expect(tokens_output_max).toBeLessThanOrEqual(25);
});

test('a run is found and repeated by the exec_id that its caller gave', async () => {
  const context = { caller: 'test', exec_id: 'my case 7' };
  const { audit } = await run('code.js', { code: '6 * 7' }, { context });
  const ledger = await mpt.call('get_ledger', { exec_id: 'my case 7', ...why });
  expect(ledger.data['entries']).toMatchObject([{ run_id: audit.exec_id }]);
  const again = await mpt.call('replay', { exec_id: 'my case 7', ...why });
  expect(again).toMatchObject({ success: true, data: { output: { result: 42 } } });
  const none = await mpt.call('get_ledger', { exec_id: 'my case 8', ...why });
  expect(none.error?.name).toBe('RUN_NOT_FOUND');
});
