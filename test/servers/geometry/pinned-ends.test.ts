/** @module tests of pinned wall ends: edits unpin the ends in the edited node, and nothing else. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { endOutlines } from '../../../kernel/building/geometry/walls/pins/pinned-ends.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { modifies } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Input = Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let level_id: string;
let ids: Readonly<Record<string, string>>;

/** Outer walls south, east, north and west of 10 m by 6 m, and a partition from south to north. */
const HOUSE: Readonly<Record<string, readonly [Point, Point, number]>> = {
  south: [P(0, 0), P(10_000, 0), 300],
  east: [P(10_000, 0), P(10_000, 6000), 300],
  north: [P(10_000, 6000), P(0, 6000), 240],
  west: [P(0, 6000), P(0, 0), 300],
  part: [P(4000, 0), P(4000, 6000), 100],
};

async function houseIn(place: World): Promise<{ level_id: string; ids: Record<string, string> }> {
  const level = await place.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const made: Record<string, string> = {};
  for (const [name, [start, end, thickness]] of Object.entries(HOUSE)) {
    made[name] = await place.make('create_wall', { level_id: level, start, end, thickness });
  }
  return { level_id: level, ids: made };
}

/** Pins both ends of all walls with their solved outlines, as an import does. */
async function pinAll(place: World): Promise<void> {
  const events = [...place.view.elementsOf('wall')].flatMap((wall): readonly PlannedEvent[] => {
    const footprint = place.view.footprint(wall.id);
    if (footprint === null) return [];
    const { start, end } = endOutlines(footprint);
    return [modifies(wall, { pins: { start: [...start], end: [...end] } })];
  });
  place.log.append(place.branch, 'pins', events);
  await place.domain.catchUp();
}

beforeEach(async () => {
  world = await World.create();
  ({ level_id, ids } = await houseIn(world));
  await pinAll(world);
});

const id = (name: string): string => ids[name] ?? name;

/** Pinned ends by name of the wall; without walls whose ends are all pinned. */
function loose(place = world): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, wall_id]) => {
      const wall = place.view.elementOf(wall_id, 'wall');
      if (wall === undefined) return [];
      const pins = wall.params.pins ?? null;
      const ends = (['start', 'end'] as const).filter((end) => (pins?.[end] ?? null) === null);
      return ends.length === 0 ? [] : [[name, ends]];
    }),
  );
}

/** The warnings of a call about ends that it unpins, with names of walls, and the ends that are then not pinned. */
async function after(tool: string, input: Input): Promise<ReturnType<typeof loose>> {
  const plan = await world.plan(tool, { ...input });
  const { warnings } = world.effect(plan.events);
  said = warnings
    .filter((text) => text.includes('no longer pinned'))
    .map((text) =>
      Object.entries(ids).reduce((now, [name, own]) => now.replaceAll(own, name), text),
    );
  await world.do(tool, { ...input });
  return loose();
}
let said: readonly string[] = [];

const set = (name: string, parameter_name: string, value: unknown) =>
  after('modify_parameter', { element_id: id(name), parameter_name, value });

const ringOf = (name: string, place = world): unknown => place.view.footprint(id(name))?.ring;

