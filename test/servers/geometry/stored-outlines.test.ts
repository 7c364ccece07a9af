/** @module tests of rooms with a stored outline: a change of a wall that they do not follow is reported. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
let south: string;
let east: string;
let room: string;

const square = (width: number) => [P(100, 100), P(width, 100), P(width, 3900), P(100, 3900)];

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const wall = (start: object, end: object) =>
    world.make('create_wall', { level_id, start, end, thickness: 200 });
  south = await wall(P(0, 0), P(6000, 0));
  east = await wall(P(6000, 0), P(6000, 4000));
  await wall(P(6000, 4000), P(0, 4000));
  await wall(P(0, 4000), P(0, 0));
  room = await world.make('create_room', { level_id, name: 'A', boundary_points: square(5900) });
});

async function preview(tool: string, input: Record<string, unknown>): Promise<readonly string[]> {
  const { events } = await world.plan(tool, input);
  return world.effect(events).warnings.filter((text) => text.includes('stored outline'));
}

const HOW = 'which does not follow its walls: set its `boundary_points` with modify_parameter';

test('a wall that is moved into a stored outline is reported with the area', async () => {
  const thicker = { element_id: east, parameter_name: 'thickness', value: 400 };
  expect(await preview('modify_parameter', thicker)).toEqual([
    `wall \`${east}\` now overlaps 380000 mm² of the stored outline of room \`${room}\`, ${HOW}`,
  ]);
  const moved = { element_id: east, delta: { x: -500, y: 0, z: 0 } };
  expect((await preview('move_element', moved)).join()).toContain(`of room \`${room}\``);
  const across = { level_id, start: P(3000, 0), end: P(3000, 4000), thickness: 100 };
  const planned = await world.plan('create_wall', across);
  expect(world.effect(planned.events).warnings.join()).toContain('now overlaps 380000 mm²');
});

test('a wall that leaves a side of a stored outline is reported with the gap', async () => {
  const thinner = { element_id: south, parameter_name: 'thickness', value: 100 };
  expect(await preview('modify_parameter', thinner)).toEqual([
    `wall \`${south}\` is now 50 mm away from the stored outline of room \`${room}\`, ${HOW}`,
  ]);
});

test('a wall without a change at the room, and a room that follows its walls, give no warning', async () => {
  const higher = { element_id: east, parameter_name: 'height', value: 2500 };
  expect(await preview('modify_parameter', higher)).toEqual([]);
  const away = { level_id, start: P(6000, 2000), end: P(9000, 2000), thickness: 200 };
  expect(await preview('create_wall', away)).toEqual([]);
  await world.do('delete_elements', { element_ids: [room] });
  await world.make('create_room', { level_id, name: 'B', point: P(3000, 2000) });
  const thicker = { element_id: east, parameter_name: 'thickness', value: 400 };
  expect(await preview('modify_parameter', thicker)).toEqual([]);
});
