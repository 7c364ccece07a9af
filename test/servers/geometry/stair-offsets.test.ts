/** @module tests of stairs that begin and end above or below their levels. */
import { beforeEach, describe, expect, test } from 'vitest';

import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { drawView } from '../../../kernel/documents/drawings/draw-view.ts';
import { World } from '../building/world.ts';
import { undoLast } from './appearing.ts';

type Data = Readonly<Record<string, unknown>>;

const rectangle = (x: number, y: number, width: number, depth: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + depth },
  { x, y: y + depth },
];

let world: World;
let ground: string;
let upper: string;

beforeEach(async () => {
  world = await World.create();
  ground = await world.make('create_level', { name: 'Ground', elevation: 0 });
  upper = await world.make('create_level', { name: 'Upper', elevation: 3000 });
});

/** From 150 mm above the ground to 150 mm below a level at 3,000 mm: 18 risers of 150 mm, 17 treads of 270 mm. */
const given = (more: Data = {}): Data => ({
  base_level_id: ground,
  top_level_id: upper,
  start: { x: 2000, y: 3000 },
  direction_deg: 0,
  width: 1200,
  riser_max: 150,
  tread: 270,
  base_offset: 150,
  top_offset: -150,
  ...more,
});

async function floors(): Promise<string> {
  const boundary_points = rectangle(0, 0, 10_000, 8000);
  await world.make('create_floor', { level_id: ground, boundary_points });
  return world.make('create_floor', { level_id: upper, boundary_points, thickness: 250 });
}

async function set(element_id: string, parameter_name: string, value: unknown): Promise<Data> {
  return world.do('modify_parameter', { element_id, parameter_name, value });
}

const heightsOf = (id: string): readonly unknown[] => {
  const box = world.view.bounds(id);
  return [box?.min.z, box?.max.z];
};

const stepsOf = async (element_id: string): Promise<readonly unknown[]> => {
  const { measures } = await world.ask('get_element', { element_id });
  const { risers, riser_mm, rise_mm, run_mm } = Object(measures);
  return [risers, riser_mm, rise_mm, run_mm];
};

describe('a stair with offsets', () => {
  test('climbs from its foot to its head in equal risers', async () => {
    const made = await world.do('create_stair', given());
    expect([made['risers'], made['riser_mm'], made['run_mm']]).toEqual([18, 150, 4590]);
    const id = String(made['stair_id']);
    expect(await stepsOf(id)).toEqual([18, 150, 2700, 4590]);
    // Its body ends one riser below its head at 2,850 mm.
    expect(heightsOf(id)).toEqual([150, 2700]);
  });

  test('stores no offset that is not given', async () => {
    const { base_offset: _, top_offset: __, ...plain } = given();
    const id = await world.make('create_stair', plain);
    const params = world.view.elementOf(id, 'stair')?.params ?? {};
    expect(Object.keys(params).filter((name) => name.endsWith('_offset'))).toEqual([]);
    expect(heightsOf(id)).toEqual([0, 2850]);
  });

  test('follows its changed offsets, and undo restores them', async () => {
    const id = await world.make('create_stair', given());
    const before = world.view.element(id);
    await set(id, 'base_offset', -300);
    // 3,150 mm in 21 risers.
    expect(await stepsOf(id)).toEqual([21, 150, 3150, 5400]);
    expect(heightsOf(id)).toEqual([-300, 2700]);
    await undoLast(world);
    expect(world.view.element(id)).toEqual(before);
    await set(id, 'top_offset', 100);
    // 2,950 mm in 20 risers of 147.5 mm.
    expect(await stepsOf(id)).toEqual([20, 147.5, 2950, 5130]);
  });

  test('can have its last tread level with its head', async () => {
    const made = await world.do('create_stair', given({ top_tread: true, riser_max: 150 }));
    // 18 risers and as many treads.
    expect([made['risers'], made['riser_mm'], made['run_mm']]).toEqual([18, 150, 4860]);
    const id = String(made['stair_id']);
    expect(heightsOf(id)).toEqual([150, 2850]);
    await set(id, 'top_tread', false);
    expect((await stepsOf(id))[3]).toBe(4590);
    expect(heightsOf(id)).toEqual([150, 2700]);
  });

  test('follows its levels', async () => {
    const id = await world.make('create_stair', given());
    await set(upper, 'elevation', 3150);
    expect(await stepsOf(id)).toEqual([19, 150, 2850, 4860]);
  });

  test('must end above its foot, between levels one above the other', async () => {
    const low = await world.refusal('create_stair', given({ top_offset: -2850 }));
    expect([low.name, low.message]).toEqual([
      'INVALID_STAIR',
      expect.stringContaining('stair from 150 mm'),
    ]);
    const same = await world.refusal('create_stair', given({ top_level_id: ground }));
    expect(same.message).toContain('expected the top level above the base level');
    const step = await world.refusal('create_stair', given({ top_offset: -2750 }));
    expect(step.message).toContain('a rise of 100 mm with risers of at most 150 mm');
  });

  test('is lifted, which keeps its rise; one without offsets is not', async () => {
    const id = await world.make('create_stair', given({ top_offset: undefined }));
    await world.do('move_element', { element_id: id, delta: { x: 0, y: 0, z: 75.5 } });
    expect(world.view.elementOf(id, 'stair')?.params).toMatchObject({
      base_offset: 225.5,
      top_offset: 75.5,
    });
    expect((await stepsOf(id))[2]).toBe(2850);
    const { base_offset: _, top_offset: __, ...plain } = given({ start: { x: 2000, y: 6000 } });
    const other = await world.make('create_stair', plain);
    const lift = { element_id: other, delta: { x: 0, y: 0, z: 75.5 } };
    expect((await world.refusal('move_element', lift)).message).toContain('stands on its level');
  });

  test('keeps its offsets when it is mirrored and copied to another level', async () => {
    const id = await world.make('create_stair', given());
    await world.make('create_level', { name: 'Roof', elevation: 6300 });
    const copied = await world.do('copy_element', { element_id: id, to_level_id: upper });
    // From 3,150 to 6,150 mm in 20 risers.
    expect(await stepsOf(String(copied['new_id']))).toEqual([20, 150, 3000, 5130]);
    expect(heightsOf(String(copied['new_id']))).toEqual([3150, 6000]);
    await world.do('transform_elements', {
      element_ids: [id],
      operation: 'mirror',
      from: { x: 0, y: 0 },
      to: { x: 0, y: 1 },
    });
    expect(heightsOf(id)).toEqual([150, 2700]);
    expect(world.view.elementOf(id, 'stair')?.params).toMatchObject({
      base_offset: 150,
      top_offset: -150,
      direction_deg: 180,
    });
  });

  test('is written in a script', async () => {
    await world.do('run_script', {
      script: `on @Ground
stair at (2, 3) to @Upper direction east width 1.2 riser 150mm tread 270mm base_offset 150mm top_offset -150mm as s`,
    });
    const [stair] = [...world.view.elementsOf('stair')];
    expect(stair?.params).toMatchObject({ base_offset: 150, top_offset: -150 });
  });
});

