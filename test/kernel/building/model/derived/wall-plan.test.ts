/** @module tests of the wall plan: a room among many walls is found where it is enclosed, and only there. */
import { expect, test } from 'vitest';

import { findRoomAt } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { created, Site } from '../build.ts';

const COUNT = 240;
/** A ring of many short walls, 30 m from the middle. */
const CORNERS = Array.from({ length: COUNT }, (_, i): PlanPoint => {
  const angle = (2 * Math.PI * i) / COUNT;
  return {
    x: Math.round(30_000 * Math.cos(angle)),
    y: Math.round(30_000 * Math.sin(angle)),
  };
});
const WALLS = CORNERS.map((start, i) => ({
  id: `W${i}`,
  start,
  end: CORNERS[(i + 1) % COUNT] ?? start,
  thickness: 200,
}));
const around = ({ x, y }: PlanPoint): PlanPoint[] => [
  { x: x - 100, y: y - 100 },
  { x: x + 100, y: y - 100 },
  { x: x + 100, y: y + 100 },
];

test('a room is found far from its stored outline, and not outside its walls', () => {
  const site = new Site();
  const middle = { x: 0, y: 0 };
  const outside = { x: 40_000, y: 0 };
  site.commit('main', [
    created('level', 'L1'),
    ...WALLS.map(({ id, start, end, thickness }) => created('wall', id, { start, end, thickness })),
    created('room', 'in', { point: middle, boundary_points: around(middle) }),
    created('room', 'out', { point: outside, boundary_points: around(outside) }),
  ]);
  const view = site.view();
  const face = findRoomAt(middle, WALLS);
  expect(face?.area_mm2).toBeGreaterThan(2.7e9);
  expect(view.measures('in').area_mm2).toBeCloseTo(face?.area_mm2 ?? 0, 3);
  expect(view.isEnclosed('in')).toBe(true);
  expect(view.isEnclosed('out')).toBe(false);
  expect(view.measures('out').area_mm2).toBe(20_000);
});

test('of two spaces above each other the lower one is found, regardless of the number of walls', () => {
  const site = new Site();
  const middle = { x: 0, y: 0 };
  // The upper ring is thinner, so that its space is larger, and its ids come first.
  const rings = [
    { name: 'a', thickness: 100, base_offset: 3000 },
    { name: 'b', thickness: 200, base_offset: 0 },
  ];
  site.commit('main', [
    created('level', 'L1'),
    ...rings.flatMap(({ name, ...params }) =>
      WALLS.map(({ id, start, end }) =>
        created('wall', `${name}${id}`, { start, end, height: 3000, ...params }),
      ),
    ),
    created('room', 'in', { point: middle, boundary_points: around(middle) }),
  ]);
  expect(site.view().measures('in').area_mm2).toBeCloseTo(
    findRoomAt(middle, WALLS)?.area_mm2 ?? 0,
    3,
  );
});
