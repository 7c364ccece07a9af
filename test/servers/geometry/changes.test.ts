/** @module changing existing elements: parameters, positions, copies, deletions, joins, booleans. */
import { describe, expect, it } from 'vitest';

import { rectangle, withWall, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const SQUARE = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];

describe('modify_parameter', () => {
  it('lists the parameters of the type, the closest match first', async () => {
    const { world, wall_id } = await withWall();
    const call = { element_id: wall_id, parameter_name: 'thicknes', value: 100 };
    const body = await world.refusal('modify_parameter', call);
    expect(body).toMatchObject({ name: 'UNKNOWN_PARAMETER', code: 1005 });
    const parameters = body.data['parameters'] as string[];
    expect(parameters[0]).toBe('thickness');
    expect(parameters).toContain('fire_rating_min');
    const fire = { ...call, parameter_name: 'fire_rating' };
    const near = (await world.refusal('modify_parameter', fire)).data['parameters'] as string[];
    expect(near[0]).toBe('fire_rating_min');
  });
  it.each([
    ['height', 'tall', 'INVALID_ARGUMENT'],
    ['height', 0, 'OUT_OF_RANGE'],
    ['height', 1e308, 'OUT_OF_RANGE'],
    ['height', null, 'INVALID_ARGUMENT'],
    ['height', 3000, 'NO_EFFECT'],
    ['height', 3000.0001, 'NO_EFFECT'],
    ['wall_type', 'paper', 'INVALID_ARGUMENT'],
    ['end', { x: 0, y: 0 }, 'WALL_ZERO_LENGTH'],
    ['end', { x: 1.1e7, y: 0 }, 'OUT_OF_MODEL_BOUNDS'],
    ['end', { x: 0 }, 'INVALID_ARGUMENT'],
    ['level_id', 'nowhere', 'LEVEL_NOT_FOUND'],
    ['toString', 1, 'UNKNOWN_PARAMETER'],
    ['__proto__', {}, 'UNKNOWN_PARAMETER'],
  ])('refuses %s = %j with %s', async (parameter_name, value, name) => {
    const { world, wall_id } = await withWall();
    const body = await world.refusal('modify_parameter', {
      element_id: wall_id,
      parameter_name,
      value,
    });
    expect(body.name).toBe(name);
  });
  it('keeps a wall long and high enough for its openings', async () => {
    const { world, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 3000, width: 900 });
    const end = { element_id: wall_id, parameter_name: 'end' };
    const short = await world.refusal('modify_parameter', { ...end, value: P(3899.999, 0) });
    expect(short).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: door_id } });
    await world.do('modify_parameter', { ...end, value: P(3900, 0) });
    const low = { element_id: wall_id, parameter_name: 'height' };
    expect((await world.refusal('modify_parameter', { ...low, value: 2099.999 })).name).toBe(
      'OPENING_EXCEEDS_HOST',
    );
    expect(await world.do('modify_parameter', { ...low, value: 2100 })).toMatchObject({
      from: 3000,
      to: 2100,
    });
  });
  it('keeps doors apart and moves a door to another wall', async () => {
    const { world, level_id, wall_id } = await withWall();
    const a = await world.make('place_door', { wall_id, offset: 0 });
    const b = await world.make('place_door', { wall_id, offset: 900 });
    const move = { element_id: b, parameter_name: 'offset' };
    const body = await world.refusal('modify_parameter', { ...move, value: 899.999 });
    expect(body).toMatchObject({ name: 'OPENING_OVERLAP', data: { other_id: a } });
    // Only places in the wall that nothing takes are offered: none before the first door, and after it the second one.
    expect(body.data['beside']).toEqual([900]);
    await world.make('place_door', { wall_id, offset: 1800 });
    const third = await world.refusal('place_door', { wall_id, offset: 100 });
    expect(third.data['beside']).toEqual([]);
    const last = await world.refusal('place_door', { wall_id, offset: 2000, width: 2400 });
    expect(last.data['beside']).toEqual([]);
    const fits = await world.refusal('place_door', { wall_id, offset: 2000, width: 2300 });
    expect(fits.data['beside']).toEqual([2700]);
    const other = { level_id, start: P(0, 5000), end: P(900, 5000) };
    const host = await world.make('create_wall', other);
    const rehost = { element_id: a, parameter_name: 'host_id', value: host };
    const plan = await world.plan('modify_parameter', rehost);
    expect(plan.events.map(({ type, aggregate_id }) => [type, aggregate_id])).toEqual([
      ['element.modified', a],
      ['element.hosted', host],
    ]);
    await world.do('modify_parameter', rehost);
    expect(world.view.hostedBy(host).map(({ id }) => id)).toEqual([a]);
    const taken = await world.refusal('modify_parameter', { ...rehost, element_id: b });
    expect(taken.name).toBe('OPENING_EXCEEDS_HOST');
  });
  it('refuses to move a level past the level that its stairs and columns reach', async () => {
    const { world, level_id } = await withWall();
    const top = await world.make('create_level', { name: 'Top', elevation: 3000 });
    const column = { level_id, location: P(0, 9000), profile: '300x300', top_level_id: top };
    const column_id = await world.make('create_column', column);
    const raise = { element_id: level_id, parameter_name: 'elevation' };
    expect((await world.refusal('modify_parameter', { ...raise, value: 3000 })).name).toBe(
      'OUT_OF_RANGE',
    );
    const plan = await world.plan('modify_parameter', { ...raise, value: 2999 });
    expect(plan.relies_on).toContain(column_id);
  });
  it('makes a room with a given outline stop following its walls', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    await rectangle(world, level_id, [0, 0, 4000, 3000]);
    await rectangle(world, level_id, [10_000, 0, 6000, 3000]);
    const room_id = await world.make('create_room', { level_id, point: P(2000, 1500) });
    const point = { element_id: room_id, parameter_name: 'point', value: P(13_000, 1500) };
    await world.do('modify_parameter', point);
    expect(world.view.measures(room_id).area_mm2).toBe(5800 * 2800);
    expect((await world.refusal('modify_parameter', { ...point, value: P(8000, 0) })).name).toBe(
      'ROOM_NOT_ENCLOSED',
    );
    const outline = { element_id: room_id, parameter_name: 'boundary_points', value: SQUARE };
    await world.do('modify_parameter', outline);
    expect(world.view.elementOf(room_id, 'room')?.params.point).toBeNull();
  });
});

