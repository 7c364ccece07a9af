/** @module rooms under: rooms that are open to a roof: their volume and heights, when they open automatically, and the effect of changes. Lengths in the comments are metres. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { pieceVolume } from '../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import type { Point2 } from '../../../kernel/building/geometry/vector.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { World } from '../building/world.ts';

/** A schedule is never refused here. */
const refused = (code: string, message: string): never => {
  throw new Error(`${code}: ${message}`);
};

type Data = Record<string, unknown>;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const rectangle = (x: number, y: number, w: number, d: number): { x: number; y: number }[] => [
  P(x, y),
  P(x + w, y),
  P(x + w, y + d),
  P(x, y + d),
];

let world: World;
let [attic, eaves] = ['', ''];
beforeEach(async () => {
  world = await World.create();
  attic = await world.make('create_level', { name: 'Attic', elevation: 3000, height: 2500 });
  eaves = await world.make('create_level', { name: 'Eaves', elevation: 4000 });
});

/** Over walls of 0.3 around 8 by 6, drawn to their outer faces, 1 over the floor of the attic. */
const roofOver = async (given: Data = {}): Promise<string> =>
  await world.make('create_roof', {
    level_id: eaves,
    boundary_points: rectangle(-150, -150, 8300, 6300),
    roof_type: 'gable',
    slope: 45,
    overhang: 500,
    ...given,
  });

async function walls(given: Data = {}): Promise<void> {
  const corners = rectangle(0, 0, 8000, 6000);
  for (const [i, start] of corners.entries()) {
    const end = corners[(i + 1) % 4];
    await world.do('create_wall', { level_id: attic, start, end, thickness: 300, ...given });
  }
}

const measuresOf = async (element_id: string): Promise<Record<string, number>> =>
  (await world.ask('get_element', { element_id }))['measures'] as Record<string, number>;

/** The volume of the closed mesh, which equals that of the pieces if there are any. */
function volumeOf(id: string): number {
  const mesh = world.view.mesh(id);
  if (mesh === null) throw new Error('no body');
  expect(isWatertight(mesh)).toBe(true);
  const pieces = world.view.pieces(id) ?? [];
  const sum = pieces.reduce((all, piece) => all + pieceVolume(piece), 0);
  const volume = meshVolume(mesh);
  expect(pieces.length === 0 ? 1 : sum / volume).toBeCloseTo(1, 5);
  return volume;
}

/** Inside of the walls 7.7 by 5.7, from 0.3 inwards of the outline, where the underside is 1.3 up, to 4.15 in the middle. */
const CUBIC = 7.7 * 5.7 * ((1.3 + 4.15) / 2);

