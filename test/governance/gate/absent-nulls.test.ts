/** @module absent-nulls.test: `null` for an optional argument is the same as no argument, in plans and in the log. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import { withoutAbsentNulls } from '../../../governance/gate/input/absent-nulls.ts';
import { openSqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
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

describe('the arguments without absent nulls', () => {
  const Point = z.strictObject({ x: z.number(), z: z.number().optional() });
  const schema = z.strictObject({
    a: z.string().optional(),
    kept: z.string().nullable().optional(),
    any: z.unknown(),
    needed: z.string(),
    preset: z.number().default(3),
    list: z.array(Point).optional(),
    either: z.union([z.string(), Point]).optional(),
    named: z.record(z.string(), Point).optional(),
  });
  const reduced = (value: unknown): unknown => withoutAbsentNulls(schema, value, () => undefined);

  test.each<[unknown, unknown]>([
    [{ a: null }, {}],
    [{ preset: null }, {}],
    [
      { kept: null, any: null, needed: null, other: null },
      { kept: null, any: null, needed: null, other: null },
    ],
    [{ list: [{ x: 1, z: null }, null] }, { list: [{ x: 1 }, null] }],
    [{ either: { x: 1, z: null } }, { either: { x: 1 } }],
    [{ either: { x: null, z: null } }, { either: { x: null, z: null } }],
    [{ named: { p: { x: 1, z: null } } }, { named: { p: { x: 1 } } }],
    [null, null],
    ['text', 'text'],
  ])('of %j are %j', (given, without) => {
    expect(reduced(given)).toEqual(without);
  });

  test('are the same object if there is nothing to remove', () => {
    const given = { a: 'x', list: [{ x: 1 }], any: { b: null } };
    expect(reduced(given)).toBe(given);
  });
});
