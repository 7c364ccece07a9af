/** @module faults visible at a glance are reported, with names and not too often; correct buildings cause no warning. */
import { readFileSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { World } from '../building/world.ts';
import { rightBuilding } from './right-building.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const RING = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];

let world: World;
let level_id: string;
let upper: string;
let south: string;
/** Id of each created element. */
const ids: Record<string, string> = {};

async function warned(tool: string, input: Record<string, unknown>): Promise<string> {
  const { events } = await world.plan(tool, input);
  const effect = world.effect(events);
  return effect.withNames(effect.warnings).join('\n');
}

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  upper = await world.make('create_level', { name: 'Upper', elevation: 3000, height: 3000 });
  const wall = (name: string, start: object, end: object): Promise<string> =>
    world.make('create_wall', { level_id, start, end, name });
  south = await wall('South', P(0, 0), P(6000, 0));
  await wall('East', P(6000, 0), P(6000, 4000));
  await wall('North', P(6000, 4000), P(0, 4000));
  await wall('West', P(0, 4000), P(0, 0));
  const made = {
    floor: ['create_floor', { level_id: upper, boundary_points: RING, name: 'Slab' }],
    column: [
      'create_column',
      { level_id, location: P(4000, 2000), profile: '300x300', name: 'C1' },
    ],
    window: ['place_window', { wall_id: south, offset: 2000, width: 1200, name: 'View' }],
    room: ['create_room', { level_id, point: P(1000, 1000), name: 'Hall' }],
    beam: [
      'create_beam',
      { level_id, start: P(300, 3000), end: P(5700, 3000), profile: '200x400', name: 'B1' },
    ],
    grid: ['create_grid', { name: 'A', start: P(0, -1000), end: P(0, 5000) }],
  } as const;
  for (const [name, [tool, input]] of Object.entries(made)) {
    ids[name] = await world.make(tool, input);
  }
});

