/** @module permit.test: an agent that needs approval to run a program, and the person who approves it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, ok, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';
import { approving } from './digest-of.ts';

let workspace: TestWorkspace;
let mpt: Connected;
const program = { code: 'const six = 6;\nsix * 7', reasoning: 'to know the answer' };

beforeAll(async () => {
  workspace = testWorkspace();
  const { dir } = workspace;
  const file = join(dir, 'asks.json');
  const permissions = { READ: {}, CREATE: {} };
  writeFileSync(file, JSON.stringify({ permissions, requires_approval: ['tool.run'] }));
  ok(dir, 'agent', 'grant', 'agent', '--permissions', file);
  ok(dir, 'approver', 'add', 'alice');
  mpt = await connect(dir, 'mpt');
});
afterAll(async () => {
  await mpt.close();
  workspace.remove();
});

test('a program runs once per signature, and its log verifies [APP-19]', async () => {
  const { dir } = workspace;
  const { approval_id = '', error } = await mpt.call('code_js', program);
  expect(error).toMatchObject({ code: 1210, data: { run: { server: 'mpt', tool: 'code_js' } } });
  expect(ok(dir, 'approvals', 'show', approval_id)).toContain('    | six * 7');
  expect(ok(dir, ...approving(dir, approval_id, 'alice'))).toContain('executed');
  const ran = await mpt.call('code_js', program);
  expect(ran).toMatchObject({ success: true, data: { output: { result: 42 } } });
  expect((await mpt.call('code_js', program)).approval_id).not.toBe(approval_id);
  expect((await mpt.call('data_csv', { content: 'a\n1', reasoning: 'x' })).error?.code).toBe(1210);
  const routed = { intent: 'tool.code.js', payload: { code: '1' }, reasoning: 'x' };
  expect((await mpt.call('apex_route', routed)).error?.code).toBe(1210);
  expect(JSON.parse(ok(dir, 'audit', 'verify', '--json'))).toMatchObject({ ok: true });
});
