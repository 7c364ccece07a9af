/** @module roof lines tests: ridges, hips and valleys are distinguished by what they are, not by their slope. */
import { describe, expect, test } from 'vitest';

import { at } from '../../../../../kernel/building/geometry/indexed.ts';
import type { Ring } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { RoofEdge } from '../../../../../kernel/building/geometry/roofs/roof-forms.ts';
import type { RoofLine } from '../../../../../kernel/building/geometry/roofs/roof-lines.ts';
import {
  roofShape,
  type RoofShape,
  type RoofSpec,
} from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import { box, cells, numbers, P, SHAPES, star, tangle } from './outlines.ts';

const TAN_30 = Math.tan(Math.PI / 6);
const GABLES: readonly RoofEdge[] = [{}, { gable: true }, {}, { gable: true }];

function shape(boundary: Ring, change: Partial<RoofSpec> = {}): RoofShape | null {
  const common = { holes: [], slope_deg: 30, upper_slope_deg: 20, break_height: 1000 } as const;
  const made = roofShape({ kind: 'hip', boundary, ...common, edges: null, overhang: 0, ...change });
  return made.ok ? made.shape : null;
}

type Sums = Readonly<Record<RoofLine['kind'], number>>;

/** Lengths of the lines by their kind, mm. */
function sums(made: RoofShape | null): Sums {
  const found = { ridge: 0, hip: 0, valley: 0, eave: 0, verge: 0, break: 0, seam: 0 };
  for (const { kind, from, to } of made?.lines ?? []) {
    found[kind] += Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  }
  return found;
}

const countOf = (made: RoofShape | null, kind: RoofLine['kind']): number | undefined =>
  made?.lines.filter((line) => line.kind === kind).length;

/** A house of 10 m between a west side of 8 m and a shorter or longer east side, mm. */
const trapezoid = (east: number, west = 8000): Ring => [
  P(0, 0),
  P(10_000, 0),
  P(10_000, east),
  P(0, west),
];

/** The point of the ridge of a trapezoid at `x`: as far from the south eave as from the north eave. */
function ridgeAt(x: number, east: number, west = 8000): readonly [number, number, number] {
  const fall = (west - east) / 10_000;
  const y = (west - fall * x) / (1 + Math.sqrt(1 + fall * fall));
  return [x, y, y * TAN_30];
}

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, i) => value - at(b, i)));

describe('a ridge falls where the eaves are not parallel', () => {
  test.each([5000, 5999, 6000, 6001, 6017, 6100, 8000])(
    'between gables of 6 m and %d mm it is one ridge, and there is no hip',
    (east) => {
      const made = shape(trapezoid(east, 6000), { edges: GABLES });
      const length = distance(ridgeAt(0, east, 6000), ridgeAt(10_000, east, 6000));
      expect(sums(made)).toMatchObject({ ridge: expect.closeTo(length, 4), hip: 0, valley: 0 });
      expect(sums(shape(trapezoid(east, 6000), { kind: 'gable' }))).toEqual(sums(made));
    },
  );

  test('a house of 10 m with gables of 8 and 6 m has the figures of the derivation', () => {
    const made = shape(trapezoid(6000), { edges: GABLES });
    // Planes y·tan 30° and d·tan 30° with the distance d to the north eave, equal where y(1 + √1.04) = 8000 − 0.2x.
    expect(sums(made).ridge).toBeCloseTo(10_065.15, 2);
    expect(made?.high).toBeCloseTo(2286.76, 2);
    const ends = made?.lines.filter(({ kind }) => kind === 'ridge') ?? [];
    expect(ends.flatMap(({ from, to }) => [from.z, to.z]).toSorted((a, b) => a - b)).toEqual([
      expect.closeTo(1715.07, 2),
      expect.closeTo(2286.76, 2),
    ]);
    expect(made?.faces.length).toBe(2);
  });

  test.each([6000, 7990, 7999, 8000, 8001])(
    'a hip roof over 8 m to %d mm has four hips and one ridge',
    (east) => {
      const made = shape(trapezoid(east));
      expect([countOf(made, 'hip'), countOf(made, 'ridge')]).toEqual([4, 1]);
      // The ends of the ridge are as far from the side that closes them as from the south eave.
      const fall = (8000 - east) / 10_000;
      const root = Math.sqrt(1 + fall * fall);
      const west = 8000 / (1 + root + fall);
      const fromEast = east / (1 + root - fall);
      const length = distance(ridgeAt(west, east), ridgeAt(10_000 - fromEast, east));
      expect(sums(made).ridge).toBeCloseTo(length, 4);
    },
  );

  test('it is a ridge between gables however much the eaves converge, also over an overhang', () => {
    // The north eave turns by 60° against the south eave.
    const boundary = [P(0, 0), P(4000, 0), P(4000, 2000), P(0, 2000 + 4000 * Math.sqrt(3))];
    for (const overhang of [0, 300]) {
      const made = shape(boundary, { edges: GABLES, overhang });
      expect([countOf(made, 'ridge'), countOf(made, 'hip')]).toEqual([1, 0]);
    }
  });

  test('slopes of 30 and 45 degrees have one ridge over eaves of any direction', () => {
    const edges = [{ slope_deg: 30 }, { gable: true }, { slope_deg: 45 }, { gable: true }];
    for (const east of [6000, 7999, 8000]) {
      const made = shape(trapezoid(east), { edges });
      expect([countOf(made, 'ridge'), countOf(made, 'hip')]).toEqual([1, 0]);
    }
  });
});

