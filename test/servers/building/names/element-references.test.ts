/** @module element-references: `@name` in place of an id: which element it refers to, and that hidden elements are not revealed. */
import { beforeEach, describe, expect, test } from 'vitest';

import { moveElement as TOOL } from '../../../../servers/geometry/tools/move-element.ts';
import { PRINCIPAL, World } from '../world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ids: { ground: string; south: string; bed: string };

/** Two levels; on the lower one a closed box with a named wall, and two rooms whose names differ only in case. */
beforeEach(async () => {
  world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground floor', elevation: 0 });
  await world.do('create_level', { name: 'First floor', elevation: 3000 });
  const corners = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
  const walls: string[] = [];
  for (const [index, start] of corners.entries()) {
    const name = ['South', 'East', 'Twin', 'Twin'][index];
    const end = corners[(index + 1) % 4];
    walls.push(await world.make('create_wall', { level_id: ground, start, end, name }));
  }
  const bed = await world.make('create_room', {
    level_id: ground,
    name: 'Bed1',
    point: P(3000, 2000),
  });
  ids = { ground, south: walls[0] ?? '', bed };
});

describe('@name refers', () => {
  test.each([
    ['as it is written', '@Bed1'],
    ['whatever its case', '@bED1'],
    ['in another spelling', '@Ｂed1'],
    ['in quotes, as in scripts', '@"Bed1"'],
  ])('to the element with this name, %s', async (_, name) => {
    expect(await world.ask('get_element', { element_id: name })).toMatchObject({
      element_id: ids.bed,
    });
  });

  test('in every argument that accepts an id', async () => {
    const door = await world.do('place_door', { wall_id: '@South', offset: 500 });
    expect(door['wall_id']).toBe(ids.south);
    await world.do('create_wall', {
      level_id: '@ground floor',
      start: P(0, 9000),
      end: P(1, 9900),
    });
    expect(
      await world.ask('query_elements', {
        filter: { level_id: '@Ground floor', host_id: '@South' },
      }),
    ).toMatchObject({ total: 1 });
    const measured = await world.ask('measure', {
      from: { element_id: '@South' },
      to: { element_id: '@East' },
    });
    expect(measured['distance_mm']).toBe(0);
    expect(await world.plan('delete_elements', { element_ids: ['@South', '@Bed1'] })).toMatchObject(
      { data: { deleted_ids: [ids.south, ids.bed] } },
    );
  });

  test('to the element of the accepted kind if elements of other kinds have the same name', async () => {
    await world.do('create_room', { level_id: ids.ground, name: 'South', point: P(1000, 1000) });
    expect((await world.do('place_door', { wall_id: '@South', offset: 500 }))['wall_id']).toBe(
      ids.south,
    );
    expect(await world.refusal('get_element', { element_id: '@South' })).toMatchObject({
      name: 'INVALID_ARGUMENT',
      message: expect.stringContaining('2 elements are called `@South`'),
    });
  });

  test('to the element with this exact spelling if others differ in case', async () => {
    const second = await world.make('create_room', {
      level_id: ids.ground,
      name: 'bed1',
      boundary_points: [P(0, 0), P(1000, 0), P(1000, 1000)],
    });
    expect(await world.ask('get_element', { element_id: '@bed1' })).toMatchObject({
      element_id: second,
    });
    expect(await world.refusal('get_element', { element_id: '@BED1' })).toMatchObject({
      name: 'INVALID_ARGUMENT',
      data: { element_ids: [ids.bed, second] },
    });
  });

  test('in a changed reference; in a changed name it is plain text', async () => {
    const values = { element_id: '@South', parameter_name: 'level_id', value: '@First floor' };
    expect((await world.plan('modify_parameter', values)).events[0]).toMatchObject({
      type: 'element.modified',
    });
    const named = { element_id: '@South', parameter_name: 'name', value: '@South' };
    expect((await world.do('modify_parameter', named))['to']).toBe('@South');
  });
});

