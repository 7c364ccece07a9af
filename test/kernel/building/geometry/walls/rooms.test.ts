/** @module rooms tests: net areas, islands, partitions, crossings and enclosure. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import {
  findRoomAt,
  findRooms,
  roomAround,
} from '../../../../../kernel/building/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { gridPlan, linedPlan } from './wall-plans.ts';

function walls(...lines: readonly (readonly [number, number, number, number])[]): StraightWall[] {
  return lines.map(([x1, y1, x2, y2], i) => ({
    id: `w${i}`,
    start: { x: x1, y: y1 },
    end: { x: x2, y: y2 },
    thickness: 200,
  }));
}

const box: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 6000, 0],
  [6000, 0, 6000, 4000],
  [0, 4000, 6000, 4000],
  [0, 0, 0, 4000],
];

function areas(list: readonly StraightWall[]): number[] {
  return findRooms(list)
    .map((room) => room.area_mm2)
    .toSorted((a, b) => a - b);
}

describe('findRooms', () => {
  test('measures the room of a box', () => {
    const [room] = findRooms(walls(...box));
    expect(room).toMatchObject({
      area_mm2: 5800 * 3800,
      grossArea: 6000 * 4000,
      wallIds: ['w0', 'w1', 'w2', 'w3'],
      holes: [],
      simple: true,
    });
    expect(room?.ring.length).toBe(4);
  });

  test('finds no room without walls, in an open box or at a single wall', () => {
    expect(findRooms([])).toEqual([]);
    expect(findRooms(walls(...box.slice(0, 3)))).toEqual([]);
    expect(findRooms(walls([0, 0, 1, 0]))).toEqual([]);
  });

  test('a partition between two sides makes two rooms, whether it ends on the axis or the face', () => {
    for (const [low, high] of [
      [0, 4000],
      [100, 3900],
      [-100, 4100],
      [100.001, 3899.5],
    ] as const) {
      expect(areas(walls(...box, [2000, low, 2000, high]))).toEqual([1800 * 3800, 3800 * 3800]);
    }
  });

  test('a partition that stops short makes one room with a notch', () => {
    expect(areas(walls(...box, [2000, 0, 2000, 2000]))).toEqual([5800 * 3800 - 200 * 1900]);
    expect(areas(walls(...box, [2000, 0, 2000, 3899.499]))).toEqual([5800 * 3800 - 200 * 3799.499]);
  });

  test('crossing walls without a shared node make four rooms', () => {
    const cross = walls(...box, [3000, 0, 3000, 4000], [0, 2000, 6000, 2000]);
    expect(areas(cross)).toEqual([2800 * 1800, 2800 * 1800, 2800 * 1800, 2800 * 1800]);
  });

  test('walls that extend past their corners enclose a room', () => {
    const frame = walls(
      [-1000, 0, 7000, 0],
      [6000, -1000, 6000, 5000],
      [-1000, 4000, 7000, 4000],
      [0, -1000, 0, 5000],
    );
    expect(areas(frame)).toEqual([5800 * 3800]);
  });

  test('a free-standing wall and a core are holes of the room', () => {
    const wall = walls(...box, [2000, 2000, 4000, 2000]);
    expect(areas(wall)).toEqual([5800 * 3800 - 2000 * 200]);
    const core = walls(
      ...box,
      [2000, 1000, 4000, 1000],
      [4000, 1000, 4000, 3000],
      [4000, 3000, 2000, 3000],
      [2000, 3000, 2000, 1000],
    );
    expect(areas(core)).toEqual([1800 * 1800, 5800 * 3800 - 2200 * 2200]);
    expect(findRooms(core).find((room) => room.holes.length === 1)?.wallIds.length).toBe(8);
  });

  test('a wall inside a core is a hole of the core only', () => {
    const nested = walls(
      ...box,
      [1000, 1000, 5000, 1000],
      [5000, 1000, 5000, 3000],
      [5000, 3000, 1000, 3000],
      [1000, 3000, 1000, 1000],
      [2000, 2000, 4000, 2000],
    );
    expect(areas(nested)).toEqual([3800 * 1800 - 2000 * 200, 5800 * 3800 - 4200 * 2200]);
  });

  test('a space filled by its walls is not a room', () => {
    const thick = walls([0, 0, 1000, 0], [1000, 0, 1000, 150], [1000, 150, 0, 150], [0, 150, 0, 0]);
    expect(findRooms(thick)).toEqual([]);
  });

  test('a triangle narrower than its walls is not a room although its reversed outline has an area', () => {
    const triangle = walls([0, 0, 6000, 0], [2900, -1000, 3400, 5000], [3100, -1000, 2600, 5000]);
    expect(areas(triangle)).toEqual([]);
  });

  test('a convex space keeps its exact area when walls cover one side', () => {
    // The oblique wall cuts off a corner of 60 x 60 mm between the axes, all of it inside the other walls.
    const cut = walls(
      [0, 0, 5940, 0],
      [5940, 0, 6000, 60],
      [6000, 60, 6000, 4000],
      [6000, 4000, 0, 4000],
      [0, 4000, 0, 0],
    );
    const [room] = findRooms(cut);
    // Its face is 100 mm from its axis, on x - y = 5940 - 100 √2, which cuts off the corner of the room.
    const leg = 5900 - 100 - (5940 - 100 * Math.SQRT2);
    expect(room?.area_mm2).toBeCloseTo(5800 * 3800 - Math.max(0, leg) ** 2 / 2, 0);
    expect(room?.simple).toBe(true);
  });

  test.each([
    ['the same', [0, 0, 6000, 0]],
    ['the other way round', [6000, 0, 0, 0]],
    ['a part in the middle', [2000, 0, 3000, 0]],
    ['a part from the corner', [3000, 0, 0, 0]],
    ['longer on both sides', [-1000, 0, 7000, 0]],
    ['from within to without', [3000, 0, 8000, 0]],
  ] as const)('a wall drawn twice bounds the same room as once: %s', (_, line) => {
    const partition = [2500, 0, 2500, 4000] as const;
    for (const first of [true, false]) {
      const lines = first ? [line, ...box, partition] : [...box, partition, line];
      expect(areas(walls(...lines))).toEqual([2300 * 3800, 3300 * 3800]);
    }
    // A second, thicker wall at the same place bounds the room, and a partition ends at its face.
    const thick = { id: 'x', start: { x: 6000, y: 0 }, end: { x: 0, y: 0 }, thickness: 300 };
    expect(areas([...walls(...box, partition), thick])).toEqual([2300 * 3750, 3300 * 3750]);
  });

  test('drawing walls twice does not change the rooms of a plan', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(200), { maxLength: 6 }), (seed, again) => {
        const plan = gridPlan({ columns: 4, rows: 4, seed, tees: 0.5 });
        const copies = again.map((pick, i) => {
          const { start, end, thickness } = at(plan, pick % plan.length);
          return { id: `${i % 2 === 0 ? '0' : 'z'}${i}`, start: end, end: start, thickness };
        });
        const [once, twice] = [areas(plan), areas([...copies, ...plan])];
        expect(twice.length).toBe(once.length);
        for (const [i, area] of once.entries()) {
          expect(Math.abs((twice[i] ?? 0) - area)).toBeLessThan(20);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('keeps a sharp corner beyond a wall that stops next to an axis', () => {
    // w3 ends 40 mm before the axis of w1, so the corner between their faces is beyond the end of w3.
    const lines = [
      [6000, 1000, 0, 3000, 80],
      [4614.138, 1291.031, 823.484, 4307.579, 300],
      [0, 0, 4271.055, 1618.479, 80],
      [2000, 0, 1000, 4000, 80],
    ] as const;
    for (const mirror of [1, -1]) {
      const plan = lines.map(([x1, y1, x2, y2, thickness], i) => ({
        id: `w${i}`,
        start: { x: mirror * x1, y: y1 },
        end: { x: mirror * x2, y: y2 },
        thickness,
      }));
      expect(areas(plan).map((area) => Math.round(area))).toEqual([1450961, 2129869]);
    }
  });

  test('butt corners leave the same room as mitres', () => {
    const butt = walls(...box).map((wall) => Object.assign(wall, { join: 'butt' as const }));
    expect(areas(butt)).toEqual([5800 * 3800]);
  });

  test('three walls that cross at one point off the grid share a node, rotated or not', () => {
    // All three walls cross at (16000/13, 40000/13); the thickest runs through.
    const lines = [
      [1000, 3000, 4000, 4000, 500],
      [2000, 5000, 0, 0, 80],
      [2000, 3000, 0, 0, 80],
      [0, 1000, 0, 0, 80],
      [4000, 1000, 0, 4000, 80],
    ] as const;
    const plan = (turned: boolean): readonly StraightWall[] =>
      lines.map(([x1, y1, x2, y2, thickness], i) => ({
        id: `w${i}`,
        start: turned ? { x: -y1, y: x1 } : { x: x1, y: y1 },
        end: turned ? { x: -y2, y: x2 } : { x: x2, y: y2 },
        thickness,
      }));
    const [still, turned] = [areas(plan(false)), areas(plan(true))];
    expect(still.length).toBeGreaterThan(0);
    expect(turned.map((area) => Math.round(area / 10))).toEqual(
      still.map((area) => Math.round(area / 10)),
    );
  });

  test('butt corners of oblique walls leave the same room as mitres, without spurs', () => {
    const triangle = (join: 'butt' | 'miter', shift: number) =>
      [
        ['a', 0, 0, 5000, 3000, 80],
        ['b', 5000, 3000, 5000, -1000, 100],
        ['c', 5000, -1000, 0, 0, 333.332],
      ].map(([id, x1, y1, x2, y2, thickness]) => ({
        id: String(id),
        start: { x: Number(x1), y: Number(y1) + shift },
        end: { x: Number(x2), y: Number(y2) + shift },
        thickness: Number(thickness),
        join,
      }));
    for (const shift of [0, -8_390_779.04, 123.456]) {
      const [mitred] = findRooms(triangle('miter', shift));
      const [butt] = findRooms(triangle('butt', shift));
      expect(mitred?.ring.length).toBe(3);
      expect(butt?.ring.length).toBe(3);
      expect(Math.abs((butt?.area_mm2 ?? 0) - (mitred?.area_mm2 ?? 1))).toBeLessThan(10);
      expect(butt?.simple).toBe(true);
    }
  });

  test('rooms do not depend on the order of the walls', () => {
    const plan = gridPlan({ columns: 6, rows: 6, seed: 3, tees: 0.5 });
    expect(findRooms(plan.toReversed())).toEqual(findRooms(plan));
  });
});

describe('findRoomAt', () => {
  test('findRoomAt returns the room among all that contains the point', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: -1000, max: 16_000 }),
        fc.integer({ min: -1000, max: 11_000 }),
        (seed, x, y) => {
          const plan = linedPlan({ columns: 3, rows: 2, seed, jitter: 500, tees: 0.5 }, 1);
          expect(findRoomAt({ x, y }, plan)).toEqual(roomAround({ x, y }, findRooms(plan)));
        },
      ),
      { numRuns: 60 },
    );
  });

  const plan = walls(...box, [2000, 0, 2000, 4000]);
  test.each([
    ['left room', { x: 1000, y: 2000 }, 1800 * 3800],
    ['right room', { x: 4000, y: 2000 }, 3800 * 3800],
    ['on the inner face', { x: 1900, y: 2000 }, 1800 * 3800],
    ['in the partition', { x: 2000, y: 2000 }, null],
    ['outside', { x: 9000, y: 2000 }, null],
    ['in an outer wall', { x: 50, y: 2000 }, null],
  ])('findRoomAt returns the room at a point: %s', (_, point, area) => {
    expect(findRoomAt(point, plan)?.area_mm2 ?? null).toBe(area);
  });

  test('findRoomAt returns the core for a point in it, and nothing inside its wall', () => {
    const core = walls(
      ...box,
      [2000, 1000, 4000, 1000],
      [4000, 1000, 4000, 3000],
      [4000, 3000, 2000, 3000],
      [2000, 3000, 2000, 1000],
    );
    expect(findRoomAt({ x: 3000, y: 2000 }, core)?.area_mm2).toBe(1800 * 1800);
    expect(findRoomAt({ x: 2000, y: 2000 }, core)).toBeNull();
  });
});
