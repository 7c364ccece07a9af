/** @module group-scopes.test: who sees a group, and which changes of it need which permission. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const REGION = { min: { x: -9000, y: -9000, z: -9000 }, max: { x: 9000, y: 30_000, z: 9000 } };
const HERE = { regions: [REGION] };
const PARTS = { categories: ['Walls', 'Doors'] };
const SERVER: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};

let harness: Harness;
let owner: Approving;
let ground: string;

beforeEach(async () => {
  harness = await openHarness(SERVER);
  owner = await approving(harness, {
    sees_here: { permissions: { READ: HERE, CREATE: {}, MODIFY: {}, DELETE: {} } },
    works_here: { permissions: { READ: HERE, CREATE: HERE, MODIFY: HERE, DELETE: HERE } },
    storey: { permissions: { READ: { levels: ['Ground'] }, CREATE: { levels: ['Ground'] } } },
    no_groups: {
      permissions: { READ: { categories: ['Levels', 'Walls'] }, CREATE: {}, MODIFY: {} },
    },
    parts: { permissions: { READ: {}, CREATE: PARTS, MODIFY: PARTS, DELETE: PARTS } },
    makes: { permissions: { READ: {}, CREATE: {} } },
  });
  const made = await owner.done('create_level', { name: 'Ground', elevation: 0 });
  ground = String(made.data['level_id']);
});
afterEach(async () => {
  await harness.close();
});

async function wall(from: [number, number], to: [number, number]): Promise<string> {
  const line = { start: P(...from), end: P(...to) };
  return String((await owner.done('create_wall', { level_id: ground, ...line })).data['wall_id']);
}
async function groupOf(ids: readonly string[], ...moves: readonly object[]): Promise<string> {
  const placements = moves.map((move) => ({ move }));
  const { data } = await owner.done('create_group', {
    name: 'Flat',
    element_ids: ids,
    ...(moves.length === 0 ? {} : { placements }),
  });
  return String(data['group_id']);
}
async function rows(group_id: string): Promise<readonly (readonly string[])[]> {
  const { data } = await owner.ask('get_element', { element_id: group_id });
  const placements: unknown = data['placements'];
  return Array.isArray(placements) ? placements.map((one: unknown) => Object(one).element_ids) : [];
}
const set = (element_id: string | undefined, value: number) => ({
  element_id,
  parameter_name: 'height',
  value,
});

describe('an agent with READ by regions', () => {
  test.each(['sees_here', 'works_here'])(
    'creates, sees, places and changes groups in its regions: %s',
    async (name) => {
      const agent = owner.other(name);
      const [a, b] = [await wall([0, 0], [5000, 0]), await wall([0, 4000], [5000, 4000])];
      const made = await agent.done('create_group', { name: 'Own', element_ids: [a, b] });
      const group_id = String(made.data['group_id']);
      await agent.done('create_group', { group_id, placements: [{ move: P(0, 10_000) }] });
      const told = await agent.ask('get_element', { element_id: '@Own' });
      expect(told.data).toMatchObject({ element_id: group_id, placements: [{}, {}] });
      await agent.done('modify_parameter', set(a, 2500));
      const [, second = []] = await rows(group_id);
      const { data } = await agent.ask('get_element', { element_id: second[0] });
      expect(data).toMatchObject({
        params: { height: 2500 },
        group: { group_id, placement: 'Own 2' },
      });
      await agent.done('create_group', { group_id, release: 2 });
      expect(await rows(group_id)).toHaveLength(1);
    },
  );

  test('is refused a placement that it would not see, with the reason', async () => {
    const a = await wall([0, 0], [5000, 0]);
    const asked = { name: 'Own', element_ids: [a], placements: [{ move: P(100_000, 0) }] };
    const { error } = await owner.other('sees_here').ask('create_group', asked);
    expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(error?.message).toContain('you could not read all of group');
  });

  test('sees nothing of a group with a placement elsewhere, until that is released', async () => {
    const agent = owner.other('sees_here');
    const [a, b] = [await wall([0, 0], [5000, 0]), await wall([0, 4000], [5000, 4000])];
    const group_id = await groupOf([a, b], P(0, 10_000), P(100_000, 0));
    const asks = [
      ['get_element', { element_id: a }],
      ['get_model_summary', {}],
      ['query_elements', { filter: { categories: ['Groups'] }, fields: ['name', 'members'] }],
      ['query_elements', { filter: { categories: ['Walls'] }, fields: ['group', 'placement'] }],
      ['get_history', {}],
      ['relationship_query', { element_id: a }],
    ] as const;
    for (const [tool, args] of asks) {
      const text = JSON.stringify(await agent.ask(tool, args));
      expect([tool, text.includes('Flat'), text.includes(group_id)]).toEqual([tool, false, false]);
    }
    const of_name = await agent.ask('get_element', { element_id: '@Flat' });
    const of_none = await agent.ask('get_element', { element_id: '@Flut' });
    expect(of_name.error?.message.replace('Flat', 'Flut')).toBe(of_none.error?.message);
    // The hidden element still belongs to the group; neither refusal says what prevents the change.
    const [, second = []] = await rows(group_id);
    const changes = [
      [
        'create_group',
        { name: 'Own', element_ids: [a], placements: [{ move: { x: 0, y: 20_000 } }] },
      ],
      ['transform_elements', { element_ids: second, operation: 'move', delta: P(0, 1000) }],
      ['delete_elements', { element_ids: second }],
    ] as const;
    for (const [tool, args] of changes) {
      const { error } = await agent.ask(tool, args);
      expect([tool, error?.name]).toEqual([tool, 'SCOPE_DENIED']);
      expect(error?.message).toContain('may not change its copies elsewhere');
      const text = JSON.stringify(error);
      expect([tool, text.includes('Flat'), text.includes(group_id)]).toEqual([tool, false, false]);
    }
    // A name that only a hidden group has may be used again.
    const c = await wall([0, 2000], [5000, 2000]);
    expect(
      (await agent.ask('create_group', { name: 'Flat', element_ids: [c], dry_run: true })).success,
    ).toBe(true);
    await owner.done('create_group', { group_id, release: 3 });
    expect((await agent.ask('get_element', { element_id: group_id })).data).toMatchObject({
      placements: [{ number: 1 }, { number: 2 }],
    });
    await agent.done('modify_parameter', set(a, 2500));
  });

  test('changes members of a hidden group with one placement, but does not take them out of it', async () => {
    const agent = owner.other('sees_here');
    const [a, far] = [await wall([0, 0], [5000, 0]), await wall([100_000, 0], [105_000, 0])];
    const group_id = await groupOf([a, far]);
    await agent.done('modify_parameter', set(a, 2500));
    const { data } = await agent.done('place_door', { wall_id: a, offset: 500 });
    expect(await rows(group_id)).toEqual([[a, far]]);
    await agent.done('delete_elements', { element_ids: [data['door_id']], dry_run: true });
    const { error } = await agent.ask('delete_elements', { element_ids: [a] });
    expect(error).toMatchObject({ name: 'SCOPE_DENIED' });
    const text = JSON.stringify(error);
    expect([text.includes('Flat'), text.includes(group_id)]).toEqual([false, false]);
  });

  test('does not learn whether a hidden placement could follow', async () => {
    const { data } = await owner.done('create_level', { name: 'First', elevation: 3000 });
    const a = await wall([0, 0], [5000, 0]);
    await owner.done('create_group', {
      name: 'Flat',
      element_ids: [a],
      placements: [{ move: P(100_000, 0), level_id: data['level_id'] }],
    });
    const change = async (parameter_name: string, value: unknown): Promise<unknown> => {
      const asked = { element_id: a, parameter_name, value, dry_run: true };
      return (await owner.other('sees_here').ask('modify_parameter', asked)).error;
    };
    const height = await change('height', 2500);
    expect(height).toMatchObject({ name: 'SCOPE_DENIED' });
    // The hidden placement is on the highest level, so no other level exists for its top.
    expect(await change('top_level_id', data['level_id'])).toEqual(height);
  });

  test('an agent scoped to levels creates groups on them only with the category `Groups`', async () => {
    const a = await wall([0, 0], [5000, 0]);
    const asked = { name: 'Own', element_ids: [a], dry_run: true };
    expect((await owner.other('storey').ask('create_group', asked)).success).toBe(true);
    const first = await owner.done('create_level', { name: 'First', elevation: 3000 });
    const above = { ...asked, placements: [{ level_id: first.data['level_id'] }] };
    expect((await owner.other('storey').ask('create_group', above)).success).toBe(false);
    const { error } = await owner.other('no_groups').ask('create_group', asked);
    expect(error?.message).toContain('you could not read all of group');
  });
});

describe('an agent that may change only walls and doors', () => {
  let ids: string[];
  let group_id: string;
  beforeEach(async () => {
    ids = [await wall([0, 0], [5000, 0]), await wall([0, 4000], [5000, 4000])];
    group_id = await groupOf(ids, P(0, 10_000));
  });

  test.each([
    ['modify_parameter', () => set(ids[0], 2500)],
    ['place_door', () => ({ wall_id: ids[0], offset: 500 })],
    ['edit_walls', () => ({ operation: 'split', wall_id: ids[0], distance: 2000 })],
    ['transform_elements', () => ({ element_ids: ids, operation: 'move', delta: P(0, 1000) })],
    [
      'transform_elements',
      () => ({
        element_ids: ids,
        operation: 'move',
        delta: P(20_000, 0),
        copy: true,
      }),
    ],
    ['create_group', () => ({ group_id, placements: [{ move: P(0, 20_000) }] })],
  ])('needs no further permission for effects on a group of them: %s', async (tool, args) => {
    await owner.other('parts').done(tool, args());
  });

  test.each([
    ['create_group', () => ({ group_id, name: 'House' })],
    ['create_group', () => ({ group_id, release: 2 })],
    ['create_group', () => ({ group_id, remove_ids: [ids[0]] })],
  ])('needs the category `Groups` to change the group: %s', async (tool, args) => {
    const { error } = await owner.other('parts').ask(tool, args());
    expect(error?.message).toContain('may not MODIFY `group_');
    expect(error?.message).toContain('category `Groups` is not one of Walls, Doors');
  });

  test('cannot create a group, add to one, or delete one with its last placement', async () => {
    const parts = owner.other('parts');
    const c = await wall([0, 2000], [5000, 2000]);
    const made = await parts.ask('create_group', { name: 'Own', element_ids: [c] });
    expect(made.error?.message).toContain('may not CREATE `group_');
    const added = await parts.ask('create_group', { group_id, element_ids: [c] });
    expect(added.error?.message).toContain('may not MODIFY `group_');
    const [, second = []] = await rows(group_id);
    const one = await parts.ask('delete_elements', { element_ids: second, dry_run: true });
    expect(one.success).toBe(true);
    const all = { element_ids: [...ids, ...second], dry_run: true };
    const last = await parts.ask('delete_elements', all);
    expect(last.error?.message).toContain('may not DELETE `group_');
  });

  test('an agent that may only create cannot put a door into a wall of a group', async () => {
    const { error } = await owner.other('makes').ask('place_door', { wall_id: ids[0], offset: 1 });
    expect(error?.message).toContain(`may not MODIFY \`${group_id}\`: the permission MODIFY`);
  });
});
