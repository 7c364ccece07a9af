/** @module tests of create_roof: the form that a slope implies, the returned areas, and open gables. */
import { beforeEach, describe, expect, test } from 'vitest';

import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { World } from '../building/world.ts';

const HOUSE = [
  { x: 0, y: 0 },
  { x: 14_300, y: 0 },
  { x: 14_300, y: 9300 },
  { x: 0, y: 9300 },
];
const ELL = [
  { x: 0, y: 0 },
  { x: 9000, y: 0 },
  { x: 9000, y: 3000 },
  { x: 3000, y: 3000 },
  { x: 3000, y: 9000 },
  { x: 0, y: 9000 },
];

const refuseAll = (code: string, message: string): never => {
  throw new Error(`${code}: ${message}`);
};

let world: World;
let level_id: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Eaves', elevation: 3000 });
});

async function paramsOf(element_id: unknown): Promise<unknown> {
  return (await world.ask('get_element', { element_id }))['params'];
}

describe('the form of a roof', () => {
  test('is a gable roof for a slope of 35 degrees alone, with a warning', async () => {
    const made = await world.do('create_roof', { level_id, boundary_points: HOUSE, slope: 35 });
    expect(made).toMatchObject({ roof_type: 'gable' });
    expect(world.warnings.join()).toContain('planned as a gable roof');
    expect(await paramsOf(made['roof_id'])).toMatchObject({ roof_type: 'gable', slope_deg: 35 });
    const box = (await world.ask('bounding_analysis', { element_id: made['roof_id'] }))['bounds'];
    expect(box).toMatchObject({ max: { z: expect.closeTo(3000 + 4650 * 0.700_207 + 305.194, 1) } });
  });

  test.each([
    ['flat without type and slope', {}, 'flat', 0],
    ['flat with a slope of 0', { slope: 0 }, 'flat', 0],
    ['flat as asked', { roof_type: 'flat' }, 'flat', 0],
    ['as asked, with a slope of its own', { roof_type: 'hip' }, 'hip', 30],
    ['as asked, with the slope given', { roof_type: 'shed', slope: 5 }, 'shed', 5],
  ])('is %s', async (_what, given, roof_type, slope_deg) => {
    const made = await world.do('create_roof', { level_id, boundary_points: HOUSE, ...given });
    expect(await paramsOf(made['roof_id'])).toMatchObject({ roof_type, slope_deg });
    expect(world.warnings).toEqual([]);
  });

  test('must be given if the gable sides are ambiguous', async () => {
    const boundary_points = [0, 1, 2, 3, 4].map((k) => ({
      x: Math.round(5000 * Math.cos((k * 2 * Math.PI) / 5)),
      y: Math.round(5000 * Math.sin((k * 2 * Math.PI) / 5)),
    }));
    const call = { level_id, boundary_points, slope: 35 };
    const { name, message } = await world.refusal('create_roof', call);
    expect([name, message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('hip')]);
    await world.do('create_roof', { ...call, roof_type: 'hip' });
  });

  test('has a gable at each end over an L, and reports their sides', async () => {
    const call = { level_id, boundary_points: ELL, slope: 45 };
    const made = await world.do('create_roof', call);
    // Ridges at 1.5 m from the long sides, to where they meet; a hip and a valley of 1.5 m times the root of 3.
    expect(made).toMatchObject({
      roof_type: 'gable',
      area_mm2: 45e6,
      ridge_height_mm: 1500,
      ridge_length_mm: 15_000,
      hip_length_mm: 2598.076,
      valley_length_mm: 2598.076,
      faces: expect.arrayContaining([
        { side: 0, slope_deg: 45, area_mm2: 12_375_000, sloped_area_mm2: 17_500_892.834 },
      ]),
    });
    expect(world.warnings.join()).toContain('gables on sides 1, 4 (0 is the first)');
  });

  test('follows from the height of the ridge', async () => {
    const call = { level_id, boundary_points: HOUSE.toReversed(), ridge_height: 4650 };
    const made = await world.do('create_roof', { ...call, overhang: 600 });
    expect(made).toMatchObject({ roof_type: 'gable', slope_deg: 45, ridge_height_mm: 4650 });
    for (const [given, fragment] of [
      [{ roof_type: 'flat' }, 'one slope'],
      [{ slope: 30 }, 'expected one of them'],
      [{ ridge_height: 99_000 }, 'requires a slope of 87'],
      [{ edges: HOUSE.map(() => ({ slope_deg: 30 })) }, 'one slope'],
    ] as const) {
      const { name, message } = await world.refusal('create_roof', { ...call, ...given });
      expect([name, message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(fragment)]);
    }
  });

  test('can be defined side by side, changed, undone and restored by its parameters', async () => {
    const edges = [{}, { gable: true }, { slope_deg: 40 }, {}];
    const given = { level_id, boundary_points: HOUSE, slope: 30, edges };
    const made = await world.do('create_roof', given);
    const element_id = made['roof_id'];
    expect(made).toMatchObject({ roof_type: 'gable' });
    const set = { element_id, parameter_name: 'edges', value: HOUSE.map(() => ({})) };
    await world.do('modify_parameter', set);
    expect(await paramsOf(element_id)).toMatchObject({ roof_type: 'hip' });
    const form = { element_id, parameter_name: 'roof_type', value: 'flat' };
    expect((await world.refusal('modify_parameter', form)).message).toContain('`edges` null');
    await world.do('modify_parameter', { ...set, value: null });
    const mansard = { ...form, value: 'mansard' };
    const refused = await world.refusal('modify_parameter', mansard);
    expect(refused.message).toContain('expected `upper_slope_deg` under its slope of 30 degrees');
    await world.do('modify_parameter', { ...form, parameter_name: 'slope_deg', value: 65 });
    await world.do('modify_parameter', mansard);
    const event_id = world.log.all.at(-1)?.event_id;
    await world.do('undo', { event_id });
    expect(await paramsOf(element_id)).toMatchObject({ roof_type: 'hip', edges: null });
  });

  test('has 30 degrees on sides without a slope', async () => {
    const mansard = { slope_deg: 70, upper_slope_deg: 25, break_height: 2000 };
    const edges = [mansard, {}, mansard, { gable: true }];
    const made = await world.do('create_roof', { level_id, boundary_points: HOUSE, edges });
    const slopes = [0, 0, 1, 2, 2].map((side) => ({ side }));
    expect(made).toMatchObject({ roof_type: 'mansard', faces: slopes });
    expect(await paramsOf(made['roof_id'])).toMatchObject({ slope_deg: 30, edges });
  });

  test('returns the slope of the first side if all sides have their own', async () => {
    const edges = HOUSE.map(() => ({ slope_deg: 45 }));
    const made = await world.do('create_roof', { level_id, boundary_points: HOUSE, edges });
    expect(made).toMatchObject({ roof_type: 'hip', slope_deg: 45 });
  });

  test('of a mansard can be changed at its break and above', async () => {
    const given = { level_id, boundary_points: HOUSE, roof_type: 'mansard' };
    const element_id = await world.make('create_roof', given);
    expect(await paramsOf(element_id)).toMatchObject({
      slope_deg: 70,
      upper_slope_deg: 30,
      break_height: 2000,
    });
    for (const [parameter_name, value] of [
      ['break_height', 2500],
      ['upper_slope_deg', 20],
    ] as const) {
      await world.do('modify_parameter', { element_id, parameter_name, value });
    }
    const { measures } = await world.ask('get_element', { element_id });
    const inside = 4650 - 2500 / Math.tan((70 * Math.PI) / 180);
    const ridge_height_mm = 2500 + inside * Math.tan(Math.PI / 9);
    expect(measures).toMatchObject({ ridge_height_mm: expect.closeTo(ridge_height_mm, 2) });
    const steep = { element_id, parameter_name: 'upper_slope_deg', value: 70 };
    expect((await world.refusal('modify_parameter', steep)).message).toContain('flatter');
  });

  test('is refused for sides that cannot be closed, with what to change', async () => {
    const straight = [...HOUSE.slice(0, 3), { x: 6000, y: 9300 }, { x: 0, y: 9300 }];
    const edges = [{}, {}, { slope_deg: 30 }, { slope_deg: 45 }, {}];
    const given = { level_id, boundary_points: straight, slope: 30, edges };
    const { message, data } = await world.refusal('create_roof', given);
    expect(message).toContain('side 2 (from (14300, 9300) to (6000, 9300)) with 30 degrees');
    expect(message).toContain('give both the same slope, or split the outline');
    expect(data).toMatchObject({ fault: 'in_line', sides: [2, 3] });
  });

  test('causes a warning for a slope without effect', async () => {
    const call = { level_id, boundary_points: HOUSE };
    const element_id = await world.make('create_roof', { ...call, roof_type: 'flat', slope: 2 });
    expect(world.warnings.join()).toContain('a flat roof has no slope');
    const set = { element_id, parameter_name: 'slope_deg', value: 0 };
    await world.do('modify_parameter', set);
    expect(world.warnings).toEqual([]);
    await world.do('modify_parameter', { ...set, parameter_name: 'roof_type', value: 'hip' });
    expect(world.warnings.join()).toContain('slope of 0 degrees is flat');
  });
});

