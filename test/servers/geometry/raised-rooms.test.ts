/** @module rooms that begin above or below their level, in tools and scripts: created, changed, moved, copied, undone. */
import { beforeEach, expect, test } from 'vitest';

import { glbOf } from '../../../kernel/documents/gltf/glb.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { shownJson } from '../../../servers/documentation/tables/shown-table.ts';
import { cornersOf, readGlb } from '../../kernel/documents/gltf/read-glb.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const up = (z: number): object => ({ x: 0, y: 0, z });

let world: World;
let level_id: string;
let upper_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'G', elevation: 1000, height: 3000 });
  upper_id = await world.make('create_level', { name: 'F', elevation: 4000, height: 3500 });
  await rectangle(world, level_id, [0, 0, 6000, 4000]);
});

const NET = 5800 * 3800;

const set = async (element_id: string, parameter_name: string, value: unknown): Promise<void> => {
  await world.do('modify_parameter', { element_id, parameter_name, value });
};

const paramsOf = async (element_id: string): Promise<unknown> =>
  (await world.ask('get_element', { element_id }))['params'];

test('a room is created at its foot and ends at the top of its level', async () => {
  const made = await world.do('create_room', { level_id, point: P(1000, 1000), base_offset: 150 });
  expect(made).toMatchObject({ area_mm2: NET, volume_mm3: NET * 2850 });
  const room_id = String(made['room_id']);
  expect(world.view.bounds(room_id)).toMatchObject({ min: { z: 1150 }, max: { z: 4000 } });
  expect(await paramsOf(room_id)).toMatchObject({ base_offset: 150, height: 2850 });
  expect(await world.ask('room_analysis', { room_id })).toMatchObject({
    height_mm: 2850,
    volume_mm3: NET * 2850,
  });
  const low = await world.do('create_room', {
    level_id,
    boundary_points: [P(10_000, 0), P(14_000, 0), P(14_000, 4000), P(10_000, 4000)],
    base_offset: -1400,
    height: 2500,
  });
  const bounds = world.view.bounds(String(low['room_id']));
  expect(bounds).toMatchObject({ min: { z: -400 }, max: { z: 2100 } });
});

test('a room without a base offset is stored as before', async () => {
  const id = await world.make('create_room', { level_id, point: P(1000, 1000) });
  const { params } = world.view.element(id) ?? { params: {} };
  expect(Object.keys(params)).not.toContain('base_offset');
  const { message } = await world.refusal('move_element', { element_id: id, delta: up(100) });
  expect(message).toContain('base_offset');
  await set(id, 'base_offset', 100);
  expect(await paramsOf(id)).toMatchObject({ base_offset: 100, height: 2900 });
  const event_id = world.log.all.at(-1)?.event_id;
  await world.do('undo', { event_id });
  expect(await paramsOf(id)).toMatchObject({ height: 3000 });
  expect(world.view.bounds(id)).toMatchObject({ min: { z: 1000 }, max: { z: 4000 } });
});

test('a room that follows its level cannot begin at its top', async () => {
  const at = { level_id, point: P(1000, 1000) };
  const { message } = await world.refusal('create_room', { ...at, base_offset: 3000 });
  expect(message).toContain('expected a smaller `base_offset`');
  await world.make('create_room', { ...at, base_offset: 3000, height: 2000 });
});

test('rooms of a storey are lifted with its walls', async () => {
  const id = await world.make('create_room', {
    level_id,
    point: P(1000, 1000),
    base_offset: 0,
    height: 2500,
  });
  const element_ids = [...world.view.elementsOnLevel(level_id)].map((element) => element.id);
  await world.do('transform_elements', { element_ids, operation: 'move', delta: up(200) });
  expect(world.view.bounds(id)).toMatchObject({ min: { z: 1200 }, max: { z: 3700 } });
});

test('a copy on another level keeps the base offset', async () => {
  const id = await world.make('create_room', { level_id, point: P(1000, 1000), base_offset: 150 });
  await rectangle(world, upper_id, [0, 0, 6000, 4000]);
  const copy = await world.make('copy_element', { element_id: id, to_level_id: upper_id });
  expect(await paramsOf(copy)).toMatchObject({ base_offset: 150, height: 3350 });
  expect(world.view.bounds(copy)).toMatchObject({ min: { z: 4150 }, max: { z: 7500 } });
});

test('placements of a group keep the base offsets of their rooms', async () => {
  await world.do('run_script', {
    script: `level Wing at 20 height 3 as w
walls rect (0, 0) to (8, 5) as s
room "Day" at (1, 1) base_offset 15cm
group "Suite" $s as h
place $h by (0, 10)`,
  });
  const days = [...world.view.elementsOf('room')];
  expect(days.map(({ params }) => [params.base_offset, params.height])).toEqual([
    [150, 2850],
    [150, 2850],
  ]);
  await set(days[0]?.id ?? '', 'base_offset', 300);
  const after = [...world.view.elementsOf('room')];
  expect(after.map(({ params }) => params.base_offset)).toEqual([300, 300]);
});

test('warns of a room at the same height only', async () => {
  const at = { level_id, point: P(1000, 1000), height: 1400 };
  await world.make('create_room', at);
  await world.make('create_room', { ...at, base_offset: 1400 });
  expect(world.warnings).toEqual([]);
  await world.make('create_room', { ...at, base_offset: 1000 });
  expect(world.warnings.join()).toContain('already occupies the space');
});

test('schedules have the base offset, and glTF the body at its height', async () => {
  const id = await world.make('create_room', {
    level_id,
    point: P(1000, 1000),
    base_offset: -300,
    height: 2500,
  });
  const refuse = (_code: string, message: string): never => {
    throw new Error(message);
  };
  const parameters = ['name', 'base_offset', 'height', 'volume_m3'];
  const table = schedule(world.view, { category: 'Rooms', parameters }, refuse);
  expect(JSON.stringify(shownJson(table, '').data)).toContain('-300');
  const read = readGlb(glbOf(world.view, { spaces: true, structure: 'elements' }).bytes);
  const node = read.document.nodes?.find(
    ({ extras, mesh }) => mesh !== undefined && extras['element_id'] === id,
  );
  const zs = node === undefined ? [] : cornersOf(read, node).map(({ z }) => Math.round(z));
  expect([Math.min(...zs), Math.max(...zs)]).toEqual([700, 3200]);
});
