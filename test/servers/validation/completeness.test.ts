/** @module tests of data_completeness: empty parameters, undefined parameters, and the counts of both. */
import { expect, test } from 'vitest';

import { rectangle, World } from '../building/world.ts';

type Row = { check: string; element_ids: string[]; parameter: string; location: unknown };

/** A named wall rated 60 with a door, three other walls, and a room with a usage of blanks. */
async function house(): Promise<{ world: World; walls: string[]; door: string; room: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const walls = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  const [first] = walls;
  for (const [parameter_name, value] of Object.entries({ name: 'South', fire_rating_min: 0 })) {
    await world.do('modify_parameter', { element_id: first, parameter_name, value });
  }
  const door = await world.make('place_door', { wall_id: first, offset: 1000 });
  const point = { x: 3000, y: 2000 };
  const room = await world.make('create_room', { level_id, point, name: 'Hall', usage: ' ' });
  return { world, walls, door, room };
}

test('reports empty parameters and names that are not parameters, with counts', async () => {
  const { world, walls, door, room } = await house();
  const data = await world.run('data_completeness', {
    required_params: ['usage', 'fire_rating_min'],
    element_ids: [room, door, ...walls],
  });
  // A wall always has a usage, a rating of 0 is a value, and a usage of blanks is empty.
  expect(data).toMatchObject({
    status: 'missing',
    elements: 6,
    complete_elements: 1,
    counts: { error: 0, warning: 7, advisory: 0 },
    parameters: {
      fire_rating_min: {
        filled: 1,
        empty: 4,
        not_a_parameter: 1,
        categories: [
          'Walls',
          'Floors',
          'Roofs',
          'Columns',
          'Beams',
          'Stairs',
          'Ramps',
          'Doors',
          'Windows',
          'Solids',
        ],
      },
      usage: { filled: 4, empty: 1, not_a_parameter: 1, categories: ['Walls', 'Rooms'] },
    },
  });
  const rows = data['findings'] as Row[];
  // In order of creation.
  expect(
    rows.map(({ check, element_ids, parameter }) => [check, ...element_ids, parameter]),
  ).toEqual([
    ...walls.slice(1).map((id) => ['missing.empty', id, 'fire_rating_min']),
    ['missing.empty', door, 'fire_rating_min'],
    ['missing.not_a_parameter', door, 'usage'],
    ['missing.not_a_parameter', room, 'fire_rating_min'],
    ['missing.empty', room, 'usage'],
  ]);
  // The door is 900 × 2,100 mm in a wall of 200 mm.
  expect(rows[3]?.location).toEqual({ x: 1450, y: 0, z: 1050 });
});

test('checks the requested categories, and is complete only if they have elements', async () => {
  const { world, walls } = await house();
  const required_params = ['name'];
  const own = { required_params, categories: ['Walls'] };
  expect(await world.run('data_completeness', own)).toMatchObject({
    status: 'missing',
    elements: 4,
    total: 3,
  });
  for (const [i, element_id] of walls.entries()) {
    if (i === 0) continue;
    await world.do('modify_parameter', {
      element_id,
      parameter_name: 'name',
      value: `Wall ${i}`,
    });
  }
  expect(await world.run('data_completeness', own)).toMatchObject({
    status: 'complete',
    complete_elements: 4,
    resolved_count: 3,
  });
  expect(
    await world.run('data_completeness', { required_params, categories: ['Stairs'] }),
  ).toMatchObject({ status: 'nothing_to_check', total: 0 });
});

test('treats the same names in another order as the same check', async () => {
  const { world } = await house();
  const request = { categories: ['Doors', 'Walls'], required_params: ['name', 'fire_rating_min'] };
  const first = await world.run('data_completeness', request);
  const again = await world.run('data_completeness', {
    categories: ['Walls', 'Doors'],
    required_params: ['fire_rating_min', 'name', 'name'],
  });
  expect(again).toMatchObject({ compared_with: first['validation_run_id'], resolved_count: 0 });
});

test('reports a name that no kind has, and refuses a missing element', async () => {
  const { world } = await house();
  expect(
    await world.run('data_completeness', {
      required_params: ['tint'],
      categories: ['Doors'],
    }),
  ).toMatchObject({
    parameters: { tint: { filled: 0, empty: 0, not_a_parameter: 1, categories: [] } },
  });
  expect(
    await world.refusal('data_completeness', {
      required_params: ['name'],
      element_ids: ['door_9'],
    }),
  ).toMatchObject({ name: 'ELEMENT_NOT_FOUND' });
});

test('an agent with a restricted READ scope gets only findings in its scope', async () => {
  const { world, walls } = await house();
  const [, , north = ''] = walls;
  const sees = {
    place: ({ boxes }: { readonly boxes: readonly { min: { y: number } }[] }) =>
      boxes.every((box) => box.min.y < 3000),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const view = world.domain.callerView(world.view, sees).view;
  const data = await world.run(
    'data_completeness',
    { required_params: ['name'], categories: ['Walls'] },
    { view },
  );
  expect(data).toMatchObject({ elements: 3, parameters: { name: { filled: 1, empty: 2 } } });
  expect(JSON.stringify(data)).not.toContain(north);
});
