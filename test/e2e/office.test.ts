/** @module office.test: an L-shaped office built over real connections; every answer is compared with lengths and areas calculated by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

type Answer = Readonly<Record<string, unknown>>;

const why = { reasoning: 'build the office' };
const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const CORNERS = [
  P(0, 0),
  P(30_000, 0),
  P(30_000, 8000),
  P(8000, 8000),
  P(8000, 30_000),
  P(0, 30_000),
];
const HEIGHT = 3200;
const PERIMETER = 30_000 + 8000 + 22_000 + 22_000 + 8000 + 30_000;

let workspace: TestWorkspace;
let geometry: Connected;
let spatial: Connected;
let level_id: string;
let outer: readonly string[];

/** Commits a call; fails if it is refused. */
async function done(tool: string, args: Answer): Promise<Answer> {
  const { success, data, error } = await geometry.call(tool, { ...args, ...why, dry_run: false });
  expect({ tool, success, error }).toEqual({ tool, success: true, error: undefined });
  return data;
}

async function measures(element_id: unknown): Promise<Answer> {
  const { data } = await spatial.call('get_element', { element_id, ...why });
  return (data as { measures: Answer }).measures;
}

async function volumeOf(ids: readonly string[]): Promise<number> {
  let sum = 0;
  for (const id of ids) sum += Number((await measures(id))['volume_mm3']);
  return sum;
}

/** Walls of one thickness, as one change. */
async function walls(lines: readonly Answer[], thickness: number): Promise<readonly string[]> {
  const operations = lines.map((line) => ({
    tool: 'create_wall',
    arguments: { level_id, height: HEIGHT, thickness, ...line },
  }));
  const { results } = await done('apply_changes', { operations });
  return (results as { id: string }[]).map(({ id }) => id);
}

beforeAll(async () => {
  workspace = testWorkspace();
  geometry = await connect(workspace.dir, 'geometry');
  spatial = await connect(workspace.dir, 'spatial');
  const level = await done('create_level', { name: 'Ground', elevation: 0, height: HEIGHT });
  level_id = String(level['level_id']);
  const sides = CORNERS.map((start, i) => ({ start, end: CORNERS[(i + 1) % 6] }));
  outer = await walls(sides, 300);
});
afterAll(async () => {
  await Promise.all([geometry.close(), spatial.close()]);
  workspace.remove();
});

test('outer walls, corridor and rooms add up to the area of the plan', async () => {
  expect(await volumeOf(outer)).toBe(PERIMETER * 300 * HEIGHT);
  const corridor = await walls(
    [
      { start: P(3000, 3000), end: P(30_000, 3000) },
      { start: P(5000, 5000), end: P(30_000, 5000) },
      { start: P(3000, 3000), end: P(3000, 30_000) },
      { start: P(5000, 5000), end: P(5000, 30_000) },
    ],
    120,
  );
  const steps = (from: number): readonly number[] =>
    Array.from({ length: Math.ceil((30_000 - from) / 3000) }, (_, i) => from + 3000 * i);
  const partitions = await walls(
    [
      ...steps(3000).map((x) => ({ start: P(x, 0), end: P(x, 3000) })),
      ...steps(8000).map((x) => ({ start: P(x, 5000), end: P(x, 8000) })),
      ...steps(3000).map((y) => ({ start: P(0, y), end: P(3000, y) })),
      ...steps(8000).map((y) => ({ start: P(5000, y), end: P(8000, y) })),
    ],
    100,
  );
  const inside = [
    ...steps(0).map((x) => P(x + 1500, 1500)),
    ...steps(3000).map((y) => P(1500, y + 1500)),
    ...steps(8000).map((x) => P(Math.min(x + 1500, 29_400), 6500)),
    ...steps(8000).map((y) => P(6500, Math.min(y + 1500, 29_400))),
    P(6500, 6500),
    P(20_000, 4000),
  ];
  const operations = inside.map((point, i) => ({
    tool: 'create_room',
    arguments: { level_id, point, name: `Room ${i + 1}` },
  }));
  await done('apply_changes', { operations });
  const fields = ['name', 'area_mm2'];
  const args = { filter: { categories: ['Rooms'] }, fields, limit: 100, ...why };
  const { data } = await spatial.call('query_elements', args);
  const areas = new Map(
    (data as { elements: { name: string; area_mm2: number }[] }).elements.map((room) => [
      room.name,
      room.area_mm2,
    ]),
  );
  expect(areas.get('Room 1')).toBe((3000 - 150 - 50) ** 2);
  expect(areas.get('Room 2')).toBe((3000 - 50 - 50) * (3000 - 150 - 60));
  expect(areas.get(`Room ${inside.length}`)).toBe(
    (29_850 - 3060) * (4940 - 3060) + (4940 - 3060) * (29_850 - 4940),
  );
  const plan = 30_300 * 8300 + 8300 * (30_150 - 8150);
  const rooms = [...areas.values()].reduce((sum, area) => sum + area, 0);
  const volume = await volumeOf([...outer, ...corridor, ...partitions]);
  expect(volume / HEIGHT + rooms).toBeCloseTo(plan, 0);
});

test('previews warn of a wall across others and of sizes in metres, and commit nothing', async () => {
  const across = { level_id, start: P(20_000, -1000), end: P(20_000, 2000), ...why };
  const crossing = await geometry.call('create_wall', across);
  expect(crossing.warnings.join()).toContain(`crosses wall \`${outer[0]}\` around (20000, 0)`);
  const level = { filter: { categories: ['Walls'], where: [] }, ...why };
  const before = (await spatial.call('query_elements', level)).data as { total: number };
  const metres = { ...across, start: P(0, 0), end: P(6, 0), thickness: 0.2 };
  expect((await geometry.call('create_wall', metres)).error?.message).toContain('metres');
  const small = { ...metres, end: P(60, 0), thickness: 60 };
  expect((await geometry.call('create_wall', small)).warnings.join()).toContain('metres');
  const after = (await spatial.call('query_elements', level)).data as { total: number };
  expect(after.total).toBe(before.total);
});

test('a window removes its volume, and one beyond the end is refused with the permitted range', async () => {
  const [south] = outer;
  const before = Number((await measures(south))['volume_mm3']);
  const window = { wall_id: south, offset: 1000, width: 1200, height: 1500, sill_height: 900 };
  await done('place_window', window);
  expect(Number((await measures(south))['volume_mm3'])).toBe(before - 1200 * 1500 * 300);
  const past = await geometry.call('place_window', { ...window, offset: 29_000, ...why });
  expect(past.error).toMatchObject({ data: { greatest_offset: 28_800 } });
});
