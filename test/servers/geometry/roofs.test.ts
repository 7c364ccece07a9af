/** @module tests of create_roof: which form a slope means, which area is answered, what stays open. */
import { beforeEach, describe, expect, test } from 'vitest';

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
  test('is a gable where a slope of 35 degrees is all that is given, which is said', async () => {
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

  test('must be named where the outline takes no gable', async () => {
    const call = { level_id, boundary_points: ELL, slope: 35 };
    const { name, message } = await world.refusal('create_roof', call);
    expect([name, message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining('shed')]);
    await world.do('create_roof', { ...call, roof_type: 'shed' });
  });

  test('says of a slope that has no effect', async () => {
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
    expect(measures).toMatchObject({ area_mm2 });
  });
});

test('a gable roof says how much stays open under it, and a hip has nothing to say', async () => {
  const given = { level_id, boundary_points: HOUSE, slope: 30 };
  await world.do('create_roof', { ...given, roof_type: 'gable' });
  expect(world.warnings).toEqual([expect.stringContaining('12.48 m² each')]);
  await world.do('create_roof', { ...given, roof_type: 'hip' });
  expect(world.warnings).toEqual([]);
});
