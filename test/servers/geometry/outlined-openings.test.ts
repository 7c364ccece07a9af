/** @module tests of openings with an outline, as tools make, move and refuse them. */
import { beforeEach, describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { IFC_SCHEMAS } from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { readWithIfcLite } from '../../kernel/documents/ifc/write/ifc-lite.ts';
import { differences, exported } from '../../kernel/documents/ifc/write/reread.ts';
import { ruleFaults } from '../../kernel/documents/ifc/write/rule-faults.ts';
import { World } from '../building/world.ts';

const P = (x: number, y: number) => ({ x, y });
/** 2,000 by 1,500 mm with a point: 2,250,000 mm². */
const HOUSE = [P(1000, 1000), P(3000, 1000), P(3000, 2000), P(2000, 2500), P(1000, 2000)];

let world: World;
let level_id: string;
let wall: string;
let floor: string;
let roof: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  wall = await world.make('create_wall', {
    level_id,
    start: P(0, 0),
    end: P(6000, 0),
    height: 3000,
    thickness: 200,
  });
  const boundary_points = [P(0, 500), P(6000, 500), P(6000, 6500), P(0, 6500)];
  floor = await world.make('create_floor', { level_id, boundary_points, thickness: 300 });
  const roofed = { level_id, boundary_points, slope: 30, roof_type: 'shed', thickness: 200 };
  roof = await world.make('create_roof', roofed);
});

function bodyOf(id: string): number {
  const [mesh, pieces] = [world.view.mesh(id), world.view.pieces(id)];
  if (mesh === null) throw new Error(id);
  expect(isWatertight(mesh)).toBe(true);
  const volume = meshVolume(mesh);
  // A cut roof has only a mesh.
  if (pieces === null) {
    if (id !== roof) throw new Error(`no pieces of ${id}`);
    return volume;
  }
  const sum = pieces.reduce((total, piece) => total + pieceVolume(piece), 0);
  expect(sum / volume).toBeCloseTo(1, 6);
  return volume;
}

describe('an outline', () => {
  test('in a wall removes its area times the thickness', async () => {
    const whole = bodyOf(wall);
    const opening = await world.make('create_opening', { host_id: wall, outline: HOUSE });
    expect(world.view.element(opening)?.params).toMatchObject({
      offset: 1000,
      sill: 1000,
      width: 2000,
      height: 1500,
    });
    expect(whole - bodyOf(wall)).toBeCloseTo(2_500_000 * 200, 0);
    expect(world.view.measures(opening).area_mm2).toBe(2_500_000);
    expect(world.view.measures(wall).area_mm2).toBe(6000 * 3000 - 2_500_000);
  });

  test('from the foot to the top of a wall cuts it in two', async () => {
    const outline = [P(4000, 0), P(5000, 0), P(5000, 3000), P(4500, 3000), P(4000, 2000)];
    await world.make('create_opening', { host_id: wall, outline });
    expect(bodyOf(wall)).toBeCloseTo((6000 * 3000 - 2_750_000) * 200, 0);
  });

  test('in a floor and in a roof is a vertical prism', async () => {
    const [slab, tilted] = [bodyOf(floor), bodyOf(roof)];
    await world.make('create_opening', { host_id: floor, outline: HOUSE });
    await world.make('create_opening', { host_id: roof, outline: HOUSE.toReversed() });
    expect(slab - bodyOf(floor)).toBeCloseTo(2_500_000 * 300, 0);
    // The layer is 200 mm thick, perpendicular to the slope.
    const upright = 200 / Math.cos(Math.PI / 6);
    expect((tilted - bodyOf(roof)) / (2_500_000 * upright)).toBeCloseTo(1, 5);
  });

  test.each(IFC_SCHEMAS)('is read in %s files by other programs', async (schema) => {
    for (const host_id of [wall, floor, roof]) {
      await world.make('create_opening', { host_id, outline: HOUSE });
    }
    const foot = [P(4000, 0), P(5000, 0), P(5000, 1800), P(4500, 2200), P(4000, 1800)];
    await world.make('create_opening', { host_id: wall, outline: foot });
    const made = exported(world.view, schema);
    expect(made.warnings).toEqual([]);
    expect(ruleFaults(made.file)).toEqual([]);
    expect(differences(world.view, made)).toEqual([]);
    expect(differences(world.view, made, await readWithIfcLite(made.file))).toEqual([]);
  });
});

