/** @module tests of pinned wall ends: edits unpin the ends in the edited node, and nothing else. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';

import type { Ring } from '../../../kernel/building/geometry/plan/polygon.ts';
import { solveJoins } from '../../../kernel/building/geometry/walls/wall-joins.ts';
import { straightWall } from '../../../kernel/building/kinds/wall/straight-wall.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { modifies } from '../../kernel/building/model/build.ts';
import { World } from '../building/world.ts';
import { HOUSE, houseIn, type Input, type Loose, P, pinAll, PinnedHouse } from './pinned-house.ts';

let house: PinnedHouse;
let world: World;
let level_id: string;

beforeEach(async () => {
  house = await PinnedHouse.create();
  ({ world, level_id } = house);
});

const id = (name: string): string => house.id(name);
const loose = (): Loose => house.loose();
const after = (tool: string, input: Input): Promise<Loose> => house.after(tool, input);
const set = (name: string, parameter_name: string, value: unknown) =>
  after('modify_parameter', { element_id: id(name), parameter_name, value });

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
    expect(house.said).toEqual([
      'the end of wall `south` is no longer pinned: its volume changes by +450000000 mm³, its box by up to 350 mm with the edit (an imported end is pinned: it keeps the shape of the file until its wall or a wall at it is edited)',
      'the start of wall `east` is no longer pinned: its volume changes by -135000000 mm³, its box by up to 300 mm',
    ]);
  });

  test('ends that keep their shape are named once, after those that change, and not at all without one', async () => {
    const unpinned = ['north', 'part'].flatMap(
      (name) => world.view.elementOf(id(name), 'wall') ?? [],
    );
    const events = unpinned.map((wall) => modifies(wall, { pins: null }));
    const said = (planned: typeof events) =>
      world.effect(planned).warnings.filter((text) => text.includes('no longer pinned'));
    expect(said(events)).toEqual([]);
    const input = { element_id: id('south'), parameter_name: 'end', value: P(10_500, 0) };
    const edit = await world.plan('modify_parameter', input);
    const warnings = said([...edit.events, ...events]);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toContain('an imported end is pinned');
    expect(warnings.at(-1)).toBe(
      `ends of 2 more walls are no longer pinned but keep their shape: ${unpinned.map((one) => `\`${one.id}\``).join(', ')}`,
    );
  });

  test('an end that is drawn by a face moves along its line without the other end', async () => {
    await set('part', 'location_line', 'right');
    await pinAll(world);
    expect(await set('part', 'end', P(4050, 5000))).toEqual({ part: ['end'] });
    expect(world.view.elementOf(id('part'), 'wall')?.params.end).toEqual(P(4000, 5000));
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
    expect(house.said).toEqual([
      'both ends of wall `part` are no longer pinned: its volume changes by +859500000 mm³, its box by up to 25 mm with the edit (an imported end is pinned: it keeps the shape of the file until its wall or a wall at it is edited)',
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
    expect(house.said).toEqual([]);
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
    expect(house.said).toEqual([]);
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

const point = fc.record({
  x: fc.integer({ min: -2, max: 12 }).map((n) => n * 1000),
  y: fc.integer({ min: -2, max: 8 }).map((n) => n * 1000),
});
const motion = fc.oneof(
  fc.record({ operation: fc.constant('move'), delta: point }),
  fc.record({
    operation: fc.constant('rotate'),
    about: point,
    angle_deg: fc.constantFrom(90, -180, 30),
  }),
  fc.record({ operation: fc.constant('mirror'), from: point, to: point }),
);

const call = (tool: string, args: fc.Arbitrary<Input>) =>
  fc.record({ tool: fc.constant(tool), args });

/** Calls that change walls. */
const edit = fc.oneof(
  call(
    'modify_parameter',
    fc.record({ parameter_name: fc.constantFrom('start', 'end'), value: point }),
  ),
  call(
    'modify_parameter',
    fc.record({ parameter_name: fc.constant('thickness'), value: fc.constantFrom(120, 400) }),
  ),
  call('create_wall', fc.record({ start: point, end: point })),
  call('delete_elements', fc.constant({})),
  call('join_elements', fc.record({ join_type: fc.constantFrom('butt', 'none') })),
  call(
    'edit_walls',
    fc.record({
      operation: fc.constantFrom('split', 'offset'),
      distance: fc.constantFrom(700, 2000),
    }),
  ),
  call(
    'edit_walls',
    fc.record({
      operation: fc.constant('move_end'),
      end: fc.constantFrom('start', 'end'),
      to: point,
      joined: fc.boolean(),
    }),
  ),
  call(
    'transform_elements',
    fc
      .tuple(motion, fc.record({ joined: fc.boolean(), copy: fc.boolean() }))
      .map(([how, more]): Input => Object.assign({}, how, more)),
  ),
);

/** The walls that a call changes, as its arguments. */
function target(tool: string, walls: readonly string[], level: string): Input {
  const [first = ''] = walls;
  if (tool === 'create_wall') return { level_id: level };
  if (tool === 'delete_elements') return { element_ids: [first] };
  if (tool === 'edit_walls') return { wall_id: first };
  if (tool === 'modify_parameter') return { element_id: first };
  return { element_ids: walls };
}

test('after any edits of a pinned plan all walls have the outlines of the same plan without pins', async () => {
  const which = fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(which, edit), { maxLength: 4 }), async (edits) => {
      const place = await PinnedHouse.create();
      for (const [chosen, { tool, args }] of edits) {
        const walls = [...place.world.view.elementsOf('wall')].map((wall) => wall.id);
        const own = chosen.flatMap((n) => walls[n % walls.length] ?? []);
        const at = target(tool, [...new Set(own)], place.level_id);
        await tried(place.world, tool, { ...args, ...at });
      }
      const { view } = place.world;
      const free = solveJoins(
        [...view.elementsOf('wall')].map((wall) =>
          Object.assign(straightWall(wall), { pins: null }),
        ),
      );
      // Pins that were turned obliquely were rounded once more.
      for (const [one, { ring }] of free) {
        const own = view.footprint(one)?.ring ?? [];
        expect(Math.max(farthest(own, ring), farthest(ring, own))).toBeLessThan(0.0035);
      }
    }),
    { numRuns: 100 },
  );
});

/** The greatest distance of a corner of an outline from the sides of another one, mm. */
function farthest(ring: Ring, from: Ring): number {
  return Math.max(
    ...ring.map((corner) =>
      Math.min(
        ...from.map((a, i) => {
          const b = from[(i + 1) % from.length] ?? a;
          const [dx, dy] = [b.x - a.x, b.y - a.y];
          const share = ((corner.x - a.x) * dx + (corner.y - a.y) * dy) / (dx * dx + dy * dy);
          const along = Math.min(1, Math.max(0, share));
          return Math.hypot(a.x + dx * along - corner.x, a.y + dy * along - corner.y);
        }),
      ),
    ),
  );
}

/** Executes a call, unless it is refused. */
async function tried(place: World, tool: string, input: Input): Promise<void> {
  try {
    await place.do(tool, { ...input });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof z.ZodError)) throw error;
  }
}
