/** @module tests of stairs with their floor openings, created and changed by tools. */
import { beforeEach, describe, expect, test } from 'vitest';

import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { schedule } from '../../../kernel/documents/schedules/schedule.ts';
import { World } from '../building/world.ts';

type Data = Readonly<Record<string, unknown>>;

const rectangle = (x: number, y: number, width: number, depth: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + depth },
  { x, y: y + depth },
];

/** 18 risers of 166.667 mm from the ground to a floor of 250 mm at 3,000 mm. */
const STEPS = {
  start: { x: 2000, y: 3000 },
  direction_deg: 0,
  width: 1200,
  riser_max: 175,
  tread: 270,
};

let world: World;
let ground: string;
let upper: string;
let floor: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
  floor = await world.make('create_floor', {
    level_id: upper,
    boundary_points: rectangle(0, 0, 10_000, 8000),
    thickness: 250,
  });
});

const given = (more: Data = {}): Data => ({
  base_level_id: ground,
  top_level_id: upper,
  ...STEPS,
  ...more,
});

async function element(element_id: unknown): Promise<Data> {
  return await world.ask('get_element', { element_id });
}

async function cut(more: Data = {}): Promise<{ readonly stair: string; readonly opening: string }> {
  const made = await world.do('create_stair', given({ cut_floor: true, ...more }));
  const [opening] = made['opening_ids'] as string[];
  return { stair: String(made['stair_id']), opening: String(opening) };
}

async function areaOf(id: string): Promise<unknown> {
  return world.view.measures(id).area_mm2 ?? 0;
}

test('get_element lists the steps of a stair and its total rise', async () => {
  const made = await world.do('create_stair', given({ riser_max: 180 }));
  const { risers, riser_mm, run_mm } = made;
  const { measures } = await element(made['stair_id']);
  expect(measures).toMatchObject({ risers, riser_mm, run_mm, rise_mm: 3000 });
  expect([risers, riser_mm]).toEqual([17, 176.471]);
});

test('a schedule of stairs has their steps, and sums no heights of risers', async () => {
  await world.make('create_stair', given());
  const parameters = ['risers', 'riser_mm', 'rise_m', 'tread'];
  const table = schedule(world.view, { category: 'Stairs', parameters }, (code, message) => {
    throw new Error(`${code}: ${message}`);
  });
  expect(table.rows[0]?.cells.slice(0, 4)).toEqual([18, 166.667, 3, 270]);
  expect(table.totals.slice(0, 3)).toEqual([18, null, 3]);
});

describe('the floor above', () => {
  test('is opened in the same operation, from where the headroom is less than 2,000 mm', async () => {
    const { stair, opening } = await cut();
    expect(world.warnings).toEqual([]);
    const { params } = await element(opening);
    expect(params).toMatchObject({
      host_id: floor,
      stair_id: stair,
      location: { x: 2000 + 945 + 3645 / 2, y: 3000 },
      width: 3645,
      height: 1200,
      outline: rectangle(2945, 2400, 3645, 1200),
    });
    expect(await areaOf(floor)).toBe(10_000 * 8000 - 3645 * 1200);
  });

  test('is opened around the corner, and as the box of both flights', async () => {
    const { opening: corner } = await cut({ shape: 'l', turn: 'left' });
    expect(await areaOf(corner)).toBe(1200 * (3360 - 945) + 1200 * 2160);
    await world.do('delete_elements', { element_ids: [corner] });
    const { opening } = await cut({ shape: 'u', turn: 'right', handrails: 'both' });
    expect((await element(opening))['params']).toMatchObject({
      outline: rectangle(2000, 1100, 3360, 2500),
    });
    expect(await areaOf(floor)).toBe(10_000 * 8000 - 3360 * 2500);
  });

  test('leaves the floor closed by default, with a warning', async () => {
    const { events } = await world.plan('create_stair', given());
    expect(world.effect(events).warnings.join()).toMatch(
      /stair `stair_.*` has 0 mm of headroom under floor `floor_.*`, expected at least 2000 mm/u,
    );
  });

  test('must exist', async () => {
    const { name, message, hint } = await world.refusal(
      'create_stair',
      given({ cut_floor: true, start: { x: 20_000, y: 3000 } }),
    );
    expect(name).toBe('INVALID_STAIR');
    expect(hint).toContain(
      'where no floor is over the stair, create it first or leave out cut_floor',
    );
    expect(hint).not.toContain('riser');
    expect(message).toContain(`no floor of level \`${upper}\``);
  });

  test('must have room for the whole opening', async () => {
    const call = given({ cut_floor: true, start: { x: 2000, y: 600 } });
    expect((await world.refusal('create_stair', call)).name).toBe('OPENING_EXCEEDS_HOST');
  });

  test('must not already have an opening there', async () => {
    await cut();
    const refused = await world.refusal('create_stair', given({ cut_floor: true }));
    expect(refused.name).toBe('OPENING_OVERLAP');
  });
});