describe('the area of a roof', () => {
  test.each([
    ['flat', 0, 1],
    ['shed', 30, 2 / Math.sqrt(3)],
    ['gable', 30, 2 / Math.sqrt(3)],
    ['hip', 60, 2],
  ])('%s, is the same in both answers, with the overhang', async (roof_type, slope, by) => {
    const given = { level_id, boundary_points: HOUSE, overhang: 500, roof_type, slope };
    const { roof_id, area_mm2, sloped_area_mm2 } = await world.do('create_roof', given);
    expect(area_mm2).toBe(157.59e6);
    expect(sloped_area_mm2).toBeCloseTo(157.59e6 * by, 2);
    const { measures } = await world.ask('get_element', { element_id: roof_id });
    expect(measures).toMatchObject({ area_mm2, sloped_area_mm2 });
  });
});

test('is unchanged for a roof of an older log, which accepts later parameters and is restored by an undo', async () => {
  const params = {
    level_id,
    name: null,
    boundary_points: HOUSE,
    slope_deg: 45,
    thickness: 250,
    base_offset: 0,
    roof_type: 'gable',
    overhang: 0,
  };
  const element = { id: 'roof_old', kind: 'roof', params };
  const created = { type: 'element.created', aggregate_id: element.id, payload: { element } };
  world.log.append('main', 'operation-old', [created as never]);
  const ask = { element_id: element.id };
  const before = await world.ask('get_element', ask);
  expect(before['params']).toEqual(params);
  expect(before['measures']).toMatchObject({ ridge_height_mm: 4650, ridge_length_mm: 14_300 });
  const value = HOUSE.map(() => ({ slope_deg: 30 }));
  await world.do('modify_parameter', { ...ask, parameter_name: 'edges', value });
  expect(await paramsOf(element.id)).toMatchObject({ roof_type: 'hip', edges: value });
  expect(world.warnings).toEqual([]);
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
  const after = await world.ask('get_element', ask);
  expect(after['measures']).toEqual(before['measures']);
  expect(await paramsOf(element.id)).toEqual({ ...params, edges: null });
});

