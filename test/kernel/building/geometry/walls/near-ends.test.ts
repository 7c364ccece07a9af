/** @module near ends tests: missed corners, touching ends, and walls above each other. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Point2, planBoxIntersects } from '../../../../../kernel/building/geometry/vector.ts';
import { joinCandidates } from '../../../../../kernel/building/geometry/walls/join-candidates.ts';
import { findRoomAt, findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
import {
  type StraightWall,
  wallReach,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import {
  affectedWalls,
  solveJoins,
  solveJoinsFor,
} from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';
import { seededNumbers } from './wall-plans.ts';

type Line = readonly [number, number, number, number];

function wall(id: string, [x1, y1, x2, y2]: Line, more: Partial<StraightWall> = {}): StraightWall {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 200, ...more };
}

/** Area that footprints cover twice, mm². */
function doubled(walls: readonly StraightWall[]): number {
  const rings = [...solveJoins(walls).values()].map(({ ring }) => ring);
  return rings.reduce((sum, ring) => sum + signedArea(ring), 0) - unionArea(rings);
}

/** The walls with individual changes of ids and sizes. */
function each(
  walls: readonly StraightWall[],
  change: (wall: StraightWall, index: number) => Partial<StraightWall>,
): StraightWall[] {
  return walls.map((one, i) => Object.assign({}, one, change(one, i)));
}

const areas = (walls: readonly StraightWall[]): number[] =>
  findRooms(walls).map(({ area_mm2 }) => area_mm2);

/** A box of 5 × 4 m whose lower right corner is drawn with ends that miss it by `a` along x and `b` along y. */
const corner = (a: number, b: number): StraightWall[] => [
  wall('a', [0, 0, 5000 + a, 0]),
  wall('b', [5000, b, 5000, 4000]),
  wall('c', [5000, 4000, 0, 4000]),
  wall('d', [0, 4000, 0, 0]),
];

describe('near ends at a corner', () => {
  const sweep = [-90, -67.5, -45, -22.5, 0, 22.5, 45, 67.5, 90];
  test.each(sweep)(
    'a corner missed by %f mm along x is joined for any miss of the other wall',
    (a) => {
      for (const b of sweep) {
        const walls = corner(a, b);
        expect([a, b, areas(walls)]).toEqual([a, b, [4800 * 3800]]);
        expect(doubled(walls)).toBeCloseTo(0, 6);
        if (a > 0 || b < 0 || (a === 0 && b === 0)) continue;
        // Neither end overshoots, so the corner is the same as for ends at one point.
        expect(solveJoins(walls).get('a')?.ring).toEqual(solveJoins(corner(0, 0)).get('a')?.ring);
      }
    },
  );

  test.each([
    [-100, 100, 1],
    [-100.001, 100, 0],
    [-100, 100.001, 0],
  ])(
    'ends that miss by %f and %f mm make a corner up to half the other wall: %i rooms',
    (a, b, rooms) => {
      expect(areas(corner(a, b))).toHaveLength(rooms);
    },
  );

  test('a missed corner of unequal walls at any angle is mitred as if drawn exactly', () => {
    for (const [x, y, t] of [
      [9000, 3000, 300],
      [7000, 4000, 120],
      [3000, 4000, 250],
    ] as const) {
      const at = (short: number): StraightWall[] => {
        const length = Math.hypot(x - 5000, y);
        return [
          wall('a', [0, 0, 5000 - short, 0]),
          wall('b', [5000 + ((x - 5000) * short) / length, (y * short) / length, x, y], {
            thickness: t,
          }),
        ];
      };
      const [meant, short] = [solveJoins(at(0)), solveJoins(at(40))];
      expect(signedArea(short.get('a')?.ring ?? [])).toBeCloseTo(
        signedArea(meant.get('a')?.ring ?? []),
        0,
      );
      expect(short.get('b')?.joins).toEqual(meant.get('b')?.joins);
    }
  });

  test('near ends of three walls make one corner', () => {
    const walls = [
      wall('a', [0, 0, 4910, 0]),
      wall('b', [5090, 0, 9000, 0]),
      wall('c', [5000, 90, 5000, 4000]),
    ];
    expect(doubled(walls)).toBeCloseTo(0, 6);
    expect(solveJoins(walls).get('c')?.joins[0]).toEqual({
      end: 'start',
      kind: 'miter',
      with: ['a', 'b'],
    });
  });

  test('a missed corner stays open if one wall has `join: none`', () => {
    const [a, ...rest] = corner(-50, 50);
    const walls = a === undefined ? [] : [{ ...a, join: 'none' as const }, ...rest];
    expect(solveJoins(walls).get('b')?.joins[0]?.kind).toBe('none');
  });

  test.each([
    [0.5, 1],
    [0.501, 0],
  ])('collinear ends %f mm apart touch: %i rooms', (gap, rooms) => {
    const [a, ...rest] = corner(0, 0);
    const split = [wall('a', [0, 0, 2000, 0]), wall('e', [2000 + gap, 0, 5000, 0])];
    expect(a?.id).toBe('a');
    expect(areas([...split, ...rest])).toHaveLength(rooms);
  });
});