describe('the opening follows its stair', () => {
  test('when it is moved and rotated', async () => {
    const { stair, opening } = await cut();
    const moved = await world.do('move_element', { element_id: stair, delta: { x: 100, y: 500 } });
    expect(moved['modified_ids']).toEqual([stair, opening]);
    expect((await element(opening))['params']).toMatchObject({
      outline: rectangle(3045, 2900, 3645, 1200),
    });
    await world.do('rotate_element', {
      element_id: stair,
      angle_deg: 90,
      center: { x: 4000, y: 3500 },
    });
    expect((await element(opening))['params']).toMatchObject({ width: 1200, height: 3645 });
  });

  test('when its steps, its shape or a level changes', async () => {
    const { stair, opening } = await cut();
    const set = async (
      element_id: string,
      parameter_name: string,
      value: unknown,
    ): Promise<void> => {
      await world.do('modify_parameter', { element_id, parameter_name, value });
    };
    await set(stair, 'tread', 280);
    // 280 * 2,250 / 166.667.
    expect(await areaOf(opening)).toBe(3780 * 1200);
    await set(stair, 'tread', 270);
    await set(upper, 'elevation', 3150);
    // 18 risers of 175 mm: 270 * 2,250 / 175.
    expect(await areaOf(opening)).toBeCloseTo(((270 * 2250) / 175) * 1200, -1);
    await set(upper, 'elevation', 3000);
    await set(stair, 'shape', 'u');
    expect(await areaOf(opening)).toBe(3360 * 2500);
  });

  test('and remains without following if the stair no longer cuts the floor', async () => {
    const { stair, opening } = await cut();
    const off = { element_id: stair, parameter_name: 'cut_floor', value: false };
    await world.do('modify_parameter', off);
    expect(world.warnings.join()).toContain(`opening \`${opening}\` stays and no longer follows`);
    await world.do('move_element', { element_id: stair, delta: { x: 0, y: 10 } });
    expect((await element(opening))['params']).toMatchObject({
      outline: rectangle(2945, 2400, 3645, 1200),
    });
    const on = { element_id: stair, parameter_name: 'cut_floor', value: true };
    await world.do('modify_parameter', on);
    expect((await element(opening))['params']).toMatchObject({
      outline: rectangle(2945, 2410, 3645, 1200),
    });
  });

  test('a copy of the stair has its own opening, a copy of the floor has one without a stair', async () => {
    const { stair, opening } = await cut();
    const copied = await world.do('copy_element', { element_id: stair, delta: { x: 0, y: 2000 } });
    const [other] = copied['copied_ids'] as string[];
    expect((await element(other))['params']).toMatchObject({
      stair_id: copied['new_id'],
      outline: rectangle(2945, 4400, 3645, 1200),
    });
    const roof = await world.make('create_level', { name: 'Roof', elevation: 6000 });
    const floors = await world.do('copy_element', { element_id: floor, to_level_id: roof });
    const copies = floors['copied_ids'] as string[];
    expect(copies).toHaveLength(2);
    expect((await element(copies[0]))['params']).toMatchObject({ stair_id: null });
    await world.do('move_element', { element_id: stair, delta: { x: 10, y: 0 } });
    expect((await element(opening))['params']).toMatchObject({
      outline: rectangle(2955, 2400, 3645, 1200),
    });
  });
});

