/** @module dependants of a level or a roof follow it, and the preview of a change lists all of them. */
import { beforeEach, describe, expect, test } from 'vitest';

import type { ElementResult } from '../../../governance/tool/domain.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;
let first: string;
/** Ids by role. */
let ids: Readonly<Record<string, string>>;

/** Two levels with 3,000 mm between them; on the lower one an element for each way of ending at the upper one. */
beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  first = await world.make('create_level', { name: 'First', elevation: 3000, height: 3000 });
  const on = { level_id: ground };
  const box = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
  const line = (y: number): object => ({ start: P(0, y), end: P(6000, y) });
  const roof = await world.make('create_roof', {
    level_id: first,
    boundary_points: box,
    roof_type: 'gable',
    slope: 30,
    name: 'Roof',
  });
  ids = {
    roof,
    to_level: await world.make('create_wall', { ...on, ...line(10_000), top_level_id: first }),
    under_roof: await world.make('create_wall', { ...on, ...line(2000), top_under: roof }),
    by_height: await world.make('create_wall', { ...on, ...line(12_000), height: 2500 }),
    of_level: await world.make('create_wall', { ...on, ...line(14_000) }),
    column: await world.make('create_column', {
      ...on,
      location: P(9000, 9000),
      profile: '300x300',
      top_level_id: first,
    }),
    stair: await world.make('create_stair', {
      base_level_id: ground,
      top_level_id: first,
      start: P(9000, 12_000),
      direction_deg: 0,
      width: 1200,
    }),
    beam: await world.make('create_beam', { ...on, ...line(16_000), profile: '200x400' }),
    upper: await world.make('create_wall', { level_id: first, ...line(18_000) }),
  };
});

/** The elements that a preview lists, with their change, by role. */
async function changesOf(tool: string, input: object): Promise<Readonly<Record<string, object>>> {
  const { events } = await world.plan(tool, { ...input });
  const rows = world.effect(events).results();
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return Object.fromEntries(
    rows.map((row) => [nameOf.get(row.id) ?? row.kind, brief(row)] as const),
  );
}

function brief({ change, moved }: ElementResult): object {
  return { change, ...(moved === undefined ? {} : { moved }) };
}

const up = (z: number): object => ({ change: 'follows', moved: { x: 0, y: 0, z } });
const set = (element_id: string, parameter_name: string, value: unknown): object => ({
  element_id,
  parameter_name,
  value,
});

/** The elements that a plan deletes, by role. */
async function deleted(ids_of: readonly string[]): Promise<readonly string[]> {
  const { events } = await world.plan('delete_elements', { element_ids: ids_of });
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return events.map(({ aggregate_id }) => nameOf.get(aggregate_id) ?? 'level').toSorted();
}

/** A wall that rises to a level has its height stored, so an event changes it, although nobody requested it. */
const grows = { change: 'follows' };

