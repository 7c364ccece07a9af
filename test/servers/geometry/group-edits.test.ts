/** @module edits of groups: split walls, stairs, levels, types, copies, undo and merges keep placements equal. */
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
const paramsOf = (id = ''): Readonly<Record<string, unknown>> => ({
  ...world.view.element(id)?.params,
});
const rowsOf = (id: string): readonly (readonly string[])[] =>
  world.view.elementOf(id, 'group')?.params.members ?? [];
const areaOf = (id = ''): number | null => world.view.measures(id).area_mm2;
const last = (): string => world.log.all.at(-1)?.event_id ?? '';

/** Four walls of 6 x 4 m with a room, and a second placement 10 m to the east. */
async function flat(more: object = {}): Promise<{ group_id: string; walls: string[] }> {
  const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
  await world.make('create_room', { level_id: ground, point: P(1000, 1000), name: 'Bed' });
  const group_id = await world.make('create_group', {
    name: 'Flat',
    element_ids: walls,
    placements: [{ move: P(10_000, 0) }],
    ...more,
  });
  return { group_id, walls };
}

describe('a group', () => {
  test('gets the second piece of a split wall, with its openings', async () => {
    const { group_id, walls } = await flat({
      placements: [{ mirror: { from: P(0, -5000), to: P(1, -5000) } }],
    });
    await world.make('place_window', { wall_id: walls[0], offset: 4000, width: 1000 });
    await world.do('edit_walls', { operation: 'split', wall_id: walls[0], distance: 3000 });
    const [here = [], there = []] = rowsOf(group_id);
    expect([here.length, there.length]).toEqual([7, 7]);
    const walled = there.map((id) => paramsOf(id)).filter(({ start }) => start !== undefined);
    const south = walled.filter(({ start, end }) =>
      [start, end].every((at) => Object(at).y === -10_000),
    );
    // Mirrored they run from the images of their ends: 3 to 0 and 6 to 3 m.
    expect(south).toMatchObject([
      { start: P(3000, -10_000), end: P(0, -10_000) },
      { start: P(6000, -10_000), end: P(3000, -10_000) },
    ]);
    const window = there.find((id) => world.view.element(id)?.kind === 'window');
    const host = String(paramsOf(window)['host_id']);
    // 4 to 5 m of the whole is 1 to 2 m of the second piece, and so in its image of 3 m.
    expect(paramsOf(window)).toMatchObject({ offset: 1000 });
    expect(paramsOf(host)).toMatchObject({ start: P(6000, -10_000) });
  });

  test('gets added elements and loses removed ones in all placements', async () => {
    const { group_id } = await flat();
    const column_id = await world.make('create_column', {
      level_id: ground,
      location: P(3000, 2000),
      profile: '300x300',
    });
    await world.do('create_group', { group_id, element_ids: [column_id] });
    const [here = [], there = []] = rowsOf(group_id);
    expect(here.at(-1)).toBe(column_id);
    expect(paramsOf(there.at(-1))).toMatchObject({ location: P(13_000, 2000) });
    await world.do('create_group', { group_id, remove_ids: [there.at(-1)] });
    expect(rowsOf(group_id).map((ids) => ids.length)).toEqual([5, 5]);
    await world.do('modify_parameter', set(column_id, 'profile', '400x400'));
    expect(paramsOf(there.at(-1))).toMatchObject({ profile: '300x300' });
  });

  test('no longer synchronises elements after their placement is released or it is deleted', async () => {
    const { group_id, walls } = await flat({
      placements: [{ move: P(10_000, 0) }, { move: P(20_000, 0) }],
    });
    const [, second = [], third = []] = rowsOf(group_id);
    await world.do('create_group', { group_id, release: 2 });
    await world.do('modify_parameter', set(walls[0] ?? '', 'height', 2500));
    expect([second[0], third[0]].map((id) => paramsOf(id)['height'])).toEqual([3000, 2500]);
    await world.do('delete_elements', { element_ids: [group_id] });
    await world.do('modify_parameter', set(walls[0] ?? '', 'height', 2400));
    expect(paramsOf(third[0])['height']).toBe(2500);
    expect(world.view.count('wall')).toBe(12);
  });

  test('keeps its names and the numbers of its placements', async () => {
    const { group_id } = await flat();
    const [, second = []] = rowsOf(group_id);
    await world.do('modify_parameter', set(second[4] ?? '', 'name', 'Guest'));
    const names = rowsOf(group_id).map((ids) => paramsOf(ids[4])['name']);
    expect(names).toEqual(['Bed', 'Guest']);
    await world.do('delete_elements', { element_ids: rowsOf(group_id)[0] });
    expect(world.view.elementOf(group_id, 'group')?.params.placements).toMatchObject([
      { number: 2, x: 10_000 },
    ]);
    await world.do('delete_elements', { element_ids: rowsOf(group_id)[0] });
    expect(world.view.element(group_id)).toBeUndefined();
  });
});