describe('move_element and rotate_element', () => {
  it('refuses a position 0.001 mm outside the model bounds', async () => {
    const { world, wall_id } = await withWall();
    const call = { element_id: wall_id, delta: { x: 1e7 - 5000 + 0.001, y: 0 } };
    expect((await world.refusal('move_element', call)).name).toBe('OUT_OF_MODEL_BOUNDS');
    await world.plan('move_element', { element_id: wall_id, delta: { x: 1e7 - 6000, y: 0 } });
  });
  it('refuses a zero displacement', async () => {
    const { world, wall_id } = await withWall();
    const call = { element_id: wall_id, delta: { x: 0.0004, y: 0 } };
    expect((await world.refusal('move_element', call)).name).toBe('NO_EFFECT');
  });
  it('moves a door along its wall and reports the ignored displacement', async () => {
    const { world, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 1000 });
    await world.do('move_element', { element_id: door_id, delta: { x: 500, y: 70 } });
    expect(world.view.elementOf(door_id, 'door')?.params.offset).toBe(1500);
    expect(world.warnings).toEqual([expect.stringContaining('70 mm')]);
    const before = { element_id: door_id, delta: { x: -1500.001, y: 0 } };
    expect((await world.refusal('move_element', before)).name).toBe('OPENING_EXCEEDS_HOST');
    const up = { element_id: door_id, delta: { x: 0, y: 0, z: 10 } };
    expect((await world.refusal('move_element', up)).name).toBe('INVALID_ARGUMENT');
  });
  it('moves a level with everything on it, only up and down', async () => {
    const { world, level_id, wall_id } = await withWall();
    const side = { element_id: level_id, delta: { x: 1, y: 0 } };
    expect((await world.refusal('move_element', side)).name).toBe('INVALID_ARGUMENT');
    await world.do('move_element', { element_id: level_id, delta: { x: 0, y: 0, z: 500 } });
    expect(world.view.bounds(wall_id)?.min.z).toBe(500);
    const out = { element_id: level_id, delta: { x: 0, y: 0, z: 1e7 - 3499 } };
    expect((await world.refusal('move_element', out)).name).toBe('OUT_OF_MODEL_BOUNDS');
  });
  it('moves and rotates the openings of a floor with it', async () => {
    const { world, level_id } = await withWall();
    const host_id = await world.make('create_floor', { level_id, boundary_points: SQUARE });
    const hole = { host_id, location: P(1000, 1000), width: 500, height: 500 };
    const hole_id = await world.make('create_opening', hole);
    await world.do('move_element', { element_id: host_id, delta: { x: 100, y: 0 } });
    expect(world.view.elementOf(hole_id, 'opening')?.params.location).toEqual(P(1100, 1000));
    const center = P(100, 0);
    await world.do('rotate_element', { element_id: host_id, angle_deg: 90, center });
    expect(world.view.elementOf(hole_id, 'opening')?.params.location).toEqual(P(-900, 1000));
    expect(world.view.measures(host_id).area_mm2).toBe(16e6 - 250_000);
  });
  it('restores the same wall after four quarter turns', async () => {
    const { world, wall_id } = await withWall();
    const before = world.view.element(wall_id);
    for (let i = 0; i < 4; i++) {
      await world.do('rotate_element', { element_id: wall_id, angle_deg: 90 });
    }
    expect(world.view.element(wall_id)).toEqual(before);
    const whole = { element_id: wall_id, angle_deg: 360 };
    expect((await world.refusal('rotate_element', whole)).name).toBe('NO_EFFECT');
  });
  it('moves a room only into another space', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    await rectangle(world, level_id, [0, 0, 4000, 3000]);
    const element_id = await world.make('create_room', { level_id, point: P(2000, 1500) });
    const away = { element_id, delta: { x: 20_000, y: 0 } };
    expect((await world.refusal('move_element', away)).name).toBe('ROOM_NOT_ENCLOSED');
  });
});

