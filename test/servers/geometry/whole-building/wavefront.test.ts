/** @module tests of the sweep that checks roofs: against closed forms, and that it detects wrong roofs. */
import { describe, expect, test } from 'vitest';

import type { PlanPoint } from '../../../../schemas/units.ts';
import { built } from './built.ts';
import { STAY } from './calls.ts';
import { Draw } from './draw.ts';
import { backwards, drawnOutline, isConvex } from './outlines.ts';
import type { SideForm } from './roof-heights.ts';
import { corner, planesOver, ringArea, tan, volumeUnder } from './roof-heights.ts';
import { roofFaults } from './roof-laws.ts';
import type { RoofPlan } from './roofs.ts';
import { drawnRoof } from './roofs.ts';
import { overParts, sweptParts, sweptVolume } from './wavefront.ts';

type Ring = readonly PlanPoint[];

const P = (x: number, y: number): PlanPoint => ({ x, y });
/** Sides are displaced by a ten-thousandth of a millimetre. */
const EXACT = 2e-7;
const slope = (pitch: number): SideForm => ({ pitch, upper: null });

function volumeOf(rings: readonly Ring[], sides: readonly SideForm[], thickness = 0): number {
  return sweptVolume(sweptParts({ rings, sides, thickness, out: sides.map(() => 0) }));
}

function expectAlike(found: number, wanted: number): void {
  expect(found / wanted - 1).toBeCloseTo(0, 6);
  expect(Math.abs(found / wanted - 1)).toBeLessThan(EXACT);
}

const CELL_MM = 250;

/**
 * Integral of the smaller of the distances along x and along y to axis-parallel outlines with corners on multiples of
 * twice the cell; it is linear on the four triangles of each cell.
 */
function squareVolume(rings: readonly Ring[]): number {
  const all = rings.flat();
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  let sum = 0;
  for (let x = Math.min(...xs); x < Math.max(...xs); x += CELL_MM) {
    for (let y = Math.min(...ys); y < Math.max(...ys); y += CELL_MM) {
      const at = (u: number, v: number): number =>
        squareDistance(rings, P(x + u * CELL_MM, y + v * CELL_MM));
      const middle = at(0.5, 0.5);
      if (middle <= 0) continue;
      const around = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
      const corners = around.reduce((total, z) => total + Math.max(0, z), 0);
      sum += (CELL_MM * CELL_MM * (2 * corners + 4 * middle)) / 12;
    }
  }
  return sum;
}

/** Below 0 outside. */
function squareDistance(rings: readonly Ring[], { x, y }: PlanPoint): number {
  let least = Infinity;
  let crossings = 0;
  for (const ring of rings) {
    for (const [i, a] of ring.entries()) {
      const b = corner(ring, i + 1);
      const dx = Math.max(Math.min(a.x, b.x) - x, 0, x - Math.max(a.x, b.x));
      const dy = Math.max(Math.min(a.y, b.y) - y, 0, y - Math.max(a.y, b.y));
      least = Math.min(least, Math.max(dx, dy));
      if (a.y > y !== b.y > y && a.x > x) crossings += 1;
    }
  }
  return crossings % 2 === 1 ? least : 0 - least;
}

const L = [P(0, 0), P(9000, 0), P(9000, 4000), P(5000, 4000), P(5000, 9000), P(0, 9000)];
const T = [
  P(0, 0),
  P(12_000, 0),
  P(12_000, 5000),
  P(8000, 5000),
  P(8000, 9000),
  P(5000, 9000),
  P(5000, 5000),
  P(0, 5000),
];
const U = [
  P(0, 0),
  P(12_000, 0),
  P(12_000, 9000),
  P(8000, 9000),
  P(8000, 4000),
  P(3500, 4000),
  P(3500, 7000),
  P(0, 7000),
];
const OUTER = [P(0, 0), P(13_000, 0), P(13_000, 11_000), P(0, 11_000)];
const COURT = [P(4000, 3500), P(8500, 3500), P(8500, 7000), P(4000, 7000)];

describe('the volume under a swept roof', () => {
  test('over convex outlines equals that under the lowest of its planes', () => {
    let convex = 0;
    for (let seed = 0; convex < 25; seed += 1) {
      const draw = new Draw(seed);
      const outline = drawnOutline(draw);
      const { ring, court } = outline;
      const { form, thickness } = drawnRoof(draw, outline);
      if (court !== null || !isConvex(ring) || form.underside === 'plane') continue;
      convex += 1;
      for (const one of [0, thickness]) {
        const wanted = volumeUnder(ring, planesOver(ring, form.sides, one));
        expectAlike(volumeOf([ring], form.sides, one), wanted);
      }
    }
  });

  test.each([
    ['an L', [L]],
    ['a T whose shoulders become one side', [T]],
    ['a U', [U]],
    ['a rectangle with a courtyard', [OUTER, backwards(COURT)]],
  ])('of one slope over %s equals that of distances along x and y', (_, rings) => {
    const wanted = squareVolume(rings);
    expectAlike(
      volumeOf(
        rings,
        rings.flat().map(() => slope(1)),
      ),
      wanted,
    );
    // Stretched along x it has two slopes, and the same heights over other points.
    const wide = rings.map((ring) => ring.map(({ x, y }) => P(x * 1.7, y)));
    const sides = rings.flatMap((ring) =>
      ring.map((a, i) => slope(a.x === corner(ring, i + 1).x ? 1 / 1.7 : 1)),
    );
    expectAlike(volumeOf(wide, sides), wanted * 1.7);
  });

  test('around a square courtyard in a square equals that of its formula', () => {
    const square = (half: number): Ring => [
      P(-half, -half),
      P(half, -half),
      P(half, half),
      P(-half, half),
    ];
    const [outer, inner, pitch] = [6000, 2200, tan(33)];
    const rings = [square(outer), backwards(square(inner))];
    const sides = rings.flat().map(() => slope(pitch));
    expectAlike(volumeOf(rings, sides), pitch * (outer + inner) * (outer - inner) ** 2);
  });

  test('between gables equals that of the prism between them', () => {
    const gabled = T.map((_, i) =>
      [1, 4, 7].includes(i) ? { pitch: null, upper: null } : slope(0.6),
    );
    const [bar, stem, half, across] = [12_000, 4000, 2500, 1500];
    // The stem runs into the bar as far as its ridge does: a pyramid lying on the slope of the bar.
    const wanted =
      0.6 * (bar * half * half + stem * across * across + (across * across * across) / 3);
    expectAlike(volumeOf([T], gabled), wanted);
  });
});