describe('placements synchronise', () => {
  test('changes of levels, each on its own level', async () => {
    const { group_id } = await flat({ placements: [{ level_id: first }] });
    const heights = (): unknown[] => rowsOf(group_id).map((ids) => paramsOf(ids[0])['height']);
    expect(heights()).toEqual([3000, 3400]);
    await world.do('modify_parameter', set(ground, 'height', 2800));
    expect(heights()).toEqual([2800, 3400]);
    await world.do('modify_parameter', set(rowsOf(group_id)[1]?.[0] ?? '', 'height', 2000));
    expect(heights()).toEqual([2000, 2000]);
    expect(paramsOf(rowsOf(group_id)[0]?.[0])).toMatchObject({ follows_level: false });
  });

  test('types, properties and joins', async () => {
    const { group_id, walls } = await flat();
    await world.make('create_type', {
      name: 'Thick',
      for: 'wall',
      layers: [{ material: 'brick', thickness: 300 }],
    });
    await world.do('modify_parameter', set(walls[1] ?? '', 'type_id', '@Thick'));
    await world.do('modify_parameter', {
      ...set('@Thick', 'layers', [{ material: 'brick', thickness: 360, function: 'structure' }]),
    });
    const [, second = []] = rowsOf(group_id);
    await world.do('set_properties', {
      element_ids: [second[2]],
      set: 'Own',
      properties: { Colour: 'red' },
    });
    await world.do('join_elements', { element_ids: walls.slice(0, 2), join_type: 'butt' });
    for (const ids of rowsOf(group_id)) {
      expect(paramsOf(ids[1])).toMatchObject({ thickness: 360, join_type: 'butt' });
      expect(paramsOf(ids[2])).toMatchObject({ properties: { Own: { Colour: 'red' } } });
      // 6 x 4 m less half of 200 on three sides and half of 360 on the east.
      expect(areaOf(ids[4])).toBe(5720 * 3800);
    }
  });

  test('stairs with their openings, in floors of the group and others', async () => {
    const ring = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
    const above = await world.make('create_floor', { level_id: first, boundary_points: ring });
    const stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(500, 1000),
      direction_deg: 0,
      width: 1000,
      cut_floor: true,
    });
    const [opening] = world.view.hostedBy(above);
    const group_id = await world.make('create_group', {
      name: 'Core',
      element_ids: [stair, above],
      placements: [{ turn_deg: 90, about: P(0, 0), move: P(0, 20_000) }],
    });
    const column = rowsOf(group_id)[0]?.indexOf(opening?.id ?? '') ?? -1;
    const there = (): string => rowsOf(group_id)[1]?.[column] ?? '';
    expect(paramsOf(there())).toMatchObject({ stair_id: rowsOf(group_id)[1]?.[0] });
    await world.do('modify_parameter', set(stair, 'width', 1200));
    const areas = rowsOf(group_id).map((ids) => areaOf(ids[column]));
    expect(areas[0]).toBe(areas[1]);
    // 17 risers over 3 m, treads of 280: 280 * (2000 + 300) / (3000 / 17) long.
    expect(areas[0]).toBeCloseTo(1200 * 3649.333, 0);
    expect(paramsOf(rowsOf(group_id)[1]?.[0])).toMatchObject({ width: 1200 });
    expect(world.view.count('opening')).toBe(2);
  });

  test('stairs alone, with the openings in the floors above them', async () => {
    const ring = (y: number) => [P(0, y), P(6000, y), P(6000, y + 4000), P(0, y + 4000)];
    for (const y of [0, 20_000]) {
      await world.make('create_floor', { level_id: first, boundary_points: ring(y) });
    }
    const stair = await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(500, 1000),
      direction_deg: 0,
      width: 1000,
      cut_floor: true,
    });
    const element_ids = [stair];
    const placements = [{ move: P(0, 20_000) }];
    await world.make('create_group', { name: 'Core', element_ids, placements });
    await world.do('modify_parameter', set(stair, 'width', 1200));
    const areas = [...world.view.elementsOf('opening')].map(({ id }) => areaOf(id) ?? 0);
    expect(areas).toHaveLength(2);
    for (const area of areas) expect(area).toBeCloseTo(1200 * 3649.333, 0);
  });

  test('each call of a composed change, so that the last one prevails', async () => {
    const { group_id, walls } = await flat();
    const second = rowsOf(group_id)[1]?.[0] ?? '';
    await world.do('apply_changes', {
      operations: [
        { tool: 'modify_parameter', arguments: set(walls[0] ?? '', 'height', 2500) },
        { tool: 'modify_parameter', arguments: set(second, 'height', 2600) },
      ],
    });
    expect(rowsOf(group_id).map(([id]) => paramsOf(id)['height'])).toEqual([2600, 2600]);
  });

  test('successive calls of a composed change, including elements created in it', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    await world.do('apply_changes', {
      operations: [
        { tool: 'create_group', arguments: { name: 'G', element_ids: walls }, as: 'g' },
        { tool: 'modify_parameter', arguments: set(walls[0] ?? '', 'height', 2800) },
        {
          tool: 'create_group',
          arguments: { group_id: '$g', placements: [{ move: P(0, 9000) }] },
        },
      ],
    });
    const group_id = world.view.named('G')[0]?.id ?? '';
    const [, second = []] = rowsOf(group_id);
    await world.do('apply_changes', {
      operations: [
        { tool: 'modify_parameter', arguments: set(second[0] ?? '', 'thickness', 240) },
        { tool: 'place_door', arguments: { wall_id: walls[0], offset: 500 }, as: 'd' },
        { tool: 'modify_parameter', arguments: set('$d', 'width', 800) },
        { tool: 'delete_elements', arguments: { element_ids: [second[3]] } },
      ],
    });
    for (const ids of rowsOf(group_id)) {
      expect(paramsOf(ids[0])).toMatchObject({ height: 2800, thickness: 240 });
      expect(ids).toHaveLength(4);
      expect(paramsOf(ids[3])).toMatchObject({ width: 800, offset: 500 });
    }
    expect(world.view.count('wall')).toBe(6);
  });
});

