/** @module pinned ends tests: ends that are given are kept, and neighbours do not see them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { withBands } from '../../../../../kernel/building/geometry/walls/height-bands.ts';
import { pinFault } from '../../../../../kernel/building/geometry/walls/pins/pin-fault.ts';
import { endOutlines } from '../../../../../kernel/building/geometry/walls/pins/pinned-ends.ts';
import type {
  Pins,
  StraightWall,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import {
  solveJoins,
  type WallFootprint,
} from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { gridPlan, linedPlan } from './wall-plans.ts';

const options = fc.record({
  columns: fc.integer({ min: 1, max: 3 }),
  rows: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(),
  jitter: fc.constantFrom(0, 800),
  tees: fc.constantFrom(0, 0.7),
});

const JOINS = [undefined, undefined, 'butt', 'none', 'miter'] as const;

/**
 * Walls of a grid with any location line, some bent to arcs, and any joints; in small grids some are shorter than their
 * joints.
 */
const plans = fc
  .tuple(options, fc.constantFrom(1, 1, 0.1), fc.boolean(), fc.infiniteStream(fc.nat(20)))
  .map(([given, scale, lined, numbers]): readonly StraightWall[] => {
    const drawn = lined ? linedPlan(given, 1) : gridPlan(given);
    const walls = drawn.map(({ start, end, ...wall }) =>
      Object.assign(wall, { start: scaled(start, scale), end: scaled(end, scale) }),
    );
    return walls.map((wall) => {
      const number = numbers.next().value ?? 0;
      const bent = lined || number < 17 ? {} : { via: bulge(wall) };
      return Object.assign(bent, wall, { join: JOINS[number] });
    });
  });

function scaled({ x, y }: Point2, by: number): Point2 {
  return by === 1 ? { x, y } : { x: Math.round(x * by), y: Math.round(y * by) };
}

function bulge({ start, end }: StraightWall): { readonly x: number; readonly y: number } {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  return {
    x: Math.round(start.x + dx / 2 - dy / 5),
    y: Math.round(start.y + dy / 2 + dx / 5),
  };
}

function outlineOf({ ring, startCorners, endCorners }: WallFootprint): unknown {
  return { ring, startCorners, endCorners };
}

function pinned(
  walls: readonly StraightWall[],
  footprints: ReadonlyMap<string, WallFootprint>,
): readonly StraightWall[] {
  return walls.map((wall) => {
    const footprint = footprints.get(wall.id);
    return footprint === undefined ? wall : { ...wall, pins: endOutlines(footprint) };
  });
}

const NO_PINS: Pins = { start: null, end: null };

const A: StraightWall = { id: 'a', start: { x: 0, y: 0 }, end: { x: 4000, y: 0 }, thickness: 200 };
const B: StraightWall = {
  id: 'b',
  start: { x: 4000, y: 0 },
  end: { x: 4000, y: 3000 },
  thickness: 300,
};
const TONGUE = [
  { x: 3900, y: -100 },
  { x: 3900, y: -50 },
  { x: 4050, y: -50 },
  { x: 4050, y: 50 },
  { x: 3900, y: 50 },
  { x: 3900, y: 100 },
];