describe('an opening moves', () => {
  test('with its wall, and rotated and moved in it', async () => {
    const opening = await world.make('create_opening', { host_id: wall, outline: HOUSE });
    const before = bodyOf(wall);
    await world.do('rotate_element', { element_id: wall, angle_deg: 90, center: P(0, 0) });
    expect(world.view.elementOf(opening, 'opening')?.params.outline).toEqual(HOUSE);
    expect(bodyOf(wall)).toBeCloseTo(before, 0);
    await world.do('move_element', { element_id: opening, delta: { x: 0, y: 500, z: 100 } });
    const there = HOUSE.map(({ x, y }) => P(x + 500, y + 100));
    expect(world.view.elementOf(opening, 'opening')?.params.outline).toEqual(there);
    const set = { element_id: opening, parameter_name: 'offset', value: 1000 };
    await world.do('modify_parameter', set);
    expect(world.view.elementOf(opening, 'opening')?.params.outline).toEqual(
      HOUSE.map(({ x, y }) => P(x, y + 100)),
    );
  });

  test('with its floor, like an opening of 1,000 by 3,000', async () => {
    const outlined = await world.make('create_opening', { host_id: floor, outline: HOUSE });
    const plain = await world.make('create_opening', {
      host_id: floor,
      location: P(4500, 4000),
      width: 1000,
      height: 3000,
    });
    const before = bodyOf(floor);
    await world.do('rotate_element', { element_id: floor, angle_deg: 90, center: P(0, 0) });
    expect(bodyOf(floor)).toBeCloseTo(before, 0);
    expect(world.view.outline(outlined)).toEqual(HOUSE.map(({ x, y }) => P(0 - y, x)));
    // Now 3,000 along x and 1,000 along y, around (-4,000, 4,500).
    const corners = world.view.outline(plain) ?? [];
    expect([
      Math.min(...corners.map(({ x }) => x)),
      Math.max(...corners.map(({ x }) => x)),
    ]).toEqual([-5500, -2500]);
  });

  test('with a mirrored wall, mirrored itself', async () => {
    const skew = [P(1000, 1000), P(3000, 1000), P(1000, 2000)];
    const opening = await world.make('create_opening', { host_id: wall, outline: skew });
    const before = bodyOf(wall);
    await world.do('transform_elements', {
      element_ids: [wall],
      operation: 'mirror',
      from: P(0, 0),
      to: P(0, 1000),
    });
    expect(bodyOf(wall)).toBeCloseTo(before, 0);
    const { min, max } = world.view.bounds(opening) ?? { min: P(0, 0), max: P(0, 0) };
    expect([min.x, max.x]).toEqual([-3000, -1000]);
    // The wall now runs the other way, from -6,000 to 0, with the vertical side of the triangle towards its end.
    expect(world.view.elementOf(opening, 'opening')?.params.outline).toEqual([
      P(5000, 2000),
      P(3000, 1000),
      P(5000, 1000),
    ]);
  });
});

describe('refusals', () => {
  const refused = async (call: Readonly<Record<string, unknown>>): Promise<string> =>
    (await world.refusal('create_opening', call)).name;

  test.each([
    [
      'crosses itself',
      [P(1000, 1000), P(2000, 2000), P(2000, 1000), P(1000, 2000)],
      'INVALID_BOUNDARY',
    ],
    ['starts before its wall', [P(-1, 1000), P(2000, 2000), P(1000, 2000)], 'OPENING_EXCEEDS_HOST'],
    [
      'ends above its wall',
      [P(1000, 1000), P(2000, 1000), P(1000, 3000.001)],
      'OPENING_EXCEEDS_HOST',
    ],
    [
      'ends past its wall',
      [P(1000, 1000), P(6000.001, 1000), P(1000, 2000)],
      'OPENING_EXCEEDS_HOST',
    ],
  ])('an outline that %s', async (_what, outline, code) => {
    expect(await refused({ host_id: wall, outline })).toBe(code);
  });

  test('of an opening over another, with its name, and of sizes with an outline', async () => {
    const first = await world.make('create_opening', { host_id: wall, outline: HOUSE });
    const over = { host_id: wall, offset: 2500, sill: 1000, width: 1000, height: 500 };
    const { name, message } = await world.refusal('create_opening', over);
    expect([name, message.includes(first)]).toEqual(['OPENING_OVERLAP', true]);
    expect(await refused({ host_id: wall, outline: HOUSE, width: 100 })).toBe('INVALID_ARGUMENT');
    expect(await refused({ host_id: wall, offset: 100 })).toBe('INVALID_ARGUMENT');
    const wide = { element_id: first, parameter_name: 'width', value: 100 };
    expect((await world.refusal('modify_parameter', wide)).name).toBe('INVALID_ARGUMENT');
  });

  test('of an outline in an arc', async () => {
    const arc = await world.make('create_wall', {
      level_id,
      start: P(0, 20_000),
      end: P(6000, 20_000),
      via: P(3000, 21_000),
    });
    expect(await refused({ host_id: arc, outline: HOUSE })).toBe('INVALID_ARGUMENT');
  });
});

test('a script states the points in metres', async () => {
  const script = `opening in ${wall} outline (1, 1) (3, 1) (3, 2) (2, 2.5) (1, 2)`;
  await world.do('run_script', { script });
  const [opening] = world.view.elementsOf('opening');
  expect(opening?.params).toMatchObject({ host_id: wall, outline: HOUSE });
});
