/** @module groups: placed several times, changed once, with rotations, mirrorings and levels. */
import { beforeEach, describe, expect, test } from 'vitest';

import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;
let first: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  first = await world.make('create_level', { name: 'First', elevation: 3000, height: 3400 });
});

const set = (element_id: string, parameter_name: string, value: unknown) => ({
  element_id,
  parameter_name,
  value,
});
const paramsOf = (id: string): Readonly<Record<string, unknown>> => ({
  ...world.view.element(id)?.params,
});
const membersOf = (id: string): readonly (readonly string[])[] =>
  world.view.elementOf(id, 'group')?.params.members ?? [];

describe('a flat of 6 x 4 m in three placements', () => {
  let walls: string[];
  let room: string;
  let door: string;
  let group_id: string;
  beforeEach(async () => {
    walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    door = await world.make('place_door', {
      wall_id: walls[0],
      offset: 1000,
      width: 900,
      swing: 'left',
    });
    room = await world.make('create_room', { level_id: ground, point: P(1000, 1000), name: 'Bed' });
    group_id = await world.make('create_group', {
      name: 'Flat A',
      element_ids: walls,
      placements: [
        { move: P(10_000, 0) },
        { turn_deg: 90, about: P(0, 0), move: P(0, 20_000) },
        { mirror: { from: P(0, -10_000), to: P(1, -10_000) } },
        { level_id: first },
      ],
    });
  });

  test('has separate elements of the same sizes in each placement', () => {
    const rows = membersOf(group_id);
    expect(rows.map((ids) => ids.length)).toEqual([6, 6, 6, 6, 6]);
    expect(rows[0]).toEqual([walls[0], door, walls[1], walls[2], walls[3], room]);
    for (const ids of rows) {
      // 6 x 4 m between axes, walls of 200.
      expect(world.view.measures(ids[5] ?? '').area_mm2).toBe(5800 * 3800);
    }
    expect(paramsOf(rows[2]?.[0] ?? '')).toMatchObject({ start: P(0, 20_000), end: P(0, 26_000) });
    // Mirrored in y = −10 m, the wall runs from the image of its end; the door hangs at the other end of its hole.
    expect(paramsOf(rows[3]?.[0] ?? '')).toMatchObject({
      start: P(6000, -20_000),
      end: P(0, -20_000),
    });
    expect(paramsOf(rows[3]?.[1] ?? '')).toMatchObject({ offset: 4100, swing: 'right' });
    expect(paramsOf(rows[4]?.[0] ?? '')).toMatchObject({ level_id: first });
  });

  test('changes a height in all placements in one plan', async () => {
    const plan = await world.plan('modify_parameter', set(walls[1] ?? '', 'height', 2700));
    expect(plan.events).toHaveLength(5);
    expect(plan.warnings?.join()).toContain('4 of 5 placements follow, 4 changed');
    await world.do('modify_parameter', set(walls[1] ?? '', 'height', 2700));
    for (const ids of membersOf(group_id)) {
      expect(paramsOf(ids[2] ?? '')).toMatchObject({ height: 2700 });
    }
  });

  test('moves a wall in all placements from any of them', async () => {
    // The wall at x = 6 m of the mirrored placement, 1.5 m outwards: rooms of 7.3 x 3.8 m.
    const mirrored = membersOf(group_id)[3] ?? [];
    await world.do('transform_elements', {
      element_ids: [mirrored[2]],
      operation: 'move',
      delta: P(1500, 0),
    });
    for (const ids of membersOf(group_id)) {
      expect(world.view.measures(ids[5] ?? '').area_mm2).toBe(7300 * 3800);
      expect(paramsOf(ids[1] ?? '')).toMatchObject({ width: 900 });
    }
    const [, , turned = []] = membersOf(group_id);
    expect(paramsOf(turned[0] ?? '')).toMatchObject({ start: P(0, 20_000), end: P(0, 27_500) });
    // The door stays where it was: 1 m from the west end, so 7.5 − 1 − 0.9 m from the start of the mirrored wall.
    expect(paramsOf(mirrored[1] ?? '')).toMatchObject({ offset: 5600 });
    expect(paramsOf(door)).toMatchObject({ offset: 1000 });
  });

  test('gets a window in all placements if one is placed in a wall of one', async () => {
    const turned = membersOf(group_id)[2] ?? [];
    await world.make('place_window', { wall_id: turned[3], offset: 500, width: 1200, name: 'W1' });
    const rows = membersOf(group_id);
    expect(rows.map((ids) => ids.length)).toEqual([7, 7, 7, 7, 7]);
    expect(rows.map((ids) => paramsOf(ids[6] ?? '')['offset'])).toEqual([
      500, 500, 500,
      // The north wall of 6 m runs the other way in the mirror.
      4300, 500,
    ]);
    expect(new Set(rows.map((ids) => paramsOf(ids[6] ?? '')['name'])).size).toBe(5);
  });

  test('deletes an element in all placements, but a whole placement only once', async () => {
    const rows = membersOf(group_id);
    const plan = await world.plan('delete_elements', { element_ids: [rows[1]?.[1]] });
    expect(plan.events.filter(({ type }) => type === 'element.deleted')).toHaveLength(5);
    await world.do('delete_elements', { element_ids: [rows[1]?.[1]] });
    expect(membersOf(group_id).map((ids) => ids.length)).toEqual([5, 5, 5, 5, 5]);
    await world.do('delete_elements', { element_ids: membersOf(group_id)[1] });
    expect(membersOf(group_id)).toHaveLength(4);
    expect(world.view.count('room')).toBe(4);
  });

  test('does not move when another placement is moved', async () => {
    const [, second = []] = membersOf(group_id);
    const before = paramsOf(walls[0] ?? '');
    await world.do('transform_elements', {
      element_ids: second,
      operation: 'rotate',
      about: P(10_000, 0),
      angle_deg: 90,
    });
    expect(paramsOf(walls[0] ?? '')).toEqual(before);
    expect(paramsOf(second[0] ?? '')).toMatchObject({ start: P(10_000, 0), end: P(10_000, 6000) });
    await world.do('modify_parameter', set(second[0] ?? '', 'start', P(10_000, -500)));
    expect(paramsOf(walls[0] ?? '')).toMatchObject({ start: P(-500, 0), end: P(6000, 0) });
  });
});

