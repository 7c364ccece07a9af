/** @module tests of routes and corridors: lengths and widths computed by hand. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../../kernel/building/kinds/elements.ts';
import * as e from '../../../../kernel/checks/compliance/examples/elements.ts';
import type { Measure } from '../../../../kernel/checks/compliance/measure.ts';
import {
  corridorDeadEnd,
  corridorWidth,
} from '../../../../kernel/checks/compliance/measures/corridors.ts';
import {
  roomCommonPath,
  roomTravel,
} from '../../../../kernel/checks/compliance/measures/travel.ts';
import { runOf } from './example-view.ts';

function measured(measure: Measure, elements: readonly Element[], id: string): number | string {
  const got = measure.of(runOf({ shows: '', subject: id, elements }), id);
  return got.outcome === 'value' ? Math.round(got.value * 1000) / 1000 : got.because;
}

/** A corridor of 10 by 2 m with a door at each end of its lower wall. */
const CORRIDOR: readonly Element[] = [
  e.level('L1', 0),
  ...e.wallsAround('W', [0, 0], [10_000, 2000]),
  e.room(
    'C',
    [
      [0, 0],
      [10_000, 2000],
    ],
    { usage: 'corridor' },
  ),
  e.door('D1', 'W1', { offset: 550, is_exit: true }),
  e.door('D2', 'W1', { offset: 8550, is_exit: true }),
];

describe('the width of a corridor', () => {
  test.each([
    ['between its walls', [], 2000],
    // 2,000 − 850 − 150 next to a column of 300 mm in the middle of the upper part.
    ['on the wider side of a column', [e.column('K', [5000, 1400])], 1250],
    ['next to a column at a wall', [e.column('K', [5000, 1850])], 1700],
    [
      'with a column behind the last door, which does not count',
      [e.column('K', [9800, 1000])],
      2000,
    ],
    [
      'in a gap between two walls',
      [
        e.wall('G1', [
          [5000, 0],
          [5000, 600],
        ]),
        e.wall('G2', [
          [5000, 1500],
          [5000, 2000],
        ]),
      ],
      900,
    ],
  ])('the width of a corridor %s', (_what, more, width) => {
    expect(measured(corridorWidth, [...CORRIDOR, ...more], 'C')).toBe(width);
  });

  test('holes in the floor of another room do not narrow a corridor that bends around it', () => {
    const L = [
      [0, 0],
      [10_000, 0],
      [10_000, 2000],
      [2000, 2000],
      [2000, 8000],
      [0, 8000],
    ] as const;
    const inner = [
      [10_050, 2050],
      [2050, 2050],
      [2050, 8050],
    ] as const;
    const hole = (x: number, y: number): ReturnType<typeof e.floor> =>
      e.floor(
        'F',
        [
          [0, 0],
          [10_000, 8000],
        ],
        {
          holes: [
            [
              { x, y },
              { x: x + 1000, y },
              { x: x + 1000, y: y + 1000 },
              { x, y: y + 1000 },
            ],
          ],
        },
      );
    const bent: readonly Element[] = [
      e.level('L1', 0),
      ...e.wallsAround('W', [0, 0], [10_000, 8000]),
      e.wall('P1', [inner[0], inner[1]]),
      e.wall('P2', [inner[1], inner[2]]),
      e.room(
        'C',
        [
          [0, 0],
          [10_000, 8000],
        ],
        {
          usage: 'corridor',
          boundary_points: L.map(([x, y]) => ({ x, y })),
        },
      ),
      e.door('D1', 'W1', { offset: 8550, is_exit: true }),
      e.door('D2', 'W4', { offset: 550, is_exit: true }),
    ];
    expect(measured(corridorWidth, [...bent, hole(5000, 5000)], 'C')).toBe(2000);
    // In the room itself it is an obstacle: 900 mm of the 2,000 mm are left on its wider side.
    expect(measured(corridorWidth, [...bent, hole(5000, 100)], 'C')).toBe(900);
  });

  test('the width of a corridor with one door does not apply', () => {
    const one = CORRIDOR.filter(({ id }) => id !== 'D2');
    expect(measured(corridorWidth, one, 'C')).toMatch(/fewer than two/u);
  });
});

