/** @module tests of walls that end at the underside of a roof or floor, with values computed by hand. */
import { beforeEach, describe, expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const TAN_30 = 1 / Math.sqrt(3);
const OUTLINE = [P(0, 0), P(8000, 0), P(8000, 12_000), P(0, 12_000)];

let world: World;
let ground: string;
let top: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  top = await world.make('create_level', { name: 'Top', elevation: 3000, height: 3000 });
});

const roof = (more: object = {}): Promise<string> =>
  world.make('create_roof', {
    level_id: top,
    boundary_points: OUTLINE,
    slope: 30,
    roof_type: 'gable',
    ...more,
  });

const wall = (a: readonly number[], b: readonly number[], more: object = {}): Promise<string> =>
  world.make('create_wall', {
    level_id: ground,
    start: P(a[0] ?? 0, a[1] ?? 0),
    end: P(b[0] ?? 0, b[1] ?? 0),
    thickness: 300,
    ...more,
  });

const set = (element_id: string, parameter_name: string, value: unknown): Promise<unknown> =>
  world.do('modify_parameter', { element_id, parameter_name, value });

/** Highest point, area of a side and volume of an element: mm, m², m³; the mesh is closed and has the same volume. */
function figures(id: string): readonly number[] {
  const { view } = world;
  const { area_mm2, volume_mm3 } = view.measures(id);
  const [mesh, box] = [view.mesh(id), view.bounds(id)];
  expect(mesh !== null && isWatertight(mesh)).toBe(true);
  const by_mesh = mesh === null ? 0 : meshVolume(mesh);
  expect(Math.abs(by_mesh / (volume_mm3 ?? 0) - 1)).toBeLessThan(1e-6);
  return [box?.max.z ?? 0, (area_mm2 ?? 0) / 1e6, (volume_mm3 ?? 0) / 1e9];
}

function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  // Heights are on the grid of a thousandth.
  for (const [i, value] of wanted.entries()) {
    expect(Math.abs((found[i] ?? 0) - value)).toBeLessThan(value > 1000 ? 0.0006 : 1e-6);
  }
}

const clashes = async (): Promise<unknown> => {
  const run = await world.run('clash_detection', {});
  return run['clashes'];
};

describe('a wall under a gable roof of 30 degrees, 8 m wide, from 3 m up', () => {
  test('at the gable end consists of the rectangle and the triangle above it', async () => {
    const top_under = await roof();
    const id = await wall([0, 0], [8000, 0], { top_under });
    const ridge = 3 + 4 * TAN_30;
    const face = 8 * 3 + (8 * 4 * TAN_30) / 2;
    expectClose(figures(id), [1000 * ridge, face, face * 0.3]);
    expect(world.view.element(id)?.params).toMatchObject({ top_under, height: 3000 });
    expect(await clashes()).toEqual([]);
  });

  test('along the eaves slopes over its thickness', async () => {
    const id = await wall([0, 0], [0, 12_000], { top_under: await roof() });
    expectClose(figures(id), [3000 + 150 * TAN_30, 12 * 3, 12 * 3 * 0.3]);
    expect(await clashes()).toEqual([]);
  });

  test('from the level of the eaves up consists of the triangle alone', async () => {
    const id = await wall([0, 6000], [8000, 6000], { top_under: await roof(), level_id: top });
    const face = (8 * 4 * TAN_30) / 2;
    expectClose(figures(id), [1000 * (3 + 4 * TAN_30), face, face * 0.3]);
  });

  test('across the ridge and beyond the roof has its own height there, with a warning', async () => {
    const top_under = await roof();
    const plan = await world.plan('create_wall', {
      level_id: ground,
      start: P(4000, 4000),
      end: P(10_300, 4000),
      thickness: 300,
      height: 2500,
      top_under,
    });
    expect(plan.warnings?.join()).toContain(`reaches beyond roof \`${top_under}\``);
    const id = await wall([4000, 4000], [10_300, 4000], { top_under, height: 2500 });
    // Down from the ridge for 4.3 m, then 2 m of 2.5 m.
    const face = 4.3 * (3 + 4 * TAN_30) - (4.3 * 4.3 * TAN_30) / 2 + 2 * 2.5;
    expectClose(figures(id), [1000 * (3 + 4 * TAN_30), face, face * 0.3]);
  });

  test('accepts a window where there is room, and refuses one where there is not', async () => {
    const wall_id = await wall([0, 0], [8000, 0], { top_under: await roof() });
    const [, area, volume] = figures(wall_id);
    const high = { wall_id, offset: 3500, width: 1000, sill_height: 3200, height: 900 };
    await world.make('place_window', high);
    expectClose(figures(wall_id).slice(1), [(area ?? 0) - 0.9, (volume ?? 0) - 0.27]);
    // At 500 mm from the end the underside is 3000 + 500 tan 30 mm high.
    const low = { wall_id, offset: 500, width: 900, sill_height: 2000, height: 1300 };
    const body = await world.refusal('place_window', low);
    expect(body).toMatchObject({
      name: 'OPENING_EXCEEDS_HOST',
      data: { free_height: Math.floor(1e6 * (3 + 0.5 * TAN_30)) / 1000 },
    });
    await world.make('place_window', { ...low, height: 1288.6 });
  });
});

