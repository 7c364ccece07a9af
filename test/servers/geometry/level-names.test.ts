/** @module level names: no operation can give a level the name of another one of its branch. */
import { beforeEach, expect, test } from 'vitest';

import { created } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';

let world: World;
let ground: string;
let upper: string;
beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
});

const taken = (other: () => string): object => ({
  name: 'LEVEL_EXISTS',
  data: { level_id: other() },
});
const rename = (element_id: string, value: string): Record<string, unknown> => ({
  element_id,
  parameter_name: 'name',
  value,
});

test('a level cannot be created or renamed with a name in use, in any case or within a composed change', async () => {
  for (const name of ['Ground', 'GROUND', 'ｇround', 'Gr\u200bound']) {
    const again = { name, elevation: 6000 };
    expect(await world.refusal('create_level', again)).toMatchObject(taken(() => ground));
    expect(await world.refusal('modify_parameter', rename(upper, name))).toMatchObject(
      taken(() => ground),
    );
  }
  expect(await world.do('modify_parameter', rename(ground, 'GROUND'))).toMatchObject({
    from: 'Ground',
  });
  const operations = [
    { tool: 'create_level', arguments: { name: 'Roof', elevation: 6000 } },
    { tool: 'create_level', arguments: { name: 'roof', elevation: 9000 } },
  ];
  expect(await world.refusal('apply_changes', { operations })).toMatchObject({
    name: 'LEVEL_EXISTS',
    message: expect.stringContaining('operation 1 (create_level)'),
  });
});

test('an undo cannot restore a name in use', async () => {
  await world.do('delete_elements', { element_ids: [upper] });
  const deletion = world.log.all.at(-1)?.event_id ?? '';
  await world.do('modify_parameter', rename(ground, 'Lobby'));
  const renamed = world.log.all.at(-1)?.event_id ?? '';
  const other = await world.make('create_level', { name: 'UPPER', elevation: 6000 });
  expect(await world.refusal('undo', { event_id: deletion })).toMatchObject(taken(() => other));
  await world.make('create_level', { name: 'ground', elevation: 9000 });
  expect((await world.refusal('undo', { event_id: renamed })).name).toBe('LEVEL_EXISTS');
});

test('a merge cannot bring a name in use, and can after the other level was renamed', async () => {
  await world.do('create_branch', { name: 'b' });
  const here = await world.make('create_level', { name: 'Roof', elevation: 6000 });
  world.branch = 'b';
  await world.make('create_level', { name: 'roof', elevation: 6000 });
  world.branch = 'main';
  expect(await world.refusal('merge_branch', { source: 'b' })).toMatchObject(taken(() => here));
  await world.do('modify_parameter', rename(here, 'Attic'));
  expect(await world.do('merge_branch', { source: 'b' })).toMatchObject({ element_count: 1 });
});

test('duplicate names of older logs remain, and their levels can be changed', async () => {
  world.log.append('main', 'old', [created('level', 'twin', { name: 'ground', elevation: 9000 })]);
  const wall = { level_id: 'twin', start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  await world.make('create_wall', wall);
  const up = { element_id: 'twin', delta: { x: 0, y: 0, z: 100 } };
  await world.do('move_element', up);
  await world.do('modify_parameter', rename('twin', 'GROUND'));
  await world.do('modify_parameter', { element_id: ground, parameter_name: 'height', value: 2500 });
  await world.do('modify_parameter', rename('twin', 'Other'));
  expect(await world.refusal('modify_parameter', rename('twin', 'ground'))).toMatchObject(
    taken(() => ground),
  );
});
