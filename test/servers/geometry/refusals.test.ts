/** @module refusals of invalid input by the tools that create elements, at the exact limits. */
import { describe, expect, it } from 'vitest';

import { rectangle, withWall, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const SQUARE = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];

/** A wall of 5,000 mm between two others, all 300 mm thick. */
async function corners(): Promise<{ world: World; wall_id: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const wall = (start: object, end: object): Promise<string> =>
    world.make('create_wall', { level_id, start, end, thickness: 300 });
  await wall(P(0, 4000), P(0, 0));
  await wall(P(5000, 0), P(5000, 4000));
  return { world, wall_id: await wall(P(0, 0), P(5000, 0)) };
}

describe('walls', () => {
  it('refuses start = end', async () => {
    const { world, level_id } = await withWall();
    const body = await world.refusal('create_wall', { level_id, start: P(1, 2), end: P(1, 2) });
    expect(body).toMatchObject({ name: 'WALL_ZERO_LENGTH', code: 1100 });
  });
  it('refuses ends that are equal on the 0.001 mm grid and a length below 10 mm, and accepts 10 mm', async () => {
    const { world, level_id } = await withWall();
    const start = P(0, 9000);
    const zero = { level_id, start, end: P(0.0004, 9000) };
    expect((await world.refusal('create_wall', zero)).name).toBe('WALL_ZERO_LENGTH');
    const stub = { level_id, start, end: P(9.999, 9000) };
    const body = await world.refusal('create_wall', stub);
    expect(body).toMatchObject({ name: 'OUT_OF_RANGE', data: { value: 9.999, least: 10 } });
    const plan = await world.plan('create_wall', { level_id, start, end: P(10, 9000) });
    expect(plan.data).toMatchObject({ length_mm: 10 });
  });
  it('lists the levels when the level is unknown', async () => {
    const { world, level_id } = await withWall();
    const wall = { level_id: 'nope', start: P(0, 0), end: P(1, 0) };
    const body = await world.refusal('create_wall', wall);
    expect(body.name).toBe('LEVEL_NOT_FOUND');
    expect(body.message).toContain('`nope`');
    expect(body.data['levels']).toEqual([{ level_id, name: 'Ground', elevation: 0 }]);
  });
  it.each([
    ['its name', (): string => 'ground', 'this is the name of level'],
    ['another element', (id: string): string => id, 'is a wall, expected a level'],
  ])('reports that %s is not a level id', async (_, wrong, expected) => {
    const { world, level_id, wall_id } = await withWall();
    const call = { level_id: wrong(wall_id), start: P(0, 0), end: P(900, 0) };
    const body = await world.refusal('create_wall', call);
    expect(body).toMatchObject({ name: 'LEVEL_NOT_FOUND', data: { levels: [{ level_id }] } });
    expect(body.message).toContain(expected);
  });
  it('reports that a level is on another branch', async () => {
    const { world } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const level_id = await world.make('create_level', { name: 'L', elevation: 3000 });
    world.branch = 'main';
    const body = await world.refusal('create_wall', { level_id, start: P(0, 0), end: P(1, 0) });
    expect(body.name).toBe('CROSS_BRANCH');
  });
  it.each([[1e7], [-1e7]])(
    'accepts a coordinate at the limit %d, and refuses 0.001 mm past it',
    async (x) => {
      const { world, level_id } = await withWall();
      const inwards = x - Math.sign(x) * 1000;
      const call = { level_id, start: P(x, 5000), end: P(inwards, 5000) };
      await world.plan('create_wall', call);
      const past = { ...call, start: P(x + Math.sign(x) * 0.001, 5000) };
      expect((await world.refusal('create_wall', past)).name).toBe('OUT_OF_MODEL_BOUNDS');
    },
  );
  it.each([[Number.NaN], [Infinity], [-Infinity], [1e308], ['5000'], [null]])(
    'does not take %s for a coordinate',
    async (x) => {
      const { world, level_id } = await withWall();
      const call = { level_id, start: { x, y: 0 }, end: P(0, 9) };
      await expect(world.plan('create_wall', call)).rejects.toThrow(/number|expected/i);
    },
  );
});

