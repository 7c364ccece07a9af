/** @module tests of walls that planes cut: body, pieces, box, measures, motions and refusals. */
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { cutPlanesFrom } from '../../../../../kernel/building/kinds/shared/cut-planes.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { World } from '../../../../servers/building/world.ts';
import { clashesIn, lines, modelOf } from '../../../checks/clash/clash-model.ts';
import { created, modifies } from '../../model/build.ts';
import { refusalOf } from '../bench.ts';

type Planes = NonNullable<ParamsOf<'wall'>['cut_planes']>;

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const [S, C] = [Math.SQRT1_2, Math.SQRT1_2];
const NONE = { positions: new Float64Array(), triangles: new Uint32Array() };

/** Above the plane z = 1000 + x. */
const SLOPE: Planes[number] = {
  point: { x: 0, y: 0, z: 1000 },
  normal: { x: 0 - S, y: 0, z: C },
  within: null,
};
const WITHIN = {
  origin: { x: 0, y: 0, z: 0 },
  axis: { x: 0, y: 0, z: 1 },
  x: { x: 1, y: 0, z: 0 },
  points: [P(0, 50), P(1000, 50), P(1000, 100), P(0, 100)],
};
/** A recess over the first metre, from the left face to 50 mm deep, above 500 mm. */
const RECESS: Planes[number] = {
  point: { x: 0, y: 0, z: 500 },
  normal: { x: 0, y: 0, z: 1 },
  within: WITHIN,
};

const wall = (cut_planes: Planes, more: Partial<ParamsOf<'wall'>> = {}): PlannedEvent =>
  created('wall', 'W', {
    level_id: 'L2',
    start: P(0, 0),
    end: P(4000, 0),
    thickness: 200,
    height: 3000,
    cut_planes,
    ...more,
  });