describe('a room', () => {
  it('is open to a roof if all its walls end under it, with a warning', async () => {
    const roof = await roofOver();
    await walls({ top_under: roof });
    const made = await world.do('create_room', { level_id: attic, point: P(4000, 3000) });
    const id = String(made['room_id']);
    expect(world.warnings.join()).toContain(`extends up to roof \`${roof}\``);
    expect(Number(made['volume_mm3']) / 1e9).toBeCloseTo(CUBIC, 9);
    expect(volumeOf(id) / 1e9).toBeCloseTo(CUBIC, 4);
    expect(await measuresOf(id)).toMatchObject({
      area_mm2: 7700 * 5700,
      volume_mm3: expect.closeTo(CUBIC * 1e9, 0),
      min_height_mm: 1300,
    });
    expect(world.view.bounds(id)?.max.z).toBe(4000 + 3150);
  });

  it('has the height of its level if a wall ends level or a floor lies between', async () => {
    const roof = await roofOver();
    await walls({ top_under: roof });
    const floor = await world.make('create_floor', {
      level_id: eaves,
      boundary_points: rectangle(150, 150, 7700, 5700),
      thickness: 100,
    });
    const under = await world.do('create_room', { level_id: attic, point: P(4000, 3000) });
    expect(Number(under['volume_mm3'])).toBe(7700 * 5700 * 2500);
    await world.do('delete_elements', { element_ids: [floor, under['room_id']] });
    const inner = { level_id: attic, start: P(4000, 0), end: P(4000, 6000), thickness: 100 };
    await world.do('create_wall', { ...inner, height: 2000 });
    const half = await world.do('create_room', { level_id: attic, point: P(2000, 3000) });
    expect(Number(half['volume_mm3'])).toBe(3800 * 5700 * 2500);
  });

  it('is created open on request', async () => {
    const roof = await roofOver();
    await walls({ height: 1000 });
    const at = { level_id: attic, point: P(4000, 3000) };
    const open = await world.do('create_room', { ...at, top_under: roof });
    expect(Number(open['volume_mm3']) / 1e9).toBeCloseTo(CUBIC, 9);
    await world.do('delete_elements', { element_ids: [open['room_id']] });
    const ring = { level_id: attic, boundary_points: rectangle(150, 150, 7700, 5700) };
    const drawn = await world.do('create_room', { ...ring, top_under: roof });
    expect(Number(drawn['volume_mm3']) / 1e9).toBeCloseTo(CUBIC, 9);
    await world.do('delete_elements', { element_ids: [drawn['room_id']] });
    const { message } = await world.refusal('create_room', { ...at, top_under: attic });
    expect(message).toContain('top_under');
  });

  it('can be opened later, and follows the roof', async () => {
    await walls({ height: 1000 });
    const element_id = await world.make('create_room', { level_id: attic, point: P(4000, 3000) });
    const roof = await roofOver();
    const set = (parameter_name: string, value: unknown): Data => ({
      element_id,
      parameter_name,
      value,
    });
    await world.do('modify_parameter', set('top_under', roof));
    expect((await measuresOf(element_id))['volume_mm3']).toBeCloseTo(CUBIC * 1e9, 0);
    const { events } = await world.plan('modify_parameter', {
      element_id: roof,
      parameter_name: 'base_offset',
      value: 200,
    });
    expect(world.effect(events).regenerated).toContain(element_id);
    await world.do('modify_parameter', {
      element_id: roof,
      parameter_name: 'base_offset',
      value: 200,
    });
    expect((await measuresOf(element_id))['volume_mm3']).toBeCloseTo(
      (CUBIC + 7.7 * 5.7 * 0.2) * 1e9,
      0,
    );
    const { message } = await world.refusal('delete_elements', { element_ids: [roof] });
    expect(message).toContain(`\`${element_id}\``);
    await world.do('modify_parameter', set('top_under', null));
    expect((await measuresOf(element_id))['volume_mm3']).toBe(7700 * 5700 * 2500);
    expect(await measuresOf(element_id)).not.toHaveProperty('min_height_mm');
  });

  it('has its own height beyond the roof, and none where the roof reaches the floor', async () => {
    // A shed over the southern half, from the floor at y = 0 up to 3 at y = 3; beyond, 2.5 over the rest.
    const roof = await world.make('create_roof', {
      level_id: attic,
      boundary_points: rectangle(0, 0, 8000, 3000),
      roof_type: 'shed',
      slope: 45,
    });
    const element_id = await world.make('create_room', {
      level_id: attic,
      boundary_points: rectangle(0, 0, 8000, 6000),
    });
    await world.do('modify_parameter', { element_id, parameter_name: 'top_under', value: roof });
    const cubic = 8 * ((3 * 3) / 2) + 8 * 3 * 2.5;
    const measures = await measuresOf(element_id);
    expect(measures['volume_mm3']).toBeCloseTo(cubic * 1e9, 0);
    expect(measures['min_height_mm']).toBe(0);
    expect(volumeOf(element_id) / 1e9).toBeCloseTo(cubic, 3);
  });

  it.each([
    ['an unknown element', 'roof_x', 'ELEMENT_NOT_FOUND'],
    ['a wall', 'wall', 'INVALID_ARGUMENT'],
    ['a floor below it', 'floor', 'OUT_OF_RANGE'],
  ])('is not open to %s', async (_what, what, code) => {
    await walls();
    const below = await world.make('create_floor', {
      level_id: attic,
      boundary_points: rectangle(0, 0, 8000, 6000),
    });
    const element_id = await world.make('create_room', { level_id: attic, point: P(4000, 3000) });
    const ids: Readonly<Record<string, string>> = {
      wall: [...world.view.elementsOf('wall')][0]?.id ?? '',
      floor: below,
    };
    const value = ids[what] ?? what;
    const { name } = await world.refusal('modify_parameter', {
      element_id,
      parameter_name: 'top_under',
      value,
    });
    expect(name).toBe(code);
  });
});