describe('reports at a glance', () => {
  it.each([
    [
      'a smaller one in it',
      '100x100',
      /^column \S+ is inside column `\S+` \(C1\): move or delete/u,
    ],
    [
      'a larger one around it',
      '900x900',
      /^column `\S+` \(C1\) is inside column \S+: move or delete/u,
    ],
  ])('a column with %s', async (_, profile, text) => {
    expect(await warned('create_column', { level_id, location: P(4000, 2000), profile })).toMatch(
      text,
    );
  });

  it.each([
    ['floor', 'create_floor', () => ({ level_id: upper, boundary_points: RING })],
    ['column', 'create_column', () => ({ level_id, location: P(4000, 2000), profile: '300x300' })],
    [
      'beam',
      'create_beam',
      () => ({ level_id, start: P(5700, 3000), end: P(300, 3000), profile: '200x400' }),
    ],
  ])('the same %s twice', async (kind, tool, input) => {
    const text = await warned(tool, input());
    expect(text).toMatch(
      new RegExp(
        `^${kind} \\S+ is in the same place as ${kind} \`${ids[kind]}\` \\((?:Slab|C1|B1)\\)`,
        'mu',
      ),
    );
  });

  it('a grid line twice', async () => {
    const line = { name: 'B', start: P(0, 5000), end: P(0, -1000) };
    expect(await warned('create_grid', line)).toContain(
      `coincides with grid line \`${ids['grid']}\` (A)`,
    );
  });

  it('a room that overlaps another, with the common area', async () => {
    const boundary_points = [P(4900, 1000), P(7000, 1000), P(7000, 3000), P(4900, 3000)];
    // The hall ends at 5,900: 1 m by 2 m.
    expect(await warned('create_room', { level_id, boundary_points, name: 'Office' })).toContain(
      `overlaps room \`${ids['room']}\` (Hall): 2.00 m² count in both`,
    );
  });

  it('a stair through a floor, but not through the opening for it', async () => {
    const stair = {
      base_level_id: level_id,
      top_level_id: upper,
      start: P(500, 1000),
      direction_deg: 0,
      width: 1000,
    };
    const through = `stands in floor \`${ids['floor']}\` (Slab)`;
    expect(await warned('create_stair', stair)).toContain(through);
    const host_id = ids['floor'];
    await world.do('create_opening', {
      host_id,
      location: P(3000, 1000),
      width: 5200,
      height: 1100,
    });
    expect(await warned('create_stair', stair)).not.toContain('stands in');
  });

  it('a stair through a wall', async () => {
    const stair = {
      base_level_id: level_id,
      top_level_id: upper,
      start: P(3000, 3000),
      direction_deg: 0,
      width: 1000,
    };
    expect(await warned('create_stair', stair)).toMatch(/stands in wall `\S+` \(East\)/u);
  });

  it('a column in a wall and in front of a window', async () => {
    const column = { level_id, location: P(2500, 0), profile: '200x200' };
    const text = await warned('create_column', column);
    expect(text).toContain(`stands in wall \`${south}\` (South)`);
    expect(text).toContain(`stands in window \`${ids['window']}\` (View)`);
    const beside = await warned('create_column', { ...column, location: P(5000, 0) });
    expect(beside).not.toContain('window');
    // From the other side: the window is placed at the column.
    await world.make('create_column', { ...column, location: P(5000, 0) });
    const window = { wall_id: south, offset: 4600, width: 800 };
    expect(await warned('place_window', window)).toContain('stands in window');
  });

  it('a wall taller than its storey, but not one that is only a little taller', async () => {
    const height = (value: number): Record<string, unknown> => {
      return { element_id: south, parameter_name: 'height', value };
    };
    expect(await warned('modify_parameter', height(5000))).toContain(
      `wall \`${south}\` (South) ends 2000 mm above level \`${upper}\` (Upper)`,
    );
    expect(await warned('modify_parameter', height(3500))).not.toContain('above level');
  });

  it('a door of 100 mm and a stair of 300 mm', async () => {
    const wall_id = south;
    expect(await warned('place_door', { wall_id, offset: 4000, width: 100 })).toContain(
      'has `width` 100 mm, expected at least 500 mm to be usable',
    );
    expect(await warned('place_door', { wall_id, offset: 4000, width: 600 })).not.toContain(
      'to be usable',
    );
    const stair = {
      base_level_id: level_id,
      top_level_id: upper,
      start: P(500, 1000),
      direction_deg: 0,
    };
    expect(await warned('create_stair', { ...stair, width: 300 })).toContain('`width` 300 mm');
  });

  it('a roof on the ground floor, but not one on the floor above', async () => {
    const roof = { boundary_points: RING, roof_type: 'hip', slope: 30 };
    expect(await warned('create_roof', { ...roof, level_id })).toContain(
      `is at the foot of the walls of level \`${level_id}\` (Ground), such as wall`,
    );
    expect(await warned('create_roof', { ...roof, level_id: upper })).not.toContain('at the foot');
    // A lower part next to them shares one wall.
    const beside = [P(6000, 0), P(9000, 0), P(9000, 4000), P(6000, 4000)];
    const wing = { ...roof, boundary_points: beside, level_id };
    expect(await warned('create_roof', wing)).not.toContain('at the foot');
  });

  it('a wall that ends in a window, from either side, but not one that ends next to it', async () => {
    const wall = { level_id, start: P(2600, 0), end: P(2600, 2000), thickness: 100 };
    const text = `stands in front of window \`${ids['window']}\` (View): move one of the two`;
    expect(await warned('create_wall', wall)).toContain(text);
    const beside = { ...wall, start: P(3300, 0), end: P(3300, 2000) };
    expect(await warned('create_wall', beside)).not.toContain('in front of');
    const window = { wall_id: south, offset: 3200, width: 500 };
    await world.do('create_wall', beside);
    expect(await warned('place_window', window)).toContain('stands in front of window');
    // A parapet below the sill cuts no window.
    expect(await warned('create_wall', { ...wall, height: 850 })).not.toContain('in front of');
  });

  it('a door that opens against a wall, from either side, but not a wall next to its hinge', async () => {
    const door = { wall_id: south, offset: 4500, width: 900 };
    const across = { level_id, start: P(4300, 600), end: P(5800, 600), thickness: 100 };
    const along = { level_id, start: P(4400, 0), end: P(4400, 2000), thickness: 100 };
    expect(await warned('create_wall', across)).not.toContain('opens against');
    await world.do('create_wall', along);
    expect(await warned('place_door', door)).not.toContain('opens against');
    const door_id = await world.make('place_door', door);
    expect(await warned('create_wall', across)).toContain(`door \`${door_id}\` opens against wall`);
    await world.do('create_wall', { ...across, start: P(600, 600), end: P(1700, 600) });
    const other = { ...door, offset: 700 };
    expect(await warned('place_door', other)).toMatch(/opens against wall .*`swing`/u);
    const slides = { ...other, door_type: 'sliding' };
    expect(await warned('place_door', slides)).not.toContain('opens against');
  });

  it('a column that ends far below the floor above, but not one that ends at a ceiling', async () => {
    const column = { level_id, location: P(2000, 2000), profile: '300x300' };
    // The floor is 300 mm thick: its underside is at 2,700 mm.
    expect(await warned('create_column', { ...column, height: 2000 })).toMatch(
      new RegExp(`ends 700 mm below floor \`${ids['floor']}\` \\(Slab\\)`, 'u'),
    );
    for (const height of [2450, 2700, 900]) {
      expect(await warned('create_column', { ...column, height })).not.toContain('below floor');
    }
    expect(await warned('create_column', column)).not.toContain('below floor');
  });

  it('a beam at head height in a room, but not one below the ceiling or in the floor', async () => {
    const beam = { level_id, start: P(300, 1500), end: P(5700, 1500), profile: '200x400' };
    // Its top is 1,500 mm below that of the storey, its underside 400 mm lower: at 1,100 mm.
    expect(await warned('create_beam', { ...beam, elevation_offset: -1500 })).toContain(
      `hangs 1100 mm above the floor of room \`${ids['room']}\` (Hall)`,
    );
    for (const elevation_offset of [-600, -3000, 0]) {
      expect(await warned('create_beam', { ...beam, elevation_offset })).not.toContain('hangs');
    }
    // A rafter that rises by 2.7 m over 4 m: its underside is 483 mm below its top, at 1,243 mm in the middle of its box.
    const rafter = { ...beam, end: P(4300, 1500), end_offset: 0 };
    expect(await warned('create_beam', { ...rafter, elevation_offset: -2700 })).toContain(
      'hangs 1243 mm',
    );
    expect(await warned('create_beam', { ...rafter, elevation_offset: -600 })).not.toContain(
      'hangs',
    );
    const upright = { ...beam, end: beam.start, elevation_offset: -3000, end_offset: -1000 };
    expect(await warned('create_beam', upright)).not.toContain('hangs');
  });

  it('only a few faults of a kind, and none that existed before', async () => {
    const column = (x: number): object => ({
      tool: 'create_column',
      arguments: { level_id, location: P(x, 4000), profile: '200x200' },
    });
    const operations = [500, 1500, 2500, 3500, 4500, 5500].map(column);
    const text = (await warned('apply_changes', { operations })).split('\n');
    expect(text.filter((line) => line.includes('stands in wall'))).toHaveLength(4);
    expect(text).toContain('the last finding also applies to 2 more elements');
    const element_id = await world.make('create_column', {
      level_id,
      location: P(3000, 4000),
      profile: '200x200',
    });
    const rename = { element_id, parameter_name: 'name', value: 'C9' };
    expect(await warned('modify_parameter', rename)).toBe('');
  });
});

describe('correct buildings', () => {
  async function warningsOf(script: string): Promise<readonly string[]> {
    const fresh = await World.create();
    const { events, warnings = [] } = await fresh.plan('run_script', { script });
    expect(events.length).toBeGreaterThan(20);
    const effect = fresh.effect(events);
    return [...warnings, ...effect.withNames(effect.warnings)];
  }

  it.each(['bungalow', 'house', 'office', 'school', 'terrace'])('examples/%s', async (name) => {
    const path = new URL(`../../../examples/${name}.plumb`, import.meta.url);
    expect(await warningsOf(readFileSync(path, 'utf8'))).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('cause no warning: generated, %i', async (seed) => {
    expect(await warningsOf(rightBuilding(seed))).toEqual([]);
  });
});
