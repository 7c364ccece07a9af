/** @module tests of walls that rise to a level above: their height is stored, and follows both levels. */
import { beforeEach, describe, expect, test } from 'vitest';

import { eventChecks } from '../../../kernel/building/model/checks/building-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;
let first: string;
let wall_id: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 2800 });
  first = await world.make('create_level', { name: 'First', elevation: 3000, height: 2600 });
  wall_id = await wall(0, { top_level_id: first });
});

const wall = (y: number, more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id: ground, start: P(0, y), end: P(5000, y), ...more });

const set = (element_id: string, parameter_name: string, value: unknown): Promise<unknown> =>
  world.do('modify_parameter', { element_id, parameter_name, value });

/** Foot and top of the body of an element, mm. */
function ends(id: string): readonly (number | undefined)[] {
  const box = world.view.bounds(id);
  return [box?.min.z, box?.max.z];
}

const params = (id: string): unknown => world.view.element(id)?.params;

describe('a wall that rises to a level', () => {
  test('has the height from its foot to the level, plus its top offset', async () => {
    expect(ends(wall_id)).toEqual([0, 3000]);
    expect(params(wall_id)).toMatchObject({
      height: 3000,
      top_level_id: first,
      follows_level: false,
    });
    await set(wall_id, 'top_offset', 450);
    expect(ends(wall_id)).toEqual([0, 3450]);
    await set(wall_id, 'base_offset', -200);
    expect(ends(wall_id)).toEqual([-200, 3450]);
    const { params: shown, measures } = await world.ask('get_element', { element_id: wall_id });
    expect(shown).toMatchObject({ height: 3650, top_offset: 450 });
    expect(measures).toMatchObject({ area_mm2: 5000 * 3650 });
  });

  test('follows either level, moved or modified, in the same change', async () => {
    const other = await wall(3000);
    const move = { element_id: first, delta: { x: 0, y: 0, z: 300 } };
    const plan = await world.plan('move_element', move);
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual([first, wall_id]);
    expect(plan).toMatchObject({ exclusive: true });
    expect(plan.warnings?.join()).toContain(`the height of wall \`${wall_id}\` follows level`);
    await world.do('move_element', move);
    expect([ends(wall_id), ends(other)]).toEqual([
      [0, 3300],
      [0, 2800],
    ]);
    await set(ground, 'elevation', -100);
    expect([ends(wall_id), ends(other)]).toEqual([
      [-100, 3300],
      [-100, 2700],
    ]);
    await set(ground, 'height', 2500);
    expect([ends(wall_id), ends(other)]).toEqual([
      [-100, 3300],
      [-100, 2400],
    ]);
  });

  test('keeps its top when it is moved up or copied', async () => {
    const delta = { x: 0, y: 2000, z: 150 };
    await world.do('move_element', { element_id: wall_id, delta });
    expect(ends(wall_id)).toEqual([150, 3000]);
    const copy = await world.make('copy_element', { element_id: wall_id, delta });
    expect(ends(copy)).toEqual([300, 3000]);
    const up = { element_id: wall_id, to_level_id: first };
    expect(await world.refusal('copy_element', up)).toMatchObject({ name: 'LEVEL_NOT_FOUND' });
    await world.make('create_level', { name: 'Second', elevation: 5700 });
    // The foot is 150 mm over the first floor there, the top at the second.
    expect(ends(await world.make('copy_element', up))).toEqual([3150, 5700]);
  });

  test('no longer rises to the level after it gets its own height, follows its level or is detached', async () => {
    await set(wall_id, 'height', 2400);
    expect(params(wall_id)).toMatchObject({ top_level_id: null, height: 2400 });
    await set(wall_id, 'follows_level', true);
    await set(wall_id, 'top_level_id', first);
    expect(params(wall_id)).toMatchObject({ follows_level: false, height: 3000 });
    await set(wall_id, 'follows_level', true);
    expect(params(wall_id)).toMatchObject({ top_level_id: null, height: 2800 });
    await set(wall_id, 'top_level_id', first);
    await set(wall_id, 'top_level_id', null);
    await set(first, 'elevation', 4000);
    expect(ends(wall_id)).toEqual([0, 3000]);
  });

  test('may not end at or below its foot, or below its openings', async () => {
    const door = await world.make('place_door', { wall_id, offset: 1000, height: 2500 });
    const lower = { element_id: first, parameter_name: 'elevation', value: 2499.999 };
    expect(await world.refusal('modify_parameter', lower)).toMatchObject({
      name: 'OPENING_EXCEEDS_HOST',
      data: { element_id: door },
    });
    await set(first, 'elevation', 2500);
    await world.do('delete_elements', { element_ids: [door] });
    const below = { element_id: wall_id, parameter_name: 'base_offset', value: 2500 };
    const body = await world.refusal('modify_parameter', below);
    expect(body).toMatchObject({ name: 'OUT_OF_RANGE', data: { top_level_id: first } });
    const both = { level_id: ground, start: P(0, 9), end: P(9, 9), top_level_id: first, height: 9 };
    expect(await world.refusal('create_wall', both)).toMatchObject({ name: 'INVALID_ARGUMENT' });
  });

  test('prevents the deletion of its upper level, unless it is deleted too', async () => {
    const body = await world.refusal('delete_elements', { element_ids: [first] });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { used_by: [wall_id] } });
    expect(body.message).toContain('top_level_id');
    await world.do('delete_elements', { element_ids: [first, wall_id] });
    expect(world.view.element(wall_id)).toBeUndefined();
  });
});

