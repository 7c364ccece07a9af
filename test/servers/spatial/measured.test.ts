/** @module measurements of rooms and routes by the spatial server, compared with values computed by hand. */
import { beforeAll, describe, expect, it } from 'vitest';

import { rectangle, World } from '../building/world.ts';
import { twoRooms } from './two-rooms.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const V = (x: number, y: number, z: number): { x: number; y: number; z: number } => ({ x, y, z });

const sorted = (...ids: readonly (string | undefined)[]): readonly string[] =>
  ids.flatMap((one) => one ?? []).toSorted();

let world: World;
let id: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ world, id } = await twoRooms());
});

describe('room_analysis', () => {
  it('measures the room between its walls and clear of the slab above', async () => {
    const { A: room_id, B, D1, middle, ground } = id;
    const answer = await world.ask('room_analysis', { room_id });
    expect(answer).toMatchObject({
      room_id,
      name: 'A',
      level_id: ground,
      area_mm2: 3800 * 4800,
      perimeter_mm: 2 * (3800 + 4800),
      inner_outlines: 0,
      adjacency_count: 2,
      wall_ids: sorted(id['south'], id['north'], id['west'], middle),
    });
    expect(answer['adjacencies']).toEqual([
      {
        room_id: B,
        type: 'room',
        wall_length_mm: 4800,
        open_length_mm: 0,
        wall_ids: [middle],
        openings: [{ element_id: D1, kind: 'door', width_mm: 900 }],
      },
      {
        room_id: null,
        type: 'outside',
        wall_length_mm: 3800 + 4800 + 3800,
        open_length_mm: 0,
        wall_ids: sorted(id['south'], id['north'], id['west']),
        openings: [],
      },
    ]);
    const { height_mm, volume_mm3, clear_volume_mm3 } = answer;
    expect(volume_mm3).toBe(3800 * 4800 * Number(height_mm));
    // The slab occupies the part of the room above 2,900 mm.
    expect(clear_volume_mm3).toBe(3800 * 4800 * Math.min(Number(height_mm), 2900));
  });

  it('subtracts slabs from the volume, except their holes, and includes free-standing walls', async () => {
    const { world: other, id: own } = await twoRooms();
    const net = 5800 * 4800;
    const hole = 3800 * 1200;
    expect(await other.ask('room_analysis', { room_id: own['B'] })).toMatchObject({
      area_mm2: net,
      volume_mm3: net * 3200,
      clear_volume_mm3: net * 3200 - (net - hole) * 300,
    });
    const level_id = own['ground'];
    await rectangle(other, level_id ?? '', [500, 500, 1000, 1000]);
    // Walls of 200 mm: the court takes 1,200 mm square of the room and has an outline of 4,800 mm.
    expect(await other.ask('room_analysis', { room_id: own['A'] })).toMatchObject({
      area_mm2: 3800 * 4800 - 1200 * 1200,
      perimeter_mm: 2 * (3800 + 4800) + 4 * 1200,
      inner_outlines: 1,
    });
  });

  it('refuses an element that is not a room', async () => {
    const body = await world.refusal('room_analysis', { room_id: id['middle'] });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(body.message).toContain('is a wall, expected a room');
  });
});

describe('adjacency_matrix', () => {
  it('lists each pair once, including the outside and adjacent rooms without walls, in pages', async () => {
    const { A = '', B = '', D1, D2, ground: level_id } = id;
    const answer = await world.ask('adjacency_matrix', { level_id });
    expect(answer).toMatchObject({ room_count: 2, total: 3, next_cursor: null });
    const [a, b] = [A, B].toSorted();
    expect(answer['pairs']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ a, b, wall_length_mm: 4800, door_ids: [D1] }),
        expect.objectContaining({
          a: 'outside',
          b: B,
          wall_length_mm: 5800 + 4800 + 5800,
          door_ids: [D2],
        }),
        expect.objectContaining({
          a: 'outside',
          b: A,
          wall_length_mm: 3800 + 4800 + 3800,
          door_ids: [],
        }),
      ]),
    );
    const first = await world.ask('adjacency_matrix', { level_id, limit: 2 });
    const rest = await world.ask('adjacency_matrix', {
      level_id,
      limit: 2,
      cursor: first['next_cursor'],
    });
    expect([first['pairs'], rest['pairs']].flat()).toEqual(answer['pairs']);
    const other = await World.create();
    const open = await other.make('create_level', { name: 'Open', elevation: 0 });
    const zone = (x: number): object => ({
      level_id: open,
      name: `Z${x}`,
      boundary_points: [P(x, 0), P(x + 3000, 0), P(x + 3000, 2000), P(x, 2000)],
    });
    const zones = [
      await other.make('create_room', { ...zone(0) }),
      await other.make('create_room', { ...zone(3000) }),
    ];
    expect((await other.ask('adjacency_matrix', { level_id: open }))['pairs']).toEqual([
      {
        a: zones.toSorted()[0],
        b: zones.toSorted()[1],
        wall_length_mm: 0,
        open_length_mm: 2000,
        wall_ids: [],
        door_ids: [],
      },
    ]);
  });
});

