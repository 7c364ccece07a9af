/** @module what hangs on a level or a roof follows it, and the preview of a change lists all that does. */
import { beforeEach, describe, expect, test } from 'vitest';

import type { ElementResult } from '../../../governance/tool/domain.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;
let first: string;
/** Ids by what each is. */
let ids: Readonly<Record<string, string>>;

/** Two levels with 3,000 mm between them; on the lower one what ends at the upper one in each way there is. */
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

/** Which elements a preview tells of, and how; by what each is. */
async function told(tool: string, input: object): Promise<Readonly<Record<string, object>>> {
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

/** Ids that a plan deletes, by what each is. */
async function deleted(ids_of: readonly string[]): Promise<readonly string[]> {
  const { events } = await world.plan('delete_elements', { element_ids: ids_of });
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return events.map(({ aggregate_id }) => nameOf.get(aggregate_id) ?? 'level').toSorted();
}

/** A wall that rises to a level has its height stored, so that an event changes it; the others are found again. */
const grows = { change: 'follows' };

describe('a preview lists what follows', () => {
  test('a level that is lifted: what ends there grows, what stands there goes along', async () => {
    expect(await told('modify_parameter', set(first, 'elevation', 3300))).toEqual({
      to_level: { change: 'modified' },
      under_roof: grows,
      column: grows,
      stair: grows,
      roof: up(300),
      upper: up(300),
    });
  });

  test('the lower level: what stands there goes along, what ends above shrinks', async () => {
    expect(await told('modify_parameter', set(ground, 'elevation', 200))).toEqual({
      to_level: { change: 'modified' },
      under_roof: grows,
      column: grows,
      stair: grows,
      by_height: up(200),
      of_level: up(200),
      beam: up(200),
    });
  });

  test('the height of a level: what is as high as it, and what hangs from its top', async () => {
    expect(await told('modify_parameter', set(ground, 'height', 3200))).toEqual({
      of_level: { change: 'modified' },
      beam: up(200),
    });
  });

  test('a roof that is steeper, and one that goes up: the wall under it', async () => {
    expect(await told('modify_parameter', set(String(ids['roof']), 'slope_deg', 40))).toEqual({
      roof: { change: 'modified' },
      under_roof: grows,
    });
    const lifted = { element_id: ids['roof'], delta: { x: 0, y: 0, z: 500 } };
    expect(await told('move_element', lifted)).toEqual({
      roof: { change: 'modified', moved: { x: 0, y: 0, z: 500 } },
      under_roof: grows,
    });
  });

  test('and each has its measures before and after', async () => {
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

describe('a level that is deleted', () => {
  test('is kept by the walls that end there, and by those under what stands there', async () => {
    const { to_level = '', under_roof = '' } = ids;
    const top = await world.refusal('delete_elements', { element_ids: [first] });
    expect(top).toMatchObject({ name: 'INVALID_ARGUMENT', data: { used_by: [to_level] } });
    expect(top.message).toContain('set `top_level_id` of them to null');
    await world.do('modify_parameter', set(to_level, 'top_level_id', null) as never);
    const roof = await world.refusal('delete_elements', { element_ids: [first] });
    expect(roof).toMatchObject({ data: { used_by: [under_roof] } });
    await world.do('modify_parameter', set(under_roof, 'top_under', null) as never);
    // A column and a stair to a level that is gone would end nowhere.
    expect(await deleted([first])).toEqual(['column', 'level', 'roof', 'stair', 'upper']);
  });

  test('takes along what stands there', async () => {
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