describe('a preview lists the dependants that follow', () => {
  test('a raised level: elements that end at it grow, elements on it move along', async () => {
    expect(await changesOf('modify_parameter', set(first, 'elevation', 3300))).toEqual({
      to_level: grows,
      under_roof: grows,
      column: grows,
      stair: grows,
      roof: up(300),
      upper: up(300),
    });
  });

  test('the lower level: elements on it move along, elements that end above shrink', async () => {
    expect(await changesOf('modify_parameter', set(ground, 'elevation', 200))).toEqual({
      to_level: grows,
      under_roof: grows,
      column: grows,
      stair: grows,
      by_height: up(200),
      of_level: up(200),
      beam: up(200),
    });
  });

  test('the height of a level: elements with its height, and elements at its top', async () => {
    expect(await changesOf('modify_parameter', set(ground, 'height', 3200))).toEqual({
      of_level: grows,
      beam: up(200),
    });
  });

  test('a steeper and a raised roof: the wall under it', async () => {
    expect(await changesOf('modify_parameter', set(String(ids['roof']), 'slope_deg', 40))).toEqual({
      roof: { change: 'modified' },
      under_roof: grows,
    });
    const lifted = { element_id: ids['roof'], delta: { x: 0, y: 0, z: 500 } };
    expect(await changesOf('move_element', lifted)).toEqual({
      roof: { change: 'modified', moved: { x: 0, y: 0, z: 500 } },
      under_roof: grows,
    });
  });

  test('a requested change of an element is not listed as following, even if its levels change', async () => {
    const { to_level = '', of_level = '' } = ids;
    const raise = { tool: 'modify_parameter', arguments: set(ground, 'height', 3200) };
    const change = async (element: string, name: string, value: unknown): Promise<object> =>
      await changesOf('apply_changes', {
        operations: [raise, { tool: 'modify_parameter', arguments: set(element, name, value) }],
      });
    expect(await change(of_level, 'thickness', 300)).toMatchObject({
      of_level: { change: 'modified' },
    });
    expect(await change(of_level, 'height', 2000)).toMatchObject({
      of_level: { change: 'modified' },
    });
    expect(await change(to_level, 'thickness', 300)).toMatchObject({
      to_level: { change: 'modified' },
      of_level: grows,
    });
  });

  test('a type: the sizes of its elements, and elements that keep their position', async () => {
    const layers = (core: number): object[] => [
      { thickness: 20, material: 'gypsum', function: 'finish' },
      { thickness: core, material: 'brick', function: 'structure' },
    ];
    const type_id = await world.make('create_type', {
      name: 'W',
      for: 'wall',
      layers: layers(180),
    });
    const at = { level_id: ground, start: P(0, 20_000), end: P(6000, 20_000), type_id };
    const wall_id = await world.make('create_wall', { ...at, location_line: 'left' });
    const door_type = await world.make('create_type', { name: 'D', for: 'door', width: 900 });
    const door = { wall_id, offset: 4000, type_id: door_type, anchor: 'end' };
    ids = { wall_id, door_id: await world.make('place_door', door) };
    expect(await changesOf('modify_parameter', set(type_id, 'layers', layers(280)))).toMatchObject({
      wall_id: grows,
    });
    expect(await changesOf('modify_parameter', set(door_type, 'width', 1000))).toMatchObject({
      door_id: grows,
    });
    expect(await changesOf('modify_parameter', set(wall_id, 'height', 2200))).toMatchObject({
      wall_id: { change: 'modified' },
    });
  });

  test('the opening of a stair whose level rises, but not of one that leads elsewhere', async () => {
    const slab = [P(5000, 8000), P(20_000, 8000), P(20_000, 16_000), P(5000, 16_000)];
    await world.do('create_floor', { level_id: first, boundary_points: slab, thickness: 250 });
    const { stair = '' } = ids;
    await world.do('modify_parameter', set(stair, 'cut_floor', true) as never);
    const [opening] = [...world.view.elementsOf('opening')];
    ids = { stair, opening: opening?.id ?? '' };
    const raised = await changesOf('modify_parameter', set(first, 'elevation', 3300));
    expect(raised).toMatchObject({ opening: grows, stair: grows });
    const wide = await changesOf('modify_parameter', set(stair, 'width', 1000));
    expect(wide).toMatchObject({ opening: { change: 'modified' }, stair: { change: 'modified' } });
  });

  test('warnings use the singular for one element and the plural for several', async () => {
    const warningOf = async (id: string, name: string, value: number): Promise<string> =>
      (await world.plan('modify_parameter', set(id, name, value) as never)).warnings?.join() ?? '';
    const { upper = '', to_level = '' } = ids;
    expect(await warningOf(first, 'height', 3200)).toContain(
      `1 element follows the height of level \`${first}\`: \`${upper}\``,
    );
    expect(await warningOf(first, 'elevation', 3300)).toContain(
      `the height of wall \`${to_level}\` follows level \`${first}\``,
    );
    const line = { start: P(0, 30_000), end: P(6000, 30_000) };
    await world.do('create_wall', { level_id: ground, ...line, top_level_id: first });
    expect(await warningOf(first, 'elevation', 3300)).toContain(
      'the heights of 2 walls follow level',
    );
  });

  test('each dependant has its measures before and after', async () => {
    const { events } = await world.plan('modify_parameter', set(first, 'elevation', 3300) as never);
    const rows = world.effect(events).results();
    const row = rows.find(({ id }) => id === ids['to_level']);
    // 6,000 long, 200 thick, from 3,000 to 3,300 high.
    expect(row).toMatchObject({
      volume_mm3: { from: 6000 * 200 * 3000, to: 6000 * 200 * 3300 },
      area_mm2: { from: 6000 * 3000, to: 6000 * 3300 },
    });
  });
});

test('deleting a stair keeps its opening, with a warning', async () => {
  const slab = [P(5000, 8000), P(20_000, 8000), P(20_000, 16_000), P(5000, 16_000)];
  const floor = { level_id: first, boundary_points: slab, thickness: 250 };
  const floor_id = await world.make('create_floor', floor);
  const { stair = '' } = ids;
  await world.do('modify_parameter', set(stair, 'cut_floor', true) as never);
  const opening = [...world.view.elementsOf('opening')][0]?.id ?? '';
  const warningOf = async (...element_ids: string[]): Promise<string> =>
    (await world.plan('delete_elements', { element_ids })).warnings?.join() ?? '';
  const stays = `opening \`${opening}\`, cut for stair \`${stair}\`, remains: delete it, or the floor stays open there`;
  expect(await warningOf(stair)).toBe(stays);
  expect(await warningOf(stair, opening)).toBe('');
  expect(await warningOf(stair, floor_id)).not.toContain('stays');
  const group_id = await world.make('create_group', { name: 'S', element_ids: [floor_id, stair] });
  const placements = [{ move: P(50_000, 0) }];
  await world.do('create_group', { group_id, placements });
  const twice = await warningOf(stair);
  expect(twice).toContain(stays);
  expect(twice.match(/delete it, or the floor stays open there/g)).toHaveLength(2);
});

describe('deleting a level', () => {
  test('is refused because of walls that end at it, or under elements on it', async () => {
    const { to_level = '', under_roof = '' } = ids;
    const top = await world.refusal('delete_elements', { element_ids: [first] });
    expect(top).toMatchObject({ name: 'INVALID_ARGUMENT', data: { used_by: [to_level] } });
    expect(top.message).toContain('set their `top_level_id` to null');
    await world.do('modify_parameter', set(to_level, 'top_level_id', null) as never);
    const roof = await world.refusal('delete_elements', { element_ids: [first] });
    expect(roof).toMatchObject({ data: { used_by: [under_roof] } });
    await world.do('modify_parameter', set(under_roof, 'top_under', null) as never);
    // A column and a stair to a deleted level would end nowhere.
    expect(await deleted([first])).toEqual(['column', 'level', 'roof', 'stair', 'upper']);
  });

  test('deletes the elements on it', async () => {
    expect(await deleted([ground])).toEqual([
      'beam',
      'by_height',
      'column',
      'level',
      'of_level',
      'stair',
      'to_level',
      'under_roof',
    ]);
  });
});