describe('pinned ends', () => {
  test('pinning the solved ends of any plan changes no outline', () => {
    fc.assert(
      fc.property(plans, (walls) => {
        const solved = solveJoins(walls);
        const given = solveJoins(pinned(walls, solved));
        for (const [id, footprint] of solved) {
          expect(outlineOf(given.get(id) ?? footprint)).toStrictEqual(outlineOf(footprint));
        }
      }),
    );
  });

  test('an end that is unpinned gets its solved outline, and the other end keeps its pin', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.boolean(), (walls, n, atStart) => {
        const solved = solveJoins(walls);
        const which = n % walls.length;
        const unpinned = atStart ? { start: null } : { end: null };
        const loose = pinned(walls, solved).map((wall, i) => {
          const pins = i === which ? { ...NO_PINS, ...wall.pins, ...unpinned } : wall.pins;
          return Object.assign({}, wall, { pins });
        });
        const given = solveJoins(loose);
        for (const [id, footprint] of solved) {
          expect(outlineOf(given.get(id) ?? footprint)).toStrictEqual(outlineOf(footprint));
        }
      }),
    );
  });

  test.each([
    [212.132, 212.132],
    [433.013, 250],
    [-150, 259.808],
  ])('a leg to (%s, %s) that is shorter than its corner keeps its outline', (x, y) => {
    const leg = { ...A, id: 'leg', end: { x, y }, thickness: 300 };
    for (const one of [leg, { ...leg, start: leg.end, end: leg.start }]) {
      const walls = [{ ...A, thickness: 300 }, one];
      const solved = solveJoins(walls);
      const given = solveJoins(pinned(walls, solved));
      for (const [id, footprint] of solved) {
        expect(outlineOf(given.get(id) ?? footprint)).toStrictEqual(outlineOf(footprint));
      }
    }
  });

  test('the outline has the given end, and the neighbours have the outlines of a plan without pins', () => {
    const solved = solveJoins([A, B]);
    const given = solveJoins([{ ...A, pins: { start: null, end: TONGUE } }, B]);
    expect(given.get('b')).toStrictEqual(solved.get('b'));
    expect(given.get('a')).toStrictEqual({
      ring: [{ x: 0, y: -100 }, ...TONGUE, { x: 0, y: 100 }],
      startCorners: { left: { x: 0, y: 100 }, right: { x: 0, y: -100 } },
      endCorners: { left: { x: 3900, y: 100 }, right: { x: 3900, y: -100 } },
      joins: [
        { end: 'start', with: [], kind: 'none' },
        { end: 'end', with: ['b'], kind: 'pinned' },
      ],
    });
    expect(signedArea(given.get('a')?.ring ?? [])).toBe(3900 * 200 + 150 * 100);
  });

  test('the joint of a pinned end names all walls of its node, of any joint, and the host', () => {
    const C: StraightWall = { ...A, id: 'c', start: { x: 4000, y: 0 }, end: { x: 4000, y: -2000 } };
    const D: StraightWall = { ...C, id: 'd', end: { x: 8000, y: 0 }, join: 'none' };
    const H: StraightWall = { ...A, id: 'h', start: { x: 0, y: -3000 }, end: { x: 0, y: 3000 } };
    const pins = {
      start: [
        { x: 100, y: 100 },
        { x: 100, y: -100 },
      ],
      end: TONGUE,
    };
    const { joins } = solveJoins([{ ...A, pins }, B, C, D, H]).get('a') ?? {};
    expect(joins).toStrictEqual([
      { end: 'start', with: ['h'], kind: 'pinned' },
      { end: 'end', with: ['b', 'c', 'd'], kind: 'pinned' },
    ]);
  });

  test('an end that would cross the pinned one is square, and pins that cross are ignored', () => {
    const short = { ...A, end: { x: 300, y: 0 } };
    const sharp = { ...A, id: 's', end: { x: 3000, y: 3000 } };
    const pin = [
      { x: 200, y: -100 },
      { x: 200, y: 100 },
    ];
    const crossed = solveJoins([{ ...short, pins: { start: null, end: pin } }, sharp]).get('a');
    expect(crossed?.ring).toStrictEqual([{ x: 0, y: -100 }, ...pin, { x: 0, y: 100 }]);
    const back = [
      { x: -20, y: -100 },
      { x: -20, y: 100 },
    ];
    const none = solveJoins([{ ...short, pins: { start: null, end: back } }]).get('a');
    expect(none).toStrictEqual(solveJoins([short]).get('a'));
  });

  test('a pinned end is the same at all heights', () => {
    const tall = { ...A, low: 0, high: 3000 };
    const low = { ...B, low: 0, high: 1000 };
    const free = solveJoins([tall, low]).get('a');
    const pins = { start: null, end: TONGUE };
    const fixed = solveJoins([{ ...tall, pins }, low]).get('a');
    if (free === undefined || fixed === undefined) throw new Error('no footprint');
    expect(withBands('a', [tall, low], free).bands).toHaveLength(2);
    expect(withBands('a', [{ ...tall, pins }, low], fixed).bands).toBeUndefined();
  });
});

describe('faults of pins', () => {
  const square = [
    { x: 4000, y: -100 },
    { x: 4000, y: 100 },
  ];
  test.each<[string, StraightWall, string | number | null]>([
    ['absent', A, null],
    ['a tongue', { ...A, pins: { start: null, end: TONGUE } }, null],
    ['in the wrong order', { ...A, pins: { start: null, end: TONGUE.toReversed() } }, 200],
    ['as the start', { ...A, pins: { start: TONGUE, end: null } }, 200],
    ['0.01 mm off', { ...A, thickness: 200.02, pins: { start: null, end: square } }, null],
    ['0.011 mm off', { ...A, thickness: 200.022, pins: { start: null, end: square } }, 0.011],
    [
      'crossing the other end',
      {
        ...A,
        pins: {
          start: null,
          end: [
            { x: -1, y: -100 },
            { x: -1, y: 100 },
          ],
        },
      },
      'an outline that crosses itself or runs clockwise',
    ],
    [
      'crossing itself',
      { ...A, pins: { start: null, end: TONGUE.toSpliced(2, 2, { x: 3000, y: 150 }) } },
      'an outline that crosses itself or runs clockwise',
    ],
  ])('%s', (_name, wall, received) => {
    expect(pinFault(wall)?.received ?? null).toBe(received);
  });

  test('the ends of an arc are measured from its faceted faces', () => {
    const arc: StraightWall = { ...A, via: { x: 2000, y: 800 } };
    const footprint = solveJoins([arc]).get('a');
    if (footprint === undefined) throw new Error('no footprint');
    const pins = endOutlines(footprint);
    expect(pinFault({ ...arc, pins })).toBeNull();
    const moved = pins.end.map(({ x, y }) => ({ x: x + 1, y: y + 1 }));
    expect(pinFault({ ...arc, pins: { ...pins, end: moved } })?.why).toContain(
      'mm off the left face; expected at most 0.01 mm',
    );
  });
});
