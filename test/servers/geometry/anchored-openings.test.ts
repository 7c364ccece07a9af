/** @module tests of anchors: the wall point from which openings, doors and windows keep their distance when their wall changes. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { planModify } from '../../../kernel/building/model/plan/modify.ts';
import { context } from '../../kernel/building/kinds/bench.ts';
import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Answer = Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

const wall = (start: Point, end: Point, more: object = {}): Promise<string> =>
  world.make('create_wall', { level_id, start, end, ...more });
const door = (wall_id: string, offset: number, more: object = {}): Promise<string> =>
  world.make('place_door', { wall_id, offset, width: 900, ...more });
const shown = async (element_id: string): Promise<Answer> =>
  (await world.ask('get_element', { element_id }))['params'] as Answer;
const offsetOf = async (id: string): Promise<unknown> => (await shown(id))['offset'];
const set = (element_id: string, parameter_name: string, value: unknown): Promise<Answer> =>
  world.do('modify_parameter', { element_id, parameter_name, value });

/** A wall from (0, 0) to (10000, 0) with a door of 900 mm for each anchor: at its start, middle and end, and one without. */
async function four(): Promise<{
  readonly id: string;
  readonly offsets: () => Promise<unknown[]>;
  readonly held: readonly string[];
}> {
  const id = await wall(P(0, 0), P(10_000, 0));
  const held = [
    await door(id, 500, { anchor: 'start' }),
    await door(id, 4550, { anchor: 'middle' }),
    await door(id, 8600, { anchor: 'end' }),
    await door(id, 2000),
  ];
  return { id, held, offsets: () => Promise.all(held.map(offsetOf)) };
}

describe('moving the end of a wall', () => {
  test('moves openings anchored to the end, and keeps centred ones in the middle', async () => {
    const { id, offsets } = await four();
    await set(id, 'end', P(12_000, 0));
    expect(await offsets()).toEqual([500, 5550, 10_600, 2000]);
    await world.do('edit_walls', {
      operation: 'move_end',
      wall_id: id,
      end: 'end',
      to: P(9000, 0),
    });
    expect(await offsets()).toEqual([500, 4050, 7600, 2000]);
  });

  test('the preview lists moved openings with old and new offset', async () => {
    const { id, held } = await four();
    const plan = await world.plan('modify_parameter', {
      element_id: id,
      parameter_name: 'end',
      value: P(12_000, 0),
    });
    expect(plan.warnings).toContain(
      `door \`${held[2]}\` keeps its distance from the end of wall \`${id}\`: its offset changes from 8600 to 10600 mm`,
    );
    expect(plan.events.map(({ aggregate_id }) => aggregate_id)).toEqual([id, held[1], held[2]]);
  });

  test('is refused if two openings would meet', async () => {
    const { id } = await four();
    const body = await world.refusal('modify_parameter', {
      element_id: id,
      parameter_name: 'end',
      value: P(4000, 0),
    });
    expect(body.name).toBe('OPENING_OVERLAP');
  });
});

test('moving the start of a wall: openings without an anchor keep their position, anchored ones their distance', async () => {
  const { id, offsets } = await four();
  await set(id, 'start', P(-2000, 0));
  expect(await offsets()).toEqual([500, 5550, 10_600, 4000]);
});

test('trim and extend keep the distances, a split keeps the positions', async () => {
  const { id, offsets, held } = await four();
  const across = await wall(P(11_000, -3000), P(11_000, 3000));
  await world.do('edit_walls', { operation: 'extend', wall_id: id, to_wall_id: across });
  expect(await offsets()).toEqual([500, 5050, 9600, 2000]);
  const cut = await wall(P(10_800, -3000), P(10_800, 3000));
  await world.do('edit_walls', { operation: 'trim', wall_id: id, to_wall_id: cut, keep: 'start' });
  expect(await offsets()).toEqual([500, 4950, 9400, 2000]);
  await world.do('edit_walls', { operation: 'split', wall_id: id, distance: 4000 });
  expect(await offsets()).toEqual([500, 950, 5400, 2000]);
  expect(await shown(held[2] ?? '')).toMatchObject({ anchor: 'end' });
});

test('a wall that is stretched with its joined walls keeps the distances', async () => {
  const { id, offsets } = await four();
  const east = await wall(P(10_000, 0), P(10_000, 5000));
  await world.do('transform_elements', {
    element_ids: [east],
    operation: 'move',
    delta: { x: 1000, y: 0 },
  });
  expect((await shown(id))['end']).toEqual(P(11_000, 0));
  expect(await offsets()).toEqual([500, 5050, 9600, 2000]);
});

test('mirroring swaps the anchors start and end', async () => {
  const { held, id } = await four();
  await world.do('transform_elements', {
    element_ids: [id],
    operation: 'mirror',
    from: P(0, 0),
    to: P(0, 1000),
  });
  expect(await Promise.all(held.map(async (one) => (await shown(one))['anchor']))).toEqual([
    'end',
    'middle',
    'start',
    undefined,
  ]);
  // It now runs from -10000 to 0; the door that was 500 from its start is 500 from its end.
  expect(await offsetOf(held[0] ?? '')).toBe(8600);
  await set(id, 'start', P(-12_000, 0));
  expect(await Promise.all(held.map(offsetOf))).toEqual([10_600, 5550, 500, 9100]);
});