describe('a hip goes round a corner', () => {
  const slant = (plan: number): number => Math.sqrt(2 * plan ** 2 + (plan * TAN_30) ** 2);

  test('from an outward corner of the eaves to the top of a pyramid', () => {
    const hexagon = [0, 1, 2, 3, 4, 5].map((k) =>
      P(
        Math.round(4e6 * Math.cos((k * Math.PI) / 3)) / 1e3,
        Math.round(4e6 * Math.sin((k * Math.PI) / 3)) / 1e3,
      ),
    );
    const found = sums(shape(hexagon, { slope_deg: 35 }));
    expect(found.hip).toBeCloseTo(28_067.87, 2);
    expect([found.ridge, found.valley]).toEqual([0, 0]);
    expect(found.eave).toBeCloseTo(24_000, 1);
  });

  test('from the end of a lower ridge to the end of a higher one', () => {
    // Wings of 6 and 10 m: ridges 3 and 5 m from their eaves, the hip between them goes on for 2 m in plan.
    const boundary = [
      P(0, 0),
      P(18_000, 0),
      P(18_000, 6000),
      P(10_000, 6000),
      P(10_000, 14_000),
      P(0, 14_000),
    ];
    const found = sums(shape(boundary));
    expect(found.hip).toBeCloseTo(2 * slant(3000) + 3 * slant(5000) + slant(2000), 4);
    expect(found.valley).toBeCloseTo(slant(3000), 4);
    // The lower ridge from x = 15 to 7 m, the higher one from y = 5 to 9 m.
    expect(found.ridge).toBeCloseTo(8000 + 4000, 4);
  });

  test('goes on above the break of a mansard roof', () => {
    const made = shape(box(0, 0, 10_000, 6000), { kind: 'mansard', slope_deg: 60 });
    expect([countOf(made, 'hip'), countOf(made, 'ridge')]).toEqual([8, 1]);
    const sharp = [P(0, 0), P(10_000, 0), P(10_000, 4000)];
    const broken = shape(sharp, { kind: 'mansard', slope_deg: 60, break_height: 500 });
    expect([countOf(broken, 'hip'), countOf(broken, 'ridge')]).toEqual([6, 0]);
  });

  test('stays one if its corner is cut off by a millimetre, or has another corner in line next to it', () => {
    const whole = sums(shape(box(0, 0, 9000, 9000)));
    const cut = sums(shape([P(0, 0), P(8999, 0), P(9000, 1), P(9000, 9000), P(0, 9000)]));
    expect(cut.ridge).toBe(0);
    expect(Math.abs(cut.hip - whole.hip)).toBeLessThan(3);
    // A corner of 22° of a long triangle, whose lower side has a corner in line near its end.
    const plain = sums(shape([P(0, 0), P(10_000, 0), P(10_000, 4000)]));
    const inLine = sums(shape([P(0, 0), P(1000, 0), P(10_000, 0), P(10_000, 4000)]));
    expect(inLine.seam).toBeGreaterThan(0);
    expect(inLine).toMatchObject({ ridge: 0, hip: expect.closeTo(plain.hip, 4) });
  });

  test('around a court: ridges in the middle of the ring, hips outside, valleys inside', () => {
    const boundary = box(7865.91, 7600.13, 43_299 - 7865.91, 43_033.2 - 7600.13);
    const court = box(19_676.9, 19_411.2, 31_488 - 19_676.9, 31_222.2 - 19_411.2);
    const made = shape(boundary, { holes: [court] });
    const found = sums(made);
    expect(made?.high).toBeCloseTo(3409.56, 2);
    for (const [kind, length] of [
      ['ridge', 94_488],
      ['hip', 36_083],
      ['valley', 36_083],
    ] as const) {
      expect(Math.abs(found[kind] - length)).toBeLessThan(1);
    }
  });
});

