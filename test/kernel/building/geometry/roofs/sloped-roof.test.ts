/** @module sloped roof tests: layers are closed, have the volume of their planes and are invariant under motions. */
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { at, cyclic } from '../../../../../kernel/building/geometry/indexed.ts';
import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  boxMesh,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import {
  type Ring,
  offsetRing,
  signedArea,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { roofLayer, roofShape } from '../../../../../kernel/building/geometry/roofs/roof-shape.ts';
import {
  type RoofSide,
  eavesOf,
} from '../../../../../kernel/building/geometry/roofs/roof-sides.ts';
import type { Refused } from '../../../../../kernel/building/geometry/roofs/sloped-roof.ts';
import {
  layerOver,
  piecesOver,
  undersideOf,
} from '../../../../../kernel/building/geometry/roofs/sloped-roof.ts';
import {
  type Point2,
  type Point3,
  pointOnGrid,
} from '../../../../../kernel/building/geometry/vector.ts';
import { box, cells, numbers, P, SHAPES, tangle } from './outlines.ts';

let solids: SolidKernel;
beforeAll(async () => {
  solids = await loadSolidKernel();
});

const tan = (deg: number): number => Math.tan((deg * Math.PI) / 180);
/** A side by its slope in degrees; 90 is a gable. */
const side = (deg: number): RoofSide => (deg === 90 ? null : { pitch: tan(deg), upper: null });
const mansard = (deg: number, upper: number, height: number): RoofSide => ({
  pitch: tan(deg),
  upper: { pitch: tan(upper), height },
});

const LAYER = { elevation: 3000, thickness: 250 };

type Made = { readonly ok: true; readonly mesh: Mesh } | Refused;

function made(rings: readonly Ring[], sides: readonly RoofSide[], overhang: number): Made {
  const under = undersideOf({ rings, sides, overhang });
  return under.ok ? layerOver(sides, under.underside, LAYER) : under;
}

function bodyOf(rings: readonly Ring[], sides: readonly RoofSide[], overhang = 0): Mesh {
  const body = made(rings, sides, overhang);
  if (!body.ok) throw new Error(JSON.stringify(body.why));
  return body.mesh;
}

function fault(rings: readonly Ring[], sides: readonly RoofSide[], overhang = 0): unknown {
  const body = made(rings, sides, overhang);
  return body.ok ? null : body.why;
}

/** The volume between each lower and upper plane over the area in plan that they have in common. */
function volumeOfPieces(rings: readonly Ring[], sides: readonly RoofSide[]): number {
  const under = undersideOf({ rings, sides, overhang: 0 });
  const pieces = under.ok ? piecesOver(sides, under.underside, LAYER) : null;
  return (pieces ?? []).reduce((sum, piece) => sum + pieceVolume(piece), 0);
}

/** Expects the parts of a body inside and outside a box through its middle to have the volume of the body together. */
function holdsTogether(mesh: Mesh): void {
  const { min, max } = meshBounds(mesh);
  const half = boxMesh({
    min: { x: min.x - 10, y: min.y - 10, z: min.z - 10 },
    max: { x: (min.x + max.x) / 2, y: max.y + 10, z: max.z + 10 },
  });
  const parts = [solids.boolean(mesh, half, 'intersect'), solids.boolean(mesh, half, 'subtract')];
  expect(parts.every(({ watertight, empty }) => watertight && !empty)).toBe(true);
  const sum = parts.reduce((all, part) => all + part.volume_mm3, 0);
  expect(sum / meshVolume(mesh)).toBeCloseTo(1, 9);
}

/** The part of a polygon where the linear function `over` is not negative. */
function clipped(ring: Ring, over: (p: Point2) => number): Ring {
  return ring.flatMap((a, i) => {
    const b = cyclic(ring, i + 1);
    const [da, db] = [over(a), over(b)];
    const share = da / (da - db);
    const cut = P(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
    if (da >= 0) return db >= 0 ? [a] : [a, cut];
    return db >= 0 ? [cut] : [];
  });
}

/** Volume under the lowest of several planes over a convex outline. */
function volumeUnder(outline: Ring, planes: readonly ((p: Point2) => number)[]): number {
  return planes.reduce((sum, plane) => {
    let lowest = outline;
    for (const other of planes) {
      if (other !== plane) lowest = clipped(lowest, (p) => other(p) - plane(p));
    }
    return sum + integral(lowest, plane);
  }, 0);
}

/** Integral of a linear function over a polygon: the area of each triangle of a fan times the mean at its corners. */
function integral(ring: Ring, plane: (p: Point2) => number): number {
  let sum = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const triangle = [at(ring, 0), at(ring, i), at(ring, i + 1)];
    const mean = triangle.reduce((all, p) => all + plane(p), 0) / 3;
    sum += signedArea(triangle) * mean;
  }
  return sum;
}

const MOTIONS: Readonly<Record<string, (p: Point2) => Point2>> = {
  moved: ({ x, y }) => P(x + 1_234_567.891, y - 7_654_321.012),
  'turned by 90 degrees': ({ x, y }) => P(0 - y, x),
  mirrored: ({ x, y }) => P(0 - x, y),
};

/** The rings after a motion, boundary counter-clockwise again, and their sides in the new order. */
function carried(
  rings: readonly Ring[],
  sides: readonly RoofSide[],
  move: (p: Point2) => Point2,
): readonly [readonly Ring[], readonly RoofSide[]] {
  const flips = signedArea([P(0, 0), P(1, 0), P(0, 1)].map(move)) < 0;
  let first = 0;
  const outlines: Ring[] = [];
  const order: RoofSide[] = [];
  for (const ring of rings) {
    const own = sides.slice(first, first + ring.length);
    const points = ring.map(move);
    outlines.push(flips ? points.toReversed() : points);
    order.push(...(flips ? [...own.slice(0, -1).toReversed(), ...own.slice(-1)] : own));
    first += ring.length;
  }
  return [outlines, order];
}

describe('a roof over a rectangle', () => {
  const rectangle = box(0, 0, 10_000, 6000);
  test('a roof with one slope and gables on all other sides is a shed', () => {
    const form = { kind: 'shed', boundary: rectangle, slope_deg: 35, overhang: 500 } as const;
    const shape = roofShape({
      ...form,
      upper_slope_deg: 0,
      break_height: 0,
      holes: [],
      edges: null,
    });
    const shed = shape.ok ? roofLayer(shape.shape, LAYER) : shape;
    if (!shed.ok) throw new Error(JSON.stringify(shed.why));
    const mesh = bodyOf([rectangle], [35, 90, 90, 90].map(side), 500);
    expect(meshVolume(mesh) / meshVolume(shed.mesh)).toBeCloseTo(1, 12);
    const { min, max } = meshBounds(shed.mesh);
    const close = ({ x, y, z }: Point3): object => ({
      x: expect.closeTo(x, 6),
      y: expect.closeTo(y, 6),
      z: expect.closeTo(z, 6),
    });
    expect(meshBounds(mesh)).toEqual({ min: close(min), max: close(max) });
  });

  test('a roof of unequal slopes has its ridge closer to the steeper eave, and level eaves of unequal overhang', () => {
    const mesh = bodyOf([rectangle], [30, 90, 60, 90].map(side), 600);
    // At the ridge rise / tan 30 + rise / tan 60 = 6,000 mm; the planes of the top meet where they are equally high.
    const rise = 6000 / (1 / tan(30) + 1 / tan(60));
    const [flat, steep] = [250 / Math.cos(Math.PI / 6), 250 / Math.cos(Math.PI / 3)];
    const top = rise + (flat * tan(60) + steep * tan(30)) / (tan(30) + tan(60));
    const { min, max } = meshBounds(mesh);
    expect(min).toEqual({ x: -600, y: -600, z: expect.closeTo(3000 - 600 * tan(30), 9) });
    expect(max).toEqual({ x: 10_600, y: 6200, z: expect.closeTo(3000 + top, 9) });
  });

  test('a mansard roof has the volume between its broken planes', () => {
    const mesh = bodyOf(
      [rectangle],
      Array.from({ length: 4 }, () => mansard(70, 25, 2000)),
    );
    const planes = (lift: number): readonly ((p: Point2) => number)[] =>
      rectangle.flatMap((a, i) => {
        const b = cyclic(rectangle, i + 1);
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        const inwards = (p: Point2): number =>
          ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
        const broken = 2000 / tan(70);
        const lifted = (deg: number): number => (lift * 250) / Math.cos((deg * Math.PI) / 180);
        return [
          (p) => tan(70) * inwards(p) + lifted(70),
          (p) => 2000 + tan(25) * (inwards(p) - broken) + lifted(25),
        ];
      });
    const expected = volumeUnder(rectangle, planes(1)) - volumeUnder(rectangle, planes(0));
    expect(meshVolume(mesh) / expected).toBeCloseTo(1, 9);
    holdsTogether(mesh);
  });
});

test('a broken shed between three gables has the volume of its two layers', () => {
  const mesh = bodyOf([box(0, 0, 10_000, 6000)], [mansard(60, 20, 3000), null, null, null]);
  // The plane above the break at 3,000 mm starts 3,000 / tan 60 mm inwards; that of the top starts where both tops
  // meet.
  const below = 3000 / tan(60);
  const [lower, upper] = [250 / Math.cos(Math.PI / 3), 250 / Math.cos(Math.PI / 9)];
  const above = below - (lower - upper) / (tan(60) - tan(20));
  const mean = (from: number, to: number, depth: number): number => (to - from) * depth;
  // Between the two breaks the layer narrows from the lower depth to the upper one.
  const section =
    mean(0, above, lower) + ((lower + upper) / 2) * (below - above) + mean(below, 6000, upper);
  expect(meshVolume(mesh) / (10_000 * section)).toBeCloseTo(1, 12);
  holdsTogether(mesh);
});

test('every roof form is possible over a rectangle rotated by any angle', () => {
  const forms = [
    [side(30), null, null, null],
    [mansard(70, 25, 1500), null, null, null],
    [side(30), side(40), null, null],
    [side(30), null, side(50), null],
    [side(30), side(45), side(30), side(45)],
    [mansard(70, 25, 1500), null, mansard(70, 25, 1500), null],
  ];
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.constantFrom(...forms), (seed, sides) => {
      const random = numbers(seed);
      const [width, depth, angle] = [3000 + 9000 * random(), 3000 + 9000 * random(), 6 * random()];
      const flat = box(0, 0, Math.round(width), Math.round(depth));
      const ring = flat.map(({ x, y }) =>
        pointOnGrid(
          P(x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)),
        ),
      );
      const [volume, turned] = [flat, ring].map((one) => meshVolume(bodyOf([one], sides, 500)));
      expect((turned ?? 0) / (volume ?? 1)).toBeCloseTo(1, 5);
    }),
    { numRuns: 120 },
  );
});