it('schedules show the actual heights of walls and rooms under a roof, and the minimum in a column', async () => {
  const roof = await roofOver();
  await walls({ top_under: roof });
  await world.do('create_wall', {
    level_id: attic,
    start: P(20_000, 0),
    end: P(25_000, 0),
    height: 2000,
  });
  await world.do('create_room', { level_id: attic, point: P(4000, 3000) });
  const heights = (category: string): unknown => {
    const parameters = ['height', 'min_height_mm', 'min_height_m'];
    const table = schedule(world.view, { category, parameters }, refused);
    return table.rows.map(({ cells }) => cells.slice(0, 3));
  };
  // Along the eaves from the outer face to the inner one, 0.3 further in; across up to the ridge.
  const [eave, gable] = [
    [1300, 1000, 1],
    [4150, 1000, 1],
  ];
  expect(heights('Walls')).toEqual(
    expect.arrayContaining([eave, gable, eave, gable, [2000, null, null]]),
  );
  expect(heights('Rooms')).toEqual([[4150, 1300, 1.3]]);
});

/** Volume under a hip roof over a rectangle from the origin, over part of it: slabs of which each is exact in x. */
function underHip(
  [w, d]: readonly [number, number],
  [low, high]: readonly [Point2, Point2],
  pitch: number,
): number {
  const steps = 4000;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const y = low.y + ((i + 0.5) / steps) * (high.y - low.y);
    const across = Math.min(y, d - y);
    // Along x the height rises to `across`, stays, and falls: its integral from 0 to x.
    const to = (x: number): number => {
      const left = Math.min(x, across);
      const flat = Math.max(0, Math.min(x, w - across) - across);
      const right = Math.max(0, x - (w - across));
      return (left * left) / 2 + flat * across + right * across - (right * right) / 2;
    };
    sum += to(high.x) - to(low.x);
  }
  return (pitch * sum * (high.y - low.y)) / steps;
}

it('rooms anywhere under a hip roof have the volume of an integral, for any position and orientation', async () => {
  const share = fc.integer({ min: 0, max: 100 });
  const random = fc.record({
    from: fc.tuple(share, share),
    size: fc.tuple(share, share),
    slope: fc.constantFrom(20, 35, 45, 60),
    motion: fc.constantFrom(
      { operation: 'move', delta: { x: 4321.123, y: -765.432 } },
      { operation: 'rotate', about: P(500, 500), angle_deg: 90 },
      { operation: 'rotate', about: P(500, 500), angle_deg: 29 },
      { operation: 'mirror', from: P(0, 0), to: P(300, 1000) },
    ),
  });
  await fc.assert(
    fc.asyncProperty(random, async ({ from: [a, b], size: [c, d], slope, motion }) => {
      const boundary_points = rectangle(0, 0, 10_000, 7000);
      const roof = await world.make('create_roof', {
        level_id: eaves,
        boundary_points,
        roof_type: 'hip',
        slope,
      });
      const low = P(40 * a, 30 * b);
      const high = P(low.x + 1000 + 50 * c, low.y + 1000 + 30 * d);
      const element_id = await world.make('create_room', {
        level_id: attic,
        boundary_points: rectangle(low.x, low.y, high.x - low.x, high.y - low.y),
      });
      await world.do('modify_parameter', { element_id, parameter_name: 'top_under', value: roof });
      const pitch = Math.tan((slope * Math.PI) / 180);
      const floor = (high.x - low.x) * (high.y - low.y);
      const expected = floor * 1000 + underHip([10_000, 7000], [low, high], pitch);
      const before = (await measuresOf(element_id))['volume_mm3'] ?? 0;
      expect(before / expected).toBeCloseTo(1, 5);
      expect(volumeOf(element_id) / expected).toBeCloseTo(1, 5);
      await world.do('transform_elements', { element_ids: [roof, element_id], ...motion });
      const after = (await measuresOf(element_id))['volume_mm3'] ?? 0;
      expect(after / before).toBeCloseTo(1, 5);
      await world.do('delete_elements', { element_ids: [roof, element_id] });
    }),
    { numRuns: 20 },
  );
});
