/** @module tests of walls of different heights at one point: at each height only the walls that exist there meet. */
import { beforeEach, describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
});

type Line = readonly [x0: number, y0: number, x1: number, y1: number];

/** A wall 200 mm thick. */
const wall = ([x0, y0, x1, y1]: Line, height: number, more: object = {}): Promise<string> =>
  world.make('create_wall', {
    level_id,
    start: P(x0, y0),
    end: P(x1, y1),
    thickness: 200,
    height,
    ...more,
  });

/** Volume of all walls, m³; the measures, the closed mesh and the convex pieces of each agree. */
function volume(): number {
  let sum = 0;
  for (const { id } of world.view.elementsOf('wall')) {
    const [mesh, pieces] = [world.view.mesh(id), world.view.pieces(id)];
    expect(mesh !== null && isWatertight(mesh)).toBe(true);
    const own = mesh === null ? 0 : meshVolume(mesh);
    expect(own / (world.view.measures(id).volume_mm3 ?? 0)).toBeCloseTo(1, 8);
    const by_pieces = (pieces ?? []).reduce((total, piece) => total + pieceVolume(piece), 0);
    expect(by_pieces / own).toBeCloseTo(1, 8);
    sum += own;
  }
  return sum / 1e9;
}

/** The first hit of a horizontal ray: the wall and the coordinate at which it is met, mm. */
async function hit(
  origin: readonly [number, number, number],
  [x, y]: readonly [number, number],
): Promise<readonly [string, number]> {
  const [ox, oy, oz] = origin;
  const answer = await world.ask('raycast', {
    origin: { x: ox, y: oy, z: oz },
    direction: { x, y, z: 0 },
    limit: 1,
  });
  const [first] = answer['hits'] as readonly {
    readonly element_id: string;
    readonly point: { readonly x: number; readonly y: number };
  }[];
  return [first?.element_id ?? '', (x === 0 ? first?.point.y : first?.point.x) ?? NaN];
}

async function expectNoClash(): Promise<void> {
  const types = ['hard', 'contained', 'duplicate'];
  expect((await world.run('clash_detection', { types }))['clashes']).toEqual([]);
}

