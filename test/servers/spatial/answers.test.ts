/** @module answers of the spatial server about elements that were just created. */
import { describe, expect, it, test } from 'vitest';

import { rectangle, withWall, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

describe('get_element', () => {
  it('shows parameters, level, measures and other requested parts', async () => {
    const { world, level_id, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 1000 });
    const include = ['measures', 'bounds', 'outline', 'hosted'];
    expect(await world.ask('get_element', { element_id: wall_id, include })).toMatchObject({
      element_id: wall_id,
      kind: 'wall',
      category: 'Walls',
      level_id,
      params: { height: 3000, thickness: 200 },
      measures: { length_mm: 5000, area_mm2: 15e6 - 900 * 2100 },
      bounds: { min: { x: 0, y: -100, z: 0 }, max: { x: 5000, y: 100, z: 3000 } },
      hosted: [{ element_id: door_id, kind: 'door' }],
    });
    expect(await world.ask('get_element', { element_id: door_id })).toMatchObject({ level_id });
  });
  it('offers similar ids and reports that an element is on another branch', async () => {
    const { world, wall_id } = await withWall();
    const body = await world.refusal('get_element', { element_id: wall_id.slice(0, -1) });
    expect(body).toMatchObject({ name: 'ELEMENT_NOT_FOUND', code: 1300 });
    expect(body.data['near']).toContain(wall_id);
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const element_id = await world.make('place_door', { wall_id, offset: 0 });
    world.branch = 'main';
    const elsewhere = await world.refusal('get_element', { element_id });
    expect(elsewhere).toMatchObject({ name: 'CROSS_BRANCH', data: { branches: ['b'] } });
    expect(elsewhere.message).toContain('is on branch `b`, not on branch `main`');
  });
  it('reports a deleted element although another branch still has it', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    await world.do('delete_elements', { element_ids: [wall_id] });
    const body = await world.refusal('get_element', { element_id: wall_id });
    expect(body).toMatchObject({ name: 'ELEMENT_NOT_FOUND', data: { deleted: true } });
    expect(body.message).toContain('was deleted on branch `main`');
    expect(body.hint).toContain('undo');
  });
  it('returns the mesh of a solid only as counts', async () => {
    const { world, level_id } = await withWall();
    const column = { level_id, profile: '1000x1000', height: 1000 };
    const element_a = await world.make('create_column', { ...column, location: P(0, 9000) });
    const element_b = await world.make('create_column', { ...column, location: P(500, 9000) });
    const call = { element_a, element_b, operation: 'subtract' };
    const element_id = await world.make('boolean_operation', call);
    const { params } = await world.ask('get_element', { element_id });
    expect(params).toMatchObject({ operation: 'subtract' });
    expect(params).not.toHaveProperty('positions');
    // Another solid, of other columns, is not a result of this one.
    const others = [P(0, 20_000), P(500, 20_000)];
    const [a, b] = await Promise.all([
      world.make('create_column', { ...column, location: others[0] }),
      world.make('create_column', { ...column, location: others[1] }),
    ]);
    await world.make('boolean_operation', { ...call, element_a: a, element_b: b });
    const results = { element_id: element_b, relationship_type: 'results' };
    expect(await world.ask('relationship_query', results)).toMatchObject({
      relationships: [{ type: 'results', element_ids: [element_id], count: 1 }],
    });
  });
});

test.each([
  ['widht', ['width'], 'expected for example width'],
  [
    'points',
    ['boundary_points', 'point', 'pins', 'bounds'],
    'expected for example boundary_points',
  ],
  ['level', ['level_id', 'top_level_id', 'follows_level'], 'get_element lists the parameters'],
  ['entity', ['category', 'ifc_class'], 'expected for example category, ifc_class'],
  ['manufacturer', [], 'generate_schedule has further columns'],
])(
  'the unknown field %s is answered with the fields that look like it',
  async (field, near, text) => {
    const { world } = await withWall();
    const asked = { filter: { categories: ['Doors'] }, fields: [field] };
    const body = await world.refusal('query_elements', asked);
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { field, near } });
    expect(body.message).toContain(text);
  },
);