test('a wall under a shed roof of 10 degrees, at its high side and up it', async () => {
  const top_under = await roof({ roof_type: 'shed', slope: 10 });
  const tan = Math.tan(Math.PI / 18);
  const high = await wall([0, 12_000], [8000, 12_000], { top_under });
  const mean = 3 + 12 * tan;
  expectClose(figures(high), [1000 * mean + 150 * tan, 8 * mean, 8 * mean * 0.3]);
  const up = await wall([4000, 1000], [4000, 11_000], { top_under });
  expectClose(figures(up), [1000 * (3 + 11 * tan), 10 * (3 + 6 * tan), 10 * (3 + 6 * tan) * 0.3]);
  expect(await clashes()).toEqual([]);
});

test('a wall under a floor ends at its lower side, and follows it', async () => {
  const top_under = await world.make('create_floor', {
    level_id: top,
    boundary_points: OUTLINE,
    thickness: 250,
  });
  const id = await wall([0, 0], [8000, 0], { top_under });
  expectClose(figures(id), [2750, 8 * 2.75, 8 * 2.75 * 0.3]);
  const plan = await world.plan('modify_parameter', {
    element_id: top_under,
    parameter_name: 'thickness',
    value: 400,
  });
  const { after } = world.effect(plan.events);
  expect(after.bounds(id)?.max.z).toBe(2600);
  await set(top_under, 'thickness', 400);
  expectClose(figures(id), [2600, 8 * 2.6, 8 * 2.6 * 0.3]);
  await world.do('move_element', { element_id: top, delta: { x: 0, y: 0, z: 500 } });
  expectClose(figures(id), [3100, 8 * 3.1, 8 * 3.1 * 0.3]);
  await set(id, 'top_under', null);
  expectClose(figures(id), [3000, 24, 7.2]);
});

describe('the roof or floor above a wall', () => {
  test('cannot be deleted while walls end under it', async () => {
    const top_under = await roof();
    const id = await wall([0, 0], [8000, 0], { top_under });
    const body = await world.refusal('delete_elements', { element_ids: [top_under] });
    expect(body).toMatchObject({ name: 'INVALID_ARGUMENT', data: { used_by: [id] } });
    expect(body.message).toContain('`top_under`');
    await world.do('delete_elements', { element_ids: [top_under, id] });
    await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
    expect(figures(id)[0]).toBeCloseTo(3000 + 4000 * TAN_30, 2);
  });

  test('must be over the foot of the wall', async () => {
    const other = await wall([0, 0], [8000, 0]);
    const input = { level_id: ground, start: P(0, 500), end: P(8000, 500), top_under: other };
    expect(await world.refusal('create_wall', input)).toMatchObject({ name: 'INVALID_ARGUMENT' });
    const top_under = await roof();
    const above = await world.make('create_level', { name: 'Above', elevation: 6000 });
    const over = { ...input, level_id: above, top_under };
    expect(await world.refusal('create_wall', over)).toMatchObject({ name: 'OUT_OF_RANGE' });
  });

  test('cannot be changed so that an opening has no room', async () => {
    const top_under = await roof();
    const wall_id = await wall([0, 0], [8000, 0], { top_under });
    const high = { wall_id, offset: 3500, width: 1000, sill_height: 3200, height: 900 };
    const window = await world.make('place_window', high);
    const plan = await world.plan('modify_parameter', {
      element_id: top_under,
      parameter_name: 'slope_deg',
      value: 10,
    });
    expect(() => world.effect(plan.events)).toThrow(new RegExp(window, 'u'));
  });
});