describe('answers about groups', () => {
  test('name the group of an element, in lists, queries and previews', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const group_id = await world.make('create_group', {
      name: 'Flat A',
      element_ids: walls,
      placements: [{ move: P(10_000, 0) }],
    });
    const [, second = []] = membersOf(group_id);
    expect(await world.ask('get_element', { element_id: second[0] })).toMatchObject({
      group: { group_id, placement: 'Flat A 2' },
    });
    expect(await world.ask('get_element', { element_id: '@Flat A' })).toMatchObject({
      params: { name: 'Flat A', members: '2 placements of 4 elements' },
      placements: [
        { number: 1, name: 'Flat A 1', level_ids: [ground], element_ids: walls },
        { number: 2, name: 'Flat A 2', level_ids: [ground], element_ids: second },
      ],
    });
    const where = [{ field: 'placement', op: 'eq', value: 'Flat A 2' }];
    const found = await world.ask('query_elements', { filter: { where }, fields: ['group'] });
    expect(found['elements']).toEqual(
      second.map((element_id) => ({ element_id, kind: 'wall', group: 'Flat A' })),
    );
    // The whole placement by its name: only it moves.
    await world.do('transform_elements', {
      filter: { names: ['Flat A 2'] },
      operation: 'move',
      delta: P(0, 7000),
    });
    expect(paramsOf(walls[0] ?? '')).toMatchObject({ start: P(0, 0) });
    expect(paramsOf(second[0] ?? '')).toMatchObject({ start: P(10_000, 7000) });
    // The group selects all its elements.
    const all = { element_ids: [group_id], operation: 'move', delta: P(0, 1000) };
    await world.do('transform_elements', all);
    expect(paramsOf(walls[0] ?? '')).toMatchObject({ start: P(0, 1000) });
    expect(paramsOf(second[0] ?? '')).toMatchObject({ start: P(10_000, 8000) });
    const copied = await world.plan('transform_elements', {
      ...all,
      copy: true,
      delta: P(0, 50_000),
    });
    await world.do('transform_elements', { ...all, copy: true, delta: P(0, 50_000) });
    expect(copied.data['placed_ids']).toHaveLength(8);
    expect(membersOf(group_id)).toHaveLength(4);
    const moved = await world.plan('transform_elements', {
      filter: { names: ['Flat A 2'] },
      operation: 'move',
      delta: P(500, 0),
    });
    const shown = world.effect(moved.events).changes.find(({ id }) => id === group_id);
    expect(shown).toMatchObject({
      params: { 'placement 2': { from: { x: 10_000, y: 8000 }, to: { x: 10_500, y: 8000 } } },
    });
    expect(Object.keys(Object(shown).params)).toEqual(['placement 2']);
    const refused = async (tool: string, args: Record<string, unknown>): Promise<string> =>
      (await world.refusal(tool, { element_id: group_id, ...args })).message;
    for (const tool of ['move_element', 'copy_element']) {
      const body = await refused(tool, { delta: { x: 0, y: 1, z: 0 } });
      expect([tool, body]).toEqual([tool, expect.stringContaining('is a group: transform_elem')]);
    }
    expect(await refused('modify_parameter', set(group_id, 'members', []))).toContain(
      'cannot be set: create_group adds elements',
    );
    const plan = await world.plan('place_door', { wall_id: walls[0], offset: 500 });
    const change = world.effect(plan.events).changes.find(({ id }) => id === group_id);
    expect(change).toMatchObject({
      change: 'modified',
      params: {
        members: { from: '4 placements of 4 elements', to: '4 placements of 5 elements' },
      },
    });
  });
});

