/** @module tests of the width of corridors: it is that of the corridor, wherever its doors are. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../../kernel/building/kinds/elements.ts';
import {
  column,
  door,
  level,
  room,
  span,
  wall,
} from '../../../../../kernel/checks/compliance/examples/elements.ts';
import { corridorWidth } from '../../../../../kernel/checks/compliance/measures/corridors.ts';
import { newRun } from '../../../../../kernel/checks/compliance/run-compliance.ts';
import { viewOf } from '../example-view.ts';

type Outline = readonly (readonly [x: number, y: number])[];

/** Doors of 900 mm in walls of the outline (by number) at offsets from their starts, mm. */
type Doors = readonly (readonly [wall: number, offset: number])[];

/** A corridor between walls of 100 mm along the axes of an outline. */
function widthOf(outline: Outline, doors: Doors, others: readonly Element[] = []): number {
  const [x, y] = [Math.min(...outline.map(([a]) => a)), Math.min(...outline.map(([, b]) => b))];
  const elements = [
    level('L1', 0),
    ...outline.map(([ax, ay], i) => {
      const [bx = 0, by = 0] = outline[(i + 1) % outline.length] ?? [];
      return wall(`W${i}`, span(ax, ay, bx, by));
    }),
    room('R1', span(0, 0, 0, 0), {
      usage: 'corridor',
      boundary_points: outline.map(([a, b]) => ({ x: a, y: b })),
      point: { x: x + 400, y: y + 400 },
    }),
    ...doors.map(([at, offset], i) => door(`D${i}`, `W${at}`, { offset })),
    ...others,
  ];
  const got = corridorWidth.of(newRun(viewOf(elements), { standards: [] }), 'R1');
  if (got.outcome !== 'value') throw new Error(got.because);
  return got.value;
}

const STRAIGHT: Outline = [
  [0, 0],
  [10_000, 0],
  [10_000, 1600],
  [0, 1600],
];

/** A corridor with fixed doors and its clear width by hand: distances of axes less half of each wall, 50 mm on both sides. */
type Case = {
  readonly what: string;
  readonly outline: Outline;
  readonly fixed: Doors;
  readonly width: number;
  readonly others?: readonly Element[];
};

const CASES: readonly Case[] = [
  { what: 'straight, with a door in an end', outline: STRAIGHT, fixed: [[1, 500]], width: 1500 },
  {
    // The line from the corner (50, 1,253.84) straight down to the lower side: 1,300 + 0.08 · 50 - 50 · √1.0064 - 50.
    what: 'wider towards the right, with a door at the left end',
    outline: [
      [0, 0],
      [10_000, 0],
      [10_000, 2100],
      [0, 1300],
    ],
    fixed: [[3, 200]],
    width: 1203.84,
  },
  {
    // 1,600 · 10,000 / √(10,000² + 3,000²) between the axes.
    what: 'skew, with a door at the right end',
    outline: [
      [0, 0],
      [10_000, 3000],
      [10_000, 4600],
      [0, 1600],
    ],
    fixed: [[1, 600]],
    width: 1432.55,
  },
  {
    what: 'with a neck, and a door at the left end',
    outline: [
      [0, 0],
      [10_000, 0],
      [10_000, 2000],
      [7000, 2000],
      [7000, 1300],
      [5000, 1300],
      [5000, 2000],
      [0, 2000],
    ],
    fixed: [[7, 500]],
    width: 1200,
  },
  {
    what: 'with a niche of 900 by 1,000 mm, which is no part of it',
    outline: [
      [0, 0],
      [9000, 0],
      [9000, 1600],
      [5000, 1600],
      [5000, 2600],
      [4000, 2600],
      [4000, 1600],
      [0, 1600],
    ],
    fixed: [[1, 300]],
    width: 1500,
  },
  {
    // From the column (y = 150 to 450) to the upper face at y = 1,550.
    what: 'with a column at 100 mm from a wall',
    outline: STRAIGHT,
    fixed: [[3, 300]],
    width: 1100,
    others: [column('C1', [6400, 300], { profile: '300x300' })],
  },
];

describe.each(CASES)('a corridor: $what', ({ outline, fixed, width, others }) => {
  test.each([400, 1500, 2600, 3700, 7800])('is as wide with another door at %d mm', (offset) => {
    expect(widthOf(outline, [...fixed, [0, offset]], others)).toBeCloseTo(width, 1);
  });
});

test('a niche with a door in it is a part of the corridor', () => {
  const niche: Outline = [
    [0, 0],
    [9000, 0],
    [9000, 1600],
    [5000, 1600],
    [5000, 3000],
    [3900, 3000],
    [3900, 1600],
    [0, 1600],
  ];
  expect(
    widthOf(niche, [
      [1, 300],
      [0, 2000],
    ]),
  ).toBeCloseTo(1500, 1);
  expect(
    widthOf(niche, [
      [1, 300],
      [4, 100],
    ]),
  ).toBeCloseTo(1000, 1);
});

test('leaves that swing into the corridor do not narrow it', () => {
  const both = ['left', 'none'] as const;
  const widths = both.map((swing) =>
    widthOf(STRAIGHT, [[3, 300]], [door('X', 'W0', { offset: 4000, swing })]),
  );
  expect(widths).toEqual([1500, 1500]);
});

test('a bench near the end does not turn the end into a bottleneck', () => {
  const bench = column('C1', [9500, 300], { profile: '300x300' });
  expect(
    widthOf(
      STRAIGHT,
      [
        [3, 300],
        [0, 5000],
      ],
      [bench],
    ),
  ).toBeCloseTo(1500, 1);
});