describe('level_elements', () => {
  it('pages through all rows once and reports a changed model', async () => {
    const { world, level_id, wall_id } = await withWall();
    for (let i = 0; i < 7; i++) {
      await world.do('place_door', { wall_id, offset: i * 700, width: 600 });
    }
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const call = { level_id, limit: 3, ...(cursor === undefined ? {} : { cursor }) };
      const page = await world.ask('level_elements', call);
      expect(page).toMatchObject({ total: 8, counts: { Walls: 1, Doors: 7 } });
      expect(world.warnings).toEqual([]);
      seen.push(...(page['elements'] as { element_id: string }[]).map((row) => row.element_id));
      cursor = page['next_cursor'] ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(8);
    const first = await world.ask('level_elements', { level_id, limit: 3 });
    await world.do('create_level', { name: 'x', elevation: 9000 });
    await world.ask('level_elements', { level_id, limit: 3, cursor: first['next_cursor'] });
    expect(world.warnings).toEqual([expect.stringContaining('changed')]);
  });
  it('continues only the list of the cursor, while it has the same rows', async () => {
    const { world, level_id, wall_id } = await withWall();
    const other = await world.make('create_level', { name: 'Other', elevation: 9000 });
    for (const offset of [0, 1000]) await world.do('place_door', { wall_id, offset, width: 600 });
    const { next_cursor: cursor } = await world.ask('level_elements', { level_id, limit: 1 });
    const goOn = { level_id, limit: 1, cursor };
    const wrong: readonly [string, Record<string, unknown>, string][] = [
      ['level_elements', { ...goOn, level_id: other }, 'belongs to other arguments'],
      ['level_elements', { ...goOn, categories: ['Doors'] }, 'belongs to other arguments'],
      [
        'query_elements',
        { filter: {}, cursor },
        'a cursor of `level_elements`; expected a cursor of `query_elements`',
      ],
    ];
    for (const [tool, input, why] of wrong) {
      const { name, message } = await world.refusal(tool, input);
      expect({ name, message }).toEqual({
        name: 'INVALID_ARGUMENT',
        message: expect.stringContaining(why),
      });
    }
    const more = { ...goOn, limit: 2, fields: ['width'] };
    expect(await world.ask('level_elements', more)).toMatchObject({ next_cursor: null });
    await world.do('place_door', { wall_id, offset: 2000, width: 600 });
    expect((await world.refusal('level_elements', goOn)).message).toContain(
      'rows have changed with the model: call again without cursor',
    );
  });
  it('restricts to categories and refuses other levels and made-up cursors', async () => {
    const { world, level_id, wall_id } = await withWall();
    await world.do('place_door', { wall_id, offset: 0 });
    const doors = await world.ask('level_elements', { level_id, categories: ['Doors'] });
    expect(doors).toMatchObject({ total: 1, elements: [{ kind: 'door', host_id: wall_id }] });
    const call = { level_id, categories: ['Doors'], fields: ['width', 'area_mm2'] };
    expect((await world.ask('level_elements', call))['elements']).toEqual([
      { element_id: expect.any(String), kind: 'door', width: 900, area_mm2: 900 * 2100 },
    ]);
    const wrong = { level_id: wall_id };
    expect((await world.refusal('level_elements', wrong)).name).toBe('LEVEL_NOT_FOUND');
    const odd = { level_id, cursor: 'level_elements.1.0.00.00' };
    expect((await world.refusal('level_elements', odd)).name).toBe('INVALID_ARGUMENT');
  });
});

describe('relationship_query', () => {
  it('lists levels, host, hosted elements, joins, rooms and dependants', async () => {
    const world = await World.create();
    const level_id = await world.make('create_level', { name: 'G', elevation: 0 });
    const walls = await rectangle(world, level_id, [0, 0, 4000, 3000]);
    const [a = '', b = '', , d = ''] = walls;
    const door_id = await world.make('place_door', { wall_id: a, offset: 1000 });
    const room_id = await world.make('create_room', { level_id, point: P(2000, 1500) });
    const relations = async (element_id: string): Promise<Record<string, string[]>> => {
      const { relationships } = await world.ask('relationship_query', { element_id });
      const list = relationships as { type: string; element_ids: string[] }[];
      return Object.fromEntries(list.map(({ type, element_ids }) => [type, element_ids]));
    };
    expect(await relations(a)).toEqual({
      level: [level_id],
      hosted: [door_id],
      joined: [b, d].toSorted(),
      rooms: [room_id],
      deleted_with: [door_id],
    });
    expect(await relations(door_id)).toEqual({
      level: [level_id],
      host: [a],
      connects: [room_id],
    });
    expect(await relations(room_id)).toEqual({
      level: [level_id],
      bounding_walls: walls.toSorted(),
    });
    const none = await world.ask('relationship_query', {
      element_id: a,
      relationship_type: 'host',
    });
    expect(none['relationships']).toEqual([{ type: 'host', element_ids: [], count: 0 }]);
  });
});