describe('copies and motions', () => {
  test('of a whole placement create placements, of a part do not', async () => {
    const { group_id, walls } = await flat();
    await world.do('transform_elements', {
      element_ids: walls.slice(0, 2),
      operation: 'move',
      delta: P(0, 20_000),
      copy: true,
    });
    expect(rowsOf(group_id)).toHaveLength(2);
    expect(world.warnings.join()).toContain('copy a whole placement');
    await world.do('transform_elements', {
      filter: { level_id: ground },
      operation: 'to_levels',
      to_level_ids: [first],
    });
    expect(rowsOf(group_id)).toHaveLength(4);
    await world.do('modify_parameter', set(walls[1] ?? '', 'height', 2600));
    expect(rowsOf(group_id).map((ids) => paramsOf(ids[1])['height'])).toEqual([
      2600, 2600, 2600, 2600,
    ]);
    expect(world.view.count('wall')).toBe(20);
  });

  test('of the whole building keep groups', async () => {
    const { group_id } = await flat({
      placements: [{ mirror: { from: P(8000, 0), to: P(8000, 1) } }],
    });
    await world.do('transform_elements', {
      filter: { level_id: ground },
      operation: 'rotate',
      about: P(1000, 2000),
      angle_deg: 90,
    });
    await world.do('transform_elements', {
      filter: { level_id: ground },
      operation: 'mirror',
      from: P(0, 0),
      to: P(1, 0),
    });
    const [here = [], there = []] = rowsOf(group_id);
    await world.do('transform_elements', {
      element_ids: [there[1]],
      operation: 'move',
      delta: P(0, 700),
    });
    expect(areaOf(here[4])).toBe(areaOf(there[4]));
    // The wall was perpendicular to x, 4 m long; the move of 700 along y narrows or widens the flat of 3.8 m.
    expect([(5800 - 700) * 3800, (5800 + 700) * 3800]).toContain(areaOf(here[4]));
  });
});

