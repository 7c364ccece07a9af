/** @module office-over-mcp: the office is built by an agent over MCP, previewed and signed by a person, in few calls and tokens. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { connect, type Connected, okHere, testWorkspace } from '../e2e/connect.ts';
import { example } from './example.ts';

const workspace = testWorkspace();
const requests: string[] = [];
let agent: Connected;

/** A call whose tokens count. */
async function called(
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<EnvelopeBody> {
  requests.push(JSON.stringify({ name: tool, arguments: args }));
  return await agent.call(tool, args);
}

const inWorkspace = (...words: readonly string[]): Promise<string> =>
  okHere(workspace.dir, ...words);

beforeAll(async () => {
  const file = join(workspace.dir, 'builder.json');
  const permissions = { READ: {}, CREATE: {}, MODIFY: {} };
  writeFileSync(file, JSON.stringify({ permissions, max_elements_per_operation: 1000 }));
  await inWorkspace('approver', 'add', 'anna');
  await inWorkspace('agent', 'add', 'builder', '--permissions', file, '--by', 'anna');
  agent = await connect(workspace.dir, 'all', { env: { PLUMBLINE_AGENT: 'builder' } });
});
afterAll(async () => {
  await agent.close();
  workspace.remove();
});

test('605 elements in at most 8 calls and 9,000 tokens, once they are signed', async () => {
  const script = example('office');
  const reasoning = 'the office as agreed';
  const shown = await called('run_script', { script, reasoning });
  expect(shown).toMatchObject({ success: true, dry_run: true, event_id: null });
  const waiting = await called('run_script', { script, reasoning, dry_run: false });
  expect(waiting).toMatchObject({ error: { name: 'APPROVAL_PENDING' } });
  const approval_id = waiting.approval_id ?? '';
  const told = JSON.parse(await inWorkspace('approvals', 'show', approval_id, '--json')) as unknown;
  const { plan_digest } = z.looseObject({ plan_digest: z.string() }).parse(told);
  const before = await agent.call('get_model_summary', { reasoning });
  expect(before.data).toMatchObject({ element_count: 0 });
  await inWorkspace('approvals', 'approve', approval_id, '--as', 'anna', '--digest', plan_digest);
  const done = await called('get_operation', { approval_id, reasoning });
  expect(done).toMatchObject({ success: true });
  const after = await agent.call('get_model_summary', { reasoning });
  expect(after.data).toMatchObject({ element_count: 605, level_count: 6 });
  expect(requests.length).toBeLessThanOrEqual(8);
  const tokens = requests.reduce((sum, request) => sum + encode(request).length, 0);
  expect(tokens).toBeLessThanOrEqual(9000);
  await inWorkspace('audit', 'verify');
});
