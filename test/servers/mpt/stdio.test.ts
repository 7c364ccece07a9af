/** @module stdio.test: the mpt server as a child process: real runs in real sandboxes, over a real client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of the tool server' };
let workspace: TestWorkspace;
let mpt: Connected;

beforeAll(async () => {
  workspace = testWorkspace();
  mpt = await connect(workspace.dir, 'mpt');
}, 60_000);
afterAll(async () => {
  await mpt.close();
  workspace.remove();
});

type Run = {
  readonly output: Readonly<Record<string, unknown>>;
  readonly termination: string;
  readonly audit: { readonly exec_id: string };
};

describe('runs over stdio', () => {
  test('a Python program answers its result, and its entry lies on the ledger', async () => {
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

  test('a JavaScript program answers its result', async () => {
    const answer = await mpt.call('code_js', { code: '[1, 2, 3].map((n) => n * n)', ...why });
    expect(answer.data).toMatchObject({ output: { result: [1, 4, 9] } });
  }, 60_000);

  test('a loop that never ends is refused with BOUND_GAS, and that is on the ledger too', async () => {
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
  }, 60_000);

  test('lists every declared tool and says which are ready', async () => {
    const { data } = await mpt.call('list_tool_contracts', why);
    const contracts = data['contracts'] as { tool_id: string; ready: boolean }[];
    expect(contracts.filter(({ ready }) => ready).map(({ tool_id }) => tool_id)).toEqual(
      expect.arrayContaining(['code.js', 'code.python', 'data.csv', 'data.xlsx']),
    );
  });
});
