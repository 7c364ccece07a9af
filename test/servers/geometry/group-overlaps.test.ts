/** @module groups that overlap: those with one placement are sets, which nothing has to equal. */
import { beforeEach, describe, expect, test } from 'vitest';

import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let ground: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

const rowsOf = (id: string): readonly (readonly string[])[] =>
  world.view.elementOf(id, 'group')?.params.members ?? [];

describe('groups with one placement', () => {
  test('may overlap, and each loses deleted elements and gets new doors', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const [one, two] = [
      await world.make('create_group', { name: 'One', element_ids: walls }),
      await world.make('create_group', { name: 'Two', element_ids: walls.slice(1, 3) }),
    ];
    const door = await world.make('place_door', { wall_id: walls[1], offset: 500 });
    expect([rowsOf(one), rowsOf(two)]).toEqual([
      [[...walls, door]],
      [[...walls.slice(1, 3), door]],
    ]);
    expect(await world.ask('get_element', { element_id: door })).toMatchObject({
      group: { group_id: one, placement: 'One 1' },
      other_groups: [{ group_id: two, placement: 'Two 1' }],
    });
    await world.do('delete_elements', { element_ids: [walls[1]] });
    expect([rowsOf(one), rowsOf(two)]).toEqual([[[walls[0], walls[2], walls[3]]], [[walls[2]]]]);
    await world.do('delete_elements', { element_ids: [walls[2]] });
    expect(world.view.element(two)).toBeUndefined();
  });

  test('do not keep their elements from being placed again in another group', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const zone = await world.make('create_group', { name: 'Zone', element_ids: walls });
    const flat = await world.make('create_group', {
      name: 'Flat',
      element_ids: walls,
      placements: [{ move: P(0, 20_000) }],
    });
    expect([rowsOf(zone).length, rowsOf(flat).length]).toEqual([1, 2]);
    // The counterpart follows; the zone only loses what it had.
    await world.do('delete_elements', { element_ids: [rowsOf(flat)[1]?.[0]] });
    expect(rowsOf(zone)).toEqual([walls.slice(1)]);
    expect(rowsOf(flat).map((ids) => ids.length)).toEqual([3, 3]);
    const again = await world.refusal('create_group', {
      group_id: zone,
      placements: [{ move: P(0, 40_000) }],
    });
    expect(again.message).toContain('is also in group');
  });

  test('merge additions and removals of two branches', async () => {
    const walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
    const zone = await world.make('create_group', { name: 'Zone', element_ids: walls });
    await world.do('create_branch', { name: 'b' });
    await world.do('create_group', { group_id: zone, remove_ids: [walls[0]] });
    world.branch = 'b';
    await world.domain.catchUp();
    await world.do('delete_elements', { element_ids: [walls[1]] });
    const door = await world.make('place_door', { wall_id: walls[2], offset: 500 });
    world.branch = 'main';
    await world.do('merge_branch', { source: 'b' });
    expect(rowsOf(zone)).toEqual([[walls[2], walls[3], door]]);
  });
});
