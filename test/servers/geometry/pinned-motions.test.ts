/** @module tests of pinned wall ends in motions, groups, undo and merges. */
import { beforeEach, describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';
import { HOUSE, houseIn, type Input, type Loose, P, pinAll, PinnedHouse } from './pinned-house.ts';

let house: PinnedHouse;
let world: World;
let level_id: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  house = await PinnedHouse.create();
  ({ world, level_id, ids } = house);
});

const id = (name: string): string => house.id(name);
const loose = (): Loose => house.loose();
const after = (tool: string, input: Input): Promise<Loose> => house.after(tool, input);
const set = (name: string, parameter_name: string, value: unknown) =>
  after('modify_parameter', { element_id: id(name), parameter_name, value });
const ringOf = (name: string): unknown => world.view.footprint(id(name))?.ring;

describe('motions', () => {
  const all = () => Object.values(ids);
  const MOTIONS: readonly [string, Input][] = [
    ['move', { operation: 'move', delta: { x: 1234.567, y: -20, z: 100 } }],
    ['quarter turn', { operation: 'rotate', about: P(100, 50), angle_deg: 90 }],
    ['oblique turn', { operation: 'rotate', about: P(100, 50), angle_deg: 33.3 }],
    ['mirror', { operation: 'mirror', from: P(0, 0), to: P(1000, 300) }],
  ];

  test.each(MOTIONS)('a %s of all walls keeps all pins', async (_name, motion) => {
    expect(await after('transform_elements', { element_ids: all(), ...motion })).toEqual({});
    expect(house.said).toEqual([]);
    const free = await World.create();
    const { ids: others } = await houseIn(free);
    await free.do('transform_elements', { element_ids: Object.values(others), ...motion });
    for (const [name, own] of Object.entries(ids)) {
      const [is, other] = [world, free].map((place, i) => {
        return place.view.footprint(i === 0 ? own : (others[name] ?? ''))?.ring ?? [];
      });
      expect(is).toHaveLength(other?.length ?? 0);
      for (const { x, y } of is ?? []) {
        const off = (other ?? []).map((corner) => Math.hypot(corner.x - x, corner.y - y));
        expect(Math.min(...off)).toBeLessThan(0.003);
      }
    }
  });

  test('an oblique turn of walls that are drawn by a face keeps the pins', async () => {
    for (const name of ['south', 'east', 'north', 'west']) await set(name, 'location_line', 'left');
    await pinAll(world);
    const turn = { operation: 'rotate', about: P(77, 5), angle_deg: 12.345 };
    expect(await after('transform_elements', { element_ids: all(), ...turn })).toEqual({});
  });

  test('moving some walls unpins the ends at which others stay', async () => {
    const some = { element_ids: [id('part'), id('north')], operation: 'move', joined: false };
    expect(await after('transform_elements', { ...some, delta: { x: 100, y: 0, z: 0 } })).toEqual({
      part: ['start'],
      north: ['start', 'end'],
      east: ['end'],
      west: ['start'],
    });
  });

  test('a wall that meets no other wall keeps its pins when it moves, until it meets one', async () => {
    await world.do('delete_elements', { element_ids: ['south', 'north', 'east', 'west'].map(id) });
    await pinAll(world);
    const move = (x: number) =>
      after('move_element', { element_id: id('part'), delta: { x, y: 0, z: 0 } });
    expect(await move(500)).toEqual({});
    await world.do('create_wall', { level_id, start: P(0, 0), end: P(0, -3000) });
    expect(await move(-4500)).toEqual({ part: ['start'] });
  });

  test('a wall that meets no other wall keeps its pins on another level', async () => {
    const upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
    expect(await set('part', 'level_id', upper)).toEqual({ part: ['start', 'end'] });
    await pinAll(world);
    const third = await world.make('create_level', { name: 'Third', elevation: 6000 });
    expect(await set('part', 'level_id', third)).toEqual({});
  });

  test('copies of all walls are pinned, and a copy of one wall only where it meets no other', async () => {
    const copy = { operation: 'move', copy: true, delta: { x: 20_000, y: 0, z: 0 } };
    const { placed_ids } = await world.do('transform_elements', { element_ids: all(), ...copy });
    for (const one of placed_ids as readonly string[]) {
      expect(world.view.elementOf(one, 'wall')?.params.pins).toMatchObject({
        start: expect.any(Array),
        end: expect.any(Array),
      });
    }
    expect(loose()).toEqual({});
    await world.do('delete_elements', { element_ids: [id('north')] });
    await pinAll(world);
    const one = { element_id: id('part'), delta: { x: 100_000, y: 0, z: 0 }, count: 1 };
    const alone = await world.make('copy_element', one);
    expect(world.view.elementOf(alone, 'wall')?.params.pins).toMatchObject({ start: null });
    expect(world.view.elementOf(alone, 'wall')?.params.pins?.end).not.toBeNull();
  });

  test('copies on another level keep the pins', async () => {
    const upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
    const { placed_ids } = await world.do('transform_elements', {
      element_ids: all(),
      operation: 'to_levels',
      to_level_ids: [upper],
    });
    const [south] = placed_ids as readonly string[];
    expect(world.view.elementOf(south ?? '', 'wall')?.params.pins).toEqual(
      world.view.elementOf(id('south'), 'wall')?.params.pins,
    );
  });
});

