/** @module measured-stair.test: each measure of a stair counts: 2 mm at any of them, and it is no stair. */
import { describe, expect, test } from 'vitest';

import {
  planStair,
  type StairPlan,
} from '../../../../../kernel/building/geometry/members/stair.ts';
import {
  courseOf,
  isAround,
  isMeasured,
  type StairReading,
} from '../../../../../kernel/documents/ifc/recognise/kinds/circulation/measured-stair.ts';
import {
  type Steps,
  stepsOf,
  type Surface,
} from '../../../../../kernel/documents/ifc/recognise/kinds/circulation/steps.ts';
import {
  extentAlong,
  pointAlong,
} from '../../../../../kernel/documents/ifc/recognise/outlines/bar.ts';

const EAST = { x: 1, y: 0 };

/** Shift of the front, right and left edge of a tread, mm. */
type Change = readonly [number, number, number];
const NONE: Change = [0, 0, 0];

function planOf(shape: 'straight' | 'l' | 'u', turn: 'left' | 'right' = 'left'): StairPlan {
  const made = planStair({
    start: { x: 1000, y: 2000, z: 0 },
    direction_deg: 0,
    width: 1000,
    rise_total: 3000,
    riser_max: 180,
    tread: 280,
    landing: 1200,
    shape,
    turn,
  });
  if (!made.ok) throw new Error('the stair has a plan');
  return made.plan;
}

/** What a file with exactly this stair shows. */
function readingOf({ flights, landings, riser, tread }: StairPlan): StairReading {
  return {
    flights: flights.map(({ start, direction, width, risers }): Steps => {
      const { s, t } = extentAlong([start], direction);
      const heights = Array.from({ length: risers - 1 }, (_, i) => start.z + (i + 1) * riser);
      return { along: direction, front: s[0], middle: t[0], width, going: tread, heights };
    }),
    landings: landings.map(({ z, footprint }): Surface => ({
      z,
      points: footprint,
      centre: { x: 0, y: 0 },
      area: 1,
    })),
  };
}

/** A reading with another second flight or first landing. */
function changed(
  { flights, landings }: StairReading,
  flight: (steps: Steps) => Steps,
  landing: (surface: Surface) => Surface = (one) => one,
): StairReading {
  return {
    flights: flights.map((one, i) => (i === 1 ? flight(one) : one)),
    landings: landings.map(landing),
  };
}

/** A landing whose edge at one end of an axis is 2 mm further along that axis. */
function moved(
  landing: Surface,
  axis: 'x' | 'y',
  end: (...values: readonly number[]) => number,
): Surface {
  const edge = end(...landing.points.map((point) => point[axis]));
  const points = landing.points.map((point) =>
    Math.abs(point[axis] - edge) < 1 ? { ...point, [axis]: point[axis] + 2 } : point,
  );
  return { ...landing, points };
}

const SAME = (steps: Steps): Steps => steps;

/** By what differs, another second flight. */
const FLIGHTS: Readonly<Record<string, (steps: Steps) => Steps>> = {
  front: (one) => ({ ...one, front: one.front + 2 }),
  side: (one) => ({ ...one, middle: one.middle - 2 }),
  width: (one) => ({ ...one, width: one.width + 2 }),
  going: (one) => ({ ...one, going: one.going + 0.3 }),
  direction: ({ along: { x, y }, front, middle, ...one }) => {
    const start = pointAlong({ x, y }, front, middle);
    const along = { x: x - 0.001 * y, y: y + 0.001 * x };
    const { s, t } = extentAlong([start], along);
    return { ...one, along, front: s[0], middle: t[0] };
  },
  'number of risers': (one) => ({ ...one, heights: one.heights.slice(0, -1) }),
  'height of one step': (one) => ({
    ...one,
    heights: one.heights.map((z, i) => (i === 3 ? z + 2 : z)),
  }),
};

