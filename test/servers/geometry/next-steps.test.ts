/** @module tests of what refusals and hints suggest: arguments and places that the next call accepts. */
import { beforeEach, expect, test } from 'vitest';

import { nearMissWarnings } from '../../../kernel/building/model/effect/near-misses.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
});

const made = (start: object, end: object, more: object = {}) =>
  world.make('create_wall', { level_id, start, end, thickness: 200, ...more });

test('extend to a wall in the same direction suggests move_end', async () => {
  const wall_id = await made(P(0, 0), P(2000, 0));
  const to_wall_id = await made(P(4000, 0), P(6000, 0));
  const body = await world.refusal('edit_walls', { operation: 'extend', wall_id, to_wall_id });
  expect(body.message).toContain('`operation` move_end');
});

test('create_opening without sizes names what its host needs', async () => {
  const host_id = await made(P(0, 0), P(4000, 0));
  expect((await world.refusal('create_opening', { host_id, offset: 500 })).message).toBe(
    'expected `offset`, `width` and `height` in a wall, or an `outline`',
  );
  const boundary_points = [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)];
  const floor = await world.make('create_floor', { level_id, boundary_points });
  const message = (await world.refusal('create_opening', { host_id: floor })).message;
  expect(message).toContain('`location`, `width` and `height` in a floor or roof');
});

test('an end that stops short is reported with the end to which edit_walls extends it', async () => {
  const to_wall_id = await made(P(0, 0), P(8000, 0), { location_line: 'left' });
  const before = world.view;
  const wall_id = await made(P(3000, 3000), P(3000, 150));
  const [warning = ''] = nearMissWarnings({ before, after: world.view }, [wall_id]);
  await world.do('edit_walls', { operation: 'extend', wall_id, to_wall_id });
  const { end } = world.view.elementOf(wall_id, 'wall')?.params ?? {};
  expect(warning).toContain(`end it at (${end?.x}, ${end?.y})`);
  expect(end).toEqual(P(3000, 0));
});

test('a deletion names its dependant, and its result the requested wall', async () => {
  const wall_id = await made(P(0, 0), P(4000, 0));
  const door = await world.make('place_door', { wall_id, offset: 500 });
  const operations = [{ tool: 'delete_elements', arguments: { element_ids: [wall_id] } }];
  const plan = await world.plan('apply_changes', { operations });
  expect(plan.warnings).toEqual([`operation 0: also deletes 1 dependant: \`${door}\``]);
  expect(plan.data).toMatchObject({ results: [{ tool: 'delete_elements', id: wall_id }] });
});

test('a level whose new height does not end at the next level names that level', async () => {
  const above = await world.make('create_level', { name: 'First', elevation: 3000 });
  const set = async (value: number) =>
    (
      await world.plan('modify_parameter', {
        element_id: level_id,
        parameter_name: 'height',
        value,
      })
    ).warnings;
  const next = `of the next level \`${above}\` (First), 3000 mm: move that level with move_element if it should follow`;
  expect(await set(2800)).toEqual([
    `level \`${level_id}\` now ends 200 mm below the elevation ${next}`,
  ]);
  expect((await set(3200))?.at(-1)).toContain(`now ends 200 mm above the elevation ${next}`);
  await world.do('move_element', { element_id: above, delta: { x: 0, y: 0, z: 500 } });
  expect(await set(2800)).toEqual([]);
});