describe('groups', () => {
  const rows = (): readonly (readonly string[])[] =>
    [...world.view.elementsOf('group')][0]?.params.members ?? [];
  const looseIn = (row: number): readonly string[] =>
    (rows()[row] ?? []).flatMap((one, i) => {
      const pins = world.view.elementOf(one, 'wall')?.params.pins ?? null;
      const ends = (['start', 'end'] as const).filter((end) => (pins?.[end] ?? null) === null);
      return ends.map((end) => `${i} ${end}`);
    });

  beforeEach(async () => {
    world = await World.create();
    await world.do('run_script', {
      script: `level G at 0 height 3 as g
walls rect (0, 0) to (8, 5) as s
wall (4, 0) to (4, 5) as part
group "Suite" $s $part as h
place $h by (0, 10); place $h by (0, 20) turn 90 about (0, 0); place $h by (0, 40) turn 37 about (0, 0)`,
    });
    await pinAll(world);
  });

  test('an edit in one placement unpins the same ends in all placements', async () => {
    const [south = ''] = rows()[1] ?? [];
    const edit = { element_id: south, parameter_name: 'thickness', value: 300 };
    await world.do('modify_parameter', edit);
    expect(looseIn(0)).toEqual(['0 start', '0 end', '1 start', '3 start', '4 start']);
    for (const row of [1, 2, 3]) expect(looseIn(row)).toEqual(looseIn(0));
  });

  test('new and moved placements have the pins of the others', async () => {
    await world.do('transform_elements', {
      element_ids: rows()[1],
      operation: 'move',
      copy: true,
      delta: { x: 0, y: 70_000, z: 0 },
    });
    await world.do('transform_elements', {
      element_ids: rows()[2],
      operation: 'mirror',
      from: P(0, 0),
      to: P(1000, 1000),
    });
    expect(rows()).toHaveLength(5);
    for (const row of rows().keys()) expect(looseIn(row)).toEqual([]);
  });

  test('an end that is unpinned in one placement only is not pinned again by a later edit', async () => {
    const [south = ''] = rows()[0] ?? [];
    const { start } = world.view.elementOf(south, 'wall')?.params ?? { start: P(0, 0) };
    const { level_id: ground } = world.view.elementOf(south, 'wall')?.params ?? {};
    await world.do('create_wall', { level_id: ground, start, end: P(-3000, -3000) });
    expect(looseIn(0)).toEqual(['0 start', '3 start']);
    expect(looseIn(1)).toEqual([]);
    const edit = { element_id: rows()[1]?.[0], parameter_name: 'name', value: 'S' };
    await world.do('modify_parameter', edit);
    expect(looseIn(0)).toEqual(['0 start', '3 start']);
    await world.do('modify_parameter', { ...edit, parameter_name: 'pins', value: null });
    expect(looseIn(0)).toEqual(['0 start', '0 end', '3 start']);
    expect(looseIn(1)).toEqual(['0 start', '0 end']);
  });
});