describe('circulation_check', () => {
  it('returns a straight route if there is no obstacle', async () => {
    const call = { level_id: id['ground'], start: P(1000, 1000), end: P(3000, 2500) };
    expect(await world.ask('circulation_check', call)).toMatchObject({
      reachable: true,
      clear_width_mm: 800,
      distance_mm: 2500,
      path: [V(1000, 1000, 0), V(3000, 2500, 0)],
      crossings: [],
      blocked_because: null,
    });
  });

  it('names the door that is too narrow', async () => {
    const call = {
      level_id: id['ground'],
      start: P(2000, 1450),
      end: P(6000, 1450),
      clear_width: 900,
    };
    expect(await world.ask('circulation_check', call)).toMatchObject({
      distance_mm: 4000,
      crossings: [{ element_id: id['D1'], kind: 'door', width_mm: 900 }],
      narrowest: { width_mm: 900, element_ids: [id['D1'], id['middle']] },
    });
    expect(await world.ask('circulation_check', { ...call, clear_width: 901 })).toMatchObject({
      reachable: false,
      distance_mm: null,
      path: [],
      blocked_because: 'width',
      obstacles: [{ width_mm: 900, element_ids: [id['D1'], id['middle']] }],
      blocking_ids: [id['D1'], id['middle']],
    });
  });

  it('names the obstacle at the start and moves a start that is too close to a wall', async () => {
    const call = { level_id: id['ground'], start: P(7000, 2500), end: P(9000, 1000) };
    expect(await world.ask('circulation_check', call)).toMatchObject({
      blocked_because: 'start',
      blocking_ids: [id['column']],
    });
    const near = { ...call, start: P(9000, 200), end: P(9000, 3000) };
    expect(await world.ask('circulation_check', { ...near, level_id: id['ground'] })).toMatchObject(
      {
        distance_mm: 2800,
      },
    );
    expect(world.warnings).toEqual([expect.stringContaining('fits 300 mm away')]);
    const wrong = await world.refusal('circulation_check', { ...call, level_id: 'Ground' });
    expect(wrong).toMatchObject({ name: 'LEVEL_NOT_FOUND' });
  });
});

describe('path_finding', () => {
  it('leads from the middle of one room to that of another, around an obstacle in the middle', async () => {
    const { A, B } = id;
    const there = await world.ask('path_finding', { from_room: A, to_room: B });
    const back = await world.ask('path_finding', { from_room: B, to_room: A });
    expect(there).toMatchObject({
      reachable: true,
      crossings: [{ element_id: id['D1'] }],
      blocked_because: null,
    });
    expect(back['distance_mm']).toBeCloseTo(Number(there['distance_mm']), 2);
    const path = there['path'] as { x: number; y: number }[];
    expect(path[0]).toMatchObject({ x: 2000, y: 2500 });
    const { x = 0, y = 0 } = path.at(-1) ?? {};
    // The disc of 800 mm stands clear of the column of 400 mm around (7000, 2500).
    expect(Math.max(Math.abs(x - 7000), Math.abs(y - 2500))).toBeGreaterThan(200 + 280);
    expect(Number(there['distance_mm'])).toBeGreaterThan(Math.hypot(x - 2000, y - 2500));
  });

  it('uses the stair, and finds no step-free route', async () => {
    const call = { from_room: id['A'], to_room: id['C'], clear_width: 600 };
    const found = await world.ask('path_finding', call);
    expect(found['crossings']).toEqual([
      { element_id: id['D1'], kind: 'door', width_mm: 900 },
      { element_id: id['stair'], kind: 'stair', width_mm: 1000 },
    ]);
    const heights = (found['path'] as { z: number }[]).map(({ z }) => z);
    expect([heights[0], heights.at(-1)]).toEqual([0, 3200]);
    // From (2000, 2500) round the jamb at (3900, 1900) and (4100, 1900) to the foot of the stair at (5400, 4300), its
    // slope over 3,400 and 3,200 mm, then from its head at (8800, 4300) round the hole's edge to (9500, 2500).
    const least =
      Math.hypot(1900, 600) +
      200 +
      Math.hypot(1300, 2400) +
      Math.hypot(3400, 3200) +
      Math.hypot(700, 1800);
    expect(Number(found['distance_mm'])).toBeGreaterThan(least);
    expect(Number(found['distance_mm'])).toBeLessThan(least + 1000);
    expect(await world.ask('path_finding', { ...call, mode: 'step_free' })).toMatchObject({
      reachable: false,
      blocked_because: 'way',
    });
    expect(await world.ask('path_finding', { ...call, clear_width: 1100 })).toMatchObject({
      blocked_because: 'width',
      blocking_ids: expect.arrayContaining([id['D1'], id['stair']]) as unknown,
    });
  });
});