test('a wall past the edge of a roof rises to the extended planes up to its corners', async () => {
  // Outer faces 400 mm beyond the outline, over which the planes go on downwards: 20 degrees here, 50 there.
  const edges = [{ gable: true }, { slope_deg: 20 }, { gable: true }, { slope_deg: 50 }];
  const top_under = await world.make('create_roof', {
    level_id: top,
    boundary_points: OUTLINE,
    edges,
  });
  const beside = { thickness: 400, location_line: 'left', top_under };
  const steep = await wall([0, 12_000], [0, 0], beside);
  const gable = await wall([0, 0], [8000, 0], { ...beside, thickness: 300 });
  expect(world.warnings).toEqual([]);
  // A trapezoid in plan, 300 mm longer on the outer side at the corner: its height falls by 400 tan 50 over 400 mm.
  const tan = Math.tan((50 * Math.PI) / 180);
  const [inner, outer] = [12_000, 12_300];
  const area = ((inner + outer) / 2) * 400;
  const moment = 400 * 400 * (inner / 2 + (outer - inner) / 3);
  expectClose(figures(steep).slice(2), [(area * 3000 - moment * tan) / 1e9]);
  expect(figures(gable)[2]).toBeGreaterThan(0);
});

test('an opening right up to a roof still fits after a rotation of the whole', async () => {
  const top_under = await roof();
  const wall_id = await wall([150, 0], [150, 12_000], { top_under });
  const sized = { offset: 1000, width: 900, sill: 0, height: 3000 };
  const opening = await world.make('create_opening', { host_id: wall_id, ...sized });
  const area = world.view.measures(opening).area_mm2;
  for (const angle_deg of [37, 11.3, -70.1]) {
    await world.do('transform_elements', {
      filter: {},
      operation: 'rotate',
      about: P(0, 0),
      angle_deg,
    });
  }
  expect(world.view.measures(opening).area_mm2).toBe(area);
});

describe('a wall under a roof, with a window in its gable', () => {
  let high: string;
  beforeEach(async () => {
    const top_under = await roof();
    const wall_id = await wall([0, 0], [8000, 0], { top_under });
    const sized = { offset: 3500, width: 1000, sill_height: 3200, height: 900 };
    high = await world.make('place_window', { wall_id, ...sized });
  });

  test.each([
    ['moved', { operation: 'move', delta: P(3000, 0) }],
    ['turned', { operation: 'rotate', about: P(0, 0), angle_deg: 90 }],
    ['mirrored', { operation: 'mirror', from: P(0, 0), to: P(1000, 1000) }],
  ])('is %s together with its roof, in either order', async (_, motion) => {
    const was = [...world.view.elements()].map(({ id }) => world.view.measures(id));
    await world.do('transform_elements', { filter: {}, ...motion });
    expect(world.warnings).toEqual([]);
    const is = [...world.view.elements()].map(({ id }) => world.view.measures(id));
    for (const [i, { volume_mm3 }] of was.entries()) {
      expect(is[i]?.volume_mm3 ?? 0).toBeCloseTo(volume_mm3 ?? 0, -3);
    }
  });

  test('is copied together with its roof to where the original roof would leave it no room', async () => {
    const copied = { operation: 'rotate', about: P(0, 0), angle_deg: 90, copy: true };
    await world.do('transform_elements', { filter: {}, ...copied });
    const volumes = [...world.view.elementsOf('window')].map(
      ({ id }) => world.view.measures(id).volume_mm3 ?? 0,
    );
    expect(volumes).toHaveLength(2);
    expect(volumes[1]).toBeCloseTo(volumes[0] ?? 0, -3);
    expect(world.view.element(high)).toBeDefined();
  });
});

test('a script states the roof with `under`', async () => {
  await roof({ name: 'Roof' });
  await world.do('run_script', {
    script: 'wall (0, 0) to (8, 0) thickness 0.3 on @Ground under @Roof',
  });
  const [made] = [...world.view.elementsOf('wall')];
  expect(figures(made?.id ?? '')[0]).toBeCloseTo(3000 + 4000 * TAN_30, 2);
});

test('is found by its actual height, and returned with it', async () => {
  const id = await wall([0, 6000], [8000, 6000], { top_under: await roof() });
  const box = world.view.bounds(id);
  const height = (box?.max.z ?? 0) - (box?.min.z ?? 0);
  expect(height).toBeGreaterThan(5000);
  const taller = (value: number): Promise<unknown> =>
    world.ask('query_elements', {
      filter: { where: [{ field: 'height', op: 'gt', value }], categories: ['Walls'] },
      fields: ['height'],
    });
  expect(await taller(5000)).toMatchObject({ elements: [{ element_id: id, height }] });
  expect(await taller(height)).toMatchObject({ elements: [] });
});
