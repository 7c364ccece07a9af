/** @module rooms between walls: answers, copies and warnings. */
import { beforeEach, describe, expect, it } from 'vitest';

import { meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
let upper_id: string;
let walls: string[];

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  upper_id = await world.make('create_level', { name: 'First', elevation: 3000, height: 3000 });
  walls = await rectangle(world, level_id, [0, 0, 10_000, 8000]);
});

describe('a room with a core inside', () => {
  it('has the same net area and volume in every answer', async () => {
    await rectangle(world, level_id, [4000, 3000, 2000, 2000]);
    const net = 9800 * 7800 - 2200 * 2200;
    const made = await world.do('create_room', { level_id, point: P(1000, 1000) });
    expect(made).toMatchObject({ area_mm2: net, volume_mm3: net * 3000 });
    expect(world.warnings).toEqual([]);
    const room_id = String(made['room_id']);
    expect(world.view.measures(room_id)).toMatchObject({
      area_mm2: net,
      volume_mm3: net * 3000,
    });
    const mesh = world.view.mesh(room_id);
    expect(mesh === null ? 0 : meshVolume(mesh)).toBeCloseTo(net * 3000, 0);
  });

  it('includes the faces around the core in its perimeter and outline, and the core is another room', async () => {
    // Courtyard of 4 × 4 m between axes in 20 × 15 m: 19.8 × 14.8 m less 4.2 × 4.2 m.
    const court = await world.make('create_level', { name: 'Court', elevation: 9000 });
    await rectangle(world, court, [0, 0, 20_000, 15_000]);
    await rectangle(world, court, [8000, 5000, 4000, 4000]);
    const made = await world.do('create_room', { level_id: court, point: P(1000, 1000) });
    const perimeter_mm = 2 * (19_800 + 14_800) + 4 * 4200;
    expect(made).toMatchObject({ area_mm2: 19_800 * 14_800 - 4200 ** 2, perimeter_mm });
    const element_id = String(made['room_id']);
    expect(world.view.measures(element_id).perimeter_mm).toBe(perimeter_mm);
    const shown = await world.ask('get_element', { element_id, include: ['outline'] });
    expect(shown['outline']).toHaveLength(4);
    expect(shown['outline_holes']).toMatchObject([[{}, {}, {}, {}]]);
    await world.do('create_room', { level_id: court, point: P(10_000, 7000), name: 'Court' });
    expect(world.warnings).toEqual([]);
  });
});

