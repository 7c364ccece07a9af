/** @module roof shape tests: forms by name and side by side, with their planes, lines and bodies. */
import { describe, expect, test } from 'vitest';

import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { RoofKind } from '../../../../../kernel/building/geometry/roofs/roof-forms.ts';
import type { RoofLine } from '../../../../../kernel/building/geometry/roofs/roof-lines.ts';
import type {
  RoofShape,
  RoofSpec,
} from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { roofLayer, roofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { box, P, SHAPES } from './outlines.ts';

const rectangle = (width: number, depth: number) => box(0, 0, width, depth);

const spec = (kind: RoofKind, change: Partial<RoofSpec> = {}): RoofSpec => ({
  kind,
  boundary: rectangle(10_000, 6000),
  holes: [],
  slope_deg: 45,
  upper_slope_deg: 30,
  break_height: 1000,
  edges: null,
  overhang: 500,
  ...change,
});

function shape(kind: RoofKind, change: Partial<RoofSpec> = {}): RoofShape {
  const made = roofShape(spec(kind, change));
  if (!made.ok) throw new Error(JSON.stringify(made.why));
  return made.shape;
}

function mesh(kind: RoofKind, change: Partial<RoofSpec> = {}): Mesh {
  const made = roofLayer(shape(kind, change), { elevation: 3000, thickness: 250 });
  if (!made.ok) throw new Error(JSON.stringify(made.why));
  return made.mesh;
}

function why(kind: RoofKind, change: Partial<RoofSpec> = {}): unknown {
  const made = roofShape(spec(kind, change));
  return made.ok ? null : made.why;
}

/** Lengths in mm by kind of line, and the area of all planes. */
function sums({ lines, faces }: RoofShape): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  const length = ({ from, to }: RoofLine): number =>
    Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  for (const line of lines) found[line.kind] = (found[line.kind] ?? 0) + length(line);
  for (const { area_mm2, sloped_area_mm2 } of faces) {
    found['plan'] = (found['plan'] ?? 0) + area_mm2;
    found['sloped'] = (found['sloped'] ?? 0) + sloped_area_mm2;
  }
  return found;
}

describe('bodies', () => {
  const plan = 11_000 * 7000;

  test.each([
    ['flat', 250, 3000, 3250],
    ['shed', 250 * Math.SQRT2, 2500, 9500 + 250 * Math.SQRT2],
    ['gable', 250 * Math.SQRT2, 2500, 6000 + 250 * Math.SQRT2],
    ['hip', 250 * Math.SQRT2, 2500, 6000 + 250 * Math.SQRT2],
  ] as const)('volume and heights of a %s roof over a rectangle', (kind, depth, low, high) => {
    const roof = mesh(kind);
    expect(isWatertight(roof)).toBe(true);
    expect(meshVolume(roof) / (plan * depth)).toBeCloseTo(1, 12);
    const { min, max } = meshBounds(roof);
    expect(min).toEqual({ x: -500, y: -500, z: expect.closeTo(low, 6) });
    expect(max).toEqual({ x: 10_500, y: 6500, z: expect.closeTo(high, 6) });
  });

  test.each(['shed', 'gable', 'hip'] as const)(
    'a %s roof over a rectangle of 6 by 10 m has the exact volume and height',
    (kind) => {
      const tall = mesh(kind, { boundary: rectangle(6000, 10_000) });
      expect(isWatertight(tall)).toBe(true);
      expect(meshVolume(tall) / (plan * 250 * Math.SQRT2)).toBeCloseTo(1, 12);
      // A shed rises from its first side over 10 m and the overhang, the others from the longer sides.
      const rise = kind === 'shed' ? 10_500 : 3000;
      expect(meshBounds(tall).max.z).toBeCloseTo(3000 + rise + 250 * Math.SQRT2, 6);
    },
  );

  test('the ridge of a hip roof starts half the width inside, so that all slopes are equal', () => {
    const { positions } = mesh('hip');
    const ridge = [...positions.keys()].filter((i) => i % 3 === 1 && positions[i] === 3000);
    expect(ridge.map((i) => Math.round((positions[i - 1] ?? 0) * 1e6) / 1e6)).toEqual([
      3000, 7000, 3000, 7000,
    ]);
  });

  test('a hip roof over a square has an apex', () => {
    const roof = mesh('hip', { boundary: rectangle(6000, 6000) });
    expect(isWatertight(roof)).toBe(true);
    expect(roof.positions.length / 3).toBe(10);
  });

  test('a roof of slope 0 is flat, and one of 89.9 degrees is possible', () => {
    expect(meshVolume(mesh('gable', { slope_deg: 0 }))).toBeCloseTo(plan * 250, 3);
    expect(isWatertight(mesh('gable', { slope_deg: 89.9 }))).toBe(true);
  });

  test.each(['flat', 'shed', 'gable', 'hip', 'mansard'] as const)(
    'a %s roof is possible over an L, but not over a notch narrower than twice the overhang',
    (kind) => {
      const steep = kind === 'mansard' ? { slope_deg: 60 } : {};
      expect(isWatertight(mesh(kind, { boundary: SHAPES['ell']?.[0] ?? [], ...steep }))).toBe(true);
      const notch = [P(5000, 9000), P(5000, 3000), P(4100, 3000), P(4100, 9000)];
      const boundary = [P(0, 0), P(9000, 0), P(9000, 9000), ...notch, P(0, 9000)];
      const edges = kind === 'gable' ? boundary.map(() => ({})) : null;
      const fault = kind === 'flat' || kind === 'shed' ? 'overhang_collides' : 'overhang';
      expect(why(kind, { boundary, edges, ...steep })).toMatchObject({ fault });
      expect(why(kind, { boundary, edges, overhang: 449, ...steep })).toBeNull();
    },
  );
});