describe('an upper level that is restored or merged', () => {
  test('changes walls created since, by undo and by a merge', async () => {
    await set(first, 'elevation', 3400);
    const event_id = world.log.all.at(-1)?.event_id;
    const later = await wall(6000, { top_level_id: first });
    await world.do('undo', { event_id });
    expect([ends(wall_id), ends(later)]).toEqual([
      [0, 3000],
      [0, 3000],
    ]);
    await world.do('create_branch', { name: 'b' });
    const ours = await wall(8000, { top_level_id: first });
    world.branch = 'b';
    await set(first, 'elevation', 3200);
    world.branch = 'main';
    await world.do('merge_branch', { source: 'b' });
    expect([ends(wall_id), ends(ours)]).toEqual([
      [0, 3200],
      [0, 3200],
    ]);
  });

  test('is a conflict if one branch deletes it and a wall of the other rises to it', async () => {
    await set(wall_id, 'top_level_id', null);
    await world.do('create_branch', { name: 'b' });
    await set(wall_id, 'top_level_id', first);
    world.branch = 'b';
    await world.do('delete_elements', { element_ids: [first] });
    world.branch = 'main';
    const body = await world.refusal('merge_branch', { source: 'b' });
    expect(JSON.stringify(body)).toContain('top_level_id');
  });
});

test('a plan that omits such a wall is refused by the model and by a keeper', () => {
  const event = {
    type: 'element.modified',
    aggregate_id: first,
    payload: { updates: { elevation: 3400 }, previous: { elevation: 3000 } },
  } as const;
  expect(() => world.effect([event])).toThrow(/rises to level `.*`, 3400 mm above its foot/);
  const level = world.view.element(first);
  const raised: ElementRecord = {
    id: first,
    kind: 'level',
    params: { ...level?.params, elevation: 3400 },
  };
  const own = world.view.element(wall_id);
  const current = (id: string): ElementRecord | null =>
    id === first ? raised : (world.view.element(id) ?? null);
  expect(own === undefined ? null : eventChecks.fault(own, current)).toContain('rises to level');
});

test('a script states the upper level with `to`', async () => {
  await world.do('run_script', { script: 'wall (0, 4) to (5, 4) on @Ground to @First as low' });
  const walls = [...world.view.elementsOf('wall')];
  expect(walls.map(({ params: { height } }) => height)).toEqual([3000, 3000]);
});