test('is available in rows, schedules and take-offs with the other figures', async () => {
  const given = { level_id, boundary_points: ELL, slope: 45, roof_type: 'hip' };
  const { roof_id, sloped_area_mm2 } = await world.do('create_roof', given);
  const fields = ['sloped_area_mm2', 'valley_length_mm'];
  const { elements } = await world.ask('query_elements', {
    filter: { categories: ['Roofs'] },
    fields,
  });
  expect(elements).toEqual([
    { element_id: roof_id, kind: 'roof', sloped_area_mm2, valley_length_mm: 2598.076 },
  ]);
  const parameters = ['roof_type', 'sloped_area_m2', 'ridge_height_m', 'valley_length_mm'];
  const table = schedule(world.view, { category: 'Roofs', parameters }, refuseAll);
  const rows = table.rows.map(({ cells }) => cells.slice(0, 4));
  expect(rows).toEqual([['hip', Math.round(Number(sloped_area_mm2) / 1e3) / 1e3, 1.5, 2598.076]]);
});

test('a ridge that falls is a ridge in answers, elements, rows and schedules, however the outline is given', async () => {
  const west = { x: 0, y: 8000 };
  const boundary_points = [{ x: 0, y: 0 }, { x: 10_000, y: 0 }, { x: 10_000, y: 6000 }, west];
  const edges = [{ slope_deg: 30 }, { gable: true }, { slope_deg: 30 }, { gable: true }];
  const mirrored = boundary_points.map(({ x, y }) => ({ x, y: -y }));
  const restarted = [...boundary_points.slice(1), ...boundary_points.slice(0, 1)];
  for (const [points, sides] of [
    [boundary_points, edges],
    [mirrored, edges],
    [restarted, [...edges.slice(1), ...edges.slice(0, 1)]],
    [boundary_points.map(({ x, y }) => ({ x: -y, y: x })), edges],
  ] as const) {
    const given = { level_id, boundary_points: points, edges: sides, overhang: 0 };
    const made = await world.do('create_roof', given);
    // Planes of 30° that are equal where y(1 + √1.04) = 8000 − 0.2x.
    const figures = {
      area_mm2: 70e6,
      sloped_area_mm2: expect.closeTo(80_829_037.7, 1),
      ridge_height_mm: expect.closeTo(2286.76, 2),
      ridge_length_mm: expect.closeTo(10_065.15, 2),
      hip_length_mm: 0,
    };
    expect(made).toMatchObject(figures);
    const ask = { element_id: made['roof_id'], include: ['measures'] };
    expect((await world.ask('get_element', ask))['measures']).toMatchObject(figures);
  }
  const parameters = ['ridge_length_m', 'hip_length_m'];
  const table = schedule(world.view, { category: 'Roofs', parameters }, refuseAll);
  expect(table.rows.map(({ cells }) => cells.slice(0, 2))).toEqual(
    [1, 2, 3, 4].map(() => [10.065, 0]),
  );
});