describe('a maisonette of two storeys', () => {
  const rooms = (ids: readonly string[]): readonly unknown[] =>
    ids.filter((id) => world.view.element(id)?.kind === 'room').map((id) => world.view.levelOf(id));
  let group_id: string;
  let upper: string[];
  let levels: string[];
  beforeEach(async () => {
    levels = [ground, first];
    for (const [name, elevation, height] of [
      ['Second', 6400, 2800],
      ['Third', 9200, 2800],
    ] as const) {
      levels.push(await world.make('create_level', { name, elevation, height }));
    }
    const lower = await rectangle(world, ground, [0, 0, 6000, 4000]);
    upper = await rectangle(world, first, [0, 0, 6000, 4000]);
    const floor = await world.make('create_floor', {
      level_id: first,
      boundary_points: [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)],
    });
    const stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(500, 500),
      direction_deg: 0,
      width: 900,
      cut_floor: true,
    });
    const column = await world.make('create_column', {
      level_id: ground,
      location: P(5000, 3500),
      profile: '200x200',
      top_level_id: first,
    });
    for (const level_id of [ground, first]) {
      await world.make('create_room', { level_id, point: P(5000, 1500), name: 'Room' });
    }
    group_id = await world.make('create_group', {
      name: 'Maisonette',
      element_ids: [...lower, ...upper, floor, stair, column],
    });
  });

  test('is placed with its lowest storey on a level, and each other one as many levels up', async () => {
    await world.do('create_group', { group_id, placements: [{ level_id: levels[2] }] });
    const [here = [], there = []] = membersOf(group_id);
    expect(there).toHaveLength(here.length);
    expect(rooms(here)).toEqual([ground, first]);
    expect(rooms(there)).toEqual([levels[2], levels[3]]);
    for (const [n, id] of here.entries()) {
      const [from, to] = [id, there[n] ?? ''].map((one) =>
        levels.indexOf(world.view.levelOf(one) ?? ''),
      );
      expect(to).toBe((from ?? 0) + 2);
    }
    const of = (kind: string): Readonly<Record<string, unknown>> =>
      paramsOf(there.find((id) => world.view.element(id)?.kind === kind) ?? '');
    expect(of('stair')).toMatchObject({ level_id: levels[2], top_level_id: levels[3] });
    expect(of('column')).toMatchObject({ level_id: levels[2], top_level_id: levels[3] });
    // A change on the upper storey is synchronised on the upper storeys.
    await world.make('place_door', { wall_id: upper[0], offset: 500 });
    const doors = membersOf(group_id).map((ids) => ids.at(-1) ?? '');
    expect(doors.map((id) => world.view.levelOf(id))).toEqual([first, levels[3]]);
    await world.do('modify_parameter', set(doors[1] ?? '', 'offset', 900));
    expect(paramsOf(doors[0] ?? '')).toMatchObject({ offset: 900 });
  });

  test('is refused if a level is missing, with the storey that needs it', async () => {
    const { message } = await world.refusal('create_group', {
      group_id,
      placements: [{ level_id: levels[3] }],
    });
    expect(message).toContain('stands on `Ground`, `First`');
    expect(message).toContain('if the lowest of them maps to `Third`');
    expect(message).toContain('for the elements on `First`;');
  });

  test('can be placed a storey higher next to itself', async () => {
    const placements = [{ level_id: first, move: P(20_000, 0) }];
    await world.do('create_group', { group_id, placements });
    expect(membersOf(group_id).map(rooms)).toEqual([
      [ground, first],
      [first, levels[2]],
    ]);
  });
});
