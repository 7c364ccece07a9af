/** @module results in previews: areas, lengths and volumes before and after, dependants, names. */
import { beforeEach, describe, expect, it } from 'vitest';

import type { ElementResult } from '../../../governance/tool/domain.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
/** The walls of a box of 6,000 by 4,000 mm and the one that halves it, each 200 mm thick and 3,000 mm high. */
let parting: string;
let south: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const wall = (name: string, start: object, end: object): Promise<string> =>
    world.make('create_wall', { level_id, start, end, name });
  south = await wall('South', P(0, 0), P(6000, 0));
  await wall('East', P(6000, 0), P(6000, 4000));
  await wall('North', P(6000, 4000), P(0, 4000));
  await wall('West', P(0, 4000), P(0, 0));
  parting = await wall('Parting', P(3000, 0), P(3000, 4000));
  await world.make('create_room', { level_id, point: P(1000, 1000), name: 'Left' });
  await world.make('create_room', { level_id, point: P(5000, 1000), name: 'Right' });
});

async function resultsOf(tool: string, input: Record<string, unknown>) {
  const { events } = await world.plan(tool, input);
  return world.effect(events).results();
}

const brief = ({ id: _id, ...row }: ElementResult): object => row;

describe('results of a change', () => {
  it('reports the new areas of rooms that follow a wall, and its displacement', async () => {
    const delta = { x: 500, y: 0, z: 0 };
    const rows = await resultsOf('move_element', { element_id: parting, delta });
    // 2.8 m and 3.3 m, 2.8 m and 2.3 m of clear width, by 3.8 m.
    const room = (name: string, to: number): object => ({
      kind: 'room',
      name,
      change: 'follows',
      area_mm2: { from: 10_640_000, to },
      volume_mm3: { from: 10_640_000 * 3000, to: to * 3000 },
    });
    // Rooms come first, each in order of its id.
    expect(rows.slice(0, 2).map(brief)).toEqual(
      expect.arrayContaining([room('Left', 12_540_000), room('Right', 8_740_000)]),
    );
    expect(rows.slice(2).map(brief)).toEqual([
      { kind: 'wall', name: 'Parting', change: 'modified', moved: delta },
    ]);
  });

  it('reports the volume that neighbours lose to a joint, and no unchanged element', async () => {
    const change = { element_id: south, parameter_name: 'thickness', value: 400 };
    const rows = await resultsOf('modify_parameter', change);
    // The partition ends on the face, 100 mm further inside: 3,700 of its 3,800 mm remain.
    const along = rows.find(({ id }) => id === parting);
    expect(along).toEqual({
      id: parting,
      kind: 'wall',
      name: 'Parting',
      change: 'follows',
      volume_mm3: { from: 3800 * 200 * 3000, to: 3700 * 200 * 3000 },
    });
    expect(rows.find(({ id }) => id === south)).toMatchObject({ change: 'modified' });
    expect(rows.map(({ name }) => name)).not.toContain('North');
  });

  it('reports measures of created elements, and elements that rise with their level', async () => {
    const made = await resultsOf('create_floor', {
      level_id,
      boundary_points: [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)],
      thickness: 250,
    });
    expect(made.map(brief)).toEqual([
      {
        kind: 'floor',
        name: null,
        change: 'created',
        area_mm2: { to: 24_000_000 },
        volume_mm3: { to: 6_000_000_000 },
      },
    ]);
    const up = { element_id: level_id, parameter_name: 'elevation', value: 500 };
    const raised = await resultsOf('modify_parameter', up);
    expect(raised).toHaveLength(7);
    for (const row of raised) {
      expect(row).toMatchObject({ change: 'follows', moved: { x: 0, y: 0, z: 500 } });
      expect(row).not.toHaveProperty('area_mm2');
    }
  });
});

it('gives names next to ids in warnings', async () => {
  const over = { level_id, start: P(1000, 1000), end: P(5000, 1000), name: 'Shelf `x`' };
  const { events } = await world.plan('create_wall', over);
  const effect = world.effect(events);
  const [expected = ''] = effect.withNames(effect.warnings);
  expect(effect.warnings[0]).toContain(`\`${parting}\` `);
  expect(expected).toContain(`\`${parting}\` (Parting)`);
  expect(expected).toContain("(Shelf 'x')");
});
