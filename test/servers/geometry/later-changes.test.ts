/** @module warnings about existing elements when an element is created next to, over or through them. */
import { beforeEach, expect, test } from 'vitest';

import { World } from '../building/world.ts';

let world: World;
beforeEach(async () => {
  world = await World.create();
});

/** The warnings of an executed script. */
async function warningsOf(script: string): Promise<string> {
  const { events, warnings = [] } = await world.plan('run_script', { script });
  const effect = world.effect(events);
  await world.do('run_script', { script });
  return [...warnings, ...effect.withNames(effect.warnings)].join('\n');
}

const LEVELS = 'level Ground at 0 height 3 as g\nlevel First at 3 height 3\non $g\n';
const BOX = `${LEVELS}walls rect (0, 0) to (10, 8) thickness 0.3 usage exterior name Outer as s\n`;

test('walls created around a roof on their level warn once that it is at their foot', async () => {
  expect(await warningsOf(`${LEVELS}roof rect (0, 0) to (10, 8) type flat`)).not.toContain('foot');
  const walls = await warningsOf('on @Ground\nwalls rect (0, 0) to (10, 8) thickness 0.3');
  expect(walls).toContain('is at the foot of the walls');
  expect(await warningsOf('on @Ground\nwall (5, 0) to (5, 8)')).not.toContain('is at the foot');
});

test('a room whose walls later end under a roof is reported to keep the height of its level', async () => {
  await warningsOf(`${BOX}room Hall at (5, 4)`);
  await warningsOf(
    'level Eaves at 2.8\nroof rect (-0.2, -0.2) to (10.2, 8.2) type hip slope 30 name Hip',
  );
  const script = ['south', 'east', 'north']
    .map((side) => `set @"Outer ${side}" top_under @Hip`)
    .join('\n');
  expect(await warningsOf(script)).not.toContain('as high as its level');
  const last = await warningsOf('set @"Outer west" top_under @Hip');
  expect(last).toContain('all walls around room');
  expect(last).toContain('set its `top_under`');
  // In the other order it is open without a further warning.
  const [room] = [...world.view.elementsOf('room')];
  const [roof] = [...world.view.elementsOf('roof')];
  const open = { element_id: room?.id, parameter_name: 'top_under', value: roof?.id };
  await world.do('modify_parameter', open);
  expect(await warningsOf('set @"Outer west" fire_rating_min 30')).not.toContain(
    'as high as its level',
  );
});

test('a wall through the middle of a room warns that it contains the point of the room', async () => {
  await warningsOf(`${BOX}room Hall at (5, 4)`);
  const through = await warningsOf('on @Ground\nwall (5, 0) to (5, 8) name Through');
  expect(through).toContain('the point of room');
  expect(through).toContain('lies in wall');
  expect(through).not.toContain('no longer enclosed');
});

test('materials of types are stored as names for any reference', async () => {
  await world.do('create_material', { name: 'Oak', colour: '#b08050' });
  const [oak] = [...world.view.elementsOf('material')];
  const layers = ['@Oak', oak?.id, 'plaster'].map((material) => ({ material, thickness: 20 }));
  const type_id = await world.make('create_type', { name: 'Cladding', for: 'wall', layers });
  const named = world.view
    .elementOf(type_id, 'type')
    ?.params.layers.map(({ material }) => material);
  expect(named).toEqual(['Oak', 'Oak', 'plaster']);
  const door = { name: 'Door', for: 'door', width: 900, height: 2100, frame_material: '@Oak' };
  const door_id = await world.make('create_type', door);
  expect(world.view.elementOf(door_id, 'type')?.params.frame_material).toBe('Oak');
  const unknown = { name: 'Other', for: 'wall', layers: [{ material: '@Elm', thickness: 20 }] };
  const refused = await world.refusal('create_type', unknown);
  expect(refused.message).toContain('no material is called `@Elm`');
});

test('a refusal recognises an id from a dry run', async () => {
  const { events } = await world.plan('create_level', { name: 'Ground', elevation: 0 });
  const level_id = events[0]?.aggregate_id;
  const line = { start: { x: 0, y: 0 }, end: { x: 4000, y: 0 } };
  const refused = await world.refusal('create_wall', { level_id, ...line });
  expect(refused.message).toContain('has no levels yet');
  expect(refused.message).toContain('repeat that call with dry_run false first');
});

test('a filter by an unknown level or host is refused, and one by name works', async () => {
  await warningsOf(`${BOX}door in $s.south at 4`);
  const total = async (filter: object): Promise<unknown> =>
    Object(await world.ask('query_elements', { filter }))['total'];
  const categories = ['Doors'];
  expect(await total({ categories, level_id: '@Ground' })).toBe(1);
  expect(await total({ categories, host_id: '@Outer south' })).toBe(1);
  const where = [{ field: 'level_id', value: '@Ground' }];
  expect(await total({ categories, where })).toBe(1);
  const level = await world.refusal('query_elements', { filter: { level_id: 'Ground' } });
  expect(level).toMatchObject({ name: 'LEVEL_NOT_FOUND' });
  const host = await world.refusal('query_elements', { filter: { host_id: 'nobody' } });
  expect(host).toMatchObject({ name: 'ELEMENT_NOT_FOUND' });
});
