/** @module names that a call assigned to its results refer, in later calls, to ids and to names of elements. */
import { beforeAll, describe, expect, test } from 'vitest';

import { World } from '../world.ts';

let world: World;
let wall_id: string;
let dry_id: string;
let dry_level: string;
beforeAll(async () => {
  world = await World.create();
  const script = 'level G at 0 height 3\nwall (0, 0) to (5, 0) name "South" as w';
  const { results } = await world.do('run_script', { script });
  wall_id = Object(results)[1].id;
  const dry = await world.plan('run_script', {
    script: 'level D at 9\nwall (0, 9) to (5, 9) as dry',
  });
  [dry_level = '', dry_id = ''] = dry.events.map(({ aggregate_id }) => aggregate_id);
});

type Args = Record<string, unknown>;

/** Every tool that accepts an element id, with the id in that argument. */
const TAKING: readonly (readonly [tool: string, args: (id: string) => Args])[] = [
  ['place_door', (id) => ({ wall_id: id, offset: 500 })],
  ['place_window', (id) => ({ wall_id: id, offset: 500 })],
  ['create_opening', (id) => ({ host_id: id, offset: 500, width: 500, height: 500 })],
  ['edit_walls', (id) => ({ operation: 'split', wall_id: id, distance: 1000 })],
  ['edit_walls', (id) => ({ operation: 'trim', wall_id, to_wall_id: id })],
  ['transform_elements', (id) => ({ ...MOVED, element_ids: [id] })],
  ['set_properties', (id) => ({ element_ids: [id], set: 'Own', properties: { a: 1 } })],
  ['modify_parameter', (id) => ({ element_id: id, parameter_name: 'height', value: 2500 })],
  ['modify_parameter', (id) => setTo('top_under', id)],
  ['modify_parameter', (id) => setTo('type_id', id)],
  ['move_element', (id) => ({ element_id: id, delta: { x: 1, y: 0, z: 0 } })],
  ['copy_element', (id) => ({ element_id: id, delta: { x: 1, y: 0, z: 0 } })],
  ['rotate_element', (id) => ({ element_id: id, angle_deg: 10 })],
  ['delete_elements', (id) => ({ element_ids: [id] })],
  ['join_elements', (id) => ({ element_ids: [wall_id, id] })],
  ['boolean_operation', (id) => ({ element_a: id, element_b: wall_id, operation: 'union' })],
  ['create_group', (id) => ({ name: 'g', element_ids: [id] })],
];
const MOVED = { operation: 'move', delta: { x: 1, y: 0 } };
const setTo = (parameter_name: string, value: unknown): Args => ({
  element_id: wall_id,
  parameter_name,
  value,
});

/** The tools that accept a level id. */
const ON_LEVELS: typeof TAKING = [
  ['create_wall', (id) => ({ level_id: id, start: { x: 0, y: 0 }, end: { x: 1000, y: 0 } })],
  ['create_room', (id) => ({ level_id: id, point: { x: 0, y: 0 } })],
  ['transform_elements', (id) => ({ ...MOVED, filter: { level_id: id } })],
  [
    'transform_elements',
    (id) => ({ element_ids: [wall_id], operation: 'to_levels', to_level_ids: [id] }),
  ],
  ['copy_element', (id) => ({ element_id: wall_id, to_level_id: id })],
  ['modify_parameter', (id) => setTo('top_level_id', id)],
];

describe.each([...TAKING, ...ON_LEVELS].map(([tool, args]) => ({ tool, args })))(
  '$tool',
  ({ tool, args }) => {
    test('reports a name that was never assigned, or only in a dry run, as unknown, with what to write', async () => {
      const { message, hint } = await world.refusal(tool, args('$dry'));
      expect(message).toContain(
        'not a name that you have given on branch `main`: names from dry runs and from pending changes are unknown',
      );
      expect(hint).toContain(
        'repeat the call that names it with dry_run false first, or use the id or `@`',
      );
      const named = await world.refusal(tool, args('$South'));
      expect(named.message).toContain('write `@South`');
    });

    test('reports that an unknown id may be from a dry run', async () => {
      const isOnLevel = ON_LEVELS.some(([, one]) => one === args);
      const refused = await world.refusal(tool, args(isOnLevel ? dry_level : dry_id));
      expect(refused.message).toContain(
        'if a dry run returned it, repeat that call with dry_run false',
      );
      expect(refused.data).toMatchObject({ of_dry_run: true });
    });
  },
);

test('scripts and lists of changes report the same', async () => {
  const script = 'on @G\ndoor in $dry at 1';
  expect((await world.refusal('run_script', { script })).message).toContain(
    'no change that you have committed on this branch has given this name (dry runs and pending changes give none)',
  );
  const door = { tool: 'place_door', arguments: { wall_id: '$dry', offset: 500 } };
  expect((await world.refusal('apply_changes', { operations: [door] })).message).toContain(
    'operation 0 (place_door): `$dry` is not a name that you have given on branch `main`',
  );
  await world.do('run_script', { script: 'on @G\ndoor in @South at 1' });
});
