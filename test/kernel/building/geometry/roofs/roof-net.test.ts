/** @module roof net tests: over any outline the planes cover it once and are where their sides define. */
import { EndType, inflatePathsD, JoinType } from 'clipper2-ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import { type Ring, signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type RoofNet, roofNet } from '../../../../../kernel/building/geometry/roofs/roof-net.ts';
import type { SidePhases } from '../../../../../kernel/building/geometry/roofs/wave.ts';
import {
  type Point2,
  type Point3,
  pointOnGrid,
} from '../../../../../kernel/building/geometry/vector.ts';
import { box, cells, numbers, P, SHAPES, star, tangle } from './outlines.ts';

/** Phases of a side by its slope in degrees; 90 is a gable. */
const slope = (deg: number): SidePhases => [
  { from: 0, run: deg === 90 ? 0 : 1 / Math.tan((deg * Math.PI) / 180) },
];

const sidesOf = (rings: readonly Ring[]): number => rings.flat().length;

function netOf(rings: readonly Ring[], degrees: readonly number[]): RoofNet {
  const made = roofNet(rings, degrees.map(slope));
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.net;
}

const places = (net: RoofNet, loop: readonly number[]): readonly Point3[] =>
  loop.map((node) => at(net.nodes, node));

/** Whether a point that is not on a side is inside, by the even-odd rule. */
function isInside(p: Point2, ring: Ring): boolean {
  let inside = false;
  for (const [i, a] of ring.entries()) {
    const b = cyclic(ring, i + 1);
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

/** Expects random points in the outline to be in exactly one face, and all others in none. */
function coversOnce(rings: readonly Ring[], net: RoofNet, random: () => number): void {
  const loops = net.faces.flatMap((face) => (face.run === 0 ? [] : face.loops));
  const faces = loops.map((loop) => places(net, loop));
  const xs = rings.flat().map(({ x }) => x);
  const ys = rings.flat().map(({ y }) => y);
  const between = (all: readonly number[]): number =>
    Math.min(...all) - 100 + random() * (Math.max(...all) - Math.min(...all) + 200);
  for (let k = 0; k < 20; k++) {
    const p = P(between(xs), between(ys));
    const over = rings.filter((ring) => isInside(p, ring)).length % 2;
    expect(faces.filter((face) => isInside(p, face)).length).toBe(over);
  }
}

/** Expects the height of every node of a face to follow from its distance to the side and the slope, mm. */
function worstHeight(rings: readonly Ring[], net: RoofNet, degrees: readonly number[]): number {
  const ends = rings.flatMap((ring) => ring.map((a, i) => [a, cyclic(ring, i + 1)] as const));
  let worst = 0;
  for (const { side, run, loops } of net.faces) {
    const [a, b] = at(ends, side);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    for (const { x, y, z } of loops.flatMap((loop) => places(net, loop))) {
      const inwards = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
      const tangent = Math.tan((at(degrees, side) * Math.PI) / 180);
      const off = run === 0 ? inwards : z - inwards * tangent;
      worst = Math.max(worst, Math.abs(off));
    }
  }
  return worst;
}

const planArea = (net: RoofNet, side: number): number =>
  net.faces
    .filter((face) => face.side === side && face.run !== 0)
    .flatMap(({ loops }) => loops.map((loop) => Math.abs(signedArea(places(net, loop)))))
    .reduce((sum, area) => sum + area, 0);

/** The part of a polygon where the function `over` is not negative. */
function clipped(ring: readonly Point3[], over: (p: Point3) => number): readonly Point3[] {
  return ring.flatMap((a, i) => {
    const b = cyclic(ring, i + 1);
    const [da, db] = [over(a), over(b)];
    const share = da / (da - db);
    const cut = {
      x: a.x + (b.x - a.x) * share,
      y: a.y + (b.y - a.y) * share,
      z: a.z + (b.z - a.z) * share,
    };
    if (da >= 0) return db >= 0 ? [a] : [a, cut];
    return db >= 0 ? [cut] : [];
  });
}

const turned = (rings: readonly Ring[], angle: number): readonly Ring[] =>
  rings.map((ring) =>
    ring.map(({ x, y }) =>
      pointOnGrid(
        P(x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)),
      ),
    ),
  );

/** Gables at random sides with convex corners at both ends, never at two adjacent sides. */
function withGables(rings: readonly Ring[], random: () => number): readonly number[] {
  const degrees: number[] = [];
  for (const ring of rings) {
    const convex = ring.map((b, i) => {
      const [a, c] = [cyclic(ring, i - 1), cyclic(ring, i + 1)];
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
    });
    const first = degrees.length;
    for (const i of ring.keys()) {
      const free =
        i === 0 || (degrees.at(-1) !== 90 && (i + 1 < ring.length || degrees[first] !== 90));
      const gable = at(convex, i) && cyclic(convex, i + 1) && free && random() < 0.6;
      degrees.push(gable ? 90 : 40);
    }
  }
  return degrees;
}

type Campaign = {
  readonly rings: (random: () => number) => readonly Ring[];
  readonly degrees: (rings: readonly Ring[], random: () => number) => readonly number[];
};

const corners = (random: () => number): number => 5 + Math.floor(36 * random());
const count = (random: () => number): number => 4 + Math.floor(25 * random());
const equal = (rings: readonly Ring[]): readonly number[] => rings.flat().map(() => 45);
const any = (rings: readonly Ring[], random: () => number): readonly number[] =>
  rings.flat().map(() => 20 + 40 * random());

const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
  'stars of equal slopes': { rings: (random) => star(random, corners(random)), degrees: equal },
  'tangles of slopes 20 to 60': {
    rings: (random) => tangle(random, corners(random)),
    degrees: any,
  },
  'tangles with gables': {
    rings: (random) => tangle(random, corners(random)),
    degrees: withGables,
  },
  'cells with courts': { rings: (random) => cells(random, count(random)), degrees: equal },
  'cells turned': {
    rings: (random) => turned(cells(random, count(random)), 6 * random()),
    degrees: equal,
  },
  'cells with gables, turned': {
    rings: (random) => turned(cells(random, count(random)), 6 * random()),
    degrees: withGables,
  },
};