describe('doors and windows', () => {
  it('fits a door exactly at the end of the wall and refuses 0.001 mm past it', async () => {
    const { world, wall_id } = await withWall();
    const past = { wall_id, offset: 4100.001, width: 900 };
    const body = await world.refusal('place_door', past);
    expect(body).toMatchObject({
      code: 1101,
      name: 'OPENING_EXCEEDS_HOST',
      data: { offset: 4100.001, width: 900, wall_length: 5000 },
    });
    expect(body.message).toContain('4100.001');
    expect(await world.do('place_door', { wall_id, offset: 4100, width: 900 })).toMatchObject({
      wall_id,
      offset: 4100,
    });
  });
  it.each([
    ['3-4-5 wall', P(3000, 13_000), 5000],
    ['diagonal', P(3000, 12_000), 4242.64],
  ])('is exact in a %s', async (_, end, longest) => {
    const { world, level_id } = await withWall();
    const wall_id = await world.make('create_wall', { level_id, start: P(0, 9000), end });
    const door = { wall_id, offset: 0 };
    const wide = { ...door, width: longest + 0.001 };
    expect((await world.refusal('place_door', wide)).name).toBe('OPENING_EXCEEDS_HOST');
    await world.do('place_door', { ...door, width: longest });
  });
  it.each([
    ['0 of a corner', { offset: 0 }, 150],
    ['149.99', { offset: 149.99 }, 1],
    ['the other corner', { offset: 4000 }, 150],
    ['both', { offset: 100, width: 4800, height: 3000 }, 50],
  ])('refuses a door at %s, which lies in the neighbour', async (_, door, past) => {
    const { world, wall_id } = await corners();
    const call = { wall_id, width: 1000, ...door };
    const { name, message, data } = await world.refusal('place_door', call);
    expect([name, message]).toEqual([
      'OPENING_EXCEEDS_HOST',
      expect.stringContaining(`reaches ${past} mm into a wall that joins`),
    ]);
    const fits = call.width === 1000;
    expect(data).toMatchObject({
      least_offset: fits ? 150 : null,
      greatest_offset: fits ? 3850 : null,
    });
    const whole = { ...call, offset: 0, width: 5000, height: 3000 };
    expect((await world.refusal('place_door', whole)).name).toBe('OPENING_EXCEEDS_HOST');
    await world.do('place_door', { ...call, offset: 150, width: 4700, height: 3000 });
  });
  it('refuses a door over the whole length of a free-standing wall', async () => {
    const { world, wall_id } = await withWall();
    const whole = { wall_id, offset: 0, width: 5000, height: 3000 };
    expect((await world.refusal('place_door', whole)).name).toBe('OPENING_EXCEEDS_HOST');
  });
  it('warns about a door that reaches half a millimetre into a new neighbour', async () => {
    const { world, level_id, wall_id } = await withWall();
    const door = await world.make('place_door', { wall_id, offset: 149.5 });
    const wall = { level_id, start: P(0, 0), end: P(0, 4000), thickness: 300 };
    const { events } = await world.plan('create_wall', wall);
    expect(world.effect(events).warnings.join()).toContain(`door \`${door}\` reaches 1 mm into`);
  });
  it('warns about a door at the end of a wall when another wall joins there, and keeps it', async () => {
    const { world, level_id, wall_id } = await withWall();
    const door = await world.make('place_door', { wall_id, offset: 0 });
    const window = await world.make('place_window', { wall_id, offset: 4000, width: 900 });
    const wall = { level_id, start: P(0, 0), end: P(0, 4000), thickness: 300 };
    const plan = await world.plan('create_wall', wall);
    const warned = world.effect(plan.events).warnings;
    expect(warned.filter((warning) => warning.includes('reaches'))).toEqual([
      `door \`${door}\` reaches 150 mm into a wall that joins wall \`${wall_id}\`: move it away from the joint`,
    ]);
    await world.do('create_wall', wall);
    // An existing element there can be changed in other ways, and moved to where it fits.
    const swing = { element_id: door, parameter_name: 'swing', value: 'right' };
    const changed = await world.plan('modify_parameter', swing);
    expect(world.effect(changed.events).warnings).toEqual([]);
    await world.do('modify_parameter', swing);
    const wider = { ...swing, parameter_name: 'width', value: 800 };
    expect((await world.refusal('modify_parameter', wider)).name).toBe('OPENING_EXCEEDS_HOST');
    await world.do('move_element', { element_id: door, delta: { x: 200, y: 0, z: 0 } });
    await world.do('modify_parameter', { ...wider, element_id: window });
  });
  it('names in the refusal the greatest offset that fits', async () => {
    const { world, level_id } = await withWall();
    const wall = { level_id, start: P(0, 9000), end: P(3000, 12_000) };
    const wall_id = await world.make('create_wall', wall);
    const { message, data } = await world.refusal('place_door', { wall_id, offset: 4000 });
    expect(data).toMatchObject({ greatest_offset: 3342.64 });
    expect(message).toContain('offset is at most 3342.64 mm');
    await world.do('place_door', { wall_id, offset: data['greatest_offset'] });
    const wide = await world.refusal('place_door', { wall_id, offset: 0, width: 5000 });
    expect(wide).toMatchObject({ data: { greatest_offset: null } });
  });
  it('adds 0.3 and 10.3 without a rounding error', async () => {
    const { world, level_id } = await withWall();
    const wall = { level_id, start: P(0, 7000), end: P(10.6, 7000) };
    const wall_id = await world.make('create_wall', wall);
    await world.do('place_door', { wall_id, offset: 0.3, width: 10.3 });
  });
  it('refuses a door above the wall and a window whose top is above it', async () => {
    const { world, wall_id } = await withWall();
    const door = await world.refusal('place_door', { wall_id, offset: 0, height: 3000.001 });
    expect(door).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { wall_height: 3000 } });
    const window = { wall_id, offset: 2000, sill_height: 2000, height: 1000.001 };
    const body = await world.refusal('place_window', window);
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { sill: 2000 } });
    await world.do('place_window', { ...window, height: 1000 });
  });
  it('refuses an overlap by 0.001 mm naming the other, and lets neighbours touch', async () => {
    const { world, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 1000, width: 900 });
    const body = await world.refusal('place_window', { wall_id, offset: 1899.999 });
    expect(body).toMatchObject({ name: 'OPENING_OVERLAP', data: { other_id: door_id } });
    expect(body.message).toContain(door_id);
    await world.do('place_window', { wall_id, offset: 1900 });
    await world.do('place_door', { wall_id, offset: 100, width: 900 });
  });
  it('accepts a window exactly above a door', async () => {
    const { world, wall_id } = await withWall();
    await world.do('place_door', { wall_id, offset: 1000, width: 900, height: 2100 });
    const above = { wall_id, offset: 1000, width: 900, height: 500 };
    expect((await world.refusal('place_window', { ...above, sill_height: 2099.999 })).name).toBe(
      'OPENING_OVERLAP',
    );
    await world.do('place_window', { ...above, sill_height: 2100 });
  });
  it('refuses an element that cannot host openings', async () => {
    const { world, level_id } = await withWall();
    const body = await world.refusal('place_door', { wall_id: level_id, offset: 0 });
    expect(body).toMatchObject({ name: 'NOT_A_HOST', data: { kind: 'level' } });
  });
  it('offers similar ids for an unknown wall', async () => {
    const { world, wall_id } = await withWall();
    const body = await world.refusal('place_door', { wall_id: `${wall_id}x`, offset: 0 });
    expect(body.name).toBe('ELEMENT_NOT_FOUND');
    expect(body.data['near']).toContain(wall_id);
  });
});

