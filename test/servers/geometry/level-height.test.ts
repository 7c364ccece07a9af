/** @module tests of walls, columns and rooms with the height of their level: they follow any change of it. */
import { beforeEach, describe, expect, test } from 'vitest';

import { eventChecks } from '../../../kernel/building/model/checks/building-checks.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
let wall_id: string;
let column_id: string;
let low_id: string;

beforeEach(async () => {
  world = await World.create();
  const level = { name: 'Ground', elevation: 0, height: 2800 };
  level_id = await world.make('create_level', level);
  wall_id = await wall(0);
  column_id = await world.make('create_column', {
    level_id,
    location: P(0, 9000),
    profile: '300x300',
  });
  low_id = await wall(3000, { height: 1200 });
});

const wall = (y: number, more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id, start: P(0, y), end: P(5000, y), ...more });

const set = (
  element_id: string,
  parameter_name: string,
  value: unknown,
): { element_id: string; parameter_name: string; value: unknown } => ({
  element_id,
  parameter_name,
  value,
});

/** Height of the body of an element, mm. */
function heightOf(id: string): number {
  const box = world.view.bounds(id);
  return (box?.max.z ?? 0) - (box?.min.z ?? 0);
}

const heights = (): readonly number[] => [wall_id, column_id, low_id].map(heightOf);

describe('an element created without a height', () => {
  test('has the height of its level and follows it, in one change that lists all of them', async () => {
    expect(heights()).toEqual([2800, 2800, 1200]);
    const raise = set(level_id, 'height', 3400);
    const plan = await world.plan('modify_parameter', raise);
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual([
      level_id,
      wall_id,
      column_id,
    ]);
    expect(plan).toMatchObject({ exclusive: true });
    expect(plan.warnings?.join()).toContain('2 elements follow the height');
    await world.do('modify_parameter', raise);
    expect(heights()).toEqual([3400, 3400, 1200]);
    const { measures } = await world.ask('get_element', { element_id: wall_id });
    expect(measures).toMatchObject({ area_mm2: 5000 * 3400 });
  });

  test('may not become lower than its openings', async () => {
    const door_id = await world.make('place_door', { wall_id, offset: 1000, height: 2500 });
    const body = await world.refusal('modify_parameter', set(level_id, 'height', 2499.999));
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: door_id } });
    await world.do('modify_parameter', set(level_id, 'height', 2500));
  });

  test('keeps its own height until it is set to follow the level again', async () => {
    await world.do('modify_parameter', set(wall_id, 'height', 2600));
    await world.do('modify_parameter', set(level_id, 'height', 3400));
    expect(heights()).toEqual([2600, 3400, 1200]);
    for (const id of [wall_id, low_id]) {
      await world.do('modify_parameter', set(id, 'follows_level', true));
    }
    expect(heights()).toEqual([3400, 3400, 3400]);
  });

  test('gets the height of the level to which it is moved or copied', async () => {
    const upper = { name: 'First', elevation: 2800, height: 4000 };
    const to_level_id = await world.make('create_level', upper);
    const copy = await world.make('copy_element', { element_id: wall_id, to_level_id });
    expect(heightOf(copy)).toBe(4000);
    expect(heightOf(await world.make('copy_element', { element_id: low_id, to_level_id }))).toBe(
      1200,
    );
    const post = await world.make('copy_element', { element_id: column_id, to_level_id });
    expect(heightOf(post)).toBe(4000);
    await world.do('modify_parameter', set(column_id, 'level_id', to_level_id));
    expect(heightOf(column_id)).toBe(4000);
  });

  test('can also be a room, with its volume', async () => {
    const boundary_points = [P(0, 20_000), P(4000, 20_000), P(4000, 25_000), P(0, 25_000)];
    const element_id = await world.make('create_room', { level_id, name: 'Hall', boundary_points });
    await world.do('modify_parameter', set(level_id, 'height', 3400));
    const { measures } = await world.ask('get_element', { element_id });
    expect(measures).toMatchObject({ volume_mm3: 20e6 * 3400 });
    await world.do('modify_parameter', set(element_id, 'height', 2500));
    await world.do('modify_parameter', set(level_id, 'height', 3000));
    expect(heightOf(element_id)).toBe(2500);
  });

  test('does not follow if it is a column that ends at a level', async () => {
    const top_level_id = await world.make('create_level', { name: 'First', elevation: 2800 });
    const to_top = { level_id, location: P(3000, 9000), top_level_id, profile: '300x300' };
    const id = await world.make('create_column', to_top);
    expect(world.view.element(id)?.params).toMatchObject({ follows_level: false });
  });
});

describe('a level whose height is restored or merged', () => {
  test('changes elements created since, by undo', async () => {
    await world.do('modify_parameter', set(level_id, 'height', 3400));
    const event_id = world.log.all.at(-1)?.event_id;
    const later = await wall(6000);
    await world.do('undo', { event_id });
    expect([...heights(), heightOf(later)]).toEqual([2800, 2800, 1200, 2800]);
  });

  test('restores deleted elements with its current height', async () => {
    await world.do('delete_elements', { element_ids: [wall_id] });
    const event_id = world.log.all.at(-1)?.event_id;
    await world.do('modify_parameter', set(level_id, 'height', 3400));
    await world.do('undo', { event_id });
    expect(heights()).toEqual([3400, 3400, 1200]);
  });

  test('changes the elements of both branches, by a merge', async () => {
    await world.do('create_branch', { name: 'b' });
    const ours = await wall(6000);
    world.branch = 'b';
    await world.do('modify_parameter', set(level_id, 'height', 3400));
    world.branch = 'main';
    await world.do('merge_branch', { source: 'b' });
    expect([...heights(), heightOf(ours)]).toEqual([3400, 3400, 1200, 3400]);
    await world.do('create_branch', { name: 'c' });
    world.branch = 'c';
    const theirs = await wall(7000);
    world.branch = 'main';
    await world.do('modify_parameter', set(level_id, 'height', 3000));
    await world.do('merge_branch', { source: 'c' });
    expect([...heights(), heightOf(theirs)]).toEqual([3000, 3000, 1200, 3000]);
  });
});

test('a plan that omits dependants is refused by the model and by a keeper', () => {
  const level = world.view.element(level_id);
  const event = {
    type: 'element.modified',
    aggregate_id: level_id,
    payload: { updates: { height: 3400 }, previous: { height: 2800 } },
  } as const;
  expect(() => world.effect([event])).toThrow(
    /follows the height of level `.*`, 3400 mm, and is 2800/,
  );
  const raised: ElementRecord = {
    id: level_id,
    kind: 'level',
    params: { ...level?.params, height: 3400 },
  };
  const own = world.view.element(wall_id);
  const current = (id: string): ElementRecord | null => (id === level_id ? raised : null);
  expect(own === undefined ? null : eventChecks.fault(own, current)).toContain(
    'follows the height',
  );
  const free = world.view.element(low_id);
  expect(free === undefined ? '' : eventChecks.fault(free, current)).toBeNull();
});