describe('roof planes over any outline', () => {
  test.each(Object.entries(CAMPAIGNS))(
    'roof planes cover the outline once: %s',
    (_name, campaign) => {
      fc.assert(
        fc.property(fc.integer({ min: 0 }), (seed) => {
          const random = numbers(seed);
          const rings = campaign.rings(random);
          const degrees = campaign.degrees(rings, random);
          const net = netOf(rings, degrees);
          coversOnce(rings, net, random);
          expect(worstHeight(rings, net, degrees)).toBeLessThan(0.02);
        }),
        { numRuns: 40 },
      );
    },
  );

  test.each(Object.entries(SHAPES))('roof planes cover the outline once: %s', (_name, rings) => {
    const net = netOf(rings, equal(rings));
    coversOnce(rings, net, numbers(1));
    expect(worstHeight(rings, net, equal(rings))).toBeLessThan(1e-8);
    expect(netOf(rings, equal(rings))).toEqual(net);
  });

  test('planes end in a ridge over a rectangle, in a point over a square, and in a full ridge between gables', () => {
    const top = (net: RoofNet): readonly Point3[] => net.nodes.slice(4);
    const close = ({ x, y, z }: Point3): object => ({
      x: expect.closeTo(x, 9),
      y: expect.closeTo(y, 9),
      z: expect.closeTo(z, 9),
    });
    const rectangle = box(0, 0, 10_000, 6000);
    expect(top(netOf([rectangle], [45, 45, 45, 45]))).toEqual(
      [
        { x: 3000, y: 3000, z: 3000 },
        { x: 7000, y: 3000, z: 3000 },
      ].map(close),
    );
    expect(top(netOf([box(0, 0, 6000, 6000)], [45, 45, 45, 45]))).toEqual(
      [{ x: 3000, y: 3000, z: 3000 }].map(close),
    );
    expect(top(netOf([rectangle], [45, 90, 45, 90]))).toEqual(
      [
        { x: 0, y: 3000, z: 3000 },
        { x: 10_000, y: 3000, z: 3000 },
      ].map(close),
    );
  });
});