describe('the sides of a form', () => {
  const gablesOf = (boundary: RoofSpec['boundary']): unknown =>
    shape('gable', { boundary, overhang: 0 }).gables.map(({ side }) => side);

  test.each([
    ['rectangle', [1, 3]],
    ['square', [1, 3]],
    ['ell', [1, 4]],
    ['tee', [1, 4, 7]],
    ['you', [2, 6]],
    ['cross', [0, 3, 6, 9]],
  ])('a gable roof over a %s has its gables on sides %j', (name, sides) => {
    expect(gablesOf(SHAPES[name]?.[0] ?? [])).toEqual(sides);
  });

  test.each([
    ['about as long as wide', 7015, 6963],
    ['about as wide as long', 6963, 7015],
    ['a square', 7000, 7000],
  ])('gables of a rectangle that is %s are the same after many rotations', (_, width, depth) => {
    const gables = width < depth ? [0, 2] : [1, 3];
    let ring = box(0, 0, width, depth);
    for (let turn = 1; turn <= 20; turn++) {
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      ring = ring.map(({ x, y }) => pointOnGrid(P(x * cos - y * sin, x * sin + y * cos)));
      expect(gablesOf(ring)).toEqual(gables);
    }
  });

  test('refuses a gable roof whose gables are ambiguous', () => {
    const hexagon = [0, 1, 2, 3, 4, 5].map((k) =>
      P(
        Math.round(5000 * Math.cos((k * Math.PI) / 3)),
        Math.round(5000 * Math.sin((k * Math.PI) / 3)),
      ),
    );
    expect(why('gable', { boundary: hexagon })).toMatchObject({ fault: 'equal_gables' });
    const kite = [P(0, 0), P(9000, 3000), P(20_000, 0), P(9000, -3000)];
    expect(why('gable', { boundary: kite })).toEqual({ fault: 'no_gable' });
    expect(why('hip', { boundary: hexagon })).toBeNull();
  });

  test('refuses more than 200 sloping sides and accepts any number in one plane', () => {
    const boundary = (count: number) =>
      Array.from({ length: count }, (_, k) => {
        const turn = (k * 2 * Math.PI) / count;
        return P(Math.round(20_000 * Math.cos(turn)), Math.round(20_000 * Math.sin(turn)));
      });
    const overhang = 0;
    expect(why('hip', { boundary: boundary(200), overhang })).toBeNull();
    const refused = { fault: 'many_sides', most: 200 };
    expect(why('hip', { boundary: boundary(201), overhang })).toEqual(refused);
    expect(why('shed', { boundary: boundary(201), overhang })).toBeNull();
  });

  test('refuses edges of the wrong number, without slope or steeper above the break', () => {
    const edges = (list: NonNullable<RoofSpec['edges']>) => why('hip', { edges: list });
    expect(edges([{}, {}, {}])).toEqual({ fault: 'edge_count', sides: 4 });
    const broken = { slope_deg: 60, upper_slope_deg: 60, break_height: 1000 };
    expect(edges([{}, broken, {}, {}])).toEqual({ fault: 'break', side: 1 });
    expect(edges([{}, { ...broken, upper_slope_deg: 59 }, {}, {}])).toBeNull();
    expect(why('hip', { edges: [{}, {}, {}, {}], slope_deg: 0 })).toEqual({
      fault: 'level',
      side: 0,
    });
  });
});