test('a new width, set directly or by the type, keeps the far side at the end and the middle in the middle', async () => {
  const { held } = await four();
  const [start = '', middle = '', end = ''] = held;
  for (const one of [start, middle, end]) await set(one, 'width', 1101);
  // 8600 + 900 - 1101; 4550 + 450 - 550.5, whole micrometres.
  expect(await Promise.all([start, middle, end].map(offsetOf))).toEqual([500, 4449.5, 8399]);
  const type_id = await world.make('create_type', { for: 'door', name: 'Wide', width: 1200 });
  await set(end, 'type_id', type_id);
  expect(await shown(end)).toMatchObject({ width: 1200, offset: 8300 });
  await set(type_id, 'width', 1000);
  expect(await shown(end)).toMatchObject({ width: 1000, offset: 8500 });
});

test('windows, openings and arcs have anchors too; floors have no ends', async () => {
  const bow = await wall(P(0, 0), P(6000, 0), { via: P(3000, 2000) });
  const window = await world.make('place_window', {
    wall_id: bow,
    offset: 5000,
    width: 800,
    anchor: 'end',
  });
  const hole = await world.make('create_opening', {
    host_id: bow,
    offset: 1000,
    width: 500,
    height: 500,
    anchor: 'middle',
  });
  const was = world.view.measures(bow).length_mm ?? NaN;
  await set(bow, 'via', P(3000, 2500));
  const by = (world.view.measures(bow).length_mm ?? NaN) - was;
  expect(by).toBeGreaterThan(500);
  expect(Math.abs(Number(await offsetOf(window)) - 5000 - by)).toBeLessThanOrEqual(0.002);
  expect(Math.abs(Number(await offsetOf(hole)) - 1000 - by / 2)).toBeLessThanOrEqual(0.002);
  const floor = await world.make('create_floor', {
    level_id,
    boundary_points: [P(0, 0), P(4000, 0), P(4000, 4000), P(0, 4000)],
  });
  const body = await world.refusal('create_opening', {
    host_id: floor,
    location: P(2000, 2000),
    width: 500,
    height: 500,
    anchor: 'end',
  });
  expect(body).toMatchObject({ name: 'INVALID_ARGUMENT' });
  expect(body.message).toContain('no `anchor`');
});

test('null removes the anchor', async () => {
  const { id, held, offsets } = await four();
  await set(held[2] ?? '', 'anchor', null);
  await set(id, 'end', P(12_000, 0));
  expect(await offsets()).toEqual([500, 5550, 8600, 2000]);
});

test('a caller that cannot see a door may not change its wall if the door would lose its distance', async () => {
  const id = await wall(P(0, 0), P(10_000, 0));
  const held = await door(id, 8600);
  const longer = async (): Promise<unknown> => {
    const { view, domain } = world;
    const blind = domain.callerView(view, {
      place: ({ category }) => category !== 'Doors',
      key: 'no doors',
      maker: 'maker',
      own: () => false,
      branch: () => true,
    });
    const change = { element_id: id, parameter_name: 'end', value: P(12_000, 0) };
    return domain.effect(blind, planModify(change, blind.view, context).events);
  };
  await expect(longer()).resolves.toBeDefined();
  await set(held, 'anchor', 'end');
  await expect(longer()).rejects.toMatchObject({ body: { name: 'SCOPE_DENIED' } });
});

describe('law', () => {
  const coordinate = fc.integer({ min: -400_000, max: 400_000 }).map((um) => um / 1000);
  const Edit = fc.record({
    end: fc.constantFrom('start', 'end'),
    dx: coordinate,
    dy: coordinate,
  });

  test('after any number of changes of an oblique wall, anchored distances are the same to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const own = await World.create();
        const ground = await own.make('create_level', { name: 'G', elevation: 0, height: 3000 });
        const id = await own.make('create_wall', {
          level_id: ground,
          start: P(13.001, 7),
          end: P(9001.123, 4333.777),
        });
        const put = (offset: number, anchor: string): Promise<string> =>
          own.make('place_window', { wall_id: id, offset, width: 700.001, anchor });
        const ids = [
          await put(900, 'start'),
          await put(4400.5, 'middle'),
          await put(8000.123, 'end'),
        ];
        const um = (mm: number): number => Math.round(mm * 1000);
        const distances = (): readonly number[] => {
          const { start: from = P(0, 0), end: to = P(0, 0) } =
            own.view.elementOf(id, 'wall')?.params ?? {};
          const length = Math.floor(Math.hypot(to.x - from.x, to.y - from.y) * 1000 + 1e-6);
          const [start = NaN, middle = NaN, end = NaN] = ids.map((one) =>
            um(Number(own.view.element(one)?.params['offset' as never])),
          );
          return [start, middle - Math.floor(length / 2), length - um(700.001) - end];
        };
        const before = distances();
        for (const { end, dx, dy } of edits) {
          const params = own.view.elementOf(id, 'wall')?.params;
          const at = end === 'start' ? params?.start : params?.end;
          if (at === undefined) throw new Error('no wall');
          const to = P((um(at.x) + um(dx)) / 1000, (um(at.y) + um(dy)) / 1000);
          if (dx === 0 && dy === 0) continue;
          await own.do('edit_walls', { operation: 'move_end', wall_id: id, end, to });
        }
        expect(distances()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
