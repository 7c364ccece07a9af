/** @module spatial.test: every tool of the spatial server through a real client, on two rooms with known dimensions. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect, testWorkspace, type Connected, type TestWorkspace } from './connect.ts';

const why = { reasoning: 'measured by hand' };
const P = (x: number, y: number): object => ({ x, y });
const V = (x: number, y: number, z: number): object => ({ x, y, z });

let workspace: TestWorkspace;
let server: Connected;
let id: Readonly<Record<string, string>>;

const wall = (as: string, start: object, end: object): object => ({
  tool: 'create_wall',
  as,
  arguments: { level_id: '$level', start, end },
});

/** Rooms A and B of 3,800 and 5,800 by 4,800 mm with a door of 900 mm between them and one of 1,000 mm to the south. */
const OPERATIONS = [
  { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0 } },
  wall('south', P(0, 0), P(10_000, 0)),
  wall('east', P(10_000, 0), P(10_000, 5000)),
  wall('north', P(10_000, 5000), P(0, 5000)),
  wall('west', P(0, 5000), P(0, 0)),
  wall('middle', P(4000, 0), P(4000, 5000)),
  { tool: 'place_door', as: 'D1', arguments: { wall_id: '$middle', offset: 1000, width: 900 } },
  { tool: 'place_door', as: 'D2', arguments: { wall_id: '$south', offset: 8000, width: 1000 } },
  {
    tool: 'create_room',
    as: 'A',
    arguments: { level_id: '$level', point: P(2000, 2500), name: 'A' },
  },
  {
    tool: 'create_room',
    as: 'B',
    arguments: { level_id: '$level', point: P(7000, 2500), name: 'B' },
  },
  {
    tool: 'create_floor',
    as: 'floor',
    arguments: {
      level_id: '$level',
      boundary_points: [P(-100, -100), P(10_100, -100), P(10_100, 5100), P(-100, 5100)],
    },
  },
];

beforeAll(async () => {
  workspace = testWorkspace(false);
  server = await connect(workspace.dir, 'all', { words: ['--init'] });
  const built = await server.call('apply_changes', {
    operations: OPERATIONS,
    dry_run: false,
    ...why,
  });
  const { results } = built.data as { results: { as: string; id: string }[] };
  id = Object.fromEntries(results.map((made) => [made.as, made.id]));
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

const asked = new Set<string>();

async function ask(tool: string, args: object): Promise<Record<string, unknown>> {
  asked.add(tool);
  const envelope = await server.call(tool, { ...args, ...why });
  expect(envelope).toMatchObject({ success: true, event_id: null });
  return { ...(envelope.data as object) };
}

test('every tool of the spatial server returns the values calculated by hand', async () => {
  const { level: level_id, south, middle, D1, D2, A = '', B = '' } = id;
  expect(await ask('get_model_summary', {})).toMatchObject({
    element_count: 11,
    counts: { Levels: 1, Walls: 5, Doors: 2, Rooms: 2, Floors: 1 },
    room_area_mm2: (3800 + 5800) * 4800,
    floor_area_mm2: 10_200 * 5200,
  });
  expect(await ask('get_element', { element_id: D1, include: ['measures'] })).toMatchObject({
    params: { width: 900, host_id: middle },
    measures: { area_mm2: 900 * 2100 },
  });
  expect(await ask('level_elements', { level_id, categories: ['Doors'] })).toMatchObject({
    total: 2,
  });
  expect(
    await ask('query_elements', { filter: { where: [{ field: 'width', op: 'lt', value: 1000 }] } }),
  ).toMatchObject({ total: 1, elements: [{ element_id: D1 }] });
  expect(
    await ask('relationship_query', { element_id: D1, relationship_type: 'connects' }),
  ).toMatchObject({ relationships: [{ element_ids: [A, B].toSorted(), count: 2 }] });
  expect(await ask('bounding_analysis', { element_id: D1 })).toMatchObject({
    bounds: { min: V(3900, 1000, 0), max: V(4100, 1900, 2100) },
  });
  const box = { min: V(3900, 1000, 0), max: V(4100, 1900, 2100) };
  expect(await ask('spatial_query', { bounds: box, inside: true })).toMatchObject({
    total: 1,
    elements: [{ element_id: D1 }],
  });
  expect(await ask('room_analysis', { room_id: A })).toMatchObject({
    area_mm2: 3800 * 4800,
    perimeter_mm: 17_200,
    adjacencies: [
      { room_id: B, wall_length_mm: 4800, wall_ids: [middle], openings: [{ element_id: D1 }] },
      { room_id: null, type: 'outside', wall_length_mm: 12_400 },
    ],
  });
  expect(await ask('adjacency_matrix', { level_id })).toMatchObject({ room_count: 2, total: 3 });
  const way = { level_id, start: P(2000, 1450), end: P(6000, 1450) };
  expect(await ask('circulation_check', way)).toMatchObject({
    reachable: true,
    distance_mm: 4000,
    narrowest: { width_mm: 900 },
  });
  expect(await ask('circulation_check', { ...way, clear_width: 950 })).toMatchObject({
    reachable: false,
    blocked_because: 'width',
    blocking_ids: [D1, middle],
  });
  const path = await ask('path_finding', { from_room: A, to_room: B });
  expect(path).toMatchObject({ reachable: true, crossings: [{ element_id: D1, width_mm: 900 }] });
  // From (2000, 2500) and (7000, 2500) round the corners of the door at y = 1900, at half the width of 800 mm.
  const leg = (dx: number): number => {
    const distance = Math.hypot(dx, 600);
    return (
      Math.sqrt(distance ** 2 - 400 ** 2) + 400 * (Math.atan2(600, dx) + Math.asin(400 / distance))
    );
  };
  expect(path['distance_mm']).toBeCloseTo(leg(1900) + 200 + leg(2900), 2);
  expect(
    await ask('measure', { from: { element_id: south }, to: { element_id: D1 } }),
  ).toMatchObject({ distance_mm: 900 });
  expect(
    await ask('raycast', { origin: V(2000, 1450, 1000), direction: V(1, 0, 0), limit: 2 }),
  ).toMatchObject({
    hits: [
      { element_id: D1, distance_mm: 1980, point: V(3980, 1450, 1000), normal: V(-1, 0, 0) },
      { kind: 'wall', distance_mm: 7900 },
    ],
  });
  expect(await ask('get_history', { limit: 1 })).toMatchObject({
    events: [{ type: 'element.created' }],
  });
  await server.call('create_branch', { name: 'design/wider', dry_run: false, ...why });
  expect(await ask('diff_branches', { source: 'design/wider', target: 'main' })).toMatchObject({
    counts: { created: 0, modified: 0, deleted: 0 },
  });
  const spatial = await connect(workspace.dir, 'spatial');
  const { tools } = await spatial.client.listTools();
  await spatial.close();
  const shared = ['get_operation', 'preview_operation'];
  const own = tools.map(({ name }) => name).filter((name) => !shared.includes(name));
  expect(own.filter((name) => !asked.has(name))).toEqual([]);
  const wrong = await server.call('room_analysis', { room_id: D2, ...why });
  expect(wrong).toMatchObject({ success: false, error: { name: 'INVALID_ARGUMENT' } });
});