describe('the floor above a stair with offsets', () => {
  test('is opened where its steps have less than 2,000 mm of headroom', async () => {
    await floors();
    const { stair_id, opening_ids } = await world.do('create_stair', given({ cut_floor: true }));
    const [opening = ''] = opening_ids as string[];
    const outline = () => world.view.elementOf(opening, 'opening')?.params.outline;
    // The underside is at 2,750 mm: the nosing line is at 750 mm over the fourth front edge.
    expect(outline()).toEqual(rectangle(2810, 2400, 3780, 1200));
    await set(String(stair_id), 'base_offset', 0);
    // From 0 to 2,850 mm in 19 risers: the fifth front edge.
    expect(outline()).toEqual(rectangle(3080, 2400, 3780, 1200));
  });

  test('is 2,000 mm above a tread at the top, as a roof is', async () => {
    await world.make('create_stair', given({ top_tread: true }));
    const boundary_points = rectangle(5000, 0, 3000, 8000);
    const warningsOf = async (tool: string, form: Data): Promise<string> => {
      const { events } = await world.plan(tool, { level_id: upper, boundary_points, ...form });
      return world.effect(events).warnings.join();
    };
    // The last tread is at 2,850 mm, from x = 6,590 to 6,860.
    const floor = { thickness: 200, top_offset: 2050 };
    expect(await warningsOf('create_floor', floor)).not.toContain('headroom');
    const low = await warningsOf('create_floor', { ...floor, thickness: 201 });
    expect(low).toContain('has 1999 mm of headroom');
    const roof = { roof_type: 'flat', slope: 0 };
    const at = (elevation: number) =>
      world.make('create_level', { name: `At ${elevation}`, elevation });
    const high = { ...roof, level_id: await at(4850) };
    expect(await warningsOf('create_roof', high)).not.toContain('headroom');
    const lower = { ...roof, level_id: await at(4849) };
    expect(await warningsOf('create_roof', lower)).toContain('has 1999 mm of headroom');
  });

  test('is reported when it has too little headroom over the real steps', async () => {
    const floor = await floors();
    await world.do('create_stair', given({ cut_floor: true }));
    const { events } = await world.plan('modify_parameter', {
      element_id: floor,
      parameter_name: 'thickness',
      value: 300,
    });
    expect(world.effect(events).warnings.join()).toContain('has 1950 mm of headroom under floor');
  });
});

test.each([
  [150, -150, true],
  [-220, 220, true],
  [221, 0, false],
  [0, -221, false],
])('a stair %d mm above and %d mm above its levels is a way: %s', async (base, top, isWay) => {
  await floors();
  const offsets = { base_offset: base, top_offset: top, riser_max: 180 };
  const made = await world.do('create_stair', given({ cut_floor: true, ...offsets }));
  const found = shortestPath(
    world.view,
    { level_id: ground, point: { x: 1000, y: 3000 } },
    { level_id: upper, point: { x: 9000, y: 3000 } },
    { clear_width_mm: 800 },
  );
  expect(found.found).toBe(isWay);
  if (!found.found) return;
  const run = Number(made['run_mm']);
  // 1,000 mm to the first riser, the slope to the edge of the floor, and the rest of 7,000 mm on it.
  expect(found.length_mm).toBeCloseTo(1000 + Math.hypot(run, 3000 + top - base) + 7000 - run, 6);
});

test('the plan cuts the steps at their real height', async () => {
  const id = await world.make('create_stair', given());
  const definition = { view: 'plan', level_id: ground, scale: 100, cut_height: 1200 } as const;
  const drawing = drawView(definition, world.view);
  const origin = drawing?.placements[0]?.origin.x ?? 0;
  const across = (drawing?.items ?? []).flatMap((item): readonly number[] => {
    if (item.shape !== 'polyline' || item.element !== id || item.pen.dash_mm !== null) return [];
    const [from, to] = item.points.map(({ x }) => Math.round((x - origin) * 100));
    return item.points.length === 2 && from !== undefined && from === to ? [from] : [];
  });
  // (1,200 - 150) / 150 · 270 mm = 1,890 mm of the flight are below the cut: its first 8 risers.
  expect(across).toEqual([2000, 2270, 2540, 2810, 3080, 3350, 3620, 3890]);
});
