/** @module cached walkable areas of levels: reused while nothing of them changes, and equal to a fresh computation after each change. */
import { beforeEach, describe, expect, it } from 'vitest';

import type { ModelView } from '../../../kernel/building/model/view.ts';
import type { WalkableLevel } from '../../../kernel/building/spatial/walkable.ts';
import { walkableLevel } from '../../../kernel/building/spatial/walkable.ts';
import { World } from '../building/world.ts';
import { twoRooms } from './two-rooms.ts';

let world: World;
let id: Readonly<Record<string, string>>;
beforeEach(async () => {
  ({ world, id } = await twoRooms());
});

function levelIn(view: ModelView, name = 'ground'): WalkableLevel {
  const level = walkableLevel(view, id[name] ?? '');
  if (level === null) throw new Error(`the level ${name} is there`);
  return level;
}

/** A world with the same log and an empty cache. */
async function fresh(): Promise<World> {
  const other = await World.create();
  other.log.all.push(...world.log.all);
  await other.domain.catchUp();
  return other;
}

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

it('is reused for another view of the same state, after a change elsewhere, and for a caller that sees all of it', async () => {
  const { space } = levelIn(world.view);
  const far = { level_id: id['ground'], start: P(90_000, 0), end: P(95_000, 0) };
  const away = await world.make('create_wall', far);
  expect(levelIn(world.view).space).not.toBe(space);
  await world.do('delete_elements', { element_ids: [away] });
  expect(levelIn(world.view).space).toBe(space);
  await world.do('create_level', { name: 'Roof', elevation: 9000 });
  expect(levelIn(world.view).space).toBe(space);
  const sight = { key: 'test', maker: 'maker', own: () => false, branch: () => true };
  const all = world.domain.callerView(world.view, { ...sight, place: () => true }).view;
  expect(levelIn(all).space).toBe(space);
  const some = world.domain.callerView(world.view, {
    ...sight,
    place: ({ category }) => category !== 'Columns',
  }).view;
  expect(levelIn(some).space).not.toBe(space);
});

/** Each changes the walkable area. */
const CHANGES: Readonly<
  Record<string, () => readonly [string, Readonly<Record<string, unknown>>]>
> = {
  'a thicker wall': () => [
    'modify_parameter',
    { element_id: id['middle'], parameter_name: 'thickness', value: 300 },
  ],
  'a column that moves': () => [
    'move_element',
    { element_id: id['column'], delta: { x: 500, y: 0, z: 0 } },
  ],
  'a door that moves': () => [
    'modify_parameter',
    { element_id: id['D1'], parameter_name: 'offset', value: 500 },
  ],
  'a door that goes': () => ['delete_elements', { element_ids: [id['D1']] }],
  'a level that is lifted': () => [
    'modify_parameter',
    { element_id: id['ground'], parameter_name: 'elevation', value: 100 },
  ],
  'a floor that reaches further': () => [
    'create_floor',
    {
      level_id: id['ground'],
      boundary_points: [P(9000, 0), P(15_000, 0), P(15_000, 5000), P(9000, 5000)],
    },
  ],
  'a wall through a room': () => [
    'create_wall',
    { level_id: id['ground'], start: P(7000, 0), end: P(7000, 5000) },
  ],
};

describe('after a change it equals a fresh computation', () => {
  it.each(Object.keys(CHANGES))('%s', async (name) => {
    const before = levelIn(world.view);
    const [tool, args] = CHANGES[name]?.() ?? [name, {}];
    await world.do(tool, args);
    const after = levelIn(world.view);
    const there = levelIn((await fresh()).view);
    expect(after).toEqual(there);
    expect(after.space).not.toBe(there.space);
    expect(after).not.toEqual(before);
  });

  // Of all inputs of the upper level, only the body of the tall wall changes, at its corner with the wall that ends below.
  it('of a neighbour, which ends below, of a wall that rises into the level', async () => {
    const level_id = id['ground'];
    const tall = { level_id, start: P(12_000, 0), end: P(16_000, 0), height: 5000 };
    const low = { level_id, start: P(16_000, 0), end: P(16_000, 4000), height: 3000 };
    const wall_id = await world.make('create_wall', tall);
    const other_id = await world.make('create_wall', low);
    const before = levelIn(world.view, 'first');
    await world.do('modify_parameter', {
      element_id: other_id,
      parameter_name: 'thickness',
      value: 400,
    });
    const after = levelIn(world.view, 'first');
    expect(after).toEqual(levelIn((await fresh()).view, 'first'));
    const areaIn = ({ obstacles }: WalkableLevel): unknown =>
      obstacles.find(({ id: known }) => known === wall_id)?.area;
    expect(areaIn(before)).toBeDefined();
    expect(areaIn(after)).not.toEqual(areaIn(before));
  });
});
