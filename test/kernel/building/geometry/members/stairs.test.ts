/** @module stairs tests: landings computed by hand, mirror images, and valid solids. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { headroomUnder } from '../../../../../kernel/building/geometry/members/stair-headroom.ts';
import { stairHole } from '../../../../../kernel/building/geometry/members/stair-hole.ts';
import type {
  StairPlan,
  StairSpec,
} from '../../../../../kernel/building/geometry/members/stair.ts';
import { planStair } from '../../../../../kernel/building/geometry/members/stair.ts';
import {
  type Mesh,
  isWatertight,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  ringBounds,
  signedArea,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { meshArea } from '../mesh-area.ts';

/** A stair that rises 3,000 mm in 18 risers of 166.667 mm. */
const SPEC: StairSpec = {
  start: { x: 0, y: 0, z: 0 },
  direction_deg: 0,
  width: 1200,
  rise_total: 3000,
  riser_max: 175,
  tread: 270,
};
const RISER = 3000 / 18;
/** Underside of a floor of 250 mm at the upper level. */
const UNDERSIDE = 2750;

function planOf(given: Partial<StairSpec> = {}): StairPlan {
  const made = planStair({ ...SPEC, ...given });
  if (!made.ok) throw new Error(made.fault);
  return made.plan;
}

function hole(given: Partial<StairSpec>, underside = UNDERSIDE) {
  return stairHole(planOf(given), { ...SPEC, ...given }, underside);
}

function sizeOf(ring: readonly { readonly x: number; readonly y: number }[]): number[] {
  const { min, max } = ringBounds(ring);
  return [max.x - min.x, max.y - min.y].map((mm) => Math.round(mm * 1000) / 1000);
}

/** Area of the smallest triangle, mm². */
function leastTriangle({ positions, triangles }: Mesh): number {
  let least = Infinity;
  for (let i = 0; i < triangles.length; i += 3) {
    least = Math.min(least, meshArea({ positions, triangles: triangles.slice(i, i + 3) }));
  }
  return least;
}