describe('lines and areas', () => {
  test.each([
    ['flat', { eave: 36_000, plan: 77e6, sloped: 77e6 }],
    // The first side and its opposite are 11 m long; the two other sides rise with the slope.
    [
      'shed',
      { eave: 11_000, verge: 11_000 + 14_000 * Math.SQRT2, plan: 77e6, sloped: 77e6 * Math.SQRT2 },
    ],
    [
      'gable',
      {
        eave: 22_000,
        verge: 14_000 * Math.SQRT2,
        ridge: 11_000,
        plan: 77e6,
        sloped: 77e6 * Math.SQRT2,
      },
    ],
    // Hips extend by 3.5 m in both directions and rise by the same height.
    [
      'hip',
      {
        eave: 36_000,
        ridge: 4000,
        hip: 4 * 3500 * Math.sqrt(3),
        plan: 77e6,
        sloped: 77e6 * Math.SQRT2,
      },
    ],
  ] as const)('lines of a %s roof over 10 by 6 m with an overhang of 0.5 m', (kind, expected) => {
    const found = sums(shape(kind));
    const close = Object.entries(expected).map(([key, value]) => [key, expect.closeTo(value, 4)]);
    expect(found).toEqual(Object.fromEntries(close));
  });

  test('lines of a hip roof over an L: two ridges, a valley from the inner corner and a hip to the other ridge', () => {
    // The wings are 3 m wide, so ridges are at 1.5 m; the hip from the outer corner is as long as the valley.
    const found = sums(shape('hip', { boundary: SHAPES['ell']?.[0] ?? [], overhang: 0 }));
    const slant = 1500 * Math.sqrt(3);
    expect(found).toEqual({
      eave: 36_000,
      ridge: expect.closeTo(2 * 6000, 4),
      hip: expect.closeTo(5 * slant, 4),
      valley: expect.closeTo(slant, 4),
      plan: expect.closeTo(45e6, 2),
      sloped: expect.closeTo(45e6 * Math.SQRT2, 2),
    });
  });

  test('breaks of a mansard roof are at their height all around', () => {
    const made = shape('mansard', { slope_deg: 60, overhang: 0 });
    const inner = 1000 / Math.tan(Math.PI / 3);
    expect(sums(made)['break']).toBeCloseTo(2 * (10_000 + 6000 - 4 * inner), 4);
    const breaks = made.lines.filter(({ kind }) => kind === 'break');
    expect(
      breaks.flatMap(({ from, to }) => [from.z, to.z]).every((z) => Math.abs(z - 1000) < 1e-6),
    ).toBe(true);
    expect(made.high).toBeCloseTo(1000 + (3000 - inner) * Math.tan(Math.PI / 6), 6);
  });

  test('gable area is half the width squared times the tangent of the slope', () => {
    expect(shape('gable', { overhang: 0 }).gables).toEqual([
      { side: 1, area_mm2: expect.closeTo(9e6, 3) },
      { side: 3, area_mm2: expect.closeTo(9e6, 3) },
    ]);
  });
});