describe('undo and branches', () => {
  test('revert synchronised changes, also in placements added since', async () => {
    const { group_id, walls } = await flat();
    await world.do('modify_parameter', set(walls[0] ?? '', 'height', 2500));
    const event_id = last();
    await world.do('create_group', { group_id, placements: [{ move: P(20_000, 0) }] });
    await world.do('undo', { event_id });
    expect(rowsOf(group_id).map((ids) => paramsOf(ids[0])['height'])).toEqual([3000, 3000, 3000]);
    await world.do('delete_elements', { element_ids: rowsOf(group_id)[1] });
    await world.do('modify_parameter', set(walls[0] ?? '', 'thickness', 240));
    await world.do('undo', {
      event_id: world.log.all.findLast((e) => e.type === 'element.deleted')?.event_id,
    });
    expect(rowsOf(group_id).map((ids) => paramsOf(ids[0])['thickness'])).toEqual([240, 240, 240]);
  });

  test('merge changes of two branches to different elements', async () => {
    const { group_id, walls } = await flat();
    await world.do('create_branch', { name: 'b' });
    await world.do('modify_parameter', set(walls[0] ?? '', 'height', 2500));
    world.branch = 'b';
    await world.domain.catchUp();
    await world.do('create_group', { group_id, placements: [{ move: P(20_000, 0) }] });
    await world.do('modify_parameter', set(walls[1] ?? '', 'thickness', 300));
    world.branch = 'main';
    await world.do('merge_branch', { source: 'b' });
    expect(rowsOf(group_id).map((ids) => paramsOf(ids[0])['height'])).toEqual([2500, 2500, 2500]);
    expect(rowsOf(group_id).map((ids) => paramsOf(ids[1])['thickness'])).toEqual([300, 300, 300]);
  });

  test('conflict if both branches change the members of the group', async () => {
    const { walls } = await flat();
    await world.do('create_branch', { name: 'b' });
    await world.make('place_door', { wall_id: walls[0], offset: 500 });
    world.branch = 'b';
    await world.domain.catchUp();
    await world.make('place_window', { wall_id: walls[2], offset: 500 });
    world.branch = 'main';
    const refused = await world.refusal('merge_branch', { source: 'b' });
    expect(refused.name).toBe('MERGE_CONFLICT');
    expect(JSON.stringify(refused.data)).toContain('"members"');
  });

  test('refuse a merge that would put an element into two placed groups', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    await world.do('create_branch', { name: 'b' });
    const placements = [{ move: P(0, 20_000) }];
    await world.make('create_group', { name: 'One', element_ids: walls, placements });
    world.branch = 'b';
    await world.domain.catchUp();
    await world.make('create_group', { name: 'Two', element_ids: walls.slice(1), placements });
    world.branch = 'main';
    const refused = await world.refusal('merge_branch', { source: 'b' });
    expect(refused.message).toContain('is also in group');
  });
});

