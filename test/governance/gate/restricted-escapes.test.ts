/** @module restricted-escapes.test: ways around a restricted READ: the first events of a plan, the history, approvals of others. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const SERVER: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};
const CHANGES = { CREATE: {}, MODIFY: {}, DELETE: {} };
const ORIGIN = { x: 0, y: 0 };

let harness: Harness;
let owner: Approving;
let upper: string;

async function made(tool: string, args: object): Promise<string> {
  const { data } = await owner.done(tool, { ...args });
  return String(Object.values(data)[0]);
}

beforeAll(async () => {
  harness = await openHarness(SERVER);
  const ground = {
    min: { x: -500, y: -500, z: -500 },
    max: { x: 20_000, y: 20_000, z: 3500 },
  };
  owner = await approving(harness, {
    below: { permissions: { ...CHANGES, READ: { regions: [ground] } } },
    walls: { permissions: { ...CHANGES, READ: { categories: ['Levels', 'Walls'] } } },
    reader: { permissions: { READ: {} } },
  });
  upper = await made('create_level', { name: 'Upper', elevation: 3200 });
});
afterAll(() => harness.close());

test('a plan does not reveal a hidden element by moving it into view', async () => {
  const line = { level_id: upper, start: ORIGIN, end: { x: 5000, y: 0 } };
  const hidden = await made('create_wall', line);
  const lower = {
    tool: 'move_element',
    arguments: { element_id: upper, delta: { x: 0, y: 0, z: -3200 } },
  };
  const nearly = hidden.slice(0, -1);
  for (const element_id of [hidden, nearly]) {
    const look = {
      tool: 'modify_parameter',
      arguments: { element_id, parameter_name: 'sight', value: 1 },
    };
    const { error } = await owner
      .other('below')
      .ask('apply_changes', { operations: [lower, look] });
    expect(error).toMatchObject({ name: 'ELEMENT_NOT_FOUND', data: { element_id, near: [] } });
  }
});

test('the history does not reveal who undid a hidden change, or why', async () => {
  const column = { level_id: upper, location: ORIGIN, profile: '300x300' };
  const { event_id } = await owner.done('create_column', column);
  const walls = owner.other('walls');
  const before = await walls.ask('get_history', {});
  const undone = await owner.held('undo', { event_id, reasoning: 'the vault is elsewhere' });
  expect(await owner.decide(undone)).toBe('executed');
  expect((await walls.ask('get_history', {})).data).toEqual(before.data);
  expect(JSON.stringify(await owner.ask('get_history', {}))).toContain('the vault is elsewhere');

  const wall = { level_id: upper, start: { x: 0, y: 9000 }, end: { x: 5000, y: 9000 } };
  const own = await walls.done('create_wall', wall);
  const longer = { element_id: own.data['wall_id'], parameter_name: 'height', value: 2000 };
  const lowered = await owner.done('modify_parameter', longer);
  await owner.done('undo', { event_id: lowered.event_id, reasoning: 'too low' });
  expect(JSON.stringify(await walls.ask('get_history', {}))).toContain('too low');
});

test('an approval of another agent is shown to an agent that may read everything', async () => {
  const column = await made('create_column', {
    level_id: upper,
    location: { x: 9000, y: 0 },
    profile: '300x300',
  });
  const approval_id = await owner.held('delete_elements', { element_ids: [column] });
  const walls = owner.other('walls');
  const refused = {
    name: 'OPERATION_NOT_FOUND',
    message: expect.stringContaining('you have no approval'),
  };
  expect((await walls.ask('get_operation', { approval_id })).error).toMatchObject(refused);
  expect(await owner.decide(approval_id)).toBe('executed');
  const { error } = await walls.ask('get_operation', { approval_id });
  expect(error).toMatchObject(refused);
  expect(JSON.stringify(error)).not.toContain(column);
  for (const voice of [owner, owner.other('reader')]) {
    expect((await voice.ask('get_operation', { approval_id })).data).toMatchObject({
      result: { deleted_ids: [column] },
    });
  }
  const own = await walls.held('delete_elements', {
    element_ids: [
      await made('create_wall', { level_id: upper, start: ORIGIN, end: { x: 0, y: 5000 } }),
    ],
  });
  expect((await walls.ask('get_operation', { approval_id: own })).error?.name).toBe(
    'APPROVAL_PENDING',
  );
});