test('a rotated rectangle with a broken slope and three gables has a roof although a gable is oblique by a micrometre', () => {
  const ring = [P(0, 0), P(-2220.166, 4857.689), P(-10_541.267, 1054.6), P(-8321.1, -3803.089)];
  holdsTogether(bodyOf([ring], [mansard(70, 25, 1500), null, null, null], 500));
});

describe('roof layers over any outline', () => {
  test.each(Object.entries(SHAPES))(
    'volume of a layer with equal slopes is plan area times depth: %s',
    (_name, rings) => {
      const sides = rings.flat().map(() => side(40));
      const mesh = bodyOf(rings, sides, 400);
      const eaves = eavesOf({ rings, sides, overhang: 400 });
      if ('side' in eaves) throw new Error('no eaves');
      const plan = eaves.rings.reduce((sum, ring) => sum + signedArea(ring), 0);
      expect(meshVolume(mesh) / ((plan * 250) / Math.cos((40 * Math.PI) / 180))).toBeCloseTo(1, 10);
      expect(at(eaves.rings, 0)).toEqual(offsetRing(at(rings, 0), 400));
      holdsTogether(mesh);
    },
  );

  test('the layer over a convex outline is the space between the lowest planes below and above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const random = numbers(seed);
        const corners = 4 + Math.floor(6 * random());
        const ring = Array.from({ length: corners }, (_, i) => {
          const turn = ((i + 0.7 * random()) * 2 * Math.PI) / corners;
          return P(Math.round(7000 * Math.cos(turn)), Math.round(5000 * Math.sin(turn)));
        });
        const sides = ring.map((_, i) => (i % 3 === 1 && random() < 0.7 ? 90 : 20 + 40 * random()));
        const overhang = random() < 0.5 ? 0 : 300;
        const mesh = bodyOf([ring], sides.map(side), overhang);
        const eaves = eavesOf({ rings: [ring], sides: sides.map(side), overhang });
        if ('side' in eaves) throw new Error('no eaves');
        const outline = at(eaves.rings, 0);
        const planes = (thickness: number): readonly ((p: Point2) => number)[] =>
          sides.flatMap((deg, i) => {
            if (deg === 90) return [];
            const [a, b] = [at(outline, i), cyclic(outline, i + 1)];
            const length = Math.hypot(b.x - a.x, b.y - a.y);
            return (p: Point2) =>
              (tan(deg) * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x))) / length +
              thickness / Math.cos((deg * Math.PI) / 180);
          });
        const expected = volumeUnder(outline, planes(250)) - volumeUnder(outline, planes(0));
        expect(meshVolume(mesh) / expected).toBeCloseTo(1, 8);
        holdsTogether(mesh);
      }),
      { numRuns: 25 },
    );
  });

  test.each(Object.entries(MOTIONS))('volume of a layer is the same %s', (_name, move) => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.boolean(), (seed, straight) => {
        const random = numbers(seed);
        const rings = straight
          ? cells(random, 4 + Math.floor(12 * random()))
          : tangle(random, 5 + Math.floor(12 * random()));
        const alike = straight || random() < 0.5;
        const sides = rings.flat().map(() => side(alike ? 35 : 25 + 25 * random()));
        const [outlines, order] = carried(rings, sides, move);
        const volume = meshVolume(bodyOf(rings, sides, 0));
        expect(meshVolume(bodyOf(outlines, order, 0)) / volume).toBeCloseTo(1, 8);
      }),
      { numRuns: 25 },
    );
  });

  test('a layer with unequal slopes and reflex corners is closed and has the thickness of its planes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const random = numbers(seed);
        const rings = tangle(random, 5 + Math.floor(20 * random()));
        const degrees = rings.flat().map(() => 25 + 25 * random());
        const mesh = bodyOf(rings, degrees.map(side), 0);
        holdsTogether(mesh);
        expect(volumeOfPieces(rings, degrees.map(side)) / meshVolume(mesh)).toBeCloseTo(1, 7);
        const area = rings.reduce((sum, ring) => sum + signedArea(ring), 0);
        const depths = degrees.map((deg) => 250 / Math.cos((deg * Math.PI) / 180));
        expect(meshVolume(mesh)).toBeGreaterThan(area * Math.min(...depths) * (1 - 1e-9));
        expect(meshVolume(mesh)).toBeLessThan(area * Math.max(...depths) * (1 + 1e-9));
      }),
      { numRuns: 25 },
    );
  });
});

