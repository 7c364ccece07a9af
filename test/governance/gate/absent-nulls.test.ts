/** @module absent-nulls.test: `null` for an optional argument is the same as no argument, in plans and in the log. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';

import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { WorkspacePolicy } from '../../../schemas/permissions.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { type Approving, approving } from './approving.ts';
import { type Harness, openHarness } from './harness.ts';

let harness: Harness;
let owner: Approving;
beforeEach(async () => {
  harness = await openHarness(geometryServer);
  owner = await approving(harness);
  await owner.done('create_level', { name: 'G', elevation: 0 });
});
afterEach(() => harness.close());

/** The arguments in the newest audit entry. */
async function logged(): Promise<unknown> {
  await harness.recorder.flush();
  const reader = openSqliteReader(harness.store);
  const body = reader.auditHead()?.body ?? '{}';
  reader.close();
  return Object(JSON.parse(body)).arguments;
}

const WALL = { level_id: '@G', start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
const NULLS = { height: null, thickness: null, name: null };

test.each<[string, string, object, object]>([
  ['an argument', 'create_wall', { ...WALL, ...NULLS }, WALL],
  ['a shared argument', 'create_wall', { ...WALL, branch: null, idempotency_key: null }, WALL],
  [
    'an argument of an operation, and its name',
    'apply_changes',
    { operations: [{ tool: 'create_wall', as: null, arguments: { ...WALL, ...NULLS } }] },
    { operations: [{ tool: 'create_wall', arguments: WALL }] },
  ],
  [
    'an argument of a previewed call',
    'preview_operation',
    { tool: 'create_wall', cursor: null, arguments: { ...WALL, ...NULLS } },
    { tool: 'create_wall', arguments: WALL },
  ],
])('%s that is null is absent, also in the log', async (_what, tool, given, without) => {
  const answers: unknown[] = [];
  const entries: unknown[] = [];
  for (const args of [given, without]) {
    const { success, data } = await owner.ask(tool, { ...args });
    expect(success).toBe(true);
    answers.push(Object(Object(data)['diff']).counts);
    entries.push(await logged());
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ created: 1 });
  expect(JSON.stringify(entries[0])).toBe(JSON.stringify(entries[1]));
  expect(JSON.stringify(entries[0])).not.toContain('null');
});

test('a required argument that is null is refused as null', async () => {
  const { error } = await owner.ask('create_wall', { ...WALL, level_id: null, height: null });
  expect(error?.message).toBe('argument `level_id` is `null`: expected a text');
});

test('null where a schema has it keeps its meaning: it removes a property', async () => {
  await owner.done('create_wall', WALL);
  const set = { element_ids: ['@G'], set: 'Own' };
  await owner.done('set_properties', { ...set, properties: { A: 1 } });
  const removed = await owner.ask('set_properties', {
    ...set,
    properties: { A: null },
    dry_run: true,
  });
  expect(JSON.stringify(await logged())).toContain('"A":null');
  expect(removed.success).toBe(true);
});

test('arguments are examined only after the rate and the bounds were checked', async () => {
  // Without an approver, whose signature the policy would need.
  await harness.close();
  harness = await openHarness(geometryServer);
  const limit = async (rate_limit_per_minute: number | null): Promise<void> => {
    const policy = WorkspacePolicy.parse({ rate_limit_per_minute });
    await harness.keeper.registry({ change: 'policy', policy, signed: null });
  };
  const tool = geometryServer.tools.find(({ name }) => name === 'create_level');
  const schema: unknown = Reflect.get(tool?.input.shape ?? {}, 'height');
  if (!(schema instanceof z.ZodType)) throw new Error('create_level has no height');
  const examined = vi.spyOn(schema, 'safeParse');
  const call = async (inner: unknown): Promise<string> => {
    const args = { name: 'L', elevation: 9000, height: null, dry_run: true, reasoning: 'a test' };
    const given = inner === undefined ? args : { ...args, inner };
    const { envelope } = await harness.call('create_level', given);
    return envelope.error?.message ?? 'done';
  };
  let deep = {};
  for (let depth = 0; depth < 70; depth += 1) deep = { deep };
  expect(await call(deep)).toContain('nested deeper than 64');
  await limit(1);
  // The calls that were already granted are used up first.
  const other = { operation_id: 'none', reasoning: 'a test' };
  const names: unknown[] = [];
  while (names.length < 1000 && names.at(-1) !== 'RATE_LIMITED') {
    names.push((await harness.call('get_operation', other)).envelope.error?.name);
  }
  expect(await call(undefined)).toContain('more than 1 calls');
  expect(examined).not.toHaveBeenCalled();
  expect(await logged()).toHaveProperty('height', null);
  await limit(null);
  expect(await call(undefined)).toBe('done');
  expect(examined).toHaveBeenCalled();
  examined.mockRestore();
});
