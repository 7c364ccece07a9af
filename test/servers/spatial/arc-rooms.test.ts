/** @module rooms with arc walls: areas, neighbours, routes, rays and doors, with values computed from the facets. */
import { beforeAll, expect, it } from 'vitest';

import { signedArea } from '../../../kernel/building/geometry/plan/polygon.ts';
import { wayThrough } from '../../../kernel/building/kinds/rules/in-wall.ts';
import { cutWall } from '../../../kernel/documents/drawings/plan/cut-walls.ts';
import { World } from '../building/world.ts';

type Point = { x: number; y: number };
const P = (x: number, y: number): Point => ({ x, y });

/** Facets of half a circle of 3 m with walls of 200 mm: ceil(π / (2 acos(1 − 1/3100))). */
const FACETS = 62;
const TURN = Math.PI / FACETS;

let world: World;
let level_id: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const wall = async (name: string, start: Point, end: Point, more: object = {}): Promise<void> => {
    ids[name] = await world.make('create_wall', { level_id, start, end, ...more });
  };
  await wall('flat', P(0, -3000), P(0, 3000));
  await wall('bow', P(0, -3000), P(0, 3000), { via: P(3000, 0) });
  await wall('north', P(0, 3000), P(-6000, 3000));
  await wall('west', P(-6000, 3000), P(-6000, -3000));
  await wall('south', P(-6000, -3000), P(0, -3000));
  ids['inner'] = await world.make('place_door', {
    wall_id: ids['flat'],
    offset: 2500,
    width: 1000,
  });
  const middle = (Math.PI * 3000) / 2;
  ids['outer'] = await world.make('place_door', {
    wall_id: ids['bow'],
    offset: Math.round(middle) - 600,
    width: 1200,
  });
  ids['dee'] = await world.make('create_room', { level_id, name: 'Dee', point: P(1500, 0) });
  ids['box'] = await world.make('create_room', { level_id, name: 'Box', point: P(-3000, 0) });
});

/** Clips a polygon to the half plane n · p ≤ most. */
function kept(ring: readonly Point[], n: Point, most: number): Point[] {
  const off = ({ x, y }: Point): number => n.x * x + n.y * y - most;
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    const [u, v] = [off(a), off(b)];
    const own = u <= 0 ? [a] : [];
    if (u <= 0 === v <= 0) return own;
    const share = u / (u - v);
    return [...own, P(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)];
  });
}

it('a D-shaped room has the area between the facets and the straight wall', async () => {
  // Half planes: right of the straight wall's face, and inside the face of each facet.
  const apothem = 3000 * Math.cos(TURN / 2) - 100;
  let ring = [P(100, -4000), P(4000, -4000), P(4000, 4000), P(100, 4000)];
  for (let k = 0; k < FACETS; k++) {
    const angle = (k + 0.5) * TURN - Math.PI / 2;
    ring = kept(ring, P(Math.cos(angle), Math.sin(angle)), apothem);
  }
  const { measures } = await world.ask('get_element', { element_id: ids['dee'] });
  const { area_mm2 } = measures as { area_mm2: number };
  expect(Math.abs(area_mm2 - signedArea(ring))).toBeLessThan(10);
});

it('its neighbours are a room across the straight wall and the outside along the whole arc', async () => {
  const { pairs } = await world.ask('adjacency_matrix', { level_id });
  const rows = pairs as { a: string; b: string; wall_length_mm: number; door_ids: string[] }[];
  const between = (a: string, b: string) =>
    rows.find((row) => [row.a, row.b].toSorted().join() === [a, b].toSorted().join());
  expect(between(ids['dee'] ?? '', ids['box'] ?? '')).toMatchObject({ door_ids: [ids['inner']] });
  const outside = between(ids['dee'] ?? '', 'outside');
  expect(outside).toMatchObject({ door_ids: [ids['outer']], wall_ids: [ids['bow']] });
  // The arc minus the corners at its two ends.
  expect(outside?.wall_length_mm).toBeGreaterThan(3000 * Math.PI - 1000);
  expect(outside?.wall_length_mm).toBeLessThan(3000 * Math.PI + 0.01);
});

it('a route leads from one room to the other', async () => {
  const way = await world.ask('path_finding', { from_room: ids['box'], to_room: ids['dee'] });
  expect(way).toMatchObject({ reachable: true });
  const doors = JSON.stringify(way);
  expect(doors).toContain(ids['inner']);
});

it('a ray meets a corner of the inner face, where two facets meet', async () => {
  await world.do('delete_elements', { element_ids: [ids['outer']] });
  const ray = { origin: { x: 1000, y: 0, z: 1000 }, direction: { x: 1, y: 0, z: 0 } };
  const { hits } = await world.ask('raycast', ray);
  const [first] = hits as { element_id: string; distance_mm: number }[];
  expect(first).toMatchObject({ element_id: ids['bow'] });
  expect(first?.distance_mm).toBeCloseTo(2000 - 100 / Math.cos(TURN / 2), 2);
  await world.do('undo', { event_id: world.log.all.at(-1)?.event_id });
});

it('a door is as wide as the straight line between its sides at the inner face', () => {
  const host = world.view.elementOf(ids['bow'] ?? '', 'wall');
  const door = world.view.elementOf(ids['outer'] ?? '', 'door');
  if (host === undefined || door === undefined) throw new Error('not there');
  const { host_id, offset, width, height } = door.params;
  const way = wayThrough(host, { host_id, offset, location: null, sill: 0, width, height });
  // 1,200 mm along the arc of 3,000 are 0.4 rad, cut radially: 2 · 2,900 · sin 0.2 at the inner face of a true arc.
  expect(Math.abs(way.width - 2 * 2900 * Math.sin(0.2))).toBeLessThan(1);
  // The arc runs to the north there, and the passage begins on its right face: outside.
  expect(way.along.y).toBeCloseTo(1, 6);
  expect(way.right.x).toBeGreaterThan(3000);
});

it('a plan shows the arc in two pieces next to the door, which together are the outline minus the void', () => {
  const wall = world.view.elementOf(ids['bow'] ?? '', 'wall');
  if (wall === undefined) throw new Error('no wall');
  const cut = cutWall(wall, 1100, world.view);
  expect(cut?.pieces).toHaveLength(2);
  const pieces = (cut?.pieces ?? []).reduce((sum, ring) => sum + Math.abs(signedArea(ring)), 0);
  const whole = Math.abs(signedArea(cut?.footprints[0] ?? []));
  const along = FACETS * 2 * 3000 * Math.sin(TURN / 2);
  const hole = (1200 / (3000 * Math.PI)) * along * 200;
  expect(Math.abs(whole - pieces - hole)).toBeLessThan(60);
});