describe('partitions with near ends', () => {
  const box = [
    wall('a', [0, 0, 6000, 0], { thickness: 300 }),
    wall('b', [6000, 0, 6000, 4000], { thickness: 300 }),
    wall('c', [6000, 4000, 0, 4000], { thickness: 300 }),
    wall('d', [0, 4000, 0, 0], { thickness: 300 }),
  ];
  test.each([
    [150, 2],
    [150.001, 2],
    [150.5, 2],
    [150.501, 1],
  ])(
    'a partition that starts %f mm from the axis of a 300 mm wall divides the space: %i rooms',
    (y, rooms) => {
      const walls = [...box, wall('p', [3000, y, 3000, 3850], { thickness: 300 })];
      expect(findRooms(walls)).toHaveLength(rooms);
      // The left room is 2.7 × 3.7 m; a single room with a notch has 5.7 × 3.7 m less the partition.
      const left = rooms === 2 ? 2700 * 3700 : 5700 * 3700 - 300 * (3850 - y);
      expect(findRoomAt({ x: 1000, y: 2000 }, walls)?.area_mm2).toBeCloseTo(left, 3);
    },
  );
});

describe('walls above each other', () => {
  const span = (low: number, high: number): Partial<StraightWall> => ({ low, high });

  test.each([
    [span(0, 1000), span(1000, 3000), 'none'],
    [span(0, 1000.001), span(1000, 3000), 'miter'],
    [span(2000, 3000), span(0, 1000), 'none'],
    [{}, span(0, 1000), 'miter'],
  ])('walls at heights %o and %o meet at a corner as %s', (one, other, kind) => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], one),
      wall('b', [3000, 0, 3000, 3000], other),
    ]);
    expect(solved.get('a')?.joins[1]?.kind).toBe(kind);
    expect(solved.get('b')?.joins[0]?.kind).toBe(kind);
  });

  test('walls above each other make neither T-joints nor corners', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 6000, 0], span(2000, 3000)),
      wall('b', [3000, 0, 3000, 3000], span(0, 2000)),
      wall('c', [6050, 50, 6050, 3000], span(0, 2000)),
    ]);
    for (const id of ['a', 'b', 'c']) {
      expect(solved.get(id)?.joins.map(({ kind }) => kind)).toEqual(['none', 'none']);
    }
  });

  test('a wall of intermediate height joins walls above each other', () => {
    const solved = solveJoins([
      wall('a', [0, 0, 3000, 0], span(0, 1000)),
      wall('b', [3000, 0, 3000, 3000], span(0, 3000)),
      wall('c', [3000, 0, 6000, 0], span(2000, 3000)),
    ]);
    expect(solved.get('b')?.joins[0]?.with).toEqual(['a', 'c']);
  });

  test('walls above each other enclose no room together, and pass through one without dividing it', () => {
    const box = each(corner(0, 0), () => span(0, 2500));
    expect(areas(box)).toEqual([4800 * 3800]);
    const raised = each(box, ({ id }) => (id === 'c' ? span(2500, 3000) : {}));
    expect(areas(raised)).toEqual([]);
    const over = wall('x', [-1000, 2000, 6000, 2000], span(2500, 3000));
    expect(areas([...box, over])).toEqual([4800 * 3800]);
    // A free-standing wall above the room is not a hole of the room.
    const shelf = wall('x', [1000, 2000, 2000, 2000], span(2500, 3000));
    expect(areas([...box, shelf])).toEqual([4800 * 3800]);
    const column = wall('x', [1000, 2000, 2000, 2000], span(0, 2500));
    expect(areas([...box, column])).toEqual([4800 * 3800 - 200_000]);
  });

  test('walls above each other enclose a room each, and a point is in the lower one', () => {
    const low = each(corner(0, 0), () => span(0, 1000));
    const high = each(corner(0, 0), ({ id }) => ({
      id: `0${id}`,
      thickness: 100,
      ...span(1000, 2000),
    }));
    expect(areas([...low, ...high]).toSorted((a, b) => a - b)).toEqual([4800 * 3800, 4900 * 3900]);
    expect(findRoomAt({ x: 2000, y: 2000 }, [...low, ...high])?.area_mm2).toBe(4800 * 3800);
  });
});