describe('copy_element', () => {
  it('copies a wall with its openings, count times', async () => {
    const { world, wall_id } = await withWall();
    await world.do('place_door', { wall_id, offset: 1000 });
    await world.do('place_window', { wall_id, offset: 3000 });
    const call = { element_id: wall_id, delta: { x: 0, y: 4000 }, count: 3 };
    const copied = await world.do('copy_element', call);
    const ids = copied['new_ids'] as string[];
    expect(ids).toHaveLength(3);
    expect(copied['copied_ids']).toHaveLength(6);
    expect(ids.map((id) => world.view.elementOf(id, 'wall')?.params.start.y)).toEqual([
      4000, 8000, 12_000,
    ]);
    expect(world.view.hostedBy(ids[2] ?? '').map(({ kind }) => kind)).toEqual(['door', 'window']);
  });
  it('copies to another level, and raises the top levels of stairs and columns by as many levels', async () => {
    const { world, level_id, wall_id } = await withWall();
    const first = await world.make('create_level', { name: '1', elevation: 3000 });
    const second = await world.make('create_level', { name: '2', elevation: 6000 });
    const stair = {
      base_level_id: level_id,
      top_level_id: first,
      start: P(0, 9000),
      direction_deg: 0,
      width: 1000,
    };
    const stair_id = await world.make('create_stair', stair);
    const up = await world.make('copy_element', { element_id: stair_id, to_level_id: first });
    expect(world.view.elementOf(up, 'stair')?.params.top_level_id).toBe(second);
    const high = { element_id: stair_id, to_level_id: second };
    expect((await world.refusal('copy_element', high)).name).toBe('INVALID_STAIR');
    const wall = await world.make('copy_element', { element_id: wall_id, to_level_id: second });
    expect(world.view.bounds(wall)?.min.z).toBe(6000);
  });
  it('copies a door along its wall until it does not fit', async () => {
    const { world, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 0, width: 1000 });
    const call = { element_id: door_id, delta: { x: 1000, y: 0 } };
    expect((await world.refusal('copy_element', { ...call, count: 5 })).name).toBe(
      'OPENING_EXCEEDS_HOST',
    );
    await world.do('copy_element', { ...call, count: 4 });
    expect((await world.refusal('copy_element', call)).name).toBe('OPENING_OVERLAP');
  });
  it('puts the start of the copy at to_location, and refuses ambiguous or useless positions', async () => {
    const { world, wall_id, level_id } = await withWall();
    const to_location = P(100, 7000);
    const copy = await world.make('copy_element', { element_id: wall_id, to_location });
    expect(world.view.elementOf(copy, 'wall')?.params).toMatchObject({
      start: to_location,
      end: P(5100, 7000),
    });
    const delta = { x: 0, y: 0 };
    for (const [name, call] of [
      ['INVALID_ARGUMENT', { element_id: wall_id }],
      ['INVALID_ARGUMENT', { element_id: wall_id, delta, to_location }],
      ['INVALID_ARGUMENT', { element_id: level_id, delta }],
      ['NO_EFFECT', { element_id: wall_id, delta }],
      ['NO_EFFECT', { element_id: wall_id, to_location: P(0, 0) }],
      ['OUT_OF_MODEL_BOUNDS', { element_id: wall_id, delta: { x: 1e6, y: 0 }, count: 10 }],
    ] as const) {
      expect(await world.refusal('copy_element', call)).toMatchObject({ name });
    }
  });
});