describe('a reference is refused', () => {
  test.each<[string, readonly [tool: string, input: object], string, object]>([
    [
      'that nothing has',
      ['get_element', { element_id: '@Bed2' }],
      'ELEMENT_NOT_FOUND',
      { name: 'Bed2', near: ['Bed1'] },
    ],
    [
      'that looks like no other',
      ['get_element', { element_id: '@xyzzy' }],
      'ELEMENT_NOT_FOUND',
      { name: 'xyzzy', near: [] },
    ],
    [
      'that no level has',
      ['level_elements', { level_id: '@Grond floor' }],
      'LEVEL_NOT_FOUND',
      { name: 'Grond floor', near: ['Ground floor', 'First floor'] },
    ],
    [
      'of another kind',
      ['place_door', { wall_id: '@Bed1', offset: 0 }],
      'INVALID_ARGUMENT',
      { kind: 'room' },
    ],
    [
      'that two have',
      ['place_door', { wall_id: '@Twin', offset: 0 }],
      'INVALID_ARGUMENT',
      { name: 'Twin' },
    ],
  ])('for a name %s', async (_, [tool, input], name, data) => {
    expect(await world.refusal(tool, { ...input })).toMatchObject({ name, data });
  });

  test('for a plain name in place of an id, with the reference to write', async () => {
    const { message } = await world.refusal('get_element', { element_id: 'Bed1' });
    expect(message).toContain('this is a name, write `@Bed1`');
    const level = await world.refusal('level_elements', { level_id: 'First floor' });
    expect(level.message).toContain('write `@First floor`');
  });

  test('for an id from a dry run, with the call that would create the element', async () => {
    const { data } = await world.plan('create_level', { name: 'Attic', elevation: 6000 });
    const level = await world.refusal('level_elements', { level_id: data['level_id'] });
    expect(level.message).toContain(
      'if a dry run returned it, repeat that call with dry_run false first',
    );
    const element = await world.refusal('get_element', { element_id: 'wall_0123456789ab' });
    expect(element.message).toContain('if a dry run returned it');
  });
});

describe('within one change,', () => {
  test('the answer returns the names that a script assigned, in script notation', async () => {
    const script = `level Attic at 6
walls rect (0, 0) to (4, 3) as box_
for i in 1..3 { wall (i, 4) to (i, 6) as w } as rows
for i in 1..3 { wall (i, 7) to (i, 9) as w }`;
    const { results } = await world.do('run_script', { script });
    expect((results as readonly { as?: string }[]).map(({ as }) => as)).toEqual([
      undefined,
      'box_.south',
      'box_.east',
      'box_.north',
      'box_.west',
      'rows.1.w',
      'rows.2.w',
      undefined,
      undefined,
    ]);
  });

  test('everything that a script creates can have a name, by which later calls find it', async () => {
    await world.do('run_script', {
      script: `level Attic at 6 as attic
on "@Ground floor"
floor rect (0, 0) to (6, 4) name "Slab"
roof rect (0, 0) to (6, 4) on $attic name "Cap"
column at (1, 1) size 0.3 x 0.3 name "Post"
beam (0, 3) to (6, 3) size 0.2 x 0.4 name "Tie"
stair at (8, 0) to @Attic direction north width 1 name "Flight"
door in @South at 1 name "Front door"
window in @South at 3 name "Bay"
opening in @Slab at (4, 2) size 1 x 1 name "Duct"`,
    });
    for (const [name, kind] of [
      ['Slab', 'floor'],
      ['Cap', 'roof'],
      ['Post', 'column'],
      ['Tie', 'beam'],
      ['Flight', 'stair'],
      ['Front door', 'door'],
      ['Bay', 'window'],
      ['Duct', 'opening'],
    ]) {
      expect(await world.ask('get_element', { element_id: `@${name ?? ''}` })).toMatchObject({
        kind,
      });
    }
  });

  test('later calls can refer to the result of a call, and a refusal states its place', async () => {
    const script =
      'level Attic at 6 height 3\nwall (0, 0) to (4, 0) on @Attic name Gable\ndoor in @gable at 1';
    await world.do('run_script', { script });
    expect(world.view.count('door')).toBe(1);
    const refused = await world.refusal('run_script', {
      script: 'for i in 0..2 {\n  door in @Gabel at i\n}',
    });
    expect(refused).toMatchObject({
      name: 'ELEMENT_NOT_FOUND',
      data: {
        line: 2,
        column: 3,
        within: ['i = 0 in the loop of line 1'],
        near: ['Gable', 'East', 'South', 'Twin'],
      },
    });
    expect(refused.message).toContain(
      'line 2, column 3, in i = 0 in the loop of line 1 (place_door)',
    );
  });
});

test('hidden elements are found neither by name nor among similar names', async () => {
  const place = ({ category }: { category: string }): boolean => category !== 'Rooms';
  const on = world.domain.callerView(world.view, {
    key: 'k',
    maker: 'maker',
    own: () => false,
    branch: () => true,
    place,
  });
  const names = on.names(PRINCIPAL);
  const asked = async (name: string): Promise<unknown> => {
    try {
      return await on.resolve(TOOL.input, { element_id: name }, names);
    } catch (error) {
      return error;
    }
  };
  expect(await asked('@South')).toEqual({ element_id: ids.south });
  const hidden = await asked('@Bed1');
  expect(hidden).toMatchObject({ body: { name: 'ELEMENT_NOT_FOUND' } });
  expect(JSON.stringify(hidden).replaceAll('Bed1', 'Bed9')).toBe(
    JSON.stringify(await asked('@Bed9')),
  );
});