describe('headroom', () => {
  /** The warnings of a preview of the call about headroom. */
  async function warningsOf(name: string, input: Data): Promise<readonly string[]> {
    const { events } = await world.plan(name, input);
    return world.effect(events).warnings.filter((line) => line.includes('headroom'));
  }

  test('lost to a thicker floor of a stair with an opening is reported with the opening to enlarge', async () => {
    const { stair } = await cut();
    const thicker = { element_id: floor, parameter_name: 'thickness', value: 300 };
    expect(await warningsOf('modify_parameter', thicker)).toEqual([
      `stair \`${stair}\` has 1950 mm of headroom under floor \`${floor}\`, expected at least 2000 mm: enlarge the opening in that floor, or move the stair`,
    ]);
    const [line] = await warningsOf('create_stair', given({ start: { x: 2000, y: 6000 } }));
    expect(line).toContain('expected at least 2000 mm: `cut_floor` opens the floor above');
  });

  /** A gable roof whose eaves run along y = 2,000 mm, 400 mm from the stair, on a separate level. */
  async function roof(elevation: number, more: Data = {}): Promise<Data> {
    return {
      level_id: await world.make('create_level', { name: `Eaves at ${elevation}`, elevation }),
      boundary_points: rectangle(0, 2000, 10_000, 8000),
      roof_type: 'gable',
      slope: 30,
      ...more,
    };
  }
  /** The underside over the side of the stair, mm over the eaves. */
  const BESIDE_EAVES = 400 * Math.tan(Math.PI / 6);

  test('of a new stair is checked under roofs', async () => {
    await world.do('create_roof', await roof(3000.001));
    const [line, ...more] = await warningsOf('create_stair', given({ cut_floor: true }));
    expect(more).toEqual([]);
    expect(line).toMatch(
      /has 230 mm of headroom under roof `roof_.*`, expected at least 2000 mm: end the stair where the roof is higher/u,
    );
  });

  test('is checked under a new roof, including its overhang', async () => {
    const { stair } = await cut();
    const least = 3000 + 2000 - BESIDE_EAVES;
    expect(await warningsOf('create_roof', await roof(least + 0.001))).toEqual([]);
    const [line] = await warningsOf('create_roof', await roof(least - 1));
    expect(line).toContain(`stair \`${stair}\` has 1999 mm of headroom under roof`);
    // The eaves are 600 mm to the north of the side of the stair, and the roof reaches 600 mm over them.
    const beside = { boundary_points: rectangle(0, 3000, 10_000, 8000), overhang: 600 };
    const [over] = await warningsOf('create_roof', await roof(5000, beside));
    expect(over).toContain(`has ${Math.floor(2000 - 600 * Math.tan(Math.PI / 6))} mm of headroom`);
  });

  test('is checked under a sloping floor, except in its holes', async () => {
    const { stair } = await cut();
    const { level_id, boundary_points } = await roof(3000);
    const slab = {
      level_id,
      boundary_points,
      thickness: 200,
      slope: { point: { x: 0, y: 2000 }, direction_deg: 90, pitch_deg: 30, edges: 'plumb' },
    };
    // The underside is 200 mm / cos 30° below the upper face; over the side of the stair as under the roof.
    const low = 200 / Math.cos(Math.PI / 6);
    const least = 2000 - BESIDE_EAVES + low;
    expect(await warningsOf('create_floor', { ...slab, top_offset: least + 0.001 })).toEqual([]);
    const [line] = await warningsOf('create_floor', { ...slab, top_offset: least - 1 });
    expect(line).toContain(`stair \`${stair}\` has 1999 mm of headroom under floor`);
    expect(line).toContain('end the stair where the floor is higher');
    const holes = [rectangle(100, 2200, 9000, 2000)];
    expect(await warningsOf('create_floor', { ...slab, holes, top_offset: least - 1 })).toEqual([]);
  });

  test('is checked over landings', async () => {
    await cut({ shape: 'u', turn: 'left' });
    // The landing lies at 1,500 mm behind the flights, which end at x = 4,160.
    const behind = { boundary_points: rectangle(4170, 0, 3000, 8000), roof_type: 'flat', slope: 0 };
    expect(await warningsOf('create_roof', await roof(3500, behind))).toEqual([]);
    const [line] = await warningsOf('create_roof', await roof(3499, behind));
    expect(line).toContain('has 1999 mm of headroom under roof');
  });

  test.each([
    ['next to the stair', 3500, { boundary_points: rectangle(0, 3599.5, 10_000, 4000) }],
    ['on the level of the stair', -200, { roof_type: 'flat', slope: 0 }],
    ['over it only higher up', 6000, {}],
  ])('is not limited by a roof %s', async (_what, elevation, more) => {
    await cut();
    expect(await warningsOf('create_roof', await roof(elevation, more))).toEqual([]);
  });

  test('is zero if the stair passes through a roof', async () => {
    await cut();
    const low = await roof(1500, { roof_type: 'flat', slope: 0, thickness: 200 });
    expect((await warningsOf('create_roof', low)).join()).toContain(
      'has 0 mm of headroom under roof',
    );
  });

  test('is provided by an opening in the roof', async () => {
    await cut();
    const host_id = await world.make('create_roof', await roof(3500));
    const hatch = { host_id, location: { x: 4300, y: 3000 }, width: 4700, height: 1300 };
    const lower = { element_id: host_id, parameter_name: 'base_offset', value: -100 };
    expect(await warningsOf('modify_parameter', lower)).toHaveLength(1);
    await world.do('create_opening', hatch);
    expect(await warningsOf('modify_parameter', lower)).toEqual([]);
  });
});

