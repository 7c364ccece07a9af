/** @module apex-answers.test: refusals, pending approvals and repeated answers of tools that Apex calls. */
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../../e2e/connect.ts';

const why = { reasoning: 'a test of routes' };
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

test('a refusal of the building keeps its code, its hint and similar ids', async () => {
  const level = { name: 'Near', elevation: 90_000, dry_run: false, ...why };
  const geometry = await connect(workspace.dir, 'geometry');
  const { data } = await geometry.call('create_level', level);
  await geometry.close();
  const id = String(data['level_id']);
  const argument = { element_id: `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}` };
  const { error } = await mpt.call('apex_route', {
    intent: 'a wall of the building',
    payload: { tool: 'get_element', arguments: argument },
    ...why,
  });
  const spatial = await connect(workspace.dir, 'spatial');
  const direct = await spatial.call('get_element', { ...argument, ...why });
  await spatial.close();
  expect(direct.error?.code).toBe(1300);
  expect(error?.data).toMatchObject({
    kind: 'REFUSAL',
    code: 'CONFLICT_PST',
    detail: { error: direct.error },
  });
  expect(JSON.stringify(error?.data['detail'])).toContain(id);
  expect(error?.hint).toBe(direct.error?.hint);
});

test('a pending approval is reported as in a direct call', async () => {
  const geometry = await connect(workspace.dir, 'geometry');
  const { data } = await geometry.call('create_level', {
    name: 'Gone',
    elevation: 95_000,
    dry_run: false,
    ...why,
  });
  await geometry.close();
  const answer = await mpt.call('apex_route', {
    intent: 'a level of the building',
    payload: {
      tool: 'delete_elements',
      arguments: { element_ids: [data['level_id']], dry_run: false },
    },
    ...why,
  });
  const { approval_id } = answer;
  expect(answer).toMatchObject({
    success: false,
    error: {
      code: 1210,
      name: 'APPROVAL_PENDING',
      data: { approval_id, kind: 'BOUNDED_OUTPUT', payload: { approval_id, success: false } },
    },
  });
  expect(approval_id).toMatch(/^apr_/);
  expect(answer.error?.hint).toContain(`get_operation with approval_id \`${approval_id}\``);
});

test('equal questions have equal answers', async () => {
  const question = {
    intent: 'the building',
    payload: { tool: 'list_rules', arguments: { standard: 'UK-ADM' } },
    ...why,
  };
  const first = await mpt.call('apex_route', question);
  expect(first.success).toBe(true);
  expect((await mpt.call('apex_route', question)).data).toEqual(first.data);
});

test('an exceeded bound is summarised with what the program printed', async () => {
  const { error } = await mpt.call('apex_route', {
    intent: 'tool.code.js',
    payload: { code: 'console.log("half done"); for (;;) {}' },
    caller_budgets: { gas: 40 },
    ...why,
  });
  expect(error?.data['summary']).toMatch(/gas of work; it printed: half done\n$/);
});

test.each([
  // The empty form has about 15 tokens, the cause about 17
  [20, /^$/u],
  [40, /^the output has more than 40 tokens/u],
])('an output whose shortest form exceeds %i tokens is summarised', async (tokens, summary) => {
  const { success, data } = await mpt.call('apex_route', {
    intent: 'tool.code.js',
    payload: { code: 'console.log("word ".repeat(20000)); 7' },
    caller_budgets: { tokens_output_max: tokens },
    ...why,
  });
  expect({ success, payload: data['payload'] }).toEqual({
    success: true,
    payload: {
      overflow: 'tokens_output_max',
      summary: expect.stringMatching(summary),
      questions: [],
    },
  });
});

test('an output within its tokens has complete reports of its files', async () => {
  const { data } = await mpt.call('apex_route', {
    intent: 'tool.code.js',
    payload: { code: 'console.log("word ".repeat(20000)); 7' },
    caller_budgets: { tokens_output_max: 100 },
    ...why,
  });
  const artifact = expect.stringMatching(/^mpt\/[0-9a-f]{64}\.json$/u);
  expect(data['payload']).toMatchObject({
    result: 7,
    artefact: { artifact, path: expect.stringContaining(join(workspace.dir, 'artifacts', 'mpt')) },
  });
});

test.each([
  ['a text', 'x', 'a string'],
  ['a list', [1], 'a list'],
])('%s as payload is refused by a plane that needs arguments', async (_, payload, received) => {
  const building = await mpt.call('apex_route', {
    intent: 'a level of the building',
    payload,
    ...why,
  });
  expect(building.error?.data).toMatchObject({
    code: 'DIS_INSUFFICIENT',
    cause: `the plane \`mpe\` takes an object as payload, received ${received}`,
  });
  const program = await mpt.call('apex_route', { intent: 'tool.code.js', payload, ...why });
  expect(program.error?.data).toMatchObject({ code: 'ENTROPY_CLARITY' });
  const advice = await mpt.call('apex_route', { intent: 'hello there', payload, ...why });
  expect(advice).toMatchObject({ success: true, data: { audit: { route: 'mpa' } } });
});