describe('walls of different heights that end at one point', () => {
  test('keep the corner of the taller walls above the lower one', async () => {
    await world.do('run_script', {
      script: [
        'level Hall at 10 height 6',
        'wall (100, 0) to (110, 0) height 6 thickness 0.35 line right',
        'wall (110, 0) to (110, 10) height 6 thickness 0.35 line right as b',
        'wall (110, 0) to (120, 0) height 3 thickness 0.35 line right',
      ].join('\n'),
    });
    // Below 3 m: 20 x 0.35 and 9.65 x 0.35; above: 10 x 0.35 and 9.65 x 0.35.
    expect(volume()).toBeCloseTo(3 * (29.65 * 0.35) + 3 * (19.65 * 0.35), 6);
    for (const y of [1, 100, 175, 349]) {
      const [, x] = await hit([130_000, y, 14_000], [-1, 0]);
      expect(x).toBeCloseTo(110_000, 3);
    }
    const [, low] = await hit([130_000, 175, 12_000], [-1, 0]);
    expect(low).toBeCloseTo(120_000, 3);
    await expectNoClash();
  });

  test('meet below a wall that begins higher as if it were not there', async () => {
    await wall([0, 0, 5000, 0], 3000);
    await wall([5000, 0, 5000, 5000], 3000);
    const high = await wall([5000, 0, 10_000, 0], 2000, { base_offset: 1000 });
    // Up to 1 m 5.1 x 0.2 and 4.9 x 0.2; above it 10 x 0.2 and 4.9 x 0.2.
    expect(volume()).toBeCloseTo(1 * 2 + 2 * 2.98, 6);
    expect((await hit([12_000, 0, 500], [-1, 0]))[1]).toBeCloseTo(5100, 3);
    expect(await hit([12_000, 0, 1500], [-1, 0])).toEqual([high, 10_000]);
    await expectNoClash();
  });

  test('end one by one where their heights end', async () => {
    await wall([0, 0, 5000, 0], 3000);
    await wall([0, 0, 0, 5000], 4500);
    const last = await wall([0, 0, -5000, 0], 6000);
    // 3 m: 10 x 0.2 and 4.9 x 0.2; 1.5 m: 5.1 x 0.2 and 4.9 x 0.2; 1.5 m: 5 x 0.2.
    expect(volume()).toBeCloseTo(3 * 2.98 + 1.5 * 2 + 1.5 * 1, 6);
    expect(world.view.bounds(last)).toMatchObject({ min: { x: -5000 }, max: { x: 100, z: 6000 } });
    await expectNoClash();
  });

  test('cross at a point where two of them are lower', async () => {
    await wall([-5000, 0, 0, 0], 6000);
    await wall([0, 0, 5000, 0], 6000);
    await wall([0, -5000, 0, 0], 3000);
    await wall([0, 0, 0, 5000], 3000);
    // Below 3 m the cross of two strips 10 x 0.2; above one strip.
    expect(volume()).toBeCloseTo(3 * 3.96 + 3 * 2, 6);
    await expectNoClash();
  });

  test('stand above each other at the same corner', async () => {
    await wall([0, 0, 5000, 0], 3000);
    await wall([0, 0, 5000, 0], 3000, { base_offset: 3000 });
    await wall([0, 0, 0, 5000], 6000);
    expect(volume()).toBeCloseTo(6 * 2, 6);
    await expectNoClash();
  });

  test('do not join if they are on different levels', async () => {
    const low = await wall([0, 0, 5000, 0], 6000);
    const upper = await world.make('create_level', {
      name: 'Upper',
      elevation: 3000,
      height: 3000,
    });
    const high = await wall([0, 0, 0, 5000], 3000, { level_id: upper });
    for (const id of [low, high]) {
      const footprint = world.view.footprint(id);
      expect(footprint?.joins.map(({ kind }) => kind)).toEqual(['none', 'none']);
      expect(footprint?.bands).toBeUndefined();
    }
  });

  test('are one joint again when they are made equally high', async () => {
    const ids = [
      await wall([0, 0, 5000, 0], 6000),
      await wall([0, 0, 0, 5000], 6000),
      await wall([0, 0, -5000, 0], 3000),
    ];
    expect(volume()).toBeCloseTo(3 * 2.98 + 3 * 2, 6);
    await world.do('modify_parameter', {
      element_id: ids[2],
      parameter_name: 'height',
      value: 6000,
    });
    expect(volume()).toBeCloseTo(6 * 2.98, 6);
    for (const id of ids) expect(world.view.footprint(id)?.bands).toBeUndefined();
  });

  test('keep a door beside the joint, and an opening over the height at which the lower one ends', async () => {
    const a = await wall([0, 0, 5000, 0], 6000);
    await wall([0, 0, 0, 5000], 6000);
    await wall([0, 0, -5000, 0], 3000);
    const before = volume();
    await world.make('create_opening', {
      host_id: a,
      offset: 1000,
      width: 1000,
      sill: 2000,
      height: 2000,
    });
    await world.make('place_door', { wall_id: a, offset: 3000, width: 900, height: 2100 });
    expect(volume()).toBeCloseTo(before - 0.4 - 0.378, 6);
  });
});

describe('a wall that ends at the side of another of a different height', () => {
  test('goes on to its end above the other', async () => {
    await wall([0, 0, 10_000, 0], 3000);
    const stem = await wall([5000, 0, 5000, 5000], 6000);
    // Below 3 m 10 x 0.2 and 4.9 x 0.2; above 5 x 0.2.
    expect(volume()).toBeCloseTo(3 * 2.98 + 3 * 1, 6);
    expect(await hit([5000, -1000, 4000], [0, 1])).toEqual([stem, 0]);
    await expectNoClash();
  });

  test('takes openings up to its end above the other, and up to the face of the other below', async () => {
    await wall([0, 0, 10_000, 0], 3000);
    const stem = await wall([5000, 0, 5000, 5000], 6000);
    const window = { wall_id: stem, width: 1000, height: 1000 };
    const refusal = await world.refusal('place_window', {
      ...window,
      offset: 0,
      sill_height: 2500,
    });
    expect(refusal).toMatchObject({
      name: 'OPENING_EXCEEDS_HOST',
      message: expect.stringContaining('where offset may be from 100 to 4000 mm'),
    });
    const before = volume();
    await world.make('place_window', { ...window, offset: 100, sill_height: 1500 });
    await world.make('place_window', { ...window, offset: 0, sill_height: 3000 });
    expect(volume()).toBeCloseTo(before - 2 * 0.2, 6);
  });

  test('is warned of only if a window is at the height of the other', async () => {
    const stem = await wall([5000, 0, 5000, 5000], 6000);
    const window = { wall_id: stem, offset: 0, width: 1000, height: 1000 };
    const high = await world.make('place_window', { ...window, sill_height: 3500 });
    const low = await world.make('place_window', { ...window, sill_height: 1000 });
    const { events } = await world.plan('create_wall', {
      level_id,
      start: P(0, 0),
      end: P(10_000, 0),
      thickness: 200,
      height: 3000,
    });
    const warnings = world.effect(events).warnings.join('\n');
    expect(warnings).toContain(`window \`${low}\` reaches 100 mm into a wall that joins`);
    expect(warnings).not.toContain(high);
  });

  test('leaves a higher one whole', async () => {
    const host = await wall([0, 0, 10_000, 0], 6000);
    await wall([5000, 0, 5000, 5000], 3000);
    expect(volume()).toBeCloseTo(6 * 2 + 3 * 0.98, 6);
    expect(world.view.footprint(host)?.bands).toBeUndefined();
  });
});

