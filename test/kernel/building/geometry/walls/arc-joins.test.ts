/** @module arc joins tests: arc walls divide the plan without gaps or overlaps. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { withCornersOn } from '../../../../../kernel/building/geometry/plan/corners-on.ts';
import {
  type Ring,
  signedArea,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Point2, pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { arcThrough, pointOnArc } from '../../../../../kernel/building/geometry/walls/arcs/arc.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { gridPlan, seededNumbers } from './wall-plans.ts';

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

/** The part of an area that walls and rooms together cover more than once or not at all, mm². */
function leftOver(plan: readonly StraightWall[], whole: number): readonly [number, number] {
  const { walls, net } = outlinesOf(plan);
  const exact = walls.map((ring) => withCornersOn(ring, walls.flat()));
  return [sum(exact) + net - whole, unionArea(exact) + net - whole];
}

describe('arc walls with known results', () => {
  test('a free quarter arc of 5 m radius has 40 facets, their area and radial ends', () => {
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
    // There are n = ceil((π/2) / (2 acos(1 − 1/5150))) = 40 facets, each 2 R sin(π/160) long.
    expect(ring).toHaveLength(2 * 41);
    expect(signedArea(ring)).toBeCloseTo(40 * 2 * 5000 * Math.sin(Math.PI / 160) * 300, -1);
    // The face of a facet meets the ray through its end at 150 / cos(π/160) = 150.029 mm from the axis.
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
    // Each arc has n = ceil(π / (2 acos(1 − 1/2100))) = 51 facets, 102 in total.
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

/**
 * The plan with some inner walls as arcs with a sagitta up to a seventh of their length; one in five is 400 mm thick.
 */
function bowed(plan: readonly StraightWall[], seed: number, beside = 40): StraightWall[] {
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
  // A partition that ended on the straight wall ends on the arc or up to 20 mm from it.
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
    if (host === undefined) return point;
    const { start, end, via = null } = host;
    const arc = via === null ? null : arcThrough(start, via, end);
    if (arc === null && beside !== 0) return point;
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const [px, py] = [point.x - start.x, point.y - start.y];
    const share = (px * dx + py * dy) / (dx * dx + dy * dy);
    if (arc === null) return pointOnGrid({ x: start.x + dx * share, y: start.y + dy * share });
    const on = pointOnArc(arc, arc.length * share);
    return pointOnGrid({ x: on.x, y: on.y + (random() - 0.5) * beside });
  }
}

test.each([
  ['without partitions', 0],
  ['with partitions that end on the sides of others', 0.5],
])('walls and rooms of plans with arcs add up to the outer area within 1e-8 m²: %s', (_, tees) => {
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

/**
 * The walls drawn by their left face, right face or axis, at random, with the same ends. Outer walls do not change, and
 * partitions near the end of another one are omitted.
 */
function lined(plan: readonly StraightWall[], seed: number): StraightWall[] {
  const random = seededNumbers(seed ^ 0x5eed);
  const ends: Point2[] = [];
  return plan.flatMap((one) => {
    if (one.id.startsWith('t')) {
      const near = (p: Point2): boolean =>
        ends.some((other) => Math.hypot(other.x - p.x, other.y - p.y) < 600);
      if (near(one.start) || near(one.end)) return [];
      ends.push(one.start, one.end);
    }
    const isOuter =
      (one.start.x === one.end.x && (one.start.x === 0 || one.start.x === 20_000)) ||
      (one.start.y === one.end.y && (one.start.y === 0 || one.start.y === 15_000));
    const line = isOuter ? 0 : ([0, 1, -1][Math.floor(random() * 3)] ?? 0) * (one.thickness / 2);
    return [{ ...one, ...axisUnder(one, line), line }];
  });
}

test.each([
  ['without partitions', 0],
  ['with partitions that end on the sides of others', 0.5],
])('arcs drawn by their faces divide the plan within 1e-8 m²: %s', (_, tees) => {
  let seen = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const grid = gridPlan({ columns: 4, rows: 3, seed, tees, drop: 0.1 });
      const plan = lined(bowed(grid, seed, 0), seed);
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

test.each([1, -1])(
  'the face by which an arc was drawn has its corners on the drawn arc: side %i',
  (side) => {
    const drawn = { start: { x: 4000, y: 0 }, end: { x: -4000, y: 0 }, via: { x: 0, y: 4000 } };
    const line = side * 150;
    const one = { id: 'a', thickness: 300, line, ...axisUnder(drawn, line) };
    // The arc runs counter-clockwise, so its left face is inside and the axis is 150 mm outside that face.
    expect(Math.hypot(one.start.x, one.start.y)).toBe(4000 + line);
    const ring = solveJoins([one]).get('a')?.ring ?? [];
    const radii = ring.map(({ x, y }) => Math.hypot(x, y));
    const on = radii.filter((radius) => Math.abs(radius - 4000) <= 0.001);
    // There are n = ceil(π / (2 acos(1 − 1 / R))) facets, where R is the radius of the outer face.
    const outer = side === 1 ? 4300 : 4000;
    const n = Math.ceil(Math.PI / (2 * Math.acos(1 - 1 / outer)));
    expect(on).toHaveLength(n + 1);
    expect(ring).toHaveLength(2 * (n + 1));
    for (const radius of radii) {
      const off = Math.min(Math.abs(radius - 4000), Math.abs(radius - 4000 - side * 300));
      expect(off).toBeLessThan(0.1);
    }
  },
);