test('a flight of more than 18 risers causes a warning about a landing', async () => {
  const call = given({
    top_level_id: await world.make('create_level', { name: 'Hall', elevation: 3150.01 }),
  });
  await world.do('create_stair', call);
  expect(world.warnings.join()).toContain('has 19 risers in one flight, expected at most 18');
  await world.do('create_stair', { ...call, landing: 1200, start: { x: 2000, y: 6000 } });
  expect(world.warnings.join()).not.toContain('risers in one flight');
});

test.each([
  ['narrow landing', { shape: 'l', landing: 1000 }, 'not as deep as the stair is wide'],
  ['no room for rails', { width: 200, handrails: 'both' }, 'at least 300 mm'],
])('%s is refused', async (_what, more, expected) => {
  const { name, message } = await world.refusal('create_stair', given(more));
  expect([name, message]).toEqual(['INVALID_STAIR', expect.stringContaining(expected)]);
});

test('a route up a half turn uses both flights and the landing', async () => {
  await world.do('create_floor', {
    level_id: ground,
    boundary_points: rectangle(0, 0, 10_000, 8000),
  });
  await cut({ shape: 'u', turn: 'left' });
  const found = shortestPath(
    world.view,
    { level_id: ground, point: { x: 1000, y: 3000 } },
    { level_id: upper, point: { x: 1000, y: 4300 } },
    { clear_width_mm: 800 },
  );
  // 1,000 mm before the first riser and behind the last, two slopes, and 600 + 1,300 + 600 mm on the landing.
  const expected = 2 * 1000 + 2 * Math.hypot(2160, 1500) + 2500;
  expect(found.found && found.length_mm).toBeCloseTo(expected, 6);
});

test('a script names shape, turn, landing, handrails and the cut', async () => {
  const source = `on @Ground
stair at (2, 3) to @Upper direction east width 1.2 riser 175mm tread 270mm shape u turn right landing 1.3 handrails both cut as s`;
  await world.do('run_script', { script: source });
  const [stair] = [...world.view.elementsOf('stair')];
  expect(stair?.params).toMatchObject({
    shape: 'u',
    turn: 'right',
    landing: 1300,
    handrails: 'both',
    cut_floor: true,
  });
  expect(world.view.hostedBy(floor)).toHaveLength(1);
});