describe('bounding_analysis', () => {
  it('returns box, size, centre and neighbours', async () => {
    const { world, wall_id, level_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 1000 });
    const far = { level_id, start: P(0, 9000), end: P(5000, 9000) };
    await world.do('create_wall', far);
    expect(await world.ask('bounding_analysis', { element_id: wall_id })).toMatchObject({
      size: { x: 5000, y: 200, z: 3000 },
      center: { x: 2500, y: 0, z: 1500 },
      near_ids: [door_id],
      near_count: 1,
    });
    expect(await world.ask('bounding_analysis', { element_id: level_id })).toMatchObject({
      bounds: null,
      size: null,
    });
  });
});

describe('get_history', () => {
  it('lists newest first, by element, including events before the fork', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    await world.do('create_level', { name: 'only on main', elevation: 9000 });
    world.branch = 'b';
    const set = { element_id: wall_id, parameter_name: 'height', value: 2800 };
    await world.do('modify_parameter', set);
    const types = async (call: Record<string, unknown>): Promise<unknown[]> => {
      const { events } = await world.ask('get_history', call);
      return (events as { type: string }[]).map(({ type }) => type);
    };
    expect(await types({})).toEqual([
      'element.modified',
      'branch.created',
      'element.created',
      'level.created',
    ]);
    expect(world.warnings).toEqual([]);
    expect(await types({ limit: 1 })).toEqual(['element.modified']);
    expect(world.warnings).toEqual([expect.stringContaining('more events than the last 1')]);
    expect(await types({ element_id: wall_id })).toEqual(['element.modified', 'element.created']);
    const { events } = await world.ask('get_history', { element_id: wall_id });
    expect(events).toMatchObject([
      { changed: ['height', 'follows_level'], reasoning: 'because' },
      { kind: 'wall' },
    ]);
  });
});

describe('diff_branches', () => {
  it('lists the differences of source from target', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const door_id = await world.make('place_door', { wall_id, offset: 0 });
    const diff = await world.ask('diff_branches', { source: 'b', target: 'main' });
    expect(diff).toMatchObject({
      counts: { created: 1, modified: 0, deleted: 0 },
      changes: [{ id: door_id, change: 'created', kind: 'door' }],
      conflict_count: 0,
    });
    const back = await world.ask('diff_branches', { source: 'main', target: 'b' });
    expect(back).toMatchObject({ counts: { created: 0, modified: 0, deleted: 1 } });
    const unknown = { source: 'x', target: 'main' };
    expect((await world.refusal('diff_branches', unknown)).name).toBe('BRANCH_NOT_FOUND');
  });

  it('reports truncation and continues at the cursor', async () => {
    const { world, wall_id } = await withWall();
    await world.do('create_branch', { name: 'b' });
    world.branch = 'b';
    const made = [
      await world.make('place_door', { wall_id, offset: 0 }),
      await world.make('place_door', { wall_id, offset: 2000 }),
    ];
    const branches = { source: 'b', target: 'main', limit: 1 };
    const one = await world.ask('diff_branches', branches);
    expect(one).toMatchObject({ counts: { created: 2 }, changes: { length: 1 } });
    const two = await world.ask('diff_branches', { ...branches, cursor: one['next_cursor'] });
    expect(two).toMatchObject({ changes: { length: 1 } });
    expect(two).not.toHaveProperty('next_cursor');
    const ids = [one, two].map((page) => JSON.stringify(page['changes']));
    for (const id of made) expect(ids.filter((text) => text.includes(id))).toHaveLength(1);
  });
});