describe('an edit of one wall', () => {
  test('pins of solved ends change neither bodies nor drawings, and answers name the pinned ends', async () => {
    const free = await World.create();
    const { ids: others } = await houseIn(free);
    for (const name of Object.keys(HOUSE)) {
      expect(world.view.mesh(id(name))).toStrictEqual(free.view.mesh(others[name] ?? ''));
      expect(world.view.measures(id(name))).toStrictEqual(free.view.measures(others[name] ?? ''));
    }
    const { params } = await world.ask('get_element', { element_id: id('part') });
    expect(params).toMatchObject({ pinned: ['start', 'end'] });
    expect(params).not.toHaveProperty('pins');
  });

  test('moving an end along its line unpins that end and those at its old and new node', async () => {
    expect(await set('south', 'end', P(10_500, 0))).toEqual({ south: ['end'], east: ['start'] });
    expect(said).toEqual([
      'the end of wall `south` is no longer pinned: its volume changes by +450000000 mm³, its box by up to 350 mm',
      'the start of wall `east` is no longer pinned: its volume changes by -135000000 mm³, its box by up to 300 mm',
    ]);
  });

  test('moving an end off its line unpins both ends, and all ends at both nodes', async () => {
    expect(await set('south', 'end', P(10_000, -500))).toEqual({
      south: ['start', 'end'],
      east: ['start'],
      west: ['end'],
      part: ['start'],
    });
  });

  test('another thickness unpins both ends, and only ends at these nodes', async () => {
    expect(await set('part', 'thickness', 150)).toEqual({ part: ['start', 'end'] });
    expect(said).toEqual([
      'both ends of wall `part` are no longer pinned: its volume changes by +859500000 mm³, its box by up to 25 mm',
    ]);
    expect(await set('north', 'thickness', 300)).toEqual({
      part: ['start', 'end'],
      north: ['start', 'end'],
      east: ['end'],
      west: ['start'],
    });
  });

  test('another height, name or property unpins nothing', async () => {
    expect(await set('south', 'height', 2000)).toEqual({});
    expect(await set('south', 'base_offset', 200)).toEqual({});
    expect(await set('south', 'name', 'S')).toEqual({});
    expect(await set('south', 'load_bearing', true)).toEqual({});
    expect(said).toEqual([]);
  });

  test('deleting and creating a wall unpins the ends at its nodes', async () => {
    expect(await after('delete_elements', { element_ids: [id('east')] })).toEqual({
      south: ['end'],
      north: ['start'],
    });
    const wall = { level_id, start: P(0, 0), end: P(-3000, -3000) };
    expect(await after('create_wall', wall)).toEqual({
      south: ['start', 'end'],
      north: ['start'],
      west: ['end'],
    });
    // A wall on the side of others is at none of their ends.
    await after('create_wall', { level_id, start: P(2000, 0), end: P(2000, 6000) });
    expect(said).toEqual([]);
  });

  test('joining walls unpins both ends of each', async () => {
    const join = { element_ids: [id('south'), id('east')], join_type: 'butt' };
    expect(await after('join_elements', join)).toEqual({
      south: ['start', 'end'],
      east: ['start', 'end'],
      north: ['start'],
    });
  });

  test('another type, or another thickness of the type, unpins both ends', async () => {
    const layers = (thickness: number) => [{ material: 'Brick', thickness, function: 'structure' }];
    const type_id = await world.make('create_type', {
      for: 'wall',
      name: 'Brick',
      layers: layers(100),
    });
    expect(await set('part', 'type_id', type_id)).toEqual({ part: ['start', 'end'] });
    await pinAll(world);
    const retyped = { element_id: type_id, parameter_name: 'layers', value: layers(150) };
    expect(await after('modify_parameter', retyped)).toEqual({ part: ['start', 'end'] });
    expect(world.view.elementOf(id('part'), 'wall')?.params.thickness).toBe(150);
  });

  test('a parallel copy has no pins', async () => {
    const { new_id } = await world.do('edit_walls', {
      operation: 'offset',
      wall_id: id('part'),
      distance: 1000,
    });
    expect(world.view.elementOf(String(new_id), 'wall')?.params.pins ?? null).toBeNull();
    expect(loose()).toEqual({});
  });

  test('modify_parameter unpins both ends, and cannot set another outline', async () => {
    const refused = await world.refusal('modify_parameter', {
      element_id: id('south'),
      parameter_name: 'pins',
      value: { start: null, end: null },
    });
    expect(refused.name).toBe('INVALID_ARGUMENT');
    expect(refused.message).toBe(
      '`pins` of a wall cannot be an object: only an import sets the outlines of ends; with null the join solver computes both ends; expected null',
    );
    expect(await set('south', 'pins', null)).toEqual({ south: ['start', 'end'] });
  });

  test('a split keeps the pins at the ends that have no other wall', async () => {
    const lone = await world.make('create_wall', {
      level_id,
      start: P(0, 20_000),
      end: P(5000, 20_000),
    });
    await pinAll(world);
    const { new_id } = await world.do('edit_walls', {
      operation: 'split',
      wall_id: lone,
      distance: 2000,
    });
    const [first, second] = [lone, String(new_id)].map((one) => world.view.elementOf(one, 'wall'));
    expect(first?.params.pins).toEqual({ start: [P(0, 20_100), P(0, 19_900)], end: null });
    expect(second?.params.pins).toEqual({ start: null, end: [P(5000, 19_900), P(5000, 20_100)] });
  });
});

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
    expect(said).toEqual([]);
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
    expect(world.view.elementOf(id('south'), 'wall')?.params.end).toEqual(P(10_000, 0));
    expect(loose()).toEqual({ south: ['end'], east: ['start', 'end'], north: ['start'] });
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

test('after any edit of a pinned plan all walls have the outlines of the same plan without pins', async () => {
  const point = fc.record({
    x: fc.integer({ min: -2, max: 12 }).map((n) => n * 1000),
    y: fc.integer({ min: -2, max: 8 }).map((n) => n * 1000),
  });
  const edit = fc.oneof(
    fc.record({
      tool: fc.constant('modify_parameter'),
      parameter_name: fc.constantFrom('start', 'end'),
      value: point,
    }),
    fc.record({
      tool: fc.constant('modify_parameter'),
      parameter_name: fc.constant('thickness'),
      value: fc.constantFrom(120, 400),
    }),
    fc.record({ tool: fc.constant('create_wall'), start: point, end: point }),
    fc.record({ tool: fc.constant('delete_elements') }),
    fc.record({ tool: fc.constant('move_element'), delta: point }),
    fc.record({ tool: fc.constant('rotate_element'), angle_deg: fc.constantFrom(90, 30) }),
  );
  const names = fc.constantFrom(...Object.keys(HOUSE));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, edit), { maxLength: 4 }), async (edits) => {
      const [pinned, free] = [await World.create(), await World.create()];
      const made = [await houseIn(pinned), await houseIn(free)] as const;
      await pinAll(pinned);
      for (const [name, { tool, ...args }] of edits) {
        const outcomes = await Promise.all(
          [pinned, free].map(async (place, i) => {
            const own = made[i]?.ids[name] ?? '';
            const target: Input =
              tool === 'create_wall'
                ? { level_id: made[i]?.level_id }
                : tool === 'delete_elements'
                  ? { element_ids: [own] }
                  : { element_id: own };
            try {
              await place.do(tool, { ...args, ...target });
              return 'done';
            } catch {
              return 'refused';
            }
          }),
        );
        expect(outcomes[0]).toBe(outcomes[1]);
      }
      const [rings, others] = [pinned, free].map((place) =>
        [...place.view.elementsOf('wall')].map(({ id: one }) => place.view.footprint(one)?.ring),
      );
      expect(rings).toEqual(others);
    }),
    { numRuns: 60 },
  );
});
