/** @module arc walls: their facets join others and each other exactly, and part the plan with nothing left and nothing twice. */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { SolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../kernel/geometry/mesh/solid-kernel.ts';
import { withCornersOn } from '../../../../kernel/geometry/plan/corners-on.ts';
import type { Ring } from '../../../../kernel/geometry/plan/polygon.ts';
import { signedArea, validateRing } from '../../../../kernel/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../kernel/geometry/vector.ts';
import { pointOnGrid } from '../../../../kernel/geometry/vector.ts';
import { arcThrough, pointOnArc } from '../../../../kernel/geometry/walls/arcs/arc.ts';
import { findRooms } from '../../../../kernel/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../kernel/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../kernel/geometry/walls/wall-joins.ts';
import { gridPlan, seededNumbers } from './wall-plans.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

/** 1e-8 m². */
const EXACT_MM2 = 0.01;

type Coordinates = readonly [number, number];

function wall(
  id: string,
  [start, end, via]: readonly [Coordinates, Coordinates, Coordinates?],
  thickness = 200,
): StraightWall {
  const point = ([x, y]: Coordinates): Point2 => ({ x, y });
  const ends = { id, start: point(start), end: point(end), thickness };
  return via === undefined ? ends : { ...ends, via: point(via) };
}

const sum = (rings: readonly Ring[]): number =>
  rings.reduce((all, ring) => all + signedArea(ring), 0);

function outlinesOf(plan: readonly StraightWall[]) {
  const rooms = findRooms(plan);
  return {
    rooms,
    walls: [...solveJoins(plan).values()].map(({ ring }) => ring),
    net: rooms.reduce((all, { area_mm2 }) => all + area_mm2, 0),
  };
}

/** What the walls and the rooms together have more than once or not at all of an area, mm². */
function leftOver(plan: readonly StraightWall[], whole: number): readonly [number, number] {
  const { walls, net } = outlinesOf(plan);
  const exact = walls.map((ring) => withCornersOn(ring, walls.flat()));
  return [sum(exact) + net - whole, kernel.unionArea(exact) + net - whole];
}

describe('by hand', () => {
  test('a quarter of 5 m radius has 40 facets; free, it has the area of its facets and radial ends', () => {
    const side = 5000 * Math.SQRT1_2;
    const [quarter] = [
      wall(
        'a',
        [
          [5000, 0],
          [0, 5000],
          [side, side],
        ],
        300,
      ),
    ];
    const ring = solveJoins([quarter]).get('a')?.ring ?? [];
    // n = ceil((π/2) / (2 acos(1 − 1/5150))) = 40, each 2 R sin(π/160) long.
    expect(ring).toHaveLength(2 * 41);
    expect(signedArea(ring)).toBeCloseTo(40 * 2 * 5000 * Math.sin(Math.PI / 160) * 300, -1);
    // A facet's face passes the ray through its end 150 / cos(π/160) = 150.029 from the axis.
    expect(ring).toContainEqual({ x: 4849.971, y: 0 });
    expect(ring).toContainEqual({ x: 0, y: 5150.029 });
  });

  test('a round room of two arcs is a regular polygon', () => {
    const plan = [
      wall('a', [
        [2000, 0],
        [-2000, 0],
        [0, 2000],
      ]),
      wall('b', [
        [-2000, 0],
        [2000, 0],
        [0, -2000],
      ]),
    ];
    // n = ceil(π / (2 acos(1 − 1/2100))) = 51 facets each: 102 in all.
    const n = 102;
    const apothem = 2000 * Math.cos(Math.PI / n);
    const area = (r: number): number => n * r * r * Math.tan(Math.PI / n);
    const { rooms, walls } = outlinesOf(plan);
    expect(rooms).toHaveLength(1);
    expect(Math.abs((rooms[0]?.area_mm2 ?? 0) - area(apothem - 100))).toBeLessThan(10);
    expect(Math.abs(sum(walls) - (area(apothem + 100) - area(apothem - 100)))).toBeLessThan(10);
    expect(rooms[0]?.ring).toHaveLength(n);
    expect(rooms[0]?.simple).toBe(true);
  });
});

/** The plan with a bow in some of its inner walls, of up to a seventh of their length, one in five of thickness 400. */
function bowed(plan: readonly StraightWall[], seed: number): StraightWall[] {
  const random = seededNumbers(seed);
  const all = plan.map((one) => {
    const { start, end, id } = one;
    const isOuter =
      (start.x === end.x && (start.x === 0 || start.x === 20_000)) ||
      (start.y === end.y && (start.y === 0 || start.y === 15_000));
    if (isOuter || id.startsWith('t') || random() < 0.4) return one;
    const share = (random() - 0.5) * 0.28;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const via = pointOnGrid({
      x: (start.x + end.x) / 2 - dy * share,
      y: (start.y + end.y) / 2 + dx * share,
    });
    return { ...one, via, thickness: random() < 0.2 ? 400 : one.thickness };
  });
  // A partition ends on the bow, or up to 20 mm beside it, where it ended on the straight wall.
  return all.map((one) => {
    const cell = /^t(\d+)\.(\d+)$/.exec(one.id);
    if (cell === null) return one;
    const above = `h${cell[1]}.${Number(cell[2]) + 1}`;
    return {
      ...one,
      start: onBow(one.start, one.id.replace('t', 'h')),
      end: onBow(one.end, above),
    };
  });

  function onBow(point: Point2, id: string): Point2 {
    const host = all.find((other) => other.id === id);
    if (host?.via === undefined || host.via === null) return point;
    const arc = arcThrough(host.start, host.via, host.end);
    if (arc === null) return point;
    const [dx, dy] = [host.end.x - host.start.x, host.end.y - host.start.y];
    const [px, py] = [point.x - host.start.x, point.y - host.start.y];
    const on = pointOnArc(arc, (arc.length * (px * dx + py * dy)) / (dx * dx + dy * dy));
    return pointOnGrid({ x: on.x, y: on.y + (random() - 0.5) * 40 });
  }
}

test.each([
  ['without partitions', 0],
  ['with partitions that end on the sides of others', 0.5],
])('%s, walls and rooms with arcs among them are the outer area to 1e-8 m²', (_, tees) => {
  let seen = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const plan = bowed(gridPlan({ columns: 4, rows: 3, seed, tees, drop: 0.1 }), seed);
      const { rooms, walls } = outlinesOf(plan);
      fc.pre(rooms.every(({ simple }) => simple));
      seen += 1;
      for (const ring of walls) expect(validateRing(ring).ok).toBe(true);
      const [once, together] = leftOver(plan, 20_300 * 15_300);
      expect(Math.abs(once)).toBeLessThan(EXACT_MM2);
      expect(Math.abs(together)).toBeLessThan(EXACT_MM2);
    }),
    { numRuns: 40 },
  );
  expect(seen).toBe(40);
});