describe('curtain walls and arcs', () => {
  const curtain = { columns: 4, rows: 6 };

  test('a curtain wall that is higher than the solid wall at its end goes on above it', async () => {
    const solid = await wall([0, 0, 5000, 0], 3000);
    const glass = await wall([5000, 0, 5000, 5000], 6000, { wall_type: 'curtain', curtain });
    const ray = async (z: number): Promise<unknown> => hit([5000, -1000, z], [0, 1]);
    expect(await ray(1000)).toEqual([solid, -100]);
    expect(await ray(4000)).toEqual([glass, 0]);
    const [mesh, pieces] = [world.view.mesh(glass), world.view.pieces(glass)];
    const by_pieces = (pieces ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
    expect(by_pieces / (mesh === null ? 0 : meshVolume(mesh))).toBeCloseTo(1, 8);
    await expectNoClash();
  });

  test('a solid wall that is higher than the curtain wall at its end stops there above it', async () => {
    const solid = await wall([0, 0, 5000, 0], 6000);
    await wall([5000, 0, 5000, 5000], 3000, { wall_type: 'curtain', curtain });
    const ray = async (z: number): Promise<unknown> => hit([6000, 0, z], [-1, 0]);
    expect(await ray(1000)).toEqual([solid, 5100]);
    expect(await ray(4000)).toEqual([solid, 5000]);
    await expectNoClash();
  });

  test('a straight wall and an arc meet up to the lower top only', async () => {
    const bow = { via: P(1500, 1500) };
    await wall([-5000, 0, 0, 0], 3000);
    await wall([0, 0, 3000, 0], 3000, bow);
    const equal = volume();
    world = await World.create();
    level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
    const straight = await wall([-5000, 0, 0, 0], 6000);
    await wall([0, 0, 3000, 0], 3000, bow);
    // The upper half of the straight wall is a box.
    expect(volume()).toBeCloseTo(equal + 5 * 0.2 * 3, 6);
    expect(await hit([1000, 50, 4000], [-1, 0])).toEqual([straight, 0]);
    await expectNoClash();
  });
});

describe('walls under a roof and a lower wall at one point', () => {
  test('meet above the lower one under a floor', async () => {
    const top = await world.make('create_level', { name: 'Top', elevation: 4200, height: 3000 });
    const top_under = await world.make('create_floor', {
      level_id: top,
      boundary_points: [P(-1000, -1000), P(12_000, -1000), P(12_000, 8000), P(-1000, 8000)],
      thickness: 200,
    });
    await wall([0, 0, 5000, 0], 3000, { top_under });
    await wall([5000, 0, 5000, 5000], 3000, { top_under });
    await wall([5000, 0, 10_000, 0], 2000);
    expect(volume()).toBeCloseTo(2 * 2.98 + 2 * 2, 6);
    expect((await hit([12_000, 0, 3000], [-1, 0]))[1]).toBeCloseTo(5100, 3);
    await expectNoClash();
  });

  test('meet above the lower one under a slope', async () => {
    const top = await world.make('create_level', { name: 'Top', elevation: 3000, height: 3000 });
    // It rises from its first side.
    const top_under = await world.make('create_roof', {
      level_id: top,
      boundary_points: [P(-1000, -1000), P(12_000, -1000), P(12_000, 8000), P(-1000, 8000)],
      slope: 10,
      roof_type: 'shed',
    });
    await wall([0, 0, 5000, 0], 3000, { top_under });
    await wall([5000, 0, 5000, 5000], 3000, { top_under });
    await wall([5000, 0, 10_000, 0], 2000);
    // Above 2 m: 5.1 x 0.2 with its centre at y = 0, and 4.9 x 0.2 with its centre at y = 2.55 m.
    const rise = Math.tan((10 * Math.PI) / 180);
    const above = 1.02 * (1 + rise * 1) + 0.98 * (1 + rise * 3.55);
    expect(volume()).toBeCloseTo(2 * 2.98 + above, 5);
    await expectNoClash();
  });
});
