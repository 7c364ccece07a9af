/** @module pending.test: a pending approval is answered in the same words and order for every caller. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { approverWarnings } from '../../../governance/gate/call/approver-warnings.ts';
import type { GateAnswer } from '../../../governance/gate/entered-answer.ts';
import { generateKeyPair } from '../../../kernel/base/canonical/signature.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { WorkspaceRecord } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let approval_id: string;
let answered: GateAnswer;
let first: EnvelopeBody;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  const why = { dry_run: false, reasoning: 'because' };
  const made = await harness.call('create_level', { name: 'L', elevation: 0, ...why });
  const element_ids = [made.envelope.data['level_id']];
  answered = await harness.call('delete_elements', { element_ids, ...why });
  first = answered.envelope;
  approval_id = first.approval_id ?? '';
});
afterAll(() => harness.close());

const ENVELOPE = [
  'success',
  'data',
  'event_id',
  'warnings',
  'timestamp',
  'audit',
  'error',
  'approval_id',
];

const NOBODY =
  'no decision is possible yet: the workspace has no approver; tell the person you work for to run `plumbline approver add NAME`';

function error(data: readonly string[]): object {
  return {
    code: 1210,
    name: 'APPROVAL_PENDING',
    message: `a person must approve this first (\`${approval_id}\`); nothing was changed`,
    hint: `call get_operation with approval_id \`${approval_id}\` and wait_s 25; a person decides with \`plumbline approvals show ${approval_id}\``,
    data: Object.fromEntries(data.map((name) => [name, expect.anything()])),
  };
}

test('a pending command is answered with its approval and its effect', () => {
  expect([answered.isError, answered.text]).toEqual([false, JSON.stringify(first)]);
  expect(Object.keys(first)).toEqual(ENVELOPE);
  expect(Object.keys(first.error ?? {})).toEqual(['code', 'name', 'message', 'hint', 'data']);
  const data = [
    'approval_id',
    'expires_at',
    'triggers',
    'approvers_required',
    'repeated',
    'diff',
    'approval',
  ];
  expect(Object.keys(first.error?.data ?? {})).toEqual(data);
  expect(first).toEqual({
    success: false,
    data: {},
    event_id: null,
    warnings: [NOBODY],
    timestamp: expect.any(String),
    audit: expect.objectContaining({ reasoning: 'because' }),
    error: error(data),
    approval_id,
  });
});

test('get_operation repeats the pending answer with its own time', async () => {
  const started = Date.now();
  const { envelope, isError } = await harness.call('get_operation', {
    approval_id,
    wait_s: 0.3,
    reasoning: 'wait',
  });
  expect(isError).toBe(false);
  expect(Object.keys(envelope)).toEqual(ENVELOPE);
  const data = ['approval_id', 'status', 'detail', 'tool', 'branch', 'expires_at'];
  expect(Object.keys(envelope.error?.data ?? {})).toEqual(data);
  expect(envelope.warnings).toEqual([NOBODY]);
  expect(envelope.error).toEqual({
    ...error(data),
    data: expect.objectContaining({ detail: null }),
  });
  expect(Date.parse(envelope.timestamp) - started).toBeGreaterThanOrEqual(290);
});

test('each pending answer is audited as pending', async () => {
  const entries = (await harness.auditText()).split('\n').map((body) => JSON.parse(body) as object);
  const waiting = entries.filter((entry) => Reflect.get(entry, 'outcome') === 'pending');
  expect(waiting.map((entry) => Reflect.get(entry, 'tool'))).toEqual([
    // The keeper records that it opened the approval, the gate records its answer.
    'delete_elements',
    'delete_elements',
    'get_operation',
  ]);
  for (const entry of waiting) expect(Reflect.get(entry, 'approval_id')).toBe(approval_id);
});

describe('warnings of a pending answer', () => {
  const why = { dry_run: false, reasoning: 'because' };
  const waiting = async (): Promise<readonly string[]> =>
    (await harness.call('get_operation', { approval_id, reasoning: 'wait' })).envelope.warnings;
  const add = (name: string, user_id: string) =>
    harness.keeper.registry({
      change: 'approver',
      record: { name, user_id, public_key: generateKeyPair().publicKey, status: 'active' },
      signed: null,
    });

  test('include the warnings of its plan, also in get_operation', async () => {
    const { agent, keeper } = harness;
    const permissions = { ...agent.permissions, requires_approval: ['element.modified' as const] };
    await keeper.registry({ change: 'agent', record: { ...agent, permissions }, signed: null });
    const made = await harness.call('create_level', { name: 'M', elevation: 9000, ...why });
    const level_id = made.envelope.data['level_id'];
    const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
    const built = await harness.call('create_wall', { ...wall, ...why });
    const moves = { element_id: level_id, parameter_name: 'elevation', value: 9500 };
    const { envelope } = await harness.call('modify_parameter', { ...moves, ...why });
    const warned = `\`${String(built.envelope.data['wall_id'])}\` moves along with its level`;
    expect(envelope.warnings).toEqual([NOBODY, warned]);
    approval_id = envelope.approval_id ?? '';
    expect(await waiting()).toEqual([NOBODY, warned]);
  });

  test('say that too few people other than the requester could approve [APP-23]', async () => {
    const { keeper, agent, reader } = harness;
    await add('owner', agent.user_id);
    expect((await waiting())[0]).toContain(
      'the only approver is the person who requested it; tell the person you work for to run',
    );
    expect(reader.approval(approval_id)).toMatchObject({ status: 'pending' });
    const rows = reader.registryAll('workspace');
    const { policy } = WorkspaceRecord.parse(JSON.parse(rows[0]?.record ?? ''));
    const stricter = { ...policy, approvers_required: { ...policy.approvers_required, other: 2 } };
    await keeper.registry({ change: 'policy', policy: stricter, signed: null });
    const again = await harness.call('create_level', { name: 'N', elevation: 18_000, ...why });
    const element_id = again.envelope.data['level_id'];
    const moves = { element_id, parameter_name: 'elevation', value: 19_000 };
    const asked = await harness.call('modify_parameter', { ...moves, ...why });
    expect(asked.envelope.warnings).toEqual([expect.stringContaining('the only approver is')]);
  });

  test('do not mention approvers once enough people could approve', async () => {
    const { reader } = harness;
    expect(await approverWarnings(reader, 'somebody', 1)).toEqual([]);
    expect(await approverWarnings(reader, 'somebody', 2)).toEqual([
      expect.stringContaining('2 people must approve this, but this workspace has only 1 who can'),
    ]);
  });
});

test('a preview of more than ten changes reports the cut and continues at its cursor', async () => {
  const operations = Array.from({ length: 60 }, (_, n) => ({
    tool: 'create_level',
    arguments: { name: `storey ${n}`, elevation: 100_000 + 4000 * n },
  }));
  const preview = async (more: object) => {
    const args = { tool: 'apply_changes', arguments: { operations }, reasoning: 'look', ...more };
    return (await harness.call('preview_operation', args)).envelope;
  };
  const Page = z.looseObject({
    diff: z.looseObject({
      counts: z.object({ created: z.number(), modified: z.number(), deleted: z.number() }),
      created: z.array(z.looseObject({ id: z.string() })),
      next_cursor: z.string().nullable(),
    }),
    warnings: z.array(z.string()),
  });
  const one = Page.parse((await preview({})).data);
  expect(one.diff.created).toHaveLength(10);
  const { next_cursor } = one.diff;
  expect(one.warnings).toEqual([
    `the preview is cut: it shows changes 1 to 10 of 60, data.results 1 to 10 of 60; call preview_operation with this tool, these arguments and cursor \`${next_cursor}\` for the next page`,
  ]);
  const ids = one.diff.created.map(({ id }) => id);
  let cursor = next_cursor;
  while (cursor !== null) {
    const page = Page.parse((await preview({ cursor })).data);
    expect(page.diff.counts).toMatchObject({ created: 60 });
    ids.push(...page.diff.created.map(({ id }) => id));
    cursor = page.diff.next_cursor;
  }
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
  const wrong = await preview({ cursor: 'page 2' });
  expect(wrong.error).toMatchObject({ name: 'INVALID_ARGUMENT' });
  const moved = Page.parse((await preview({ cursor: 'd50.0' })).data);
  expect(moved.warnings).toEqual([expect.stringContaining('has changed since the previous page')]);
});

test('results are paged with the changes, ten a page', async () => {
  const level = await harness.call('create_level', {
    name: 'results',
    elevation: 900_000,
    dry_run: false,
    reasoning: 'a level',
  });
  const level_id = level.envelope.data['level_id'];
  const operations = Array.from({ length: 15 }, (_, n) => ({
    tool: 'create_column',
    arguments: { level_id, location: { x: 2000 * n, y: 0 }, height: 3000, profile: '300x300' },
  }));
  const preview = async (more: object) => {
    const args = { tool: 'apply_changes', arguments: { operations }, reasoning: 'look', ...more };
    return (await harness.call('preview_operation', args)).envelope;
  };
  const Page = z.looseObject({
    diff: z.looseObject({
      created: z.array(z.looseObject({})),
      results: z.array(z.looseObject({ id: z.string() })).optional(),
      results_total: z.number().optional(),
      next_cursor: z.string().nullable(),
    }),
    warnings: z.array(z.string()),
  });
  const one = Page.parse((await preview({})).data);
  expect(one.diff.created).toHaveLength(10);
  expect(one.diff.results).toHaveLength(10);
  expect(one.diff.results_total).toBe(15);
  expect(one.diff.results?.[0]).toMatchObject({
    kind: 'column',
    change: 'created',
    volume_mm3: { to: 300 * 300 * 3000 },
  });
  expect(one.warnings[0]).toContain('it shows changes 1 to 10 of 15, results 1 to 10 of 15,');
  const two = Page.parse((await preview({ cursor: one.diff.next_cursor })).data);
  expect(two.diff).toMatchObject({ results_total: 15, next_cursor: null });
  expect(two.diff.created).toHaveLength(5);
  expect(two.diff.results).toHaveLength(5);
  expect(two.warnings).toEqual([]);
});

test('a preview has a picture on request, or a warning that there is none', async () => {
  const why = { reasoning: 'a picture' };
  const level = { name: 'pictures', elevation: 800_000 };
  const preview = async (tool: string, args: object) =>
    await harness.call('preview_operation', { tool, arguments: args, preview: 'picture', ...why });
  const none = await preview('create_level', level);
  expect(none.content).toEqual([]);
  expect(JSON.stringify(none.envelope.data)).toContain('there is no picture');
  const made = await harness.call('create_level', { ...level, dry_run: false, ...why });
  const { level_id } = made.envelope.data;
  const wall = { level_id, start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const { content } = await preview('create_wall', wall);
  expect(content).toMatchObject([
    { type: 'image', mimeType: 'image/png', data: expect.any(String) },
    { type: 'resource_link', mimeType: 'image/png' },
  ]);
  const silent = { tool: 'create_wall', arguments: wall, ...why };
  expect((await harness.call('preview_operation', silent)).content).toEqual([]);
});