describe('the travel distance', () => {
  /** Two rooms in a row; only the first has an exit, in the middle of its lower wall. */
  const two: readonly Element[] = [
    e.level('L1', 0),
    ...e.wallsAround('W', [0, 0], [10_100, 4000]),
    e.wall('P', [
      [5050, -50],
      [5050, 4050],
    ]),
    e.room(
      'A',
      [
        [0, 0],
        [5000, 4000],
      ],
      { usage: 'office' },
    ),
    e.room(
      'B',
      [
        [5100, 0],
        [10_100, 4000],
      ],
      { usage: 'office' },
    ),
    e.door('D', 'W1', { offset: 2050, is_exit: true }),
    e.door('E', 'P', { offset: 1550, width: 1000 }),
  ];

  test('a route leads through the middle of each door', () => {
    // From the corner (0, 4000) to (2500, 50), then 100 mm through half the wall.
    const near = (Math.hypot(2500, 3950) + 100) / 1000;
    expect(measured(roomTravel, two, 'A')).toBeCloseTo(near, 3);
    // From the corner (10100, 0 or 4000) to (5150, 2000), 200 mm through the wall, to (2500, 50), and out.
    const far = (Math.hypot(4950, 2000) + 200 + Math.hypot(2450, 1950) + 100) / 1000;
    expect(measured(roomTravel, two, 'B')).toBeCloseTo(far, 3);
  });

  test('the common path ends at the exit if no room has two exits', () => {
    const far = (Math.hypot(4950, 2000) + 200 + Math.hypot(2450, 1950) + 100) / 1000;
    expect(measured(roomCommonPath, two, 'B')).toBeCloseTo(far, 3);
    const second = [...two, e.door('F', 'W4', { offset: 1550, is_exit: true })];
    // With a second exit of the first room it ends at the door between the rooms.
    expect(measured(roomCommonPath, second, 'B')).toBeCloseTo(
      (Math.hypot(4950, 2000) + 200) / 1000,
      3,
    );
    expect(measured(roomCommonPath, second, 'A')).toMatch(/more than one exit/u);
  });

  test('a route bends around obstacles', () => {
    const blocked = [
      ...two,
      e.wall(
        'X',
        [
          [2000, 2000],
          [5000, 2000],
        ],
        { join_type: 'none' },
      ),
    ];
    const straight = measured(roomTravel, two, 'A');
    // From (5000, 4000) around the end of the wall at (2000, 2050) and (2000, 1950).
    const bent = Math.hypot(3000, 1950) + 100 + Math.hypot(500, 1900) + 100;
    expect(measured(roomTravel, blocked, 'A')).toBeCloseTo(bent / 1000, 2);
    expect(Number(straight)).toBeLessThan(bent / 1000);
  });

  test('a route follows the slope of a stair', () => {
    const stair: readonly Element[] = [
      e.level('L1', 0),
      e.level('L2', 3000),
      ...e.wallsAround('W', [0, 0], [12_000, 4000]),
      e.room(
        'A',
        [
          [0, 0],
          [12_000, 4000],
        ],
        { usage: 'office' },
      ),
      e.room(
        'B',
        [
          [0, 0],
          [12_000, 4000],
        ],
        { level_id: 'L2', usage: 'office' },
      ),
      e.floor(
        'F',
        [
          [0, 0],
          [12_000, 4000],
        ],
        { level_id: 'L2', holes: [e.rectangle([4000, 1400], [8500, 2600])] },
      ),
      e.stair('S', { start: { x: 4000, y: 2000 }, riser_max: 187.5, tread: 300 }),
      e.door('D', 'W4', { offset: 1550, is_exit: true }),
    ];
    // The flight runs from x = 4000 to 8500; the exit is at (0, 2000), the furthest corner above (0, 0).
    const slope = Math.hypot(4500, 3000);
    const below = 4000 - 10 - 50 + 10 + 100;
    const got = Number(measured(roomTravel, stair, 'B')) * 1000;
    // Straight to the corner of the well at (8500, 1400), then to 10 mm behind the middle of its end.
    const round = Math.hypot(8500, 1400) + Math.hypot(10, 600) + 10;
    expect(got).toBeCloseTo(round + slope + below, 0);
  });

  test('the furthest point can be halfway between two exits instead of at a corner', () => {
    const long = [
      e.level('L1', 0),
      ...e.wallsAround('W', [0, 0], [150_000, 5000]),
      e.room(
        'A',
        [
          [0, 0],
          [150_000, 5000],
        ],
        { usage: 'office' },
      ),
      e.door('D', 'W4', { offset: 2050, is_exit: true }),
      e.door('E', 'W2', { offset: 2050, is_exit: true }),
    ];
    // From the middle of a long side to a door in the middle of a short one, met 50 mm before it, 100 mm to its middle.
    const half = Math.hypot(75_000 - 50, 2500) + 100;
    expect(Math.abs(Number(measured(roomTravel, long, 'A')) * 1000 - half)).toBeLessThan(1.1);
  });

  test('the furthest point can be behind an obstacle', () => {
    // A passage of 2 m around a block: the routes to the middle of the far side are equally long on the left and the right.
    const round = [
      e.level('L1', 0),
      ...e.wallsAround('W', [0, 0], [40_000, 40_000]),
      ...e.wallsAround('B', [2100, 2100], [37_900, 37_900]),
      e.room(
        'A',
        [
          [0, 0],
          [40_000, 40_000],
        ],
        { usage: 'office' },
      ),
      e.door('D', 'W1', { offset: 19_550, is_exit: true }),
    ];
    const got = Number(measured(roomTravel, round, 'A')) * 1000;
    // Around two corners of the block at (2000, 2000) and (2000, 38000) to the middle of the far wall.
    const door = Math.hypot(18_000, 1950) + 100;
    // Obstacles are enlarged by a millimetre.
    expect(Math.abs(got - (door + 36_000 + Math.hypot(18_000, 2000)))).toBeLessThan(10);
  });

  // A room of 6 by 4 m. Its exit is in the middle of the left side: the route meets it 50 mm before the wall and is
  // 100 mm longer.
  const office = [
    e.level('L1', 0),
    ...e.wallsAround('W', [0, 0], [6000, 4000]),
    e.room('A', e.span(0, 0, 6000, 4000), { usage: 'office' }),
    e.door('D', 'W4', { offset: 1550, is_exit: true }),
  ];
  const inCorner = (id: string, x: number, y: number): Element =>
    e.column(id, [x, y], { profile: '400x400' });
  test.each([
    ['without obstacles', [], 6000, 4000],
    // To the side of the column that faces the exit, since the other corner is as far as before.
    ['with a column in one corner', [inCorner('K', 5800, 3800)], 6000, 0],
    [
      'with columns in all corners',
      [
        inCorner('K1', 5800, 3800),
        inCorner('K2', 5800, 200),
        inCorner('K3', 200, 200),
        inCorner('K4', 200, 3800),
      ],
      6000,
      3600,
    ],
  ])(
    'obstacles in corners %s: the furthest point is one that a person can reach',
    (_, more, x, y) => {
      const got = Number(measured(roomTravel, [...office, ...more], 'A')) * 1000;
      expect(Math.abs(got - (Math.hypot(x - 50, y - 2000) + 100))).toBeLessThan(3);
      expect(
        Math.abs(Number(measured(roomCommonPath, [...office, ...more], 'A')) * 1000 - got),
      ).toBeLessThan(1);
    },
  );

  test('the travel distance is not evaluated without a route to an exit', () => {
    const shut = two.filter(({ id }) => id !== 'D');
    expect(measured(roomTravel, shut, 'B')).toMatch(/no route leads/u);
  });
});