describe('18 risers over 3,000 mm with treads of 270 mm', () => {
  test('a straight stair of 18 risers has 17 treads and an opening of tread * (headroom + thickness) / riser', () => {
    const plan = planOf();
    expect([plan.riserCount, plan.treadCount, plan.runLength]).toEqual([18, 17, 4590]);
    expect(plan.riser).toBeCloseTo(166.667, 3);
    // The opening is 270 * 2,250 / 166.667 = 3,645 mm long, from 945 mm to the last riser.
    expect(hole({})).toEqual([
      { x: 945, y: -600 },
      { x: 4590, y: -600 },
      { x: 4590, y: 600 },
      { x: 945, y: 600 },
    ]);
  });

  test.each([
    // [rise, maximum riser, risers]; a riser may exceed the maximum by half a micrometre.
    [3000, 3000 / 13, 13],
    [3000, 3000 / 11, 11],
    [3000, 230.769, 13],
    [3000, 230.768, 14],
    [3150, 175, 18],
    // 18 * 175.0005 = 3150.009.
    [3150.009, 175, 18],
    [3150.01, 175, 19],
    [400, 200, 2],
    [400.002, 200, 3],
  ])(
    'a rise of %d mm with risers of at most %d mm has %d risers',
    (rise_total, riser_max, count) => {
      expect(planOf({ rise_total, riser_max }).riserCount).toBe(count);
    },
  );

  test('the riser of a stair in its facts, given back as the maximum, gives the same stair', () => {
    for (let rise_total = 2400; rise_total <= 4000; rise_total += 7) {
      const { riserCount, riser } = planOf({ rise_total, riser_max: 190 });
      const riser_max = Math.round(riser * 1000) / 1000;
      expect([rise_total, planOf({ rise_total, riser_max }).riserCount]).toEqual([
        rise_total,
        riserCount,
      ]);
    }
  });

  test('a half-turn stair has 9 and 9 risers and a landing at 1,500 within 3,360 by 2,500 mm', () => {
    const plan = planOf({ shape: 'u' });
    expect(plan.flights.map(({ risers, run }) => [risers, run])).toEqual([
      [9, 2160],
      [9, 2160],
    ]);
    const [landing] = plan.landings;
    expect(landing?.z).toBeCloseTo(1500, 9);
    // The headroom under the landing, which is 250 mm thick.
    expect(landing?.box.z[0]).toBeCloseTo(1250, 9);
    expect(sizeOf(plan.footprint)).toEqual([3360, 2500]);
    // The area excludes the gap of 100 mm between the flights.
    expect(signedArea(plan.footprint)).toBe(3360 * 2500 - 2160 * 100);
    expect(sizeOf(hole({ shape: 'u' }) ?? [])).toEqual([3360, 2500]);
    expect(plan.walkingLine).toHaveLength(6);
    const slope = Math.hypot(2160, 1500);
    expect(lengthOf(plan)).toBeCloseTo(2 * slope + 600 + 1300 + 600, 6);
    expect(plan.runLength).toBe(2160 + 2500 + 2160);
  });

  test('a quarter-turn stair has legs of 3,360 mm and an opening around the corner', () => {
    const plan = planOf({ shape: 'l' });
    expect(sizeOf(plan.footprint)).toEqual([3360, 3360]);
    expect(signedArea(plan.footprint)).toBe(1200 * (3360 + 2160));
    // The first flight needs no opening up to 945 mm, where its nosing line is 2,000 mm below the floor.
    const ring = hole({ shape: 'l' }) ?? [];
    expect(signedArea(ring)).toBe(1200 * (3360 - 945) + 1200 * 2160);
    expect(ring).toHaveLength(6);
    expect(lengthOf(plan)).toBeCloseTo(2 * Math.hypot(2160, 1500) + 600 + 600, 6);
  });

  test('a straight stair with landings has two flights, three from 37 risers on', () => {
    const plan = planOf({ landing: 1000 });
    expect(plan.flights.map(({ risers }) => risers)).toEqual([9, 9]);
    expect(plan.runLength).toBe(2160 + 1000 + 2160);
    expect(planOf({ landing: 1000, rise_total: 6300 }).flights).toHaveLength(2);
    // 36 risers of 175.0005 mm reach 6,300.018 mm.
    expect(planOf({ landing: 1000, rise_total: 6300.018 }).flights).toHaveLength(2);
    expect(planOf({ landing: 1000, rise_total: 6300.019 }).flights).toHaveLength(3);
  });

  test('the volume of a stair is that of its steps, waist slabs and landing', () => {
    const waist = 150 * Math.sqrt(1 + (RISER / 270) ** 2);
    const steps = 8 * 0.5 * 270 * RISER;
    // The lower slab ends at the floor, so a triangle is missing.
    const lower = steps + 2160 * waist - (0.5 * waist * waist * 270) / RISER;
    const upper = steps + 2160 * waist;
    const turning = 1200 * (lower + upper);
    expect(meshVolume(planOf({ shape: 'l' }).mesh) / (turning + 1200 * 1200 * 250)).toBeCloseTo(
      1,
      12,
    );
    expect(meshVolume(planOf({ shape: 'u' }).mesh) / (turning + 1200 * 2500 * 250)).toBeCloseTo(
      1,
      12,
    );
    expect(meshVolume(planOf({ landing: 900 }).mesh) / (turning + 1200 * 900 * 250)).toBeCloseTo(
      1,
      12,
    );
  });
});

function lengthOf({ walkingLine }: StairPlan): number {
  return walkingLine.slice(1).reduce((sum, to, i) => {
    const from = walkingLine[i] ?? to;
    return sum + Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  }, 0);
}

describe('refused stairs', () => {
  test.each([
    ['narrow_landing', { shape: 'l', landing: 1199.999 }],
    ['too_few_to_turn', { shape: 'u', rise_total: 525 }],
    ['too_few_to_turn', { landing: 1000, rise_total: 350 }],
    ['narrow_for_rails', { width: 299, handrails: 'left' }],
  ] as const)('refuses a stair: %s', (fault, given) => {
    expect(planStair({ ...SPEC, ...given })).toEqual({ ok: false, fault });
  });
  test.each([
    { shape: 'l', landing: 1200 },
    { shape: 'u', rise_total: 700 },
    { width: 300, handrails: 'left' },
  ] as const)('accepts a stair at the limit: %o', (given) => {
    expect(planStair({ ...SPEC, ...given }).ok).toBe(true);
  });
});

