/** @module hostile-arguments.test: no argument blocks later calls or produces an entry of unlimited size. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { type Harness, openHarness } from './harness.ts';

const LONG = 'k'.repeat(1500);

let harness: Harness;
beforeAll(async () => {
  const tools = [...geometryServer.tools, ...spatialServer.tools];
  harness = await openHarness({ ...geometryServer, tools });
});
afterAll(() => harness.close());

type Members = Record<string, unknown>;

/** The error of a call; null if it had none. */
async function errorOf(tool: string, args: Members): Promise<string | null> {
  const { envelope } = await harness.call(tool, { ...args, reasoning: 'a test' });
  return envelope.error?.name ?? null;
}

async function lastEntry(): Promise<Members> {
  const lines = (await harness.auditText()).split('\n');
  return JSON.parse(lines.at(-1) ?? '');
}

function many(count: number, value: unknown): Members {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
}

test.each<[string, string, Members]>([
  ['an argument', 'create_level', { [LONG]: 1 }],
  [
    'a member of an object',
    'preview_operation',
    { tool: 'create_level', arguments: { [LONG]: 1 } },
  ],
  ['an object in a list', 'create_level', { check: [{ [LONG]: 1 }] }],
  ['a property', 'set_properties', { element_ids: ['@G'], set: 'S', properties: { [LONG]: 1 } }],
  ['a set', 'set_properties', { element_ids: ['@G'], set: LONG, properties: { a: 1 } }],
])('answers later calls after a name of 1,500 characters of %s', async (where, tool, args) => {
  const preview = { tool: 'create_level', arguments: { name: `Beside ${where}`, elevation: 9000 } };
  const [beside, error] = await Promise.all([
    errorOf('preview_operation', preview),
    errorOf(tool, args),
  ]);
  expect([beside, error]).toEqual([null, expect.not.stringMatching('AUDIT_UNAVAILABLE')]);
  expect(await errorOf('get_operation', { operation_id: 'none' })).toBe('OPERATION_NOT_FOUND');
  expect(await harness.auditText()).toContain(`Beside ${where}`);
});

test('audits principal, tool and reasoning of a refused call whose name is cut inside a character', async () => {
  await errorOf(`${'a'.repeat(99)}😀`, { branch: `${'b'.repeat(199)}😀` });
  expect(await lastEntry()).toMatchObject({
    tool: 'a'.repeat(99),
    branch: 'b'.repeat(199),
    reasoning: 'a test',
    session_id: 'ses_test',
    principal: { agent_id: harness.principal.agent_id },
    outcome: 'refused',
    error: 'UNKNOWN_TOOL',
  });
});

test('audits principal, tool and reasoning of a refused call whose message repeats half a character', async () => {
  await errorOf(`${'a'.repeat(76)}${'😀'.repeat(10)}`, {});
  expect(await lastEntry()).toMatchObject({ reasoning: 'a test', error: 'UNKNOWN_TOOL' });
});

test('the audit entry of 500 arguments of 8,000 characters is small', async () => {
  await errorOf('create_level', many(500, 'z'.repeat(8000)));
  expect(await lastEntry()).toMatchObject({
    reasoning: 'a test',
    arguments: { all_arguments: { count: 500 } },
  });
  expect(JSON.stringify(await lastEntry()).length).toBeLessThan(2000);
});

test('a refusal counts very many unknown arguments and suggests nothing', async () => {
  const { envelope } = await harness.call('create_level', {
    ...many(20_000, 1),
    reasoning: 'a test',
  });
  expect(envelope.error).toMatchObject({
    name: 'UNKNOWN_ARGUMENT',
    message: '`create_level` takes no argument `k0` and 19999 others; nothing was changed',
    data: { more: 19_990 },
  });
  expect(envelope.error?.data).not.toHaveProperty('suggested');
});

test('refuses objects of more than 200,000 names before they are checked', async () => {
  expect(await errorOf('create_level', { check: [many(200_001, 1)] })).toBe('INVALID_ARGUMENT');
  expect((await lastEntry())['message']).toContain('objects with 200001 names');
});

test('refuses deeply nested JSON in a text like any other text', async () => {
  const text = `{"a":${'['.repeat(4900)}${']'.repeat(4900)}}`;
  const preview = { tool: 'create_level', arguments: text };
  expect(await errorOf('preview_operation', preview)).toBe('INVALID_ARGUMENT');
});

// Each of these took minutes with a pattern that tried every start with every end.
test.each<[string, Members]>([
  ['digits', { elevation: `${'1'.repeat(100_000)}x` }],
  ['blanks after a digit', { elevation: `1${' '.repeat(100_000)}x` }],
  ['beginnings of web tokens', { name: 'eyJ-'.repeat(100_000) }],
  ['words that are near to none', { name: 'q', elevation: 1, check: Array(100_000).fill('zzz') }],
])('refuses a text of many %s in linear time', async (_, args) => {
  expect(await errorOf('create_level', args)).toBe('INVALID_ARGUMENT');
});

test.each<[string, string, Members]>([
  ['a value', 'create_level', { elevation: 'ghp_abcdefghijklmnop1234 jane.doe@example.com' }],
  ['a value under the name of a secret', 'create_level', { elevation: { password: 'hunter2x' } }],
  [
    'the name of an argument',
    'create_level',
    { 'jane.doe@example.com': 1, ghp_abcdefghij12345678: 2 },
  ],
  ['the name of a member', 'create_level', { check: [{ 'jane.doe@example.com': 1 }] }],
  ['the name of a tool', 'ghp_abcdefghijklmnop1234', {}],
])('an audit entry repeats no secret and no personal data from %s', async (_, tool, args) => {
  const answered = await errorOf(tool, args);
  expect(answered).not.toBeNull();
  const entry = JSON.stringify(await lastEntry());
  expect(entry).not.toMatch(/ghp_|jane\.doe|hunter2x/u);
});
