/** @module tests of gaps inside rooms: egress, and routes between points, pass the same gaps. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import { shortestPath } from '../../../../kernel/building/spatial/paths.ts';
import { WAY_MM } from '../../../../kernel/building/spatial/routes.ts';
import { egressOf } from '../../../../kernel/checks/compliance/egress.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import { viewOf } from './example-view.ts';

/** A room of 6 by 4 m with an exit 1 m wide in the middle of its west side. */
const hall = (inside: readonly Element[]): readonly Element[] => [
  e.level('L1', 0),
  ...e.wallsAround('W', [0, 0], [6000, 4000]),
  e.floor('F', e.span(-3000, -100, 6100, 4100)),
  e.room('R', e.span(0, 0, 6000, 4000), { usage: 'office' }),
  e.door('D', 'W4', { offset: 1550, width: 1000, is_exit: true }),
  ...inside,
];

/** A wall across the hall that ends this far from its north wall. */
const wallEnd = (gap: number): readonly Element[] => [
  e.wall('P', e.span(3000, 0, 3000, 4000 - gap)),
];

/** Columns of 300 mm in a row across the hall, with gaps of this width at both ends and between them. */
const columns = (gap: number): readonly Element[] => {
  const made: Element[] = [];
  for (let y = gap + 150; y + 150 < 4000; y += 300 + gap) {
    made.push(e.column(`C${made.length}`, [3000, y]));
  }
  return made;
};

/** A cupboard across the hall with gaps of this width at both ends. */
const cupboard = (gap: number): readonly Element[] => [
  e.furniture('U', [3000, gap], {
    direction_deg: 90,
    width: 600,
    depth: 4000 - 2 * gap,
    height: 1200,
  }),
];

/** A railing across the hall that ends this far from its north wall. Its body is 50 mm wide and ends with its path. */
const railingEnd = (gap: number): readonly Element[] => [
  e.railing('L', [
    [3000, 0],
    [3000, 4000 - gap],
  ]),
];

/** A railing with a bend, with gaps of this width beside its long arm; its end post is 25 mm wide to each side. */
const bentRailing = (gap: number): readonly Element[] => [
  e.railing('L', [
    [3000, gap],
    [3000, 3000],
    [4500, 3000],
    [4500, 4000],
  ]),
];

/** A closed railing with gaps of this width to both walls. Its body ends 25 mm outside its path. */
const closedRailing = (gap: number): readonly Element[] => {
  const [south, north] = [gap + 25, 4000 - gap - 25];
  return [
    e.railing('L', [
      [3000, south],
      [3400, south],
      [3400, north],
      [3000, north],
      [3000, south],
    ]),
  ];
};

const routed = (elements: readonly Element[]): boolean =>
  shortestPath(
    viewOf(elements),
    { level_id: 'L1', point: { x: 5000, y: 2000 } },
    { level_id: 'L1', point: { x: 500, y: 2000 } },
    { clear_width_mm: WAY_MM },
  ).found;

const egress = (elements: readonly Element[]) => {
  const [room] = egressOf(viewOf(elements), {}).rooms;
  if (room === undefined) throw new Error('no room');
  return room;
};

const GAPS = [
  [290, false],
  [790, false],
  [799, false],
  [800, true],
  [810, true],
] as const;

describe.each(GAPS)('a gap of %d mm', (gap, isWay) => {
  test.each(Object.entries({ wallEnd, columns, cupboard, railingEnd, bentRailing, closedRailing }))(
    'beside a %s',
    (_, inside) => {
      // The gap at the last column is what the others leave over: it must not be wider than the others.
      const elements = hall(inside(gap)).concat(
        inside === columns && gap === 290 ? [e.column('C', [3000, 3900])] : [],
      );
      expect(routed(elements)).toBe(isWay);
      expect(egress(elements).travel_mm !== null).toBe(isWay);
    },
  );
});

test('the reason names the gap and the bodies beside it', () => {
  expect(egress(hall(wallEnd(290))).unknown).toBe(
    'no route leads from a part of the room to an exit: a gap of 290 mm at `P`, `W3` is narrower than 800 mm',
  );
});

test('a route through a wide gap leads around the end of the wall', () => {
  // From the corner (6000, 0) to the two corners of the wall end, 100 mm apart, and to the door 50 mm inside the room.
  const around =
    Math.hypot(6000 - 3050, 4000 - 810) + 100 + Math.hypot(2950 - 50, 4000 - 810 - 2000);
  const { travel_mm, furthest_corner } = egress(hall(wallEnd(810)));
  expect(furthest_corner).toEqual({ x: 6000, y: 0 });
  // Then 50 mm of the room and half of the wall of 100 mm. The wall is enlarged by 1 mm, at most once for each side.
  expect(travel_mm).toBeGreaterThan(around + 100);
  expect(travel_mm).toBeLessThan(around + 100 + 4);
});