test('the underside passes through the outline for any overhang', () => {
  const rings = SHAPES['tee'] ?? [];
  const sides = rings.flat().map((_, i) => side(i % 2 === 0 ? 30 : 45));
  const tops = [0, 350].map((overhang) => {
    const under = undersideOf({ rings, sides, overhang });
    if (!under.ok) throw new Error(JSON.stringify(under.why));
    return Math.max(...under.underside.net.nodes.map(({ z }) => z));
  });
  expect(at(tops, 1)).toBeCloseTo(at(tops, 0), 2);
});

describe('refused sloped roofs', () => {
  const ell = at(SHAPES['ell'] ?? [], 0);
  test.each([
    [
      'a gable that ends at an inward corner',
      [45, 45, 90, 45, 45, 45],
      0,
      { fault: 'gable_inside', side: 2 },
    ],
    ['nothing but gables', [90, 90, 90, 90, 90, 90], 0, { fault: 'gable_inside', side: 2 }],
  ])('%s', (_what, degrees, overhang, expected) => {
    expect(fault([ell], degrees.map(side), overhang)).toEqual(expected);
  });

  test('refuses an overhang that fills a notch of the outline by one grid step', () => {
    const notch = [P(2100, 4000), P(2100, 2000), P(1900, 2000), P(1900, 4000)];
    const ring = [P(0, 0), P(4000, 0), P(4000, 4000), ...notch, P(0, 4000)];
    const sides = ring.map(() => side(30));
    expect(fault([ring], sides, 99.9)).toBeNull();
    expect(fault([ring], sides, 100)).toMatchObject({ fault: 'overhang' });
  });
});
