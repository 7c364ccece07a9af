/** @module json-as-text.test: lists and objects that a client sends as text with JSON in it, and other wrong values, are refused in plain words. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../servers/geometry/server.ts';
import { approving, type Approving } from '../governance/gate/approving.ts';
import { openHarness, type Harness } from '../governance/gate/harness.ts';

let harness: Harness;
let agent: Approving;
let level_id: unknown;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  agent = await approving(harness, {});
  level_id = (await agent.done('create_level', { name: 'Ground', elevation: 0 })).data['level_id'];
});
afterAll(() => harness.close());

const TRIANGLE = '[{"x":0,"y":0},{"x":4000,"y":0},{"x":4000,"y":3000}]';
const POINT = '{"x":0,"y":0}';

test.each<[string, string, object, { readonly message: string; readonly hint: string }]>([
  [
    'a list',
    'create_floor',
    { boundary_points: TRIANGLE },
    {
      message: `argument \`boundary_points\` is a text with JSON in it \`${TRIANGLE}\`: expected a list`,
      hint: 'send `boundary_points` as JSON itself, not as a text and call again; nothing was changed',
    },
  ],
  [
    'an object',
    'create_wall',
    { start: POINT, end: { x: 5000, y: 0 } },
    {
      message: `argument \`start\` is a text with JSON in it \`${POINT}\`: expected an object`,
      hint: 'send `start` as JSON itself, not as a text and call again; nothing was changed',
    },
  ],
])('%s as text is refused with what to send', async (_, tool, args, refusal) => {
  const { error } = await agent.ask(tool, { level_id, ...args, dry_run: false });
  expect(error).toMatchObject({ code: 1000, ...refusal });
});

test('operations as text, and a list inside an operation as text, are refused with what to send', async () => {
  const whole = await agent.ask('apply_changes', { operations: '[]', dry_run: false });
  expect(whole.error).toMatchObject({
    code: 1000,
    message: 'argument `operations` is a text with JSON in it `[]`: expected a list',
  });
  const floor = { tool: 'create_floor', arguments: { level_id, boundary_points: TRIANGLE } };
  const inner = await agent.ask('apply_changes', { operations: [floor], dry_run: false });
  expect(inner.error).toMatchObject({ code: 1000 });
  expect(inner.error?.message).toContain(
    `\`boundary_points\` is a text with JSON in it \`${TRIANGLE}\`: expected a list`,
  );
});

test.each<[string, object, string]>([
  [
    'create_level',
    { name: 'A', elevation: '3000' },
    'argument `elevation` is the text `3000`: expected a number in millimetres',
  ],
  ['create_level', { name: {}, elevation: 0 }, 'argument `name` is an object: expected a text'],
  ['create_level', { name: true, elevation: 0 }, 'argument `name` is `true`: expected a text'],
  [
    'edit_walls',
    { operation: 'cut', wall_id: 'w' },
    'argument `operation` is the text `cut`: expected one of `split`, `trim`, `extend`, `offset`, `move_end`',
  ],
])('%s: %j is refused with what was received and expected', async (tool, args, message) => {
  const { error } = await agent.ask(tool, { ...args, dry_run: false });
  expect(error?.message).toBe(message);
});

test('a hint names each argument once, and a value of another type has one issue', async () => {
  const wall = await agent.ask('create_wall', {
    level_id,
    start: { x: 'a', y: 'b' },
    end: POINT,
    height: -1,
    dry_run: false,
  });
  expect(wall.error?.hint).toBe(
    'correct `start.x`, `start.y`, `end`, `height` and call again; nothing was changed',
  );
  const text = await agent.ask('create_floor', { level_id, boundary_points: 'ab', dry_run: false });
  expect(text.error?.hint).toBe('correct `boundary_points` and call again; nothing was changed');
  expect(text.error?.data?.['issues']).toEqual([
    { argument: 'boundary_points', got: 'the text `ab`', wanted: 'expected a list' },
  ]);
  const outline = await agent.ask('create_floor', {
    level_id,
    boundary_points: [{ x: 0, y: 0 }, 'b', 'b'],
    dry_run: false,
  });
  expect(outline.error?.hint).toBe(
    'correct `boundary_points.1`, `boundary_points.2` and call again; nothing was changed',
  );
});

test('refused calls create no level', async () => {
  expect((await agent.ask('create_level', { name: 'Ground', elevation: 0 })).error?.name).toBe(
    'LEVEL_EXISTS',
  );
  const { data } = await agent.ask('create_level', { name: 'A', elevation: 9000, dry_run: false });
  expect(data['level_id']).toEqual(expect.any(String));
});

test('a text with JSON in it stays a text where a text is expected', async () => {
  const { data } = await agent.ask('create_level', { name: POINT, elevation: 12_000 });
  expect(data).toMatchObject({ diff: { created: [{ params: { name: POINT } }] } });
});
