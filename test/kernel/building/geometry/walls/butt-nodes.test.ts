/**
 * @module butt nodes tests: one wall runs through, the others stop at its faces, and the union of the outlines stays
 * the same.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { withCornersOn } from '../../../../../kernel/building/geometry/plan/corners-on.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { axisUnder } from '../../../../../kernel/building/geometry/walls/location-line.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { unionArea } from '../manifold-plan.ts';

type Join = 'miter' | 'butt';
type Arm = readonly [angle_deg: number, thickness: number, join?: Join, face?: number];
const star = (arms: readonly Arm[]): StraightWall[] =>
  arms.map(([angle_deg, thickness, join = 'butt', face = 0], i) => {
    const angle = (angle_deg * Math.PI) / 180;
    const end = pointOnGrid({ x: 4000 * Math.cos(angle), y: 4000 * Math.sin(angle) });
    const line = (face * thickness) / 2;
    const drawn = { start: { x: 0, y: 0 }, end };
    return { id: `w${i}`, ...axisUnder(drawn, line), thickness, join, line };
  });
const boxOf = (plan: readonly StraightWall[], id: string): readonly number[] => {
  const ring = solveJoins(plan).get(id)?.ring ?? [];
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};
function areas(plan: readonly StraightWall[]): readonly [sum: number, union: number] {
  const rings = [...solveJoins(plan).values()].map(({ ring }) => ring);
  const exact = rings.map((ring) => withCornersOn(ring, rings.flat()));
  return [exact.reduce((all, ring) => all + signedArea(ring), 0), unionArea(exact)];
}

describe('butt nodes with known results', () => {
  test('the unmarked stem of a T runs to the far face of the arms, which stop at its sides', () => {
    const plan = star([
      [90, 300, 'miter'],
      [180, 200],
      [0, 200],
    ]);
    expect(boxOf(plan, 'w0')).toEqual([-150, -100, 150, 4000]);
    expect(boxOf(plan, 'w1')).toEqual([-4000, -100, -150, 100]);
    expect(boxOf(plan, 'w2')).toEqual([150, -100, 4000, 100]);
  });

  test('the unmarked arm of a T runs through, and the stem stops at its face', () => {
    const plan = star([
      [180, 200, 'miter'],
      [90, 300],
      [0, 200],
    ]);
    expect(boxOf(plan, 'w1')).toEqual([-150, 100, 150, 4000]);
    expect(areas(plan)[0]).toBeCloseTo(8000 * 200 + 3900 * 300, 0);
  });

  test('the unmarked wall of a cross runs through between two others', () => {
    const plan = star([
      [0, 200],
      [90, 200],
      [180, 300, 'miter'],
      [270, 200],
    ]);
    expect(boxOf(plan, 'w1')).toEqual([-100, 150, 100, 4000]);
    expect(boxOf(plan, 'w3')).toEqual([-100, -4000, 100, -150]);
  });

  test('nodes with two unmarked walls or an arc are mitred', () => {
    const arms = [
      [0, 200, 'miter'],
      [90, 200, 'miter'],
      [200, 300],
    ] as const;
    const kinds = [...solveJoins(star(arms)).values()].flatMap(({ joins }) =>
      joins.map(({ kind }) => kind),
    );
    expect(kinds).not.toContain('butt');
  });
});

test.each([
  ['on their axes', [0]],
  ['by their faces', [0, 1, -1]],
])(
  'walls drawn %s do not overlap, and the union of their outlines is that of mitred walls',
  (_, faces) => {
    let butted = 0;
    const arm = fc.tuple(
      fc.integer({ min: -25, max: 25 }),
      fc.constantFrom(120, 200, 300, 400),
      fc.constantFrom(...faces),
    );
    fc.assert(
      fc.property(fc.array(arm, { minLength: 3, maxLength: 5 }), fc.nat(4), (arms, through) => {
        const turned = (join: (i: number) => Join): StraightWall[] =>
          star(
            arms.map(([by, thickness, face], i) => [
              (360 / arms.length) * i + by,
              thickness,
              join(i),
              face,
            ]),
          );
        const plan = turned((i) => (i === through % arms.length ? 'miter' : 'butt'));
        const [sum, union] = areas(plan);
        const [all, mitred] = areas(turned(() => 'miter'));
        // Five walls drawn on opposite faces to one point may overlap with any joint.
        fc.pre(all - mitred < 1);
        expect(Math.abs(sum - union)).toBeLessThan(1);
        expect(Math.abs(union - mitred)).toBeLessThan(5);
        const { joins = [] } = solveJoins(plan).get('w0') ?? {};
        butted += joins.some(({ kind }) => kind === 'butt') ? 1 : 0;
      }),
      { numRuns: 500 },
    );
    expect(butted).toBeGreaterThan(60);
  },
);