describe('history', () => {
  test('undo restores the pins of the wall and of its neighbours', async () => {
    const rings = Object.keys(HOUSE).map((name) => ringOf(name));
    expect(await set('south', 'end', P(10_500, 0))).not.toEqual({});
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect(loose()).toEqual({});
    expect(Object.keys(HOUSE).map((name) => ringOf(name))).toEqual(rings);
  });

  test('undo does not restore pins at ends whose neighbours have changed since', async () => {
    await set('south', 'end', P(10_500, 0));
    const { event_id } = world.log.all.at(-1) ?? {};
    await set('east', 'thickness', 200);
    await world.do('undo', { event_id });
    const lost = 'is not pinned again: the wall or a wall at it has been changed since';
    expect(world.warnings).toEqual([
      `the end of wall \`${id('south')}\` ${lost}`,
      `the start of wall \`${id('east')}\` ${lost}`,
    ]);
    expect(world.view.elementOf(id('south'), 'wall')?.params.end).toEqual(P(10_000, 0));
    expect(loose()).toEqual({ south: ['end'], east: ['start', 'end'], north: ['start'] });
  });

  test('undo restores the pins of walls whose other parameters have changed since', async () => {
    const rings = Object.keys(HOUSE).map((name) => ringOf(name));
    await after('move_element', { element_id: id('part'), delta: { x: 300, y: 0, z: 0 } });
    const { event_id } = world.log.all.at(-1) ?? {};
    expect(loose()).toMatchObject({ part: ['start', 'end'] });
    await set('part', 'name', 'P');
    await set('south', 'height', 2500);
    await house.after('undo', { event_id });
    expect(world.warnings).toEqual([]);
    expect(loose()).toEqual({});
    expect(Object.keys(HOUSE).map((name) => ringOf(name))).toEqual(rings);
    expect(world.view.elementOf(id('part'), 'wall')?.params.name).toBe('P');
  });

  test('undo of an operation restores pins after the undo of a later one', async () => {
    const rings = Object.keys(HOUSE).map((name) => ringOf(name));
    await set('south', 'end', P(10_500, 0));
    const first = world.log.all.at(-1)?.event_id;
    await set('east', 'thickness', 200);
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    await world.do('undo', { event_id: first });
    expect(loose()).toEqual({});
    expect(Object.keys(HOUSE).map((name) => ringOf(name))).toEqual(rings);
  });

  test('a deletion merges with a branch that only unpinned the wall', async () => {
    await world.do('create_branch', { name: 'other' });
    await set('east', 'thickness', 200);
    world.branch = 'other';
    await world.do('delete_elements', { element_ids: [id('south')] });
    world.branch = 'main';
    await world.do('merge_branch', { source: 'other' });
    expect(world.view.element(id('south'))).toBeUndefined();
    expect(loose()).toMatchObject({ east: ['start', 'end'], west: ['end'], north: ['start'] });
  });

  test('branches that unpin different ends of one wall merge without a conflict', async () => {
    await world.do('create_branch', { name: 'other' });
    await set('east', 'thickness', 200);
    world.branch = 'other';
    await set('west', 'thickness', 200);
    expect(loose()).toMatchObject({ south: ['start'], north: ['end'] });
    world.branch = 'main';
    expect(loose()).toMatchObject({ south: ['end'], north: ['start'] });
    await world.do('merge_branch', { source: 'other' });
    expect(loose()).toEqual({
      south: ['start', 'end'],
      east: ['start', 'end'],
      north: ['start', 'end'],
      west: ['start', 'end'],
    });
  });
});