/** The way from the corner (6000, 0) around a railing at x = 3000 to the middle of the door, which ends 50 mm inside. */
const aroundRailing = (y: number): number =>
  // The railing is 50 mm wide. Then 50 mm of the room and half of the wall of 100 mm.
  Math.hypot(6000 - 3025, y) + 50 + Math.hypot(2975 - 50, 2000 - y) + 100;

test('a route leads around the end of a straight railing', () => {
  const { travel_mm, furthest_corner } = egress(hall(railingEnd(1000)));
  expect(furthest_corner).toEqual({ x: 6000, y: 0 });
  // Its strip is enlarged by 1 mm.
  const around = aroundRailing(3000);
  expect(travel_mm).toBeGreaterThan(around);
  expect(travel_mm).toBeLessThan(around + 4);
});

test.each([
  [
    'straight',
    [
      [4000, 3000],
      [5000, 3000],
    ],
  ],
  [
    'skew',
    [
      [4000, 3000],
      [5000, 3400],
    ],
  ],
  [
    'bent',
    [
      [4000, 3000],
      [5000, 3000],
      [5000, 3300],
    ],
  ],
] as const)('a %s railing beside the route leaves the distance as it is', (_, path) => {
  const { travel_mm, furthest_corner } = egress(hall([e.railing('L', path)]));
  expect(furthest_corner).toEqual({ x: 6000, y: 0 });
  // Straight from the corner to the point 50 mm in front of the door.
  expect(travel_mm).toBeCloseTo(Math.hypot(5950, 2000) + 100, 0);
});

test('no route leads from inside a closed railing in which a person can stand', () => {
  const pen = e.railing('L', [
    [3000, 1000],
    [5000, 1000],
    [5000, 3000],
    [3000, 3000],
    [3000, 1000],
  ]);
  const elements = hall([pen]);
  expect(egress(elements).travel_mm).toBeNull();
  expect(routed(elements)).toBe(false);
});

test('no route leads from between a railing and the middle of a wall', () => {
  const path = [
    [2000, 0],
    [2000, 1500],
    [4000, 1500],
    [4000, 0],
  ] as const;
  // No corner of the room is behind the railing.
  expect(egress(hall([e.railing('L', path)])).unknown).toBe(
    'no route leads from a part of the room to an exit',
  );
});

test('a railing far longer than the room obstructs it', () => {
  // The ends of its strip, and the points at quarters of its long sides, are outside the hall.
  const rail = e.railing('L', [
    [3000, -30_000],
    [3000, 40_000],
  ]);
  expect(routed(hall([rail]))).toBe(false);
  expect(egress(hall([rail])).travel_mm).toBeNull();
});

test('a part with an exit of its own is measured to that exit', () => {
  const elements = hall([
    ...wallEnd(290),
    e.door('E', 'W2', { offset: 1550, width: 1000, is_exit: true }),
  ]);
  const { travel_mm } = egress(elements);
  // From a corner of the west part at the wall to the middle of the door.
  expect(travel_mm).not.toBeNull();
  expect(travel_mm).toBeLessThan(Math.hypot(3300, 2000) + 100);
});

test.each([
  [390, 0],
  [810, 1],
])('a column %d mm in front of the only exit leaves %d ways out', (distance, ways) => {
  const elements = hall([e.column('C', [distance + 150, 2050])]);
  expect(egress(elements).ways_out).toBe(ways);
});

test('egress and routes agree about random gaps', () => {
  let state = 20_261;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * below;
  };
  const seen = { open: 0, shut: 0 };
  for (let round = 0; round < 60; round += 1) {
    const gap = Math.round(500 + random(600));
    const skew = Math.round(random(1200) - 600);
    const column = e.column('C', [3000 + skew + Math.round(random(700)), 3850]);
    const bend = Math.round(random(800) - 400);
    const way: Record<number, Element> = {
      0: e.wall('P', e.span(3000, 0, 3000 + skew, 4000 - gap)),
      1: e.railing('P', [
        [3000, 0],
        [3000 + skew, 4000 - gap],
      ]),
      2: e.railing('P', [
        [3000, 0],
        [3000 + bend, 1800],
        [3000 + skew, 4000 - gap],
      ]),
    };
    const across = way[round % 3];
    const inside = [across, round % 2 === 0 ? column : undefined].filter(
      (one) => one !== undefined,
    );
    const isOpen = routed(hall(inside));
    expect([gap, skew, egress(hall(inside)).travel_mm !== null]).toEqual([gap, skew, isOpen]);
    seen[isOpen ? 'open' : 'shut'] += 1;
  }
  expect(Math.min(seen.open, seen.shut)).toBeGreaterThan(10);
});