describe('outlines', () => {
  it.each([
    ['crosses itself', [P(0, 0), P(4000, 4000), P(4000, 0), P(0, 4000)]],
    ['touches itself', [P(0, 0), P(4000, 0), P(2000, 0), P(2000, 2000)]],
    ['has no area', [P(0, 0), P(1000, 0), P(2000, 0)]],
    ['repeats a point', [P(0, 0), P(1000, 0), P(1000, 0), P(0, 1000)]],
  ])('refuses a floor that %s', async (_, boundary_points) => {
    const { world, level_id } = await withWall();
    const body = await world.refusal('create_floor', { level_id, boundary_points });
    expect(body.name).toBe('INVALID_BOUNDARY');
    expect(body.message).toContain('boundary_points');
  });
  it('reverses a clockwise outline with a warning and keeps its first side', async () => {
    const { world, level_id } = await withWall();
    const floor = { level_id, boundary_points: SQUARE.toReversed() };
    const floor_id = await world.make('create_floor', floor);
    expect(world.warnings).toEqual([expect.stringContaining('clockwise')]);
    const stored = world.view.elementOf(floor_id, 'floor')?.params.boundary_points ?? [];
    expect(new Set(stored.slice(0, 2))).toEqual(new Set(SQUARE.toReversed().slice(0, 2)));
    const twice = await world.do('create_floor', { level_id, boundary_points: SQUARE });
    expect(twice).toMatchObject({ area_mm2: 16e6, volume_mm3: 16e6 * 300 });
    expect(world.warnings).toEqual([]);
  });
  it('removes a closing point', async () => {
    const { world, level_id } = await withWall();
    const boundary_points = [...SQUARE, P(0, 0)];
    const plan = await world.plan('create_floor', { level_id, boundary_points });
    expect(plan.data).toMatchObject({ area_mm2: 16e6 });
  });
  it.each([
    ['outside', [P(5000, 0), P(6000, 0), P(6000, 1000)]],
    ['touching the edge', [P(0, 0), P(1000, 0), P(1000, 1000)]],
  ])('refuses a hole %s', async (_, hole) => {
    const { world, level_id } = await withWall();
    const call = { level_id, boundary_points: SQUARE, holes: [hole] };
    expect((await world.refusal('create_floor', call)).name).toBe('INVALID_BOUNDARY');
  });
  it('refuses ambiguous gable sides, and an overhang that folds', async () => {
    const { world, level_id } = await withWall();
    const triangle = [P(0, 0), P(6000, 0), P(3000, 5000)];
    const gable = { level_id, boundary_points: triangle, roof_type: 'gable' };
    expect((await world.refusal('create_roof', gable)).message).toContain(
      'the gable sides are ambiguous',
    );
    await world.do('create_roof', { ...gable, roof_type: 'hip', overhang: 300 });
    const notch = [
      P(0, 0),
      P(9000, 0),
      P(9000, 9000),
      P(5000, 9000),
      P(5000, 100),
      P(4000, 100),
      P(4000, 9000),
      P(0, 9000),
    ];
    const folded = { level_id, boundary_points: notch, overhang: 600 };
    expect((await world.refusal('create_roof', folded)).name).toBe('INVALID_BOUNDARY');
  });
});

