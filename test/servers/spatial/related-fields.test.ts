/** @module related fields of rooms, doors and windows in query_elements and schedules. */
import { describe, expect, it } from 'vitest';

import { egressOf } from '../../../kernel/checks/compliance/egress.ts';
import { rectangle, World } from '../building/world.ts';
import { twoRooms } from './two-rooms.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

type Rows = readonly Readonly<Record<string, unknown>>[];

async function rows(world: World, filter: object, fields: readonly string[]): Promise<Rows> {
  const { elements } = await world.ask('query_elements', { filter, fields });
  return Array.isArray(elements) ? elements : [];
}

async function set(
  world: World,
  element_id: string | undefined,
  [parameter_name, value]: readonly [string, number],
): Promise<void> {
  await world.do('modify_parameter', { element_id, parameter_name, value });
}

const ROOM = [
  'name',
  'windows',
  'window_count',
  'glazed_area_mm2',
  'daylight_ratio',
  'door_count',
  'narrowest_door_mm',
  'stairs',
  'exit_distance_mm',
  'wall_fire_ratings',
  'least_wall_fire_rating_min',
];

describe('fields of rooms', () => {
  it('answers in one call which rooms have no window', async () => {
    const { world, id } = await twoRooms();
    const where = [{ field: 'window_count', op: 'eq', value: 0 }];
    const found = await rows(world, { categories: ['Rooms'], where }, ['name', 'windows']);
    expect(found).toEqual([
      { element_id: id['A'], kind: 'room', name: 'A', windows: null },
      { element_id: id['C'], kind: 'room', name: 'C', windows: null },
    ]);
  });

  it('has windows, glass, doors, stairs, exits and fire ratings as worked out by hand', async () => {
    const { world, id } = await twoRooms();
    const ratings = { middle: 60, south: 60, east: 30, north: 30, west: 30 };
    for (const [wall, value] of Object.entries(ratings)) {
      await set(world, id[wall], ['fire_rating_min', value]);
    }
    const [window] = await rows(world, { categories: ['Windows'] }, ['glass_area_mm2']);
    const glass = Number(window?.['glass_area_mm2']);
    // 1,200 × 1,000 mm without a frame of 60 mm on each side.
    expect(glass).toBe(1080 * 880);
    const [a, b, c] = await rows(world, { categories: ['Rooms'] }, ROOM);
    expect(a).toMatchObject({
      window_count: 0,
      glazed_area_mm2: 0,
      daylight_ratio: 0,
      door_count: 1,
      narrowest_door_mm: 900,
      stairs: null,
      wall_fire_ratings: '30, 60',
      least_wall_fire_rating_min: 30,
    });
    expect(b).toMatchObject({
      windows: id['W'],
      window_count: 1,
      glazed_area_mm2: glass,
      door_count: 2,
      narrowest_door_mm: 900,
      stairs: id['stair'],
    });
    // 5,800 × 4,800 mm without the column of 400 mm and the stair.
    const net = 5800 * 4800 - 400 * 400 - 3400 * 1000;
    expect(b?.['daylight_ratio']).toBeCloseTo(glass / net, 3);
    const egress = egressOf(world.view, {}).rooms;
    for (const room of [a, b]) {
      const own = egress.find(({ room_id }) => room_id === room?.['element_id']);
      expect(room?.['exit_distance_mm']).toBeGreaterThan(2000);
      expect(room?.['exit_distance_mm']).toBeCloseTo(own?.travel_mm ?? 0, 2);
    }
    expect(c).toMatchObject({ wall_fire_ratings: 'open', least_wall_fire_rating_min: null });
  });

  it('gives a window only to the storeys that it is in, and glass only to the outside', async () => {
    const world = await World.create();
    const height = 3000;
    const ground = await world.make('create_level', { name: 'Ground', elevation: 0, height });
    const first = await world.make('create_level', { name: 'First', elevation: 3000, height });
    const [south = ''] = await rectangle(world, ground, [0, 0, 8000, 4000]);
    await set(world, south, ['height', 6000]);
    const partition = { level_id: ground, start: P(4000, 0), end: P(4000, 4000), height: 6000 };
    const inner = await world.make('create_wall', partition);
    const box = [P(100, 100), P(3900, 100), P(3900, 3900), P(100, 3900)];
    const room = async (level_id: string, name: string, dx: number): Promise<string> => {
      const boundary_points = box.map(({ x, y }) => P(x + dx, y));
      return await world.make('create_room', { level_id, name, boundary_points, height: 2700 });
    };
    await room(ground, 'low', 0);
    await room(ground, 'beside', 4000);
    await room(first, 'high', 0);
    const place = { offset: 1000, width: 1000, height: 1200 };
    const upper = { wall_id: south, sill_height: 4000, ...place };
    const high = await world.make('place_window', upper);
    const between = await world.make('place_window', {
      wall_id: inner,
      sill_height: 900,
      ...place,
    });
    const fields = ['name', 'windows', 'glazed_area_mm2'];
    const found = await rows(world, { categories: ['Rooms'] }, fields);
    expect(found).toMatchObject([
      { name: 'low', windows: between, glazed_area_mm2: 0 },
      { name: 'beside', windows: between, glazed_area_mm2: 0 },
      { name: 'high', windows: high },
    ]);
    expect(found[2]?.['glazed_area_mm2']).toBeGreaterThan(0);
  });
});

describe('fields of doors and windows', () => {
  it('answers in one call which doors lead to the stair', async () => {
    const { world, id } = await twoRooms();
    const where = [{ field: 'stairs', op: 'contains', value: id['stair'] }];
    const fields = ['rooms', 'room_ids', 'from_room', 'to_room'];
    const found = await rows(world, { categories: ['Doors'], where }, fields);
    expect(found).toMatchObject([
      // The wall between the rooms runs north: A is on its left.
      {
        element_id: id['D1'],
        rooms: 'A, B',
        room_ids: `${id['A']}, ${id['B']}`,
        from_room: 'B',
        to_room: 'A',
      },
      { element_id: id['D2'], rooms: 'B', from_room: null, to_room: 'B' },
    ]);
    const named = [{ field: 'rooms', op: 'contains', value: 'A' }];
    expect(await rows(world, { categories: ['Doors'], where: named }, [])).toHaveLength(1);
  });
});
