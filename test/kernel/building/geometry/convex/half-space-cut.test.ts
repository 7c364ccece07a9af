/** @module half-space cut tests: pieces and meshes without what planes cut off. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  pieceVolume,
  uprightPiece,
} from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { convexRings } from '../../../../../kernel/building/geometry/convex/convex-rings.ts';
import { meshOutside } from '../../../../../kernel/building/geometry/convex/cut-mesh.ts';
import type {
  HalfSpaceCut,
  UnlimitedPrism,
} from '../../../../../kernel/building/geometry/convex/half-space-cut.ts';
import {
  piecesOutside,
  polygonsOutside,
  regionsOf,
} from '../../../../../kernel/building/geometry/convex/half-space-cut.ts';
import { extrudeRegion } from '../../../../../kernel/building/geometry/mesh/extrude.ts';
import {
  isWatertight,
  type Mesh,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  loadSolidKernel,
  SolidKernelFault,
} from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Ring } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import type { Point2, Point3 } from '../../../../../kernel/building/geometry/vector.ts';

const solids = await loadSolidKernel();

const P = (x: number, y: number, z: number): Point3 => ({ x, y, z });
const UP = P(0, 0, 1);

/** A plane that rises at an angle to the horizontal in a direction of the plan, degrees, and removes what is above. */
function roof(point: Point3, slope_deg: number, direction_deg: number): HalfSpaceCut {
  const [slope, turn] = [slope_deg, direction_deg].map((angle) => (angle * Math.PI) / 180);
  const [s, t] = [slope ?? 0, turn ?? 0];
  const normal = P(0 - Math.sin(s) * Math.cos(t), 0 - Math.sin(s) * Math.sin(t), Math.cos(s));
  return { point, normal, within: null };
}

const RING: Ring = [
  { x: 0, y: 0 },
  { x: 4000, y: 0 },
  { x: 4000, y: 200 },
  { x: 0, y: 200 },
];
/** An outline that is not convex, as of a wall with a tongue at its end. */
const TONGUE: Ring = [
  ...RING.slice(0, 2),
  { x: 4000, y: 50 },
  { x: 4300, y: 50 },
  ...RING.slice(2),
];

function volumes(ring: Ring, cuts: readonly HalfSpaceCut[]) {
  const whole = extrudeRegion({ boundary: ring, holes: [] }, 0, 3000);
  const pieces = convexRings({ boundary: ring, holes: [] }).map((part) => {
    return uprightPiece(part, 0, 3000);
  });
  const regions = regionsOf(cuts);
  const mesh = meshOutside(() => solids, { mesh: whole, pieces }, regions);
  const left = piecesOutside(pieces, regions);
  const volume = left.reduce((sum, piece) => sum + pieceVolume(piece), 0);
  return { mesh, volume, left, pieces };
}

function expectSame({ mesh, volume }: { readonly mesh: Mesh; readonly volume: number }): void {
  expect(volume === 0 ? mesh.triangles.length === 0 : isWatertight(mesh)).toBe(true);
  // Corners of the mesh are on the grid: at most 0.001 mm over all of its surface.
  expect(Math.abs(meshVolume(mesh) - volume)).toBeLessThan(3e4);
}

describe('an unlimited plane', () => {
  test('cuts a wall to the volume below it', () => {
    const cut = volumes(RING, [roof(P(0, 0, 1000), 45, 0)]);
    // Below the plane z = 1000 + x, up to the height of 3000 at x = 2000.
    expect(cut.volume).toBeCloseTo(200 * (4000 * 3000 - 2000 * 1000), 3);
    expectSame(cut);
    expect(meshBounds(cut.mesh).max.z).toBe(3000);
  });

  test('that does not meet the body changes nothing', () => {
    const { pieces, left, mesh } = volumes(RING, [
      roof(P(0, 0, 3000), 0, 0),
      roof(P(0, 0, 3000), 30, 0),
      roof(P(2000, 0, 5000), 12, 77),
    ]);
    expect(left).toEqual(pieces);
    expect(left[0]).toBe(pieces[0]);
    expect(meshVolume(mesh)).toBe(4000 * 200 * 3000);
  });

  test('that contains the body, or all but a sheet of 0.01 mm, leaves nothing', () => {
    for (const z of [-1, 0, 0.01]) {
      const { left, mesh } = volumes(RING, [{ point: P(9, 9, z), normal: UP, within: null }]);
      expect(left).toEqual([]);
      expect(mesh.triangles).toHaveLength(0);
    }
    expect(volumes(RING, [roof(P(0, 0, 0.02), 0, 0)]).volume).toBeCloseTo(0.02 * 200 * 4000, 6);
  });
});

