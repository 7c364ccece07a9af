/** @module envelope.test: the answers of both servers, through a real client on real processes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from '../e2e/connect.ts';

let workspace: TestWorkspace;
let geometry: Connected;
let spatial: Connected;
let level_id: string;

const why = { reasoning: 'contract test' };
const really = { ...why, dry_run: false };
const line = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };

beforeAll(async () => {
  workspace = testWorkspace();
  geometry = await connect(workspace.dir, 'geometry', { words: ['--toolsets', 'more'] });
  spatial = await connect(workspace.dir, 'spatial');
  const made = await geometry.call('create_level', { name: 'L1', elevation: 0, ...really });
  level_id = String(made.data['level_id']);
});
afterAll(async () => {
  await geometry.close();
  await spatial.close();
  workspace.remove();
});

async function count(): Promise<unknown> {
  const { data } = await spatial.call('query_elements', { filter: {}, ...why });
  return data['total'];
}

describe('envelope', () => {
  test('a commit returns its event, author and reason [ENV-1] [ENV-2] [ENV-3] [ENV-5]', async () => {
    const answer = await geometry.call('create_wall', { level_id, ...line, ...really });
    expect(answer).toMatchObject({
      success: true,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      warnings: expect.any(Array),
      audit: {
        user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        agent_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        reasoning: 'contract test',
      },
    });
  });

  test('a query returns warnings and no event [ENV-4] [ENV-5]', async () => {
    const answer = await spatial.call('get_model_summary', why);
    expect(answer).toMatchObject({ success: true, event_id: null, warnings: [] });
  });

  test('a refusal has code, name, message and hint [ENV-6]', async () => {
    const answer = await geometry.call('create_wall', { level_id: 'L9', ...line, ...really });
    expect(answer).toMatchObject({
      success: false,
      data: {},
      event_id: null,
      warnings: [],
      error: {
        code: 1301,
        name: 'LEVEL_NOT_FOUND',
        message: expect.stringContaining('`L9`'),
        hint: expect.stringMatching(/./),
        data: expect.any(Object),
      },
    });
  });
});

describe('dry run', () => {
  test('a dry run is the default of agents, shows the effect and changes nothing [DRY-1] [DRY-2] [DRY-3] [ENV-4]', async () => {
    const before = await count();
    const answer = await geometry.call('create_wall', { level_id, ...line, ...why });
    expect(answer).toMatchObject({ success: true, event_id: null, dry_run: true });
    expect(answer.data).toMatchObject({
      diff: {
        counts: { created: 1, modified: 0, deleted: 0 },
        created: [{ kind: 'wall', params: { thickness: 200, height: 3000 } }],
      },
      approval: { needed: false },
    });
    expect(await count()).toEqual(before);
  });

  test('preview_operation shows the same effect and is read-only [DRY-5]', async () => {
    const args = { level_id, ...line };
    const direct = await geometry.call('create_wall', { ...args, ...why });
    const preview = await geometry.call('preview_operation', {
      tool: 'create_wall',
      arguments: args,
      ...why,
    });
    expect(preview.data).toEqual({ ...direct.data, warnings: direct.warnings });
    expect(preview).toMatchObject({ success: true, event_id: null });
    const { tools } = await geometry.client.listTools();
    const listed = tools.find(({ name }) => name === 'preview_operation');
    expect(listed?.annotations?.readOnlyHint).toBe(true);
  });

  test('a preview refuses a call that the commit would refuse', async () => {
    const preview = await geometry.call('preview_operation', {
      tool: 'create_wall',
      arguments: { level_id, start: { x: 1, y: 1 }, end: { x: 1, y: 1 } },
      ...why,
    });
    expect(preview.error?.name).toBe('WALL_ZERO_LENGTH');
  });

  test('a preview has the ids of the following commit', async () => {
    const args = { level_id, start: { x: 0, y: 9000 }, end: { x: 1000, y: 9000 } };
    const preview = await geometry.call('create_wall', { ...args, ...why });
    const commit = await geometry.call('create_wall', { ...args, ...really });
    expect(commit.data['wall_id']).toBe(preview.data['wall_id']);
  });
});

describe('bad input', () => {
  test('a misspelt argument is named and nothing is committed [IN-1]', async () => {
    const before = await count();
    const answer = await geometry.call('create_wall', { level_id, ...line, ...why, dryrun: false });
    expect(answer.error).toMatchObject({
      code: 1002,
      name: 'UNKNOWN_ARGUMENT',
      hint: expect.stringContaining('dry_run'),
      data: { nearest: 'dry_run' },
    });
    expect(await count()).toEqual(before);
  });

  test.each([
    ['missing', {}],
    ['empty', { reasoning: '' }],
    ['blank', { reasoning: '  ' }],
    ['a number', { reasoning: 7 }],
  ])('reasoning that is %s is refused [IN-2]', async (_name, given) => {
    const answer = await geometry.call('create_wall', { level_id, ...line, ...given });
    expect(answer.error).toMatchObject({ code: 1003, name: 'REASONING_REQUIRED' });
  });

  test('accepts reasoning of 2,000 characters and refuses 2,001 [IN-2]', async () => {
    const at = await geometry.call('create_wall', {
      level_id,
      ...line,
      reasoning: 'x'.repeat(2000),
    });
    const over = await geometry.call('create_wall', {
      level_id,
      ...line,
      reasoning: 'x'.repeat(2001),
    });
    expect([at.success, over.error?.name]).toEqual([true, 'INVALID_ARGUMENT']);
  });

  test.each([
    ['1e308', 1e308, 'OUT_OF_RANGE'],
    ['minus 1e308', -1e308, 'OUT_OF_RANGE'],
    ['a string', '5', 'INVALID_ARGUMENT'],
    ['null', null, 'INVALID_ARGUMENT'],
  ])('a coordinate that is %s is refused with the unit [IN-3]', async (_name, x, name) => {
    const answer = await geometry.call('create_wall', {
      level_id,
      start: { x, y: 0 },
      end: line.end,
      ...really,
    });
    expect(answer.error?.name).toBe(name);
    expect(JSON.stringify(answer.error)).toMatch(/mm|millimetres/);
  });

  test.each([
    ['create_wall', { level_id: 'l', ...line, start: { x: 0, y: 0, z: 0 } }, null, ['x', 'y']],
    ['move_element', { element_id: 'w', delta: { dx: 1, dy: 0 } }, 'x', ['x', 'y', 'z']],
    ['apply_changes', { operations: [{ tool: 'undo', args: {} }] }, 'arguments', ['as']],
    ['apply_changes', { operations: [{ tool: 'undo', argument: {} }] }, 'arguments', ['tool']],
    ['place_window', { wall_id: 'w', offset: 0, sill: 900 }, 'sill_height', ['offset']],
  ])(
    'refuses an unknown argument of %s %j with the accepted names [IN-1]',
    async (tool, call, near, names) => {
      const { error } = await geometry.call(tool, { ...call, ...why });
      expect(error).toMatchObject({
        name: 'UNKNOWN_ARGUMENT',
        data: { nearest: near, arguments: expect.arrayContaining(names) },
      });
      for (const name of near === 'sill_height' ? [near] : names) {
        expect(error?.hint).toContain(name);
      }
    },
  );

  test('refuses an unknown argument of an object that is listed in words, and quotes these words', async () => {
    const filter = { categories: ['Walls'], level: 'x' };
    const call = { filter, operation: 'move', delta: { x: 1, y: 0 }, ...why };
    const { error } = await geometry.call('transform_elements', call);
    expect(error?.hint).toContain(
      'did you mean `level_id`? `filter` takes categories, level_id, names',
    );
  });

  test('refuses an unknown tool and names the closest match [IN-4]', async () => {
    const answer = await geometry.call('create_wal', why);
    expect(answer.error).toMatchObject({
      code: 1001,
      name: 'UNKNOWN_TOOL',
      data: { nearest: 'create_wall' },
    });
  });
});

describe('two processes', () => {
  test('a commit of one process is visible in the next answer of the other [LED-2] [SPA-1]', async () => {
    for (let index = 0; index < 20; index += 1) {
      const made = await geometry.call('create_wall', {
        level_id,
        start: { x: 0, y: 20_000 + index * 1000 },
        end: { x: 4000, y: 20_000 + index * 1000 },
        ...really,
      });
      const element_id = made.data['wall_id'];
      const seen = await spatial.call('get_element', { element_id, ...why });
      expect(seen).toMatchObject({ success: true, event_id: null });
    }
  });

  test('a repeated idempotency key executes once and returns the same answer [LED-3]', async () => {
    const args = { level_id, start: { x: 0, y: 70_000 }, end: { x: 4000, y: 70_000 }, ...really };
    const before = await count();
    const first = await geometry.call('create_wall', { ...args, idempotency_key: 'k1' });
    const second = await geometry.call('create_wall', { ...args, idempotency_key: 'k1' });
    expect(second.data).toEqual(first.data);
    expect(second.event_id).toBe(first.event_id);
    expect(await count()).toBe(Number(before) + 1);
    // The second plan of a door would be refused (it overlaps the first), so the key must be checked before planning.
    const wall_id = first.data['wall_id'];
    const door = { wall_id, offset: 1000, idempotency_key: 'k2', ...really };
    const placed = await geometry.call('place_door', door);
    const again = await geometry.call('place_door', door);
    expect(again.event_id).toBe(placed.event_id);
    expect(again.data).toEqual(placed.data);
    await geometry.call('create_branch', { name: 'keys', ...really });
    const elsewhere = await geometry.call('create_wall', {
      ...args,
      branch: 'keys',
      idempotency_key: 'k1',
    });
    expect(elsewhere.error?.name).toBe('IDEMPOTENCY_MISMATCH');
    const other = await geometry.call('create_wall', {
      ...args,
      thickness: 300,
      idempotency_key: 'k1',
    });
    expect(other.error?.name).toBe('IDEMPOTENCY_MISMATCH');
  });
});
