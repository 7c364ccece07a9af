/** @module tests of a door that is moved to another wall: its offset there is given in the same call. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let short: string;
let door: string;

beforeEach(async () => {
  world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const long = await world.make('create_wall', { level_id, start: P(0, 0), end: P(6000, 0) });
  short = await world.make('create_wall', { level_id, start: P(0, 4000), end: P(2000, 4000) });
  door = await world.make('place_door', { wall_id: long, offset: 4500 });
});

const rehost = (value: unknown) => ({ element_id: door, parameter_name: 'host_id', value });
const params = () => world.view.elementOf(door, 'door')?.params;

test('modify_parameter moves a door to another wall at a given offset', async () => {
  expect(await world.refusal('modify_parameter', rehost(short))).toMatchObject({
    name: 'OPENING_EXCEEDS_HOST',
    hint: expect.stringContaining('{host_id, offset}'),
  });
  const data = await world.do('modify_parameter', rehost({ host_id: short, offset: 500 }));
  expect(data).toMatchObject({ parameter_name: 'host_id', to: short });
  expect(params()).toMatchObject({ host_id: short, offset: 500 });
});

test('apply_changes does, too, with the offset checked in the new wall', async () => {
  const calls = (offset: number) => ({
    operations: [{ tool: 'modify_parameter', arguments: rehost({ host_id: short, offset }) }],
  });
  expect(await world.refusal('apply_changes', calls(1900))).toMatchObject({
    name: 'OPENING_EXCEEDS_HOST',
  });
  await world.do('apply_changes', calls(300));
  expect(params()).toMatchObject({ host_id: short, offset: 300 });
});