describe.each(['straight', 'l', 'u'] as const)('a stair %s', (shape) => {
  const plan = planOf(shape);
  const reading = readingOf(plan);

  test('has its own measures', () => {
    expect(reading.flights.length).toBe(2);
    expect(isMeasured(plan, reading)).toBe(true);
  });

  test.each(Object.keys(FLIGHTS))('is not one with another %s', (name) => {
    expect(isMeasured(plan, changed(reading, FLIGHTS[name] ?? SAME))).toBe(false);
  });

  test.each<readonly [string, (surface: Surface) => Surface]>([
    ['higher', (one) => ({ ...one, z: one.z + 2 })],
    ['deeper', (one) => moved(one, 'x', Math.max)],
    ['shorter at its near edge', (one) => moved(one, 'x', Math.min)],
    ['wider to the left', (one) => moved(one, 'y', Math.max)],
    ['narrower at the right', (one) => moved(one, 'y', Math.min)],
  ])('is not one with a landing that is %s', (_, landing) => {
    expect(isMeasured(plan, changed(reading, SAME, landing))).toBe(false);
  });

  test('is not one with more or fewer flights or without its landing', () => {
    const { flights, landings } = reading;
    expect(isMeasured(plan, { flights: flights.slice(0, 1), landings })).toBe(false);
    expect(isMeasured(plan, { flights: [...flights, ...flights], landings })).toBe(false);
    expect(isMeasured(plan, { flights, landings: [] })).toBe(false);
  });

  test('is only around its flights with all of its body', () => {
    const { flights, landings, direction } = plan;
    const outline = [...flights, ...landings].flatMap(({ footprint }) => footprint);
    const { s, t } = extentAlong(outline, direction);
    const at = (x: number, y: number, z: number) =>
      isAround(plan, { corners: [{ x, y, z }], foot: 0, head: 3000 });
    const [x, y] = [s[0], t[0]];
    expect([at(x - 299, y - 299, -399), at(s[1] + 299, t[1] + 299, 4299)]).toEqual([true, true]);
    expect([at(x - 301, y, 0), at(s[1] + 301, y, 0)]).toEqual([false, false]);
    expect([at(x, y - 301, 0), at(x, t[1] + 301, 0)]).toEqual([false, false]);
    expect([at(x, y, -401), at(x, y, 4301)]).toEqual([false, false]);
    expect(isAround(plan, { corners: [], foot: 0, head: 3000 })).toBe(false);
  });
});

describe('the course of flights', () => {
  test.each([
    ['straight', 'left', { shape: 'straight', turn: null, landing: 1200 }],
    ['l', 'left', { shape: 'l', turn: 'left', landing: 1200 }],
    ['l', 'right', { shape: 'l', turn: 'right', landing: 1200 }],
    ['u', 'left', { shape: 'u', turn: 'left', landing: 1200 }],
    ['u', 'right', { shape: 'u', turn: 'right', landing: 1200 }],
  ] as const)('%s %s', (shape, turn, course) => {
    const { flights, landings } = readingOf(planOf(shape, turn));
    expect(courseOf(flights, landings)).toEqual(course);
  });

  const { flights, landings } = readingOf(planOf('l'));
  const [first, second] = flights;
  const oblique = (steps: Steps): Steps => ({
    ...steps,
    along: { x: Math.SQRT1_2, y: Math.SQRT1_2 },
  });

  test.each([
    ['no flight', [], [], 'it has no flight'],
    [
      'one flight and a landing',
      flights.slice(0, 1),
      landings,
      'a landing is not between two flights',
    ],
    ['no landing', flights, [], 'it has not one landing between two flights'],
    [
      'two landings',
      flights,
      [...landings, ...landings],
      'it has not one landing between two flights',
    ],
  ] as const)('%s', (_, given, between, why) => {
    expect(courseOf(given, between)).toEqual({ why });
  });

  test('at an oblique angle', () => {
    const given = [first, second].flatMap((one) => one ?? []);
    const bent = given.map((one, i) => (i === 1 ? oblique(one) : one));
    expect(courseOf(bent, landings)).toEqual({ why: 'its flights are not at right angles' });
  });
});

describe('steps', () => {
  const tread = (i: number, [front, right, left]: Change = NONE): Surface => {
    const [x, y] = [280 * i + front, 0];
    return {
      z: 175 * (i + 1),
      points: [
        { x, y: y + right },
        { x: x + 300, y: y + right },
        { x: x + 300, y: 1000 + left },
        { x, y: 1000 + left },
      ],
      centre: { x: x + 150, y: 500 },
      area: 3e5,
    };
  };
  const steps = (change: Change = NONE) =>
    stepsOf(
      Array.from({ length: 8 }, (_, i) => tread(i, i === 4 ? change : NONE)),
      null,
    );

  test('have a going, a width and a middle', () => {
    expect(steps()).toMatchObject({ front: 0, middle: 500, width: 1000, going: 280 });
  });

  const changes: readonly Change[] = [
    [2, 0, 0],
    [-2, 0, 0],
    [0, 2, 0],
    [0, -2, 0],
    [0, 0, 2],
    [0, 0, -2],
  ];
  test.each(changes.map((change) => ({ change })))('are unequal: $change', ({ change }) => {
    expect(steps(change)).toBeNull();
  });

  test('above each other have no going', () => {
    expect(stepsOf([tread(0), { ...tread(0), z: 350 }], EAST)).toBeNull();
    expect(stepsOf([tread(0)], null)).toBeNull();
    expect(stepsOf([tread(0)], EAST)?.going).toBe(300);
  });
});
