/** @module tests of colours by age and author for a person who does not see everything. */
import { expect, test } from 'vitest';

import type { ColourGroup } from '../../../../servers/view/protocol/scene.ts';
import { World } from '../../building/world.ts';
import { looker, Page } from '../looking-of.ts';

const SEES = looker({ categories: ['Levels', 'Walls'] });

async function colours(world: World, viewer = SEES): Promise<readonly (readonly ColourGroup[])[]> {
  const page = new Page(world, viewer);
  const groups: (readonly ColourGroup[])[] = [];
  for (const by of ['age', 'author']) {
    const answer = await page.json('colours', { at: { branch: 'main' }, by });
    groups.push(answer.groups);
  }
  return groups;
}

test('a hidden door changes neither the age nor the author of its wall', async () => {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const ends = { start: { x: 0, y: 0 }, end: { x: 5000, y: 0 } };
  const wall_id = await world.make('create_wall', { level_id, ...ends });
  const before = await colours(world);
  expect(before).toMatchObject([
    [{ label: '2026-01-01', ids: [wall_id] }],
    [{ label: 'owner (owner)', ids: [wall_id] }],
  ]);
  const events = world.log.all.length;
  await world.make('place_door', { wall_id, offset: 2000 });
  for (const event of world.log.all.slice(events)) {
    Object.assign(event, { at: '2026-02-02T00:00:00.000Z', user_id: 'user-2' });
  }
  expect(await colours(world)).toEqual(before);
  expect(await colours(world, looker())).toMatchObject([
    [{ label: '2026-02-02' }],
    [{ label: 'user-2' }],
  ]);
  await world.do('modify_parameter', {
    element_id: wall_id,
    parameter_name: 'height',
    value: 2500,
  });
  Object.assign(world.log.all.at(-1) ?? {}, { at: '2026-03-03T00:00:00.000Z' });
  expect(await colours(world)).toMatchObject([[{ label: '2026-03-03', ids: [wall_id] }], [{}]]);
});
