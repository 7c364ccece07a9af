/** @module tests of edit_walls: split, trimmed, extended, offset and moved walls keep their joins. */
import { beforeEach, describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Corner = readonly [x: number, y: number];
type Answer = Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

const wall = (start: Corner, end: Corner, more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id, start: P(...start), end: P(...end), ...more });
const edit = (operation: string, wall_id: string, more: object = {}): Promise<Answer> =>
  world.do('edit_walls', { operation, wall_id, ...more });
const refused = (operation: string, wall_id: string, more: object = {}) =>
  world.refusal('edit_walls', { operation, wall_id, ...more });
const shown = async (element_id: string): Promise<Answer> =>
  (await world.ask('get_element', { element_id }))['params'] as Answer;
const boxOf = (id: string): readonly number[] => {
  const ring = world.view.footprint(id)?.ring ?? [];
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** Walls of 300 mm round 10 m by 6 m, drawn by their outer faces: west, north, east, south. */
async function house(): Promise<readonly string[]> {
  const corners: readonly Corner[] = [
    [0, 0],
    [0, 6000],
    [10_000, 6000],
    [10_000, 0],
  ];
  const ids: string[] = [];
  for (const [i, corner] of corners.entries()) {
    ids.push(
      await wall(corner, corners[(i + 1) % 4] ?? corner, {
        thickness: 300,
        location_line: 'left',
      }),
    );
  }
  return ids;
}

describe('split', () => {
  test('divides a wall and its openings, and keeps the room', async () => {
    const [, north = ''] = await house();
    const room = await world.make('create_room', { level_id, point: P(5000, 3000), name: 'Hall' });
    const left = await world.make('place_door', { wall_id: north, offset: 1000, width: 900 });
    const right = await world.make('place_window', { wall_id: north, offset: 6000, width: 1200 });
    const done = await edit('split', north, { distance: 4000 });
    const second = String(done['new_id']);
    expect(done).toMatchObject({ wall_id: north, rehosted_ids: [right] });
    expect(await shown(north)).toMatchObject({ start: P(0, 6000), end: P(4000, 6000) });
    expect(await shown(second)).toMatchObject({
      start: P(4000, 6000),
      end: P(10_000, 6000),
      thickness: 300,
      location_line: 'left',
    });
    expect(await shown(left)).toMatchObject({ host_id: north, offset: 1000 });
    expect(await shown(right)).toMatchObject({ host_id: second, offset: 2000 });
    expect(boxOf(north)).toEqual([0, 5700, 4000, 6000]);
    expect(boxOf(second)).toEqual([4000, 5700, 10_000, 6000]);
    expect(world.view.measures(room)).toMatchObject({ area_mm2: 9400 * 5400 });
  });

  test('refuses a cut through a door and names the free stretches', async () => {
    const id = await wall([0, 0], [5000, 0]);
    const door = await world.make('place_door', {
      wall_id: id,
      offset: 1000,
      width: 900,
      name: 'D1',
    });
    const body = await refused('split', id, { distance: 1500 });
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: door } });
    expect(body.message).toContain('D1');
    expect(body.data['free']).toEqual([
      [0, 1000],
      [1900, 5000],
    ]);
    await edit('split', id, { distance: 1900 });
    expect(await shown(door)).toMatchObject({ host_id: id });
    expect(await refused('split', id, { distance: 1900 })).toMatchObject({ name: 'OUT_OF_RANGE' });
  });

  test('at a crossing wall ends both pieces at its faces', async () => {
    const id = await wall([0, 0], [5000, 0], { thickness: 200 });
    const other = await wall([2000, -3000], [2000, 3000], { thickness: 400 });
    const { new_id } = await edit('split', id, { to_wall_id: other });
    expect(boxOf(id)).toEqual([0, -100, 1800, 100]);
    expect(boxOf(String(new_id))).toEqual([2200, -100, 5000, 100]);
  });
});