describe('openings in floors', () => {
  it('must lie inside with a gap to edges and neighbours', async () => {
    const { world, level_id } = await withWall();
    const host_id = await world.make('create_floor', { level_id, boundary_points: SQUARE });
    const size = { host_id, width: 1000, height: 1000 };
    const edge = await world.refusal('create_opening', { ...size, location: P(500, 2000) });
    expect(edge.name).toBe('OPENING_EXCEEDS_HOST');
    const other_id = await world.make('create_opening', { ...size, location: P(2000, 2000) });
    const body = await world.refusal('create_opening', { ...size, location: P(3000, 2000) });
    expect(body).toMatchObject({ name: 'OPENING_OVERLAP', data: { other_id } });
    await world.do('create_opening', { ...size, location: P(3001, 2000), width: 900 });
  });
  it('needs a location in floors and an offset in walls', async () => {
    const { world, level_id, wall_id } = await withWall();
    const floor = await world.make('create_floor', { level_id, boundary_points: SQUARE });
    const size = { width: 500, height: 500 };
    for (const call of [
      { host_id: floor, offset: 100 },
      { host_id: floor },
      { host_id: wall_id, location: P(2000, 0) },
      { host_id: wall_id, offset: 1, location: P(2000, 0) },
      { host_id: floor, location: P(2000, 2000), sill: 100 },
    ]) {
      expect((await world.refusal('create_opening', { ...size, ...call })).name).toBe(
        'INVALID_ARGUMENT',
      );
    }
  });
});