/** The faults that the law finds in a roof created with other edges than those of its plan. */
async function faultsOf(plan: RoofPlan, edges: readonly object[]): Promise<readonly string[]> {
  const level = { name: 'L0', elevation: 0, height: 3000 };
  const made = { ...plan.arguments, level_id: '$L0', edges };
  const calls = [
    { tool: 'create_level', as: 'L0', arguments: level },
    { tool: 'create_roof', as: 'roof', arguments: made },
  ];
  const world = await built(calls, STAY);
  expect([...world.refused.values()]).toEqual([]);
  return roofFaults(world, { calls, outer: new Map(), roofs: new Map([['roof', plan]]) });
}

test('a roof is refused only if collinear sides of unequal slope become neighbours', async () => {
  // The end of an arm of the L reaches the steeper side next to it before the arm has a ridge.
  const refused = [60, 20, 60, 50, 60, 60];
  const degs = [60, 50, 60, 50, 60, 60];
  const planOf = (slopes: readonly number[]): RoofPlan => ({
    rings: [L],
    thickness: 200,
    overhang: 0,
    form: { underside: 'swept', sides: slopes.map((deg) => slope(tan(deg))) },
    arguments: { boundary_points: L, thickness: 200, overhang: 0 },
  });
  const level = { name: 'L0', elevation: 0, height: 3000 };
  for (const [slopes, count] of [
    [refused, 1],
    [degs, 0],
  ] as const) {
    const plan = planOf(slopes);
    const edges = slopes.map((slope_deg) => ({ slope_deg }));
    const calls = [
      { tool: 'create_level', as: 'L0', arguments: level },
      { tool: 'create_roof', as: 'roof', arguments: { ...plan.arguments, level_id: '$L0', edges } },
    ];
    const made = await built(calls, STAY);
    expect(made.refused.size).toBe(count);
    const roofs = new Map([['roof', plan]]);
    expect(roofFaults(made, { calls, outer: new Map(), roofs })).toEqual([]);
    // For a plan of a possible roof the same refusal is a fault.
    const other = new Map([['roof', planOf(degs)]]);
    expect(roofFaults(made, { calls, outer: new Map(), roofs: other })).toHaveLength(count);
  }
});

test.each([
  ['over an L', [L], 6],
  ['round a courtyard', [OUTER, backwards(COURT)], 8],
])(
  'the law accepts a roof of unequal slopes %s, and detects one degree',
  async (_, rings, count) => {
    const degs = [30, 38, 25, 42, 33, 50, 28, 36].slice(0, count);
    const [outline = [], court] = rings;
    const around = outline.length;
    const edges = degs.map((slope_deg) => ({ slope_deg }));
    const swept = [...degs.slice(0, around), ...degs.slice(around).toReversed()];
    const plan: RoofPlan = {
      rings,
      thickness: 200,
      overhang: 400,
      form: { underside: 'swept', sides: swept.map((deg) => slope(tan(deg))) },
      arguments: {
        boundary_points: outline,
        ...(court === undefined ? {} : { holes: [backwards(court)] }),
        thickness: 200,
        overhang: 400,
      },
    };
    expect(await faultsOf(plan, edges)).toEqual([]);
    for (const i of edges.keys()) {
      const wrong = edges.with(i, { slope_deg: (degs[i] ?? 0) + 1 });
      expect((await faultsOf(plan, wrong)).length, `side ${i}`).toBeGreaterThan(0);
    }
    expect(ringArea(outline)).toBeGreaterThan(0);
  },
);

describe('the volume of what is above a height', () => {
  const strip = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 1 },
    { x: 0, y: 1 },
  ];
  const rising = ({ x }: { readonly x: number }): number => x;
  const falling = ({ x }: { readonly x: number }): number => 10 - x;

  test.each([
    // The integral of x - 4 from 4 to 10; of x + 1 from 0 to 10.
    ['one plane', [rising], 4, 18],
    ['one plane that is above it everywhere', [rising], -1, 60],
    ['one plane that is below it everywhere', [rising], 10, 0],
    // A gable with its ridge at 5: the triangle above 3 is 4 wide and 2 high.
    ['a gable', [rising, falling], 3, 4],
  ] as const)('under %s', (_what, planes, floor, volume) => {
    expect(volumeUnder(strip, planes, floor)).toBeCloseTo(volume, 6);
    if (planes.length > 1) return;
    const parts = planes.map((height) => ({ ring: strip, height }));
    expect(overParts([strip], parts, floor).volume).toBeCloseTo(volume, 6);
  });
});