describe('a copied room', () => {
  let room_id: string;
  beforeEach(async () => {
    room_id = await world.make('create_room', { level_id, point: P(2000, 1500), name: 'Office' });
  });

  it('follows walls that enclose the same outline on the other level', async () => {
    const copies: string[] = [];
    for (const element_id of walls) {
      copies.push(await world.make('copy_element', { element_id, to_level_id: upper_id }));
    }
    const copy = await world.make('copy_element', { element_id: room_id, to_level_id: upper_id });
    expect(world.warnings).toEqual([]);
    expect(world.view.elementOf(copy, 'room')?.params.point).toEqual(P(2000, 1500));
    await world.do('move_element', { element_id: copies[1], delta: { x: 1000, y: 0, z: 0 } });
    for (const [wall, x] of [
      [copies[0], 11_000],
      [copies[2], 11_000],
    ] as const) {
      await world.do('modify_parameter', {
        element_id: wall,
        parameter_name: wall === copies[0] ? 'end' : 'start',
        value: P(x, wall === copies[0] ? 0 : 8000),
      });
    }
    expect(world.view.measures(copy).area_mm2).toBe(10_800 * 7800);
    expect(world.view.measures(room_id).area_mm2).toBe(9800 * 7800);
  });

  it('keeps the outline of a room that no walls enclose, with a warning', async () => {
    const copy = await world.make('copy_element', { element_id: room_id, to_level_id: upper_id });
    expect(world.view.elementOf(copy, 'room')?.params.point).toBeNull();
    expect(world.view.measures(copy).area_mm2).toBe(9800 * 7800);
    expect(world.warnings.join()).toContain('follows no walls');
  });

  it('gets the outline between the walls of its new position, even if they are thicker', async () => {
    for (const element_id of walls) {
      const copy = await world.make('copy_element', { element_id, to_level_id: upper_id });
      if (element_id !== walls[1]) continue;
      const thicker = { element_id: copy, parameter_name: 'thickness', value: 230 };
      await world.do('modify_parameter', thicker);
    }
    const copy = await world.make('copy_element', { element_id: room_id, to_level_id: upper_id });
    expect(world.warnings).toEqual([
      'the walls at the new place of the room enclose 76.32 m² instead of 76.44 m²',
    ]);
    expect(world.view.elementOf(copy, 'room')?.params.point).toEqual(P(2000, 1500));
    expect(world.view.measures(copy).area_mm2).toBe(9785 * 7800);
  });

  it('keeps its outline in a space of another size', async () => {
    await rectangle(world, upper_id, [0, 0, 10_600, 8000]);
    const copy = await world.make('copy_element', { element_id: room_id, to_level_id: upper_id });
    expect(world.view.elementOf(copy, 'room')?.params.point).toBeNull();
    expect(world.warnings.join()).toContain('set its `point` once they exist');
  });

  it('has the current outline of the room, not its original one', async () => {
    await world.do('modify_parameter', {
      element_id: walls[0],
      parameter_name: 'thickness',
      value: 400,
    });
    expect(world.view.measures(room_id).area_mm2).toBe(9800 * 7700);
    const copy = await world.make('copy_element', { element_id: room_id, to_level_id: upper_id });
    expect(world.view.measures(copy).area_mm2).toBe(9800 * 7700);
  });
});

it('warns of a second room in one space', async () => {
  const room_id = await world.make('create_room', { level_id, point: P(2000, 1500), name: 'Lab' });
  await world.do('create_room', { level_id, point: P(5000, 5000) });
  expect(world.warnings).toEqual([
    `room \`${room_id}\` (Lab) already occupies the space around the point`,
  ]);
  await rectangle(world, upper_id, [0, 0, 10_000, 8000]);
  await world.do('create_room', { level_id: upper_id, point: P(2000, 1500) });
  expect(world.warnings).toEqual([]);
});

it('reports walls that have left the outline of a room, and finds it again at the same point', async () => {
  const room_id = await world.make('create_room', { level_id, point: P(2000, 1500) });
  const parameter = (element_id: string | undefined, parameter_name: string, value: unknown) => ({
    element_id,
    parameter_name,
    value,
  });
  const moved = (x: number) => ({ element_id: walls[1], delta: { x, y: 0, z: 0 } });
  const warningsOf = async (tool: string, call: Record<string, unknown>): Promise<string> => {
    const { events } = await world.plan(tool, call);
    return world.effect(events).warnings.join();
  };
  const [south, east, north] = walls;
  await world.do('modify_parameter', parameter(south, 'end', P(15_500, 0)));
  await world.do('modify_parameter', parameter(north, 'start', P(15_500, 8000)));
  const beyond = `room \`${room_id}\` extends far beyond its stored outline`;
  expect(await warningsOf('move_element', moved(500))).not.toContain(beyond);
  expect(await warningsOf('move_element', moved(5500))).toContain(beyond);
  await world.do('move_element', moved(5500));
  const open = `room \`${room_id}\` is no longer enclosed by walls; its stored outline is used`;
  const again = parameter(room_id, 'point', P(2000, 1500));
  await world.do('modify_parameter', again);
  expect(world.view.elementOf(room_id, 'room')?.params.boundary_points).toContainEqual(
    P(15_400, 100),
  );
  expect(await warningsOf('delete_elements', { element_ids: [east] })).toContain(open);
  expect((await world.refusal('modify_parameter', again)).name).toBe('NO_EFFECT');
});
