/** @module footprint: elements that move with a named element count for scopes and limits as if they were named. */
import { beforeEach, expect, test } from 'vitest';

import { scopeFaults } from '../../../governance/access/scope.ts';
import type { PermissionScope } from '../../../schemas/permissions.ts';
import { rectangle, World } from './world.ts';

const WALLS: PermissionScope = { categories: ['Walls', 'Levels'] };

let world: World;
let level_id: string;
beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

/** Ids of the elements that a call also changes, and of those that deny it to an agent with only walls and levels. */
async function carriedBy(
  tool: string,
  input: Record<string, unknown>,
): Promise<{ readonly carried: readonly string[]; readonly outside: readonly string[] }> {
  const { events } = await world.plan(tool, input);
  const { touches, carried } = world.effect(events);
  const permissions = { CREATE: WALLS, MODIFY: WALLS, DELETE: WALLS };
  const faults = scopeFaults(permissions, 'main', [...touches, ...carried]);
  return { carried: carried.map(({ id }) => id), outside: faults.map(({ id }) => id) };
}

const only = (...ids: readonly string[]): object => ({ carried: ids, outside: ids });

test('includes the beams under a level whose height changes', async () => {
  const beam = await world.make('create_beam', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 4000, y: 0 },
    profile: '200x400',
  });
  const higher = { element_id: level_id, parameter_name: 'height', value: 3500 };
  expect(await carriedBy('modify_parameter', higher)).toEqual(only(beam));
  const named = { element_id: level_id, parameter_name: 'name', value: 'Lobby' };
  expect(await carriedBy('modify_parameter', named)).toEqual(only());
});

test('includes the doors and windows of a moved or thickened wall, but not of a renamed one', async () => {
  const wall = await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 6000, y: 0 },
  });
  const door = await world.make('place_door', { wall_id: wall, offset: 500 });
  const window = await world.make('place_window', { wall_id: wall, offset: 3000 });
  const delta = { x: 0, y: 10, z: 0 };
  const [moved, thicker, named] = [
    await carriedBy('move_element', { element_id: wall, delta }),
    await carriedBy('modify_parameter', {
      element_id: wall,
      parameter_name: 'thickness',
      value: 300,
    }),
    await carriedBy('modify_parameter', { element_id: wall, parameter_name: 'name', value: 'W' }),
  ];
  expect(moved).toEqual(only(door, window));
  expect(thicker).toEqual(only(door, window));
  expect(named).toEqual(only());
});

test('includes rooms whose area changes for any reason, but not the walls at a joint', async () => {
  const walls = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  const room = await world.make('create_room', { level_id, point: { x: 1000, y: 1000 } });
  const wider = { element_id: walls[0], parameter_name: 'thickness', value: 400 };
  const parted = { level_id, start: { x: 3000, y: 0 }, end: { x: 3000, y: 4000 } };
  expect(await carriedBy('modify_parameter', wider)).toEqual(only(room));
  expect(await carriedBy('create_wall', parted)).toEqual(only(room));
  // A room that is no longer enclosed keeps its outline.
  expect(await carriedBy('delete_elements', { element_ids: [walls[2]] })).toEqual(only());
});

test('a region scope applies to elements that move along, before and after the change', async () => {
  const wall = await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 6000, y: 0 },
    height: 2000,
  });
  const door = await world.make('place_door', { wall_id: wall, offset: 500, height: 1900 });
  const { events } = await world.plan('move_element', {
    element_id: wall,
    delta: { x: 0, y: 10, z: 0 },
  });
  const { carried } = world.effect(events);
  const box = { min: { x: 0, y: -1000, z: 0 }, max: { x: 9000, y: 1000, z: 9000 } };
  const fits = { MODIFY: { regions: [box] } };
  const short = { MODIFY: { regions: [{ ...box, max: { ...box.max, y: 105 } }] } };
  expect(scopeFaults(fits, 'main', carried)).toEqual([]);
  expect(scopeFaults(short, 'main', carried)).toMatchObject([
    { id: door, because: expect.stringContaining('after the change') },
  ]);
});