describe('headroom', () => {
  const slab = { low: UNDERSIDE, high: 3000 };
  const rectangle = (x0: number, y0: number, x1: number, y1: number) => [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];

  test('headroom is 2,000 mm at the edge of the opening, 0 below a continuous floor, and null next to the stair', () => {
    const ring = rectangle(-5000, -3000, 945, 3000);
    expect(headroomUnder(planOf(), { ...slab, ring })).toBeCloseTo(2000, 9);
    const nearer = rectangle(-5000, -3000, 1485, 3000);
    // The edge is two treads farther, where the nosing line is two risers higher.
    expect(headroomUnder(planOf(), { ...slab, ring: nearer })).toBeCloseTo(2000 - 2 * RISER, 9);
    expect(headroomUnder(planOf(), { ...slab, ring: rectangle(-1, -3000, 6000, 3000) })).toBe(0);
    expect(headroomUnder(planOf(), { ...slab, ring: rectangle(4590, -600, 6000, 600) })).toBe(null);
    const below = { ring: rectangle(-1, -3000, 6000, 3000), low: -300, high: 0 };
    expect(headroomUnder(planOf(), below)).toBe(null);
  });

  test('headroom is measured above a landing', () => {
    const ring = rectangle(2200, -600, 3300, 600);
    expect(headroomUnder(planOf({ shape: 'u' }), { ...slab, ring })).toBeCloseTo(1250, 9);
  });
});

/** The opposite of each side. */
const MIRRORED = { none: 'none', left: 'right', right: 'left', both: 'both' } as const;

describe('any stair', () => {
  const spec = fc.record({
    shape: fc.constantFrom('straight', 'l', 'u'),
    turn: fc.constantFrom('left', 'right'),
    width: fc.integer({ min: 300, max: 3000 }),
    deeper: fc.integer({ min: 0, max: 1500 }),
    rise_total: fc.integer({ min: 1200, max: 9000 }),
    riser_max: fc.integer({ min: 100, max: 300 }),
    tread: fc.integer({ min: 150, max: 400 }),
    direction_deg: fc.constantFrom(0, 90, 180, 270, 33),
    handrails: fc.constantFrom('none', 'left', 'right', 'both'),
  } as const);

  test('any stair consists of closed solids without degenerate triangles, and its outline is simple', () => {
    fc.assert(
      fc.property(spec, ({ deeper, ...given }) => {
        const plan = planOf({ ...given, landing: given.width + deeper });
        expect(isWatertight(plan.mesh)).toBe(true);
        expect(leastTriangle(plan.mesh)).toBeGreaterThan(1);
        expect(validateRing(plan.footprint).ok).toBe(true);
        const risers = plan.flights.reduce((sum, flight) => sum + flight.risers, 0);
        expect(risers).toBe(plan.riserCount);
        expect(plan.walkingLine.at(-1)?.z).toBeCloseTo(given.rise_total, 6);
      }),
      { numRuns: 100 },
    );
  });

  test('a stair that turns right is the mirror image of one that turns left', () => {
    fc.assert(
      fc.property(spec, ({ deeper, ...given }) => {
        const other = { ...given, direction_deg: 0, landing: given.width + deeper };
        const [left, right] = [
          planOf({ ...other, turn: 'left' }),
          planOf({ ...other, turn: 'right', handrails: MIRRORED[given.handrails] }),
        ];
        expect(meshVolume(right.mesh) / meshVolume(left.mesh)).toBeCloseTo(1, 9);
        const [a, b] = [ringBounds(left.footprint), ringBounds(right.footprint)];
        expect([b.min.y, b.max.y]).toEqual([0 - a.max.y, 0 - a.min.y]);
        const areas = [left, right].map(({ footprint }) => signedArea(footprint));
        expect(areas[1]).toBeCloseTo(areas[0] ?? 0, 3);
      }),
      { numRuns: 50 },
    );
  });

  test('any stair has a headroom of 2,000 mm under its opening', () => {
    fc.assert(
      fc.property(spec, ({ deeper, ...given }) => {
        const turned = { ...given, direction_deg: 0, landing: given.width + deeper };
        const underside = given.rise_total - 250;
        const ring = hole(turned, underside);
        const plan = planOf(turned);
        if (ring === null) throw new Error('no opening');
        expect(validateRing(ring).ok).toBe(true);
        const { min, max } = ringBounds(ring);
        const far = 50_000;
        // The floor round the box of the opening.
        const around = [
          [-far, -far, min.x, far],
          [max.x, -far, far, far],
          [min.x, -far, max.x, min.y],
          [min.x, max.y, max.x, far],
        ] as const;
        for (const [x0, y0, x1, y1] of around) {
          const strip = [
            { x: x0, y: y0 },
            { x: x1, y: y0 },
            { x: x1, y: y1 },
            { x: x0, y: y1 },
          ];
          const clear = headroomUnder(plan, {
            ring: strip,
            low: underside,
            high: given.rise_total,
          });
          expect(clear ?? Infinity).toBeGreaterThan(2000 - 0.01);
        }
      }),
      { numRuns: 100 },
    );
  });
});