/** Rooms of a grid whose walls are drawn separately with ends off their corners, as people and models draw them. */
function looseGrid(seed: number): StraightWall[] {
  const random = seededNumbers(seed);
  const off = (): number => Math.round((random() - 0.5) * 180);
  const walls: StraightWall[] = [];
  for (let i = 0; i <= 3; i++) {
    for (let j = 0; j < 3; j++) {
      walls.push(wall(`v${i}${j}`, [i * 4000, j * 4000 + off(), i * 4000, (j + 1) * 4000 + off()]));
      walls.push(wall(`h${j}${i}`, [j * 4000 + off(), i * 4000, (j + 1) * 4000 + off(), i * 4000]));
    }
  }
  return walls;
}

describe('laws of near ends', () => {
  test('walls drawn off their corners enclose the intended rooms, without overlaps', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const walls = looseGrid(seed);
        expect(areas(walls)).toEqual(Array.from({ length: 9 }, () => 3800 * 3800));
        expect(Math.abs(doubled(walls))).toBeLessThan(1e-3);
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('the surroundings of a chain of ends are the same for all of its walls and for hypothetical ones', () => {
    for (const seed of [1, 2]) {
      const plan = looseGrid(seed);
      const aside = ({ x, y }: Point2): Point2 => ({ x: x + 90_000, y });
      const walls = plan.concat(
        plan.map((one) => ({
          ...one,
          id: `${one.id} aside`,
          start: aside(one.start),
          end: aside(one.end),
        })),
      );
      const near = (box: ReturnType<typeof wallReach>): readonly StraightWall[] =>
        walls.filter((one) => planBoxIntersects(wallReach(one), box));
      const lookup = { straight: (one: StraightWall) => one, near };
      const chains = new Map<StraightWall, readonly StraightWall[]>();
      for (const [i, one] of walls.entries()) {
        // The function maps the first plan to the second.
        const other = walls[(i + plan.length) % walls.length] ?? one;
        const moved = { ...one, end: { x: other.end.x + 20, y: other.end.y - 30 } };
        for (const asked of [moved, one]) {
          expect(joinCandidates(asked, { ...lookup, chains })).toStrictEqual(
            joinCandidates(asked, lookup),
          );
        }
      }
      expect(chains.size).toBeGreaterThan(0);
    }
  });

  test('searches around each wall of a chain once for any number of queries', () => {
    const fan = Array.from({ length: 40 }, (_, i) =>
      wall(`w${i}`, [i, 0, 3000 - 130 * i, 3000 + 10 * i]),
    );
    let looks = 0;
    const lookup = {
      straight: (one: StraightWall) => one,
      near: () => {
        looks += 1;
        return fan;
      },
      chains: new Map<StraightWall, readonly StraightWall[]>(),
    };
    for (const one of fan) expect(joinCandidates(one, lookup)).toHaveLength(40);
    // Each wall needs one search within its own reach and one in the surroundings of the chain.
    expect(looks).toBe(80);
  });

  test('solving walls with near ends and their candidates equals solving all, and changes affect only the returned walls', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(17), (seed, pick) => {
        const walls = looseGrid(seed);
        const all = solveJoins(walls);
        const near = (box: ReturnType<typeof wallReach>): readonly StraightWall[] =>
          walls.filter((one) => planBoxIntersects(wallReach(one), box));
        for (const one of walls) {
          const candidates = joinCandidates(one, { straight: (w) => w, near });
          expect(solveJoinsFor([one.id], candidates).get(one.id)).toStrictEqual(all.get(one.id));
        }
        const old = walls[pick];
        if (old === undefined) return;
        const now = { ...old, end: { x: old.end.x + 60, y: old.end.y - 30 } };
        const next = walls.with(pick, now);
        const named = new Set([
          ...affectedWalls([old, now], walls),
          ...affectedWalls([old, now], next),
        ]);
        const after = solveJoins(next);
        for (const { id } of walls) {
          expect([id, named.has(id) || after.get(id)]).toEqual([id, named.has(id) || all.get(id)]);
        }
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  test('rooms are invariant under translation, rotation, mirroring and renaming', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const walls = looseGrid(seed);
        const plain = areas(walls).toSorted((a, b) => a - b);
        const moved = [
          ({ x, y }: StraightWall['start']) => ({ x: x + 128_000, y: y - 64_000 }),
          ({ x, y }: StraightWall['start']) => ({ x: -y, y: x }),
          ({ x, y }: StraightWall['start']) => ({ x: -x, y }),
        ];
        for (const move of moved) {
          const other = areas(
            each(walls, ({ start, end }) => ({ start: move(start), end: move(end) })),
          );
          expect(other.toSorted((a, b) => a - b)).toEqual(plain);
        }
        const renamed = each(walls, (_, i) => ({ id: `${(i * 7) % 24}` }));
        expect(areas(renamed).toSorted((a, b) => a - b)).toEqual(plain);
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});