/** Rings with the options of their sides: the outline counter-clockwise, then courtyards. */
type Sided = readonly { readonly ring: Ring; readonly edges: readonly RoofEdge[] }[];

const restarted = (first: number) => (sided: Sided) =>
  sided.map(({ ring, edges }) => {
    const from = first % ring.length;
    return {
      ring: [...ring.slice(from), ...ring.slice(0, from)],
      edges: [...edges.slice(from), ...edges.slice(0, from)],
    };
  });

const moved = (to: (point: Point2) => Point2) => (sided: Sided) =>
  sided.map(({ ring, edges }) => ({ ring: ring.map(to), edges }));

/** Mirrored at the y axis; rings stay counter-clockwise, so their order and that of their sides is reversed. */
const mirrored = (sided: Sided): Sided =>
  sided.map(({ ring, edges }) => ({
    ring: ring.map(({ x, y }) => P(-x, y)).toReversed(),
    edges: [...edges.slice(0, -1).toReversed(), ...edges.slice(-1)],
  }));

const MOTIONS: Readonly<Record<string, (sided: Sided) => Sided>> = {
  mirrored,
  'turned by 90°': moved(({ x, y }) => P(-y, x)),
  'turned by 180°': moved(({ x, y }) => P(-x, -y)),
  'begun at the second corner': restarted(1),
  'begun at the third corner': restarted(2),
};

function randomRoof(seed: number): Sided {
  const random = numbers(seed);
  const count = 3 + Math.floor(random() * 9);
  const named = Object.values(SHAPES);
  const outlines = [
    () => star(random, count),
    () => tangle(random, count),
    () => cells(random, count),
    () => at(named, Math.floor(random() * named.length)),
    () => [trapezoid(4000 + Math.floor(random() * 8000))],
  ];
  const [boundary = [], ...courts] = at(outlines, seed % outlines.length)();
  const mode = Math.floor(random() * 3);
  return [boundary, ...courts.map((ring) => ring.toReversed())].map((ring) => ({
    ring,
    edges: ring.map((): RoofEdge => {
      if (mode === 0) return {};
      if (mode === 1 && random() < 0.25) return { gable: true };
      return { slope_deg: at([20, 30, 45, 60], Math.floor(random() * 4)) };
    }),
  }));
}

function roofOver(sided: Sided): RoofShape | null {
  const [boundary = [], ...holes] = sided.map(({ ring }) => ring);
  return shape(boundary, { holes, edges: sided.flatMap(({ edges }) => edges) });
}

test.each(Object.entries(MOTIONS))(
  'a roof that is %s has the same lengths of each kind of line',
  (_, move) => {
    let made = 0;
    for (let seed = 0; seed < 300; seed++) {
      const sided = randomRoof(seed);
      const before = roofOver(sided);
      const after = roofOver(move(sided));
      expect([seed, after === null]).toEqual([seed, before === null]);
      if (before === null) continue;
      made++;
      const [old, now] = [sums(before), sums(after)];
      for (const kind of Object.keys(old) as RoofLine['kind'][]) {
        expect([seed, kind, Math.abs(now[kind] - old[kind]) < 0.1]).toEqual([seed, kind, true]);
      }
    }
    expect(made).toBeGreaterThan(200);
  },
);