describe('columns, beams, stairs, rails', () => {
  it('refuses unknown profiles', async () => {
    const { world, level_id } = await withWall();
    const column = { level_id, location: P(0, 0), profile: 'banana' };
    expect((await world.refusal('create_column', column)).name).toBe('INVALID_PROFILE');
    const beam = { level_id, start: P(0, 0), end: P(1, 0), profile: '0x0' };
    expect((await world.refusal('create_beam', beam)).name).toBe('INVALID_PROFILE');
  });
  it('gives a column the height of its level, a height, or a level to end at', async () => {
    const { world, level_id } = await withWall();
    const top = await world.make('create_level', { name: 'Top', elevation: 3500 });
    const column = { level_id, location: P(0, 9000), profile: '300x300' };
    const heights = [];
    for (const more of [{}, { height: 2500 }, { top_level_id: top }]) {
      heights.push((await world.plan('create_column', { ...column, ...more })).data['height_mm']);
    }
    expect(heights).toEqual([3000, 2500, 3500]);
    const both = { ...column, height: 1, top_level_id: top };
    expect((await world.refusal('create_column', both)).name).toBe('INVALID_ARGUMENT');
    const down = { ...column, level_id: top, top_level_id: level_id };
    expect((await world.refusal('create_column', down)).name).toBe('OUT_OF_RANGE');
  });
  it('refuses a stair that does not climb and divides the rise evenly', async () => {
    const { world, level_id } = await withWall();
    const top = await world.make('create_level', { name: 'Top', elevation: 2800 });
    const stair = { start: P(0, 9000), direction_deg: 90, width: 1200 };
    const ids = { base_level_id: top, top_level_id: level_id };
    expect((await world.refusal('create_stair', { ...stair, ...ids })).name).toBe('INVALID_STAIR');
    const same = { base_level_id: top, top_level_id: top };
    expect((await world.refusal('create_stair', { ...stair, ...same })).name).toBe('INVALID_STAIR');
    const up = { base_level_id: level_id, top_level_id: top };
    expect(await world.do('create_stair', { ...stair, ...up })).toMatchObject({
      risers: 16,
      riser_mm: 175,
      run_mm: 15 * 280,
    });
    const tiny = { ...stair, ...up, riser_max: 0.001 };
    expect((await world.refusal('create_stair', tiny)).name).toBe('INVALID_STAIR');
  });
  it('creates ramps, railings and grid lines', async () => {
    const { world, level_id } = await withWall();
    const line = { level_id, start: P(0, 9000), end: P(6000, 9000) };
    const ramp = await world.do('create_ramp', { ...line, width: 1500, rise: 300 });
    expect(ramp).toMatchObject({ length_mm: 6000, slope_percent: 5 });
    const path = [P(0, 0), P(1000, 0), P(1000, 1000)];
    const railing = await world.do('create_railing', { level_id, path });
    expect(railing).toMatchObject({ length_mm: 2000 });
    const twice = { level_id, path: [P(0, 0), P(0, 0)] };
    expect((await world.refusal('create_railing', twice)).name).toBe('OUT_OF_RANGE');
    await world.do('create_grid', { name: 'A', start: P(0, 0), end: P(0, 1000) });
    const dot = { name: 'B', start: P(0, 0), end: P(0, 0) };
    expect((await world.refusal('create_grid', dot)).name).toBe('OUT_OF_RANGE');
  });
});

describe('rooms', () => {
  it('finds the net outline between walls', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 2700 });
    const walls = await rectangle(world, level_id, [0, 0, 4000, 3000]);
    const room = await world.do('create_room', { level_id, point: P(2000, 1500), name: 'Kitchen' });
    expect(room).toMatchObject({
      area_mm2: 3800 * 2800,
      perimeter_mm: 2 * (3800 + 2800),
      volume_mm3: 3800 * 2800 * 2700,
      wall_ids: walls.toSorted(),
    });
  });
  it('refuses a point that no walls enclose, a point in a wall, and both or neither argument', async () => {
    const { world, level_id } = await withWall();
    const open = await world.refusal('create_room', { level_id, point: P(2000, 1500) });
    expect(open.name).toBe('ROOM_NOT_ENCLOSED');
    await rectangle(world, level_id, [0, 10_000, 4000, 3000]);
    const inside = { level_id, point: P(2000, 10_000) };
    expect((await world.refusal('create_room', inside)).name).toBe('ROOM_NOT_ENCLOSED');
    expect((await world.refusal('create_room', { level_id })).name).toBe('INVALID_ARGUMENT');
    const both = { ...inside, boundary_points: SQUARE };
    expect((await world.refusal('create_room', both)).name).toBe('INVALID_ARGUMENT');
  });
});

describe('optional parameters of a window', () => {
  it('are named by the refusal of an unknown parameter, and can be set although get_element lists none', async () => {
    const { world, wall_id } = await corners();
    const element_id = await world.make('place_window', { wall_id, offset: 1000, width: 1000 });
    const shown = JSON.stringify(await world.ask('get_element', { element_id }));
    expect(shown).not.toContain('"shape"');
    const unknown = { element_id, parameter_name: 'form', value: 'round' };
    const body = await world.refusal('modify_parameter', unknown);
    expect(body.data).toMatchObject({
      parameters: expect.arrayContaining(['shape', 'rise', 'outline']),
    });
    const shaped = { element_id, parameter_name: 'shape', value: 'arched' };
    expect(await world.do('modify_parameter', shaped)).toMatchObject({ to: 'arched' });
  });
});