describe('an impossible change', () => {
  test('in one placement is refused with the placement, the reason and the next step', async () => {
    const walls = await rectangle(world, first, [0, 0, 6000, 4000]);
    const g = await world.make('create_group', {
      name: 'Short',
      element_ids: [walls[0]],
      placements: [{ move: P(0, 20_000) }],
    });
    const [, second = []] = rowsOf(g);
    // Beyond the limits of the model for the second placement only.
    const refused = await world.refusal('modify_parameter', {
      ...set(walls[0] ?? '', 'end', P(6000, 9_990_000)),
    });
    expect(refused).toMatchObject({
      name: 'REGENERATION_FAILED',
      data: { group_id: g, placement: 2 },
    });
    expect(refused.message).toContain('`Short 2` cannot follow');
    expect(refused.message).toContain(`create_group {group_id: "${g}", release: 2}`);
    expect(paramsOf(second[0])).toMatchObject({ end: P(6000, 20_000) });
    await world.do('create_group', { group_id: g, release: 2 });
    await world.do('modify_parameter', set(walls[0] ?? '', 'end', P(6000, 9_990_000)));
  });

  test('of two counterparts in one call is refused', async () => {
    const { group_id } = await flat({
      placements: [{ mirror: { from: P(8000, 0), to: P(8000, 1) } }],
    });
    const rows = rowsOf(group_id);
    const both = { element_ids: [rows[0]?.[1], rows[1]?.[1]], operation: 'move', delta: P(500, 0) };
    // A move away from the centre of one flat is a move towards that of the other.
    const refused = await world.refusal('transform_elements', both);
    expect(refused.message).toMatch(
      /placements 1 and 2 get different values of `(?:start|end)` of wall/u,
    );
    // The vertical direction is the same for both.
    await world.do('transform_elements', { ...both, delta: P(0, 100) });
  });

  test('is refused: an element in two groups, a level, a door without its wall, a copy on an existing element', async () => {
    const { group_id, walls } = await flat();
    const door = await world.make('place_door', { wall_id: walls[0], offset: 500 });
    const refused = async (input: Record<string, unknown>): Promise<string> =>
      (await world.refusal('create_group', input)).message;
    expect(await refused({ group_id, element_ids: [walls[0]] })).toContain('is already in group');
    const again = { name: 'B', element_ids: [walls[0]], placements: [{ move: P(0, 20_000) }] };
    expect(await refused(again)).toContain('is also in group');
    expect(await refused({ name: 'B', element_ids: [ground] })).toContain('is a level');
    expect(await refused({ ...again, element_ids: [group_id] })).toContain('is also in group');
    expect(await refused({ element_ids: [walls[0]] })).toContain('expected `name`');
    expect(await refused({ group_id })).toContain('no change of group');
    expect(await refused({ group_id, release: 7 })).toContain(
      'has no placement 7, expected one of 1, 2',
    );
    expect(await refused({ group_id, remove_ids: [door] })).toContain('remove the host');
    expect(await refused({ group_id, placements: [{ move: P(6000, 0) }] })).toContain(
      'leave walls between placements out',
    );
    expect(await refused({ group_id, placements: [{ turn_deg: 90 }] })).toContain('`about`');
    const above = await world.make('create_column', {
      level_id: first,
      location: P(0, -3000),
      profile: '300x300',
    });
    const below = await world.make('create_column', {
      level_id: ground,
      location: P(0, -3000),
      profile: '300x300',
    });
    const tall = await world.make('create_group', { name: 'Tall', element_ids: [above, below] });
    expect(await refused({ group_id: tall, placements: [{ level_id: first }] })).toContain(
      'no level is as many storeys up',
    );
    await world.do('create_group', { group_id: tall, placements: [{ move: P(0, -3000) }] });
    await world.do('modify_parameter', set(above, 'profile', '200x200'));
    expect(rowsOf(tall).map(([id]) => paramsOf(id)['profile'])).toEqual(['200x200', '200x200']);
  });
});