describe('delete_elements', () => {
  it('deletes the dependants of a wall first, marked with their cause', async () => {
    const { world, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 1000 });
    const plan = await world.plan('delete_elements', { element_ids: [wall_id] });
    expect(
      plan.events.map((event) => [
        event.aggregate_id,
        event.type === 'element.deleted' ? event.payload.cascade_of : event.type,
      ]),
    ).toEqual([
      [door_id, wall_id],
      [wall_id, null],
    ]);
    expect(plan.data).toEqual({
      deleted_ids: [wall_id],
      cascaded_ids: [door_id],
      deleted_count: 2,
    });
    expect(plan.exclusive).toBeUndefined();
    await world.do('delete_elements', { element_ids: [wall_id, door_id, wall_id] });
    expect(world.view.count('door')).toBe(0);
  });
  it('deletes a level with everything on it and with columns that end there', async () => {
    const { world, level_id, wall_id } = await withWall();
    await world.do('place_door', { wall_id, offset: 1000 });
    const top = await world.make('create_level', { name: 'Top', elevation: 3000 });
    const column = { level_id, location: P(0, 9000), profile: '300x300', top_level_id: top };
    const column_id = await world.make('create_column', column);
    const plan = await world.plan('delete_elements', { element_ids: [top] });
    expect(plan.data).toMatchObject({ cascaded_ids: [column_id] });
    expect(plan.exclusive).toBe(true);
    await world.do('delete_elements', { element_ids: [level_id, top] });
    expect(world.view.count()).toBe(0);
  });
  it('refuses unknown ids', async () => {
    const { world, wall_id } = await withWall();
    const body = await world.refusal('delete_elements', { element_ids: [wall_id, 'wall_x'] });
    expect(body.name).toBe('ELEMENT_NOT_FOUND');
  });
});

describe('join_elements', () => {
  it('sets the join of walls that meet and refuses others', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    const [a = '', b = '', c = ''] = await rectangle(world, level_id, [0, 0, 4000, 3000]);
    await world.do('join_elements', { element_ids: [a, b], join_type: 'butt' });
    // The first wall runs through; the other stops at it.
    expect(world.view.elementOf(a, 'wall')?.params.join_type).toBe('auto');
    expect(world.view.elementOf(b, 'wall')?.params.join_type).toBe('butt');
    const again = { element_ids: [a, b], join_type: 'butt' };
    expect((await world.refusal('join_elements', again)).name).toBe('NO_EFFECT');
    const apart = await world.refusal('join_elements', { element_ids: [a, c], join_type: 'miter' });
    expect(apart.name).toBe('INVALID_ARGUMENT');
    const level = { element_ids: [a, level_id], join_type: 'miter' };
    expect((await world.refusal('join_elements', level)).name).toBe('INVALID_ARGUMENT');
    const one = { element_ids: [a, a], join_type: 'miter' };
    expect((await world.refusal('join_elements', one)).name).toBe('INVALID_ARGUMENT');
  });
});