function volumesOf(view: StateView, id = 'W'): readonly number[] {
  const pieces = (view.pieces(id) ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
  const mesh = view.mesh(id) ?? NONE;
  expect(isWatertight(mesh)).toBe(true);
  return [pieces, meshVolume(mesh), view.measures(id).volume_mm3 ?? 0];
}

function expectVolume(view: StateView, mm3: number): void {
  const [pieces = 0, mesh = 0, measured = 0] = volumesOf(view);
  expect(pieces).toBeCloseTo(mm3, 0);
  expect(measured).toBeCloseTo(mm3, 0);
  expect(Math.abs(mesh - mm3)).toBeLessThan(2e4);
}

/** Directions are stored with twelve digits. */
function toDigits(plane: Planes[number]): Planes[number] {
  const { x, y, z } = plane.normal;
  const digits = (value: number): number => Math.round(value * 1e12) / 1e12;
  return { ...plane, normal: { x: digits(x), y: digits(y), z: digits(z) } };
}

describe('the body', () => {
  test('ends at a plane, on the level of the wall', () => {
    const world = { ...SLOPE, point: { x: 0, y: 0, z: 4000 } };
    expect(cutPlanesFrom([world], 3000)).toEqual([SLOPE].map(toDigits));
    const view = modelOf(wall(cutPlanesFrom([world], 3000)));
    expectVolume(view, 200 * (4000 * 3000 - 2000 * 1000));
    expect(view.bounds('W')).toEqual({
      min: { x: 0, y: -100, z: 3000 },
      max: { x: 4000, y: 100, z: 6000 },
    });
    expect(view.measures('W')).toMatchObject({ length_mm: 4000, area_mm2: 10_000_000 });
  });

  test('is measured where several planes, also within prisms, cut it', () => {
    const foot = { point: { x: 0, y: 0, z: 200 }, normal: { x: 0, y: 0, z: -1 }, within: null };
    const view = modelOf(wall([SLOPE, RECESS, foot]));
    // The recess is over 500 mm and below the slope, which is 1000 to 2000 mm high there.
    const recess = 50 * 1000 * (1500 - 500);
    expectVolume(view, 200 * (4000 * 2800 - 2000 * 1000) - recess);
    expect(view.bounds('W')).toMatchObject({ min: { z: 3200 }, max: { z: 6000 } });
    const { min, max } = meshBounds(view.mesh('W') ?? NONE);
    expect({ min, max }).toEqual(view.bounds('W'));
    // The recess does not reach the axis.
    expect(view.measures('W').area_mm2).toBeCloseTo(4000 * 2800 - 2000 * 1000, 2);
  });

  test('has no sheet where the convex parts of an outline meet', () => {
    // The outline around the valley of two roofs of another program; the plane rises along y.
    const points = [
      P(-6000, -4376.702),
      P(-3050, -1426.702),
      P(-100, -4376.702),
      P(-100, -3900),
      P(4900, -3900),
      P(4900, 550),
      P(-5125.261, 550),
      P(-7200, -1524.739),
      P(-7200, -4400),
      P(-6000, -4400),
    ];
    const plane: Planes[number] = {
      point: { x: 0, y: 0, z: 2400 },
      normal: { x: 0, y: 0 - S, z: C },
      within: { ...WITHIN, points },
    };
    const view = modelOf(wall([plane], { start: P(4000, -400), end: P(-200, -400), height: 7000 }));
    expectVolume(view, 4200 * 200 * 2000);
    expect(meshBounds(view.mesh('W') ?? NONE).max.z).toBeCloseTo(3000 + 2100, 3);
  });

  test('has its openings, and counts only what planes leave of them', () => {
    const window = created('window', 'N', {
      host_id: 'W',
      offset: 0,
      width: 1000,
      sill_height: 1000,
      height: 1000,
    });
    const view = modelOf(wall([SLOPE]), window);
    // Of the window the triangle below the slope is left.
    const left = 4000 * 3000 - 2000 * 1000 - 500 * 1000;
    expectVolume(view, 200 * left);
    expect(view.measures('W').area_mm2).toBeCloseTo(left, 2);
  });

  test('may be that of joined walls, of an arc, and of a wall of several outlines', () => {
    const low = created('wall', 'V', {
      level_id: 'L2',
      start: P(4000, 0),
      end: P(4000, 2000),
      thickness: 300,
      height: 1500,
    });
    const joined = modelOf(wall([SLOPE]), low);
    const [pieces = 0, mesh = 0] = volumesOf(joined);
    const free = modelOf(wall([SLOPE], { cut_planes: null }), low).measures('W').volume_mm3 ?? 0;
    expect(pieces).toBeCloseTo(free - 200 * 2000 * 1000, 0);
    expect(Math.abs(mesh - pieces)).toBeLessThan(2e4);
    const arc = modelOf(wall([SLOPE, RECESS], { via: P(2000, 900) }));
    const [bent = 0, faceted = 0] = volumesOf(arc);
    expect(Math.abs(bent - faceted)).toBeLessThan(5e4);
  });

  test('ends under its roof as well', () => {
    const roof = created('roof', 'R', {
      level_id: 'L2',
      boundary_points: [P(-1000, -1000), P(5000, -1000), P(5000, 1000), P(-1000, 1000)],
      roof_type: 'flat',
      overhang: 0,
      base_offset: 2000,
      thickness: 200,
    });
    const view = modelOf(roof, wall([SLOPE], { top_under: 'R' }));
    expectVolume(view, 200 * (4000 * 2000 - (1000 * 1000) / 2));
    expect(view.measures('W').area_mm2).toBeCloseTo(4000 * 2000 - (1000 * 1000) / 2, 2);
    expect(view.bounds('W')?.max.z).toBe(5000);
  });

  test('does not clash with what is in the part that a plane removes', () => {
    const column = (id: string, x: number): PlannedEvent =>
      created('column', id, {
        level_id: 'L2',
        location: P(x, 0),
        profile: '100x100',
        base_offset: 1500,
        height: 500,
      });
    const view = modelOf(wall([SLOPE]), column('free', 200), column('met', 1500));
    const found = lines(clashesIn(view));
    expect(found.some((line) => line.includes('met'))).toBe(true);
    expect(found.some((line) => line.includes('free'))).toBe(false);
  });

  test('that planes remove is refused', () => {
    const view = modelOf(wall([SLOPE]));
    const all = { point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 0, z: 1 }, within: null };
    const change = modifies(view.element('W'), { cut_planes: [all] });
    expect(refusalOf(() => view.apply([change]))).toBe('REGENERATION_FAILED');
    const curtain = modifies(view.element('W'), { wall_type: 'curtain' });
    expect(refusalOf(() => view.apply([curtain]))).toBe('REGENERATION_FAILED');
  });
});

