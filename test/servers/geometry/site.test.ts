/** @module tests of set_site: one site per branch, set in parts. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

const GEOREFERENCE = {
  crs: 'EPSG:25832',
  eastings: 691_000.125,
  northings: 5_334_000.5,
  height: 519,
};
const BOUNDARY = [
  { x: 0, y: 0 },
  { x: 30_000, y: 0 },
  { x: 30_000, y: 20_000 },
];

test('a site is created once, changed in parts, shown in the summary and undone', async () => {
  const world = await World.create();
  const { site: none } = await world.ask('get_model_summary', {});
  expect(none).toBeNull();
  await world.do('set_site', { true_north_deg: 12.3456 });
  await world.do('set_site', { georeference: GEOREFERENCE, boundary: BOUNDARY });
  const { site } = await world.ask('get_model_summary', {});
  expect(site).toEqual({
    name: null,
    true_north_deg: 12.3456,
    georeference: GEOREFERENCE,
    boundary: BOUNDARY,
  });
  expect(world.view.count('site')).toBe(1);
  const again = await world.refusal('set_site', { true_north_deg: 12.3456 });
  expect(again).toMatchObject({ name: 'NO_EFFECT' });
  const move = { element_id: 'site', delta: { x: 1, y: 0, z: 0 } };
  expect(await world.refusal('move_element', move)).toMatchObject({ name: 'INVALID_ARGUMENT' });
  const [event] = world.log.all.slice(-1);
  await world.do('undo', { event_id: event?.event_id });
  const { site: before } = await world.ask('get_model_summary', {});
  expect(before).toMatchObject({ true_north_deg: 12.3456, georeference: null, boundary: null });
});

test('two branches that set the site set the same one', async () => {
  const world = await World.create();
  await world.make('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_branch', { name: 'design' });
  await world.do('set_site', { true_north_deg: 10 });
  world.branch = 'design';
  await world.do('set_site', { true_north_deg: 20 });
  world.branch = 'main';
  const body = await world.refusal('merge_branch', { source: 'design' });
  expect(body).toMatchObject({ name: 'MERGE_CONFLICT' });
});