test('each plane over a convex outline covers the area where it is the lowest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), (seed) => {
      const random = numbers(seed);
      const turns = Array.from({ length: 4 + Math.floor(8 * random()) }, () => random() * 6.28);
      const ring = turns
        .toSorted((a, b) => a - b)
        .map((turn) => pointOnGrid(P(8000 * Math.cos(turn), 6000 * Math.sin(turn))));
      fc.pre(
        ring.every(
          (a, i) => Math.hypot(cyclic(ring, i + 1).x - a.x, cyclic(ring, i + 1).y - a.y) > 1,
        ),
      );
      const degrees = any([ring], random);
      const net = netOf([ring], degrees);
      const height = (side: number, p: Point2): number => {
        const [a, b] = [at(ring, side), cyclic(ring, side + 1)];
        const inwards = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        const tangent = Math.tan((at(degrees, side) * Math.PI) / 180);
        return (tangent * inwards) / Math.hypot(b.x - a.x, b.y - a.y);
      };
      const whole = ring.map(({ x, y }) => ({ x, y, z: 0 }));
      for (const side of ring.keys()) {
        let lowest: readonly Point3[] = whole;
        for (const other of ring.keys()) {
          lowest = clipped(lowest, (p) => height(other, p) - height(side, p));
        }
        expect(planArea(net, side) / 1e6).toBeCloseTo(Math.abs(signedArea(lowest)) / 1e6, 6);
      }
    }),
    { numRuns: 60 },
  );
});

test('the area above a height over a rectilinear outline is its inward offset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.integer({ min: 100, max: 3900 }), (seed, height) => {
      const random = numbers(seed);
      const rings = cells(random, count(random));
      const net = netOf(rings, equal(rings));
      const above = net.faces
        .flatMap(({ loops }) => loops)
        .reduce(
          (sum, loop) => sum + signedArea(clipped(places(net, loop), ({ z }) => z - height)),
          0,
        );
      const paths = rings.map((ring) => ring.map(({ x, y }) => ({ x, y })));
      const moved = inflatePathsD(paths, -height, JoinType.Miter, EndType.Polygon, 10, 6);
      const expected = moved.reduce((sum, path) => sum + signedArea(path), 0);
      expect(above / 1e6).toBeCloseTo(expected / 1e6, 6);
    }),
    { numRuns: 60 },
  );
});

const NOTCH = [P(8000, 8000), P(8000, 7000), P(4000, 7000), P(4000, 8000)];

describe('refused roof nets', () => {
  test('refuses sides that become collinear with unequal slopes', () => {
    const notch = [...box(0, 0, 12_000, 8000).slice(0, 3), ...NOTCH, P(0, 8000)];
    const degrees = [45, 45, 30, 45, 45, 45, 30, 45];
    // Side 2 is faster and reaches the line of side 4, where the step between them ends.
    expect(roofNet([notch], degrees.map(slope))).toEqual({
      ok: false,
      fault: 'in_line',
      sides: [2, 4],
      height: expect.closeTo(1000 / (Math.sqrt(3) - 1), 6),
    });
    const straight = [P(0, 0), P(12_000, 0), P(12_000, 8000), P(6000, 8000), P(0, 8000)];
    expect(roofNet([straight], [30, 30, 30, 45, 30].map(slope))).toEqual({
      ok: false,
      fault: 'in_line',
      sides: [2, 3],
      height: 0,
    });
    expect(roofNet([straight], [30, 30, 30, 30, 30].map(slope)).ok).toBe(true);
  });

  test('refuses an outline of gables only', () => {
    expect(roofNet([box(0, 0, 4000, 3000)], [90, 90, 90, 90].map(slope))).toEqual({
      ok: false,
      fault: 'open',
      sides: [0, 1, 2, 3],
    });
  });
});

test('a roof over 200 corners has 200 planes', () => {
  const rings = tangle(numbers(7), 200);
  const net = netOf(rings, equal(rings));
  expect(new Set(net.faces.map(({ side }) => side)).size).toBe(sidesOf(rings));
});