describe('a plane within a prism', () => {
  const within = (points: readonly Point2[], more: Partial<UnlimitedPrism> = {}): HalfSpaceCut => ({
    point: P(0, 0, 1000),
    normal: UP,
    within: { origin: P(0, 0, 0), axis: UP, x: P(1, 0, 0), points, ...more },
  });
  const box = (x0: number, y0: number, x1: number, y1: number): readonly Point2[] => [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ];

  test('removes only what is in the prism, whatever the direction of its outline', () => {
    for (const points of [box(1000, -50, 2000, 80), box(1000, -50, 2000, 80).toReversed()]) {
      const cut = volumes(RING, [within(points)]);
      expect(cut.volume).toBeCloseTo(4000 * 200 * 3000 - 1000 * 80 * 2000, 3);
      expectSame(cut);
    }
  });

  test('may have a prism that is not convex', () => {
    const points = [
      ...box(500, -10, 3500, 300).slice(0, 3),
      { x: 2000, y: 100 },
      { x: 500, y: 300 },
    ];
    const cut = volumes(RING, [within(points)]);
    // Less the triangle above y = 100 + |x - 2000| · 200 / 1500, up to the face at y = 200.
    const notch = 750 * 100;
    expect(cut.volume).toBeCloseTo(4000 * 200 * 3000 - (3000 * 200 - notch) * 2000, 3);
    expectSame(cut);
  });

  test('may have a lying prism, as the wraps of Revit', () => {
    // Along y: the outline is in x and z, and the plane removes what is behind y = 150.
    const lying = within(box(1000, 500, 2000, 2500), {
      axis: P(0, -1, 0),
      x: P(1, 0, 0),
    });
    const cut = volumes(RING, [{ ...lying, point: P(0, 150, 0), normal: P(0, 1, 0) }]);
    expect(cut.volume).toBeCloseTo(4000 * 200 * 3000 - 1000 * 2000 * 50, 3);
    expectSame(cut);
  });

  test('that is flush with faces of the wall, or up to 0.01 mm off, leaves no sheets', () => {
    for (const off of [0, 0.005, -0.005, 0.01]) {
      const cut = volumes(RING, [within(box(off, off, 2000, 200 - off))]);
      expect(cut.volume).toBeCloseTo(4000 * 200 * 3000 - 2000 * 200 * 2000, 3);
      expectSame(cut);
      expect(cut.mesh.positions).toHaveLength(3 * 12);
    }
  });
});

test('a boolean that the solid kernel gets wrong is replaced by the pieces', () => {
  const whole = extrudeRegion({ boundary: RING, holes: [] }, 0, 3000);
  const pieces = [uprightPiece(RING, 0, 3000)];
  const regions = regionsOf([roof(P(0, 0, 1000), 45, 0)]);
  const wrong = { ...solids, subtractAll: () => ({ ...solids.boolean(whole, whole, 'union') }) };
  const fine = {
    ...solids,
    subtractAll: () => {
      throw new SolidKernelFault('too_fine', 'too fine');
    },
  };
  for (const kernel of [wrong, fine]) {
    const mesh = meshOutside(() => kernel, { mesh: whole, pieces }, regions);
    expect(isWatertight(mesh)).toBe(true);
    expect(meshVolume(mesh)).toBeCloseTo(200 * (4000 * 3000 - 2000 * 1000), 0);
  }
  expect(() => meshOutside(() => fine, { mesh: whole, pieces: null }, regions)).toThrow('too fine');
});