describe('trim and extend', () => {
  test('trim a wall at another, at the end that is not kept', async () => {
    const id = await wall([0, 0], [5000, 0], { thickness: 200 });
    const other = await wall([2000, -3000], [2000, 3000], { thickness: 400 });
    const body = await refused('trim', id, { to_wall_id: other });
    expect(body.data).toMatchObject({ from_start_mm: 2000, from_end_mm: 3000 });
    expect(body.message).toContain('`keep`');
    await edit('trim', id, { to_wall_id: other, keep: 'end' });
    expect(boxOf(id)).toEqual([2200, -100, 5000, 100]);
    await edit('move_end', id, { end: 'start', to: P(1700, 0) });
    // A stub of 300 mm behind a wall of 400 mm is not intended.
    await edit('trim', id, { to_wall_id: other });
    expect(boxOf(id)).toEqual([2200, -100, 5000, 100]);
  });

  test('extend a wall to the face of another, and keep its openings in position', async () => {
    const id = await wall([1000, 0], [5000, 0], { thickness: 200 });
    const other = await wall([0, -3000], [0, 3000], { thickness: 400 });
    const door = await world.make('place_door', { wall_id: id, offset: 500 });
    expect(await refused('trim', id, { to_wall_id: other })).toMatchObject({
      data: { gap_mm: 1000 },
    });
    await edit('extend', id, { to_wall_id: other });
    expect(boxOf(id)).toEqual([200, -100, 5000, 100]);
    expect(await shown(door)).toMatchObject({ offset: 1500 });
    expect(await refused('extend', id, { to_wall_id: other })).toMatchObject({
      name: 'NO_EFFECT',
    });
  });

  test('are refused if the other wall does not reach, or is parallel', async () => {
    const id = await wall([0, 0], [5000, 0]);
    const short = await wall([8000, 2000], [8000, 5000]);
    const body = await refused('extend', id, { to_wall_id: short });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { beyond_mm: 2000 } });
    const beside = await wall([0, 1000], [5000, 1000]);
    expect((await refused('extend', id, { to_wall_id: beside })).message).toContain(
      'same direction',
    );
    expect((await refused('trim', id, { to_wall_id: id })).message).toContain('same wall');
    expect((await refused('trim', id)).message).toContain('`to_wall_id`');
  });
});

test('moving an end of an arc keeps its via point', async () => {
  const id = await wall([0, 0], [4000, 0], { via: P(2000, 1000) });
  await edit('move_end', id, { end: 'end', to: P(4000, -500) });
  expect(await shown(id)).toMatchObject({ end: P(4000, -500), via: P(2000, 1000) });
});

describe('offset', () => {
  test('copies a wall to either side, without its openings', async () => {
    const id = await wall([0, 0], [3000, 4000], { thickness: 200, location_line: 'right' });
    await world.make('place_door', { wall_id: id, offset: 1000 });
    const { new_id } = await edit('offset', id, { distance: 1000 });
    expect(await shown(String(new_id))).toMatchObject({
      start: P(-800, 600),
      end: P(2200, 4600),
      thickness: 200,
      location_line: 'right',
    });
    expect(world.view.hostedBy(String(new_id))).toEqual([]);
    const right = await edit('offset', id, { distance: -1000 });
    expect(await shown(String(right['new_id']))).toMatchObject({ start: P(800, -600) });
    expect(await refused('offset', id, { distance: 0 })).toMatchObject({
      name: 'INVALID_ARGUMENT',
    });
  });
});

describe('move_end', () => {
  test('moves the ends of joined walls, and keeps rooms', async () => {
    const [west = '', north = '', east = '', south = ''] = await house();
    const room = await world.make('create_room', { level_id, point: P(5000, 3000), name: 'Hall' });
    const plan = await world.plan('edit_walls', {
      operation: 'move_end',
      wall_id: east,
      end: 'start',
      to: P(10_000, 8000),
    });
    expect(plan.warnings?.join()).toContain(`end of wall \`${north}\` moves with it`);
    const done = await edit('move_end', north, { end: 'end', to: P(12_000, 6000) });
    expect(done).toMatchObject({ along_ids: [east] });
    expect(await shown(east)).toMatchObject({ start: P(12_000, 6000), end: P(10_000, 0) });
    await edit('move_end', south, { end: 'start', to: P(12_000, 0) });
    expect(world.view.measures(room)).toMatchObject({ area_mm2: 11_400 * 5400 });
    await edit('move_end', west, { end: 'start', to: P(0, -1000), joined: false });
    expect(await shown(south)).toMatchObject({ end: P(0, 0) });
  });

  test('refuses to leave a door without its wall, and names the door', async () => {
    const id = await wall([0, 0], [5000, 0]);
    await wall([5000, 0], [5000, 5000]);
    const door = await world.make('place_door', { wall_id: id, offset: 3000 });
    const body = await refused('move_end', id, { end: 'end', to: P(3500, 0) });
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { element_id: door } });
    expect(await refused('move_end', id, { end: 'end', to: P(5000, 0) })).toMatchObject({
      name: 'NO_EFFECT',
    });
  });
});

test('edits are statements of scripts, and name their results', async () => {
  await world.do('run_script', {
    script: `level "L" at 9
      walls rect (0, 0) size 10 x 6 thickness 0.3 line outside as s
      split $s.north at 4 as n
      door in $n at 1 name "Second"
      wall (5, 1) to (5, 4) thickness 0.1 as p
      extend $p to $n
      extend $p to $s.south
      offset $p by 2 as q
      shift end of $s.south to (12, 0)`,
  });
  const [door] = world.view.named('Second');
  expect(door?.params).toMatchObject({ offset: 1000 });
  const walls = [...world.view.elementsOf('wall')];
  expect(walls).toHaveLength(7);
});