describe('tools', () => {
  async function house(): Promise<World> {
    const world = await World.create();
    const level = created('level', 'L2', { name: 'First', elevation: 3000, height: 3000 });
    // A plane that falls to the left tells the sides of a mirrored wall apart.
    const side = { ...RECESS, normal: { x: 0, y: 0.6, z: 0.8 } };
    world.log.append('main', 'import', [level, wall([SLOPE, side])]);
    await world.domain.catchUp();
    return world;
  }
  const shapeOf = (world: World, id = 'W') => ({
    volume: Math.round(world.view.measures(id).volume_mm3 ?? 0),
    area: Math.round(world.view.measures(id).area_mm2 ?? 0),
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['move', { operation: 'move', delta: { x: 1234.5, y: -77, z: 250 } }],
    ['quarter turn', { operation: 'rotate', about: P(500, 20), angle_deg: 90 }],
    ['oblique turn', { operation: 'rotate', about: P(500, 20), angle_deg: -33.3 }],
    ['mirror', { operation: 'mirror', from: P(0, 0), to: P(1000, 700) }],
  ])('a %s carries the planes', async (_name, motion) => {
    const world = await house();
    const before = shapeOf(world);
    await world.do('transform_elements', { element_ids: ['W'], ...motion });
    const after = shapeOf(world);
    expect(Math.abs(after.volume - before.volume)).toBeLessThan(5000);
    expect(Math.abs(after.area - before.area)).toBeLessThan(10);
    const planes = world.view.elementOf('W', 'wall')?.params.cut_planes ?? [];
    expect(planes[0]).not.toEqual(SLOPE);
    for (const { x, y, z } of planes.map(({ normal }) => normal)) {
      expect(Math.hypot(x, y, z)).toBeCloseTo(1, 9);
    }
  });

  test('the planes go with the level, and with copies on other levels', async () => {
    const world = await house();
    const before = shapeOf(world);
    const third = await world.make('create_level', {
      name: 'Third',
      elevation: 6000,
      height: 3000,
    });
    const raise = { element_id: third, parameter_name: 'elevation', value: 7000 };
    const { placed_ids } = await world.do('transform_elements', {
      element_ids: ['W'],
      operation: 'to_levels',
      to_level_ids: [third],
    });
    const [copy = ''] = placed_ids as readonly string[];
    await world.do('modify_parameter', raise);
    expect(shapeOf(world, copy)).toEqual(before);
    expect(world.view.bounds(copy)).toMatchObject({ min: { z: 7000 }, max: { z: 10_000 } });
  });

  test('answers show the number of planes; they can be removed, not set', async () => {
    const world = await house();
    const { params } = await world.ask('get_element', { element_id: 'W' });
    expect(params).toMatchObject({ cut_planes: 2 });
    const set = { element_id: 'W', parameter_name: 'cut_planes' };
    const refused = await world.refusal('modify_parameter', { ...set, value: [SLOPE] });
    expect(refused.message).toContain('only an import sets planes');
    await world.do('modify_parameter', { ...set, value: null });
    expect(shapeOf(world).volume).toBe(200 * 4000 * 3000);
  });

  test.each<[string, Planes[number], string]>([
    ['normal', { ...SLOPE, normal: { x: 0, y: 0, z: 0.5 } }, 'normal has the length 0.5'],
    [
      'axes',
      { ...SLOPE, within: { ...WITHIN, x: { x: 0, y: 0, z: 1 } } },
      'have the cosine 1, expected 0',
    ],
    [
      'outline',
      {
        ...SLOPE,
        within: { ...WITHIN, points: [P(0, 0), P(9, 9), P(9, 0), P(0, 9)] },
      },
      'outline of its prism is invalid (self_intersecting)',
    ],
  ])('an invalid %s is refused', async (_name, plane, message) => {
    const world = await house();
    const element = world.view.elementOf('W', 'wall');
    const event = modifies(element, { cut_planes: [plane] });
    world.log.append('main', 'bad', [event]);
    await world.domain.catchUp();
    const move = { element_id: 'W', delta: { x: 0, y: 10, z: 0 } };
    expect((await world.refusal('move_element', move)).message).toContain(message);
  });
});