const slopes = fc.record({
  x: fc.integer({ min: -500, max: 4500 }),
  z: fc.integer({ min: 0, max: 3500 }),
  slope: fc.integer({ min: -80, max: 80 }),
  turn: fc.integer({ min: 0, max: 360 }),
  prism: fc.option(
    fc.record({
      axis: fc.constantFrom<readonly [Point3, Point3]>(
        [UP, P(0.6, 0.8, 0)],
        [P(0, 1, 0), P(1, 0, 0)],
        [P(0.8, 0, 0.6), P(0, 1, 0)],
      ),
      radius: fc.integer({ min: 100, max: 3000 }),
      star: fc.boolean(),
    }),
    { nil: null },
  ),
});

/** A star of six points, which is not convex, or its hull. */
function outline(radius: number, star: boolean): readonly Point2[] {
  return Array.from({ length: 6 }, (_, i) => {
    const far = star && i % 2 === 1 ? radius / 3 : radius;
    const angle = (i * Math.PI) / 3;
    return { x: Math.round(far * Math.cos(angle)), y: Math.round(far * Math.sin(angle)) };
  });
}

test('pieces, mesh and face agree for any cuts, and pieces share no volume', () => {
  fc.assert(
    fc.property(fc.array(slopes, { minLength: 1, maxLength: 4 }), fc.boolean(), (all, tongue) => {
      const cuts = all.map(({ x, z, slope, turn, prism }): HalfSpaceCut => {
        const cut = roof(P(x, 100, z), slope, turn);
        if (prism === null) return cut;
        const [axis, along] = prism.axis;
        const points = outline(prism.radius, prism.star);
        return { ...cut, within: { origin: P(x, 100, z), axis, x: along, points } };
      });
      const cut = volumes(tongue ? TONGUE : RING, cuts);
      expectSame(cut);
      const face = [P(0, 100, 0), P(4000, 100, 0), P(4000, 100, 3000), P(0, 100, 3000)];
      const parts = polygonsOutside([face], regionsOf(cuts));
      const area = parts.reduce((sum, part) => sum + areaOf(part), 0);
      expect(area).toBeLessThanOrEqual(4000 * 3000 + 1e-3);
      // A slice of 0.1 mm around the middle of the wall has the same area.
      const [front, back] = [99.95, 100.05];
      const ring = [
        { x: 0, y: front },
        { x: 4000, y: front },
        { x: 4000, y: back },
        { x: 0, y: back },
      ];
      const slice = piecesOutside([uprightPiece(ring, 0, 3000)], regionsOf(cuts));
      const volume = slice.reduce((sum, piece) => sum + pieceVolume(piece), 0);
      expect(Math.abs(area - volume * 10)).toBeLessThan(600);
    }),
    { numRuns: 150 },
  );
});

/** Area of a polygon in the plane y = 100, mm². */
function areaOf(part: readonly Point3[]): number {
  const twice = part.reduce((sum, { x, z }, i) => {
    const next = part[(i + 1) % part.length] ?? P(0, 0, 0);
    return sum + x * next.z - z * next.x;
  }, 0);
  return Math.abs(twice) / 2;
}

test('cuts that divide a body into too many pieces are refused', () => {
  const cube = uprightPiece(
    [
      { x: 0, y: 0 },
      { x: 1000, y: 0 },
      { x: 1000, y: 1000 },
      { x: 0, y: 1000 },
    ],
    0,
    1000,
  );
  // Slots of 1 mm in three directions leave 28 × 28 × 28 cubes.
  const slots = [P(1, 0, 0), P(0, 1, 0), P(0, 0, 1)].flatMap(({ x, y, z }) =>
    Array.from({ length: 27 }, (_, i) => [
      { normal: P(x, y, z), offset: 35 * (i + 1) + 1 },
      { normal: P(0 - x, 0 - y, 0 - z), offset: -35 * (i + 1) },
    ]),
  );
  expect(() => piecesOutside([cube], slots)).toThrow(/pieces, expected at most 20000/u);
  expect(piecesOutside([cube], slots.slice(0, 54))).toHaveLength(28 * 28);
});