test('a dead end is the part of a corridor off the routes between its doors towards exits', () => {
  // The middle of the right side is at (10000, 1000); the doors are met at (1000, 50) and (9000, 50).
  const off = (Math.hypot(1000, 950) + Math.hypot(9000, 950) - 8000) / 2000;
  expect(measured(corridorDeadEnd, CORRIDOR, 'C')).toBeCloseTo(off, 3);
  // Nobody walks to a column in the middle of the upper side.
  const column = e.column('K', [5000, 1850]);
  expect(measured(corridorDeadEnd, [...CORRIDOR, column], 'C')).toBeCloseTo(off, 3);
});

test('a room without a usage is a corridor if it is the only way out of three rooms', () => {
  const rooms = [0, 1, 2].flatMap((i) => [
    e.room(
      `R${i}`,
      [
        [i * 3300, 2100],
        [i * 3300 + 3200, 5000],
      ],
      { usage: 'office' },
    ),
    e.door(`E${i}`, 'W3', { offset: 500 + i * 3300 }),
  ]);
  const unnamed = CORRIDOR.map((element) =>
    element.id === 'C'
      ? e.room(
          'C',
          [
            [0, 0],
            [10_000, 2000],
          ],
          { usage: null },
        )
      : element,
  );
  expect(measured(corridorDeadEnd, [...unnamed, ...rooms], 'C')).toBe(
    measured(corridorDeadEnd, CORRIDOR, 'C'),
  );
});