describe('get_model_summary', () => {
  it('counts elements level by level', async () => {
    const { world, level_id, wall_id } = await withWall();
    await world.do('place_door', { wall_id, offset: 0 });
    const square = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];
    await world.do('create_floor', { level_id, boundary_points: square, thickness: 200 });
    await world.do('create_branch', { name: 'b' });
    expect(await world.ask('get_model_summary', {})).toEqual({
      references: [],
      site: null,
      site_place: null,
      branch: 'main',
      seq: 6,
      element_count: 4,
      counts: { Levels: 1, Walls: 1, Doors: 1, Floors: 1 },
      levels: [{ level_id, name: 'Ground', elevation: 0, height: 3000, element_count: 3 }],
      level_count: 1,
      bounds: { min: { x: 0, y: -100, z: -200 }, max: { x: 5000, y: 4000, z: 3000 } },
      floor_area_mm2: 16e6,
      floor_areas_mm2: { slab: 16e6 },
      room_area_mm2: 0,
      branches: ['main', 'b'],
    });
  });
  it('counts no foundation, roof slab or ceiling as floor area', async () => {
    const { world, level_id } = await withWall();
    const square = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];
    const ceiling = { level_id, boundary_points: square, thickness: 50, top_offset: 2700 };
    await world.do('create_floor', { ...ceiling, floor_type: 'ceiling' });
    await world.do('create_floor', { ...ceiling, floor_type: 'roof', top_offset: 3000 });
    await world.do('create_floor', { ...ceiling, floor_type: 'foundation', top_offset: 0 });
    expect(await world.ask('get_model_summary', {})).toMatchObject({
      counts: { Floors: 3 },
      floor_area_mm2: 0,
      floor_areas_mm2: { ceiling: 16e6, roof: 16e6, foundation: 16e6 },
    });
    await world.do('create_floor', { ...ceiling, floor_type: 'suspended', top_offset: 1500 });
    expect(await world.ask('get_model_summary', {})).toMatchObject({ floor_area_mm2: 16e6 });
  });
  it('answers for an empty model', async () => {
    const world = await World.create();
    const empty = { element_count: 0, levels: [], bounds: null };
    expect(await world.ask('get_model_summary', {})).toMatchObject(empty);
  });
});

describe('query_elements', () => {
  it.each([
    [{}, 5],
    [{ categories: ['Doors'] }, 2],
    [{ categories: ['door', 'LEVELS'] }, 3],
    [{ where: [{ field: 'width', op: 'lt', value: 900 }] }, 1],
    [{ where: [{ field: 'width', op: 'le', value: 900 }] }, 2],
    [
      {
        where: [
          { field: 'width', op: 'ge', value: 800 },
          { field: 'offset', op: 'gt', value: 0 },
        ],
      },
      1,
    ],
    [{ where: [{ field: 'name', op: 'contains', value: 'NORTH' }] }, 1],
    [{ where: [{ field: 'is_exit', value: true }] }, 1],
    [{ where: [{ field: 'is_exit', op: 'ne', value: true }] }, 4],
    [{ where: [{ field: 'fire_rating_min', value: null }] }, 4],
    [{ where: [{ field: 'length_mm', op: 'gt', value: 4999 }] }, 1],
  ])('%j finds %d', async (filter, count) => {
    const { world, level_id, wall_id } = await withWall();
    const north = { level_id, start: P(0, 9000), end: P(4000, 9000), name: 'North wall' };
    await world.do('create_wall', north);
    await world.do('place_door', { wall_id, offset: 0, width: 800 });
    await world.do('place_door', { wall_id, offset: 1000, is_exit: true });
    const { total, elements } = await world.ask('query_elements', { filter });
    expect(total).toBe(count);
    expect(elements).toHaveLength(count);
  });
  it('finds by host and level, shows the requested fields, and refuses unknown ones', async () => {
    const { world, level_id, wall_id } = await withWall();
    const door_id = await world.make('place_door', { wall_id, offset: 0 });
    const fields = ['width', 'level_id', 'area_mm2', 'start'];
    const { elements } = await world.ask('query_elements', {
      filter: { host_id: wall_id },
      fields,
    });
    expect(elements).toEqual([
      {
        element_id: door_id,
        kind: 'door',
        width: 900,
        level_id,
        area_mm2: 900 * 2100,
        start: null,
      },
    ]);
    expect(await world.ask('query_elements', { filter: { level_id } })).toMatchObject({ total: 2 });
    const body = await world.refusal('query_elements', { filter: {}, fields: ['thicknes'] });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { field: 'thicknes' } });
    expect(body.message).toContain('thickness');
  });
});
