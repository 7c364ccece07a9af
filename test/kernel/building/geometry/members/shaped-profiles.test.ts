/** @module shaped profiles tests: angles, tees, channels, zeds, unequal I-sections, trapeziums, rounded rectangles, ellipses and outlines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import {
  arcsFit,
  contourArea,
  contourRing,
} from '../../../../../kernel/building/geometry/members/contour.ts';
import {
  beamMesh,
  columnMesh,
} from '../../../../../kernel/building/geometry/members/member-mesh.ts';
import {
  beamPieces,
  columnPieces,
} from '../../../../../kernel/building/geometry/members/member-pieces.ts';
import type { Profile } from '../../../../../kernel/building/geometry/members/profile.ts';
import {
  outlineProfile,
  parseProfile,
  profileArea,
  profileRegion,
  profileRing,
} from '../../../../../kernel/building/geometry/members/profile.ts';
import {
  mirrorTurns,
  reflectedRegion,
} from '../../../../../kernel/building/geometry/members/section-symmetry.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  regionArea,
  ringBounds,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';

function profile(text: string): Profile {
  const result = parseProfile(text);
  if (!result.ok) throw new Error(result.fault);
  return result.profile;
}

const FILLET = 1 - Math.PI / 4;

describe('shaped profiles', () => {
  test.each([
    ['L 100x65x7', [65, 100], 100 * 7 + 58 * 7],
    ['L 100x7', [100, 100], 100 * 7 + 93 * 7],
    ['l 100 x 65 x 7 x 10', [65, 100], 100 * 7 + 58 * 7 + FILLET * 100],
    ['T 100x80x8x10', [100, 80], 100 * 10 + 70 * 8],
    ['T 100x80x8x10x5', [100, 80], 100 * 10 + 70 * 8 + 2 * FILLET * 25],
    ['U 80x200x8x12', [80, 200], 2 * 80 * 12 + 176 * 8],
    ['U 80x200x8x12x10', [80, 200], 2 * 80 * 12 + 176 * 8 + 2 * FILLET * 100],
    ['Z 80x200x8x10', [152, 200], 2 * 80 * 10 + 180 * 8],
    ['Z 80x200x8x10x6', [152, 200], 2 * 80 * 10 + 180 * 8 + 2 * FILLET * 36],
    ['C 200x80x3x20', [80, 200], 200 * 3 + 2 * 77 * 3 + 2 * 17 * 3],
    [
      'C 200x80x3x20x5',
      [80, 200],
      200 * 3 + 2 * 77 * 3 + 2 * 17 * 3 - 4 * FILLET * (8 ** 2 - 5 ** 2),
    ],
    ['I 200x190x6.5x10x18', [200, 190], 2 * 200 * 10 + 170 * 6.5 + 4 * FILLET * 18 ** 2],
    ['I 200x300x10x15x100x12', [200, 300], 200 * 15 + 100 * 12 + 273 * 10],
    ['I 100x300x10x15x200x12x8', [200, 300], 100 * 15 + 200 * 12 + 273 * 10 + 4 * FILLET * 64],
    ['trapezium 300x500x200', [300, 500], 250 * 500],
    ['trapezium 300x500x100x0', [300, 500], 200 * 500],
    ['trapezium 200x500x300x50', [350, 500], 250 * 500],
    ['rounded 300x500x50', [300, 500], 300 * 500 - 4 * FILLET * 2500],
    ['rounded 300x500x150', [300, 500], 300 * 200 + Math.PI * 150 ** 2],
    ['ellipse 300x200', [300, 200], Math.PI * 150 * 100],
  ])('%s has its box and area', (text, [width = 0, depth = 0], area) => {
    const section = profile(text);
    const ring = profileRing(section);
    expect(validateRing(ring)).toEqual({ ok: true, ring });
    expect(ringBounds(ring)).toEqual({
      min: { x: -width / 2, y: -depth / 2 },
      max: { x: width / 2, y: depth / 2 },
    });
    expect(profileArea(section)).toBeCloseTo(area, 6);
    const lost = section.kind === 'ellipse' ? 2e-3 : 2e-5;
    expect(Math.abs(regionArea(profileRegion(section)) / area - 1)).toBeLessThan(lost);
  });

  test.each([
    ['L 100x65x65', 'a thickness less than both legs'],
    ['L 100x65x7x59', 'radii that fit on its sides'],
    ['T 100x80x8x80', 'a web thinner than the width and a flange thinner than the depth'],
    ['U 80x200x8x100', 'two flanges thinner than the depth'],
    ['U 80x200x8x12x73', 'radii that fit on its sides'],
    ['Z 80x200x80x12', 'a web thinner than the width'],
    ['C 200x80x3x3', 'lips longer than the wall is thick'],
    ['C 200x80x3x100', 'shorter than half of the depth'],
    ['C 200x80x3x20x18', 'radii that fit on its sides'],
    ['I 200x300x10x15x10x12', 'a web thinner than the width'],
    ['I 200x300x10x150x100x150', 'two flanges thinner than the depth'],
    ['I 200x190x6.5x10x86', 'a fillet that fits between the flanges'],
    ['rounded 300x500x151', 'radii that fit on its sides'],
    ['rounded 300x500x0', 'sizes greater than 0 mm'],
    ['trapezium 300x500x0', 'sizes greater than 0 mm'],
    ['L 100x65x0', 'sizes greater than 0 mm'],
    ['ellipse 300x20000', 'outer dimensions from 1 to 10000 mm'],
    ['Z 6000x200x8x10', 'outer dimensions from 1 to 10000 mm'],
    ['L 100', '`L 100x65x7` (depth x width x thickness)'],
    ['L 1x2x3x4x5', '`L 100x65x7` (depth x width x thickness)'],
    ['ellipse 300', '`ellipse 300x200`'],
  ])('parseProfile refuses `%s` and names what was expected', (text, expected) => {
    const result = parseProfile(text);
    expect(result.ok ? '' : result.fault).toContain(expected);
  });

  test('bodies and convex pieces of sections that are not convex have the volume of the section', () => {
    const texts = [
      'L 100x65x7x10',
      'T 100x80x8x10',
      'U 80x200x8x12',
      'Z 80x200x8x10',
      'C 200x80x3x20x5',
    ];
    for (const text of texts) {
      const section = profile(text);
      const column = {
        location: { x: 5, y: -7 },
        z0: 0,
        z1: 3000,
        profile: section,
        rotation_deg: 33,
      };
      const beam = {
        start: { x: 0, y: 0, z: 0 },
        end: { x: 3000, y: 100, z: 0 },
        profile: section,
      };
      for (const [mesh, pieces] of [
        [columnMesh(column), columnPieces(column)],
        [beamMesh(beam), beamPieces(beam)],
      ] as const) {
        expect([text, isWatertight(mesh)]).toEqual([text, true]);
        const sum = pieces.reduce((total, piece) => total + pieceVolume(piece), 0);
        expect(sum / meshVolume(mesh)).toBeCloseTo(1, 9);
        expect(meshVolume(mesh) / (profileArea(section) * 3000)).toBeCloseTo(1, 2);
      }
    }
  });

  test('the corner of an angle is at the lower left, the flange of a tee at the top, the web of a channel at the left', () => {
    const has = (text: string, x: number, y: number): boolean =>
      profileRing(profile(text)).some((point) => point.x === x && point.y === y);
    expect(has('L 100x65x7', -32.5, -50)).toBe(true);
    expect(has('L 100x65x7', 32.5, 50)).toBe(false);
    expect([has('T 100x80x8x10', 50, 40), has('T 100x80x8x10', 50, -40)]).toEqual([true, false]);
    expect([has('U 80x200x8x12', -32, 88), has('U 80x200x8x12', 32, 88)]).toEqual([true, false]);
    expect([has('Z 80x200x8x10', 76, -100), has('Z 80x200x8x10', 76, 100)]).toEqual([true, false]);
  });
});

describe('contours', () => {
  test('facets of arcs at corners of any angle have the area of the arcs', () => {
    const corner = fc.record({
      angle: fc.double({ min: 10, max: 170, noNaN: true }),
      radius: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(corner, ({ angle, radius }) => {
        const direction = {
          x: Math.cos((angle * Math.PI) / 180),
          y: Math.sin((angle * Math.PI) / 180),
        };
        const contour = [
          { x: 0, y: 0, radius },
          { x: 1000, y: 0 },
          { x: 1000 * direction.x, y: 1000 * direction.y },
        ];
        fc.pre(arcsFit(contour));
        const body = regionArea({ boundary: contourRing(contour), holes: [] });
        expect(Math.abs(body - contourArea(contour))).toBeLessThan(2);
      }),
    );
  });
});

describe('symmetry of sections', () => {
  test.each([
    ['300x500', [0, 180]],
    ['200x200', [0, 180, 90, 270]],
    ['HEA200', [0, 180]],
    ['T 100x80x8x10', [180]],
    ['I 200x300x10x15x100x12', [180]],
    ['trapezium 300x500x200', [180]],
    ['U 80x200x8x12', [0]],
    ['C 200x80x3x20x5', [0]],
    ['L 100x100x7x9', [90]],
    ['L 100x65x7', []],
    ['Z 80x200x8x10', []],
    ['trapezium 300x500x100x0', []],
  ])('a reflected %s is restored by the turns %j', (text, turns) => {
    expect(mirrorTurns(profileRegion(profile(text)))).toEqual(turns);
  });

  test('holes count, and two reflections restore a region', () => {
    const boundary = [
      { x: -50, y: -50 },
      { x: 50, y: -50 },
      { x: 50, y: 50 },
      { x: -50, y: 50 },
    ];
    const hole = [
      { x: 10, y: -5 },
      { x: 10, y: 5 },
      { x: 20, y: 5 },
      { x: 20, y: -5 },
    ];
    const region = { boundary, holes: [hole] };
    expect(mirrorTurns(region)).toEqual([0]);
    expect(reflectedRegion(reflectedRegion(region))).toEqual(region);
  });

  test('an outline must be near its axis and have a size that can be built', () => {
    const square = (size: number, x = 0) => ({
      boundary: [
        { x, y: 0 },
        { x: x + size, y: 0 },
        { x: x + size, y: size },
        { x, y: size },
      ],
      holes: [],
    });
    expect(outlineProfile(square(100)).ok).toBe(true);
    expect(outlineProfile(square(0.5))).toMatchObject({ ok: false });
    expect(outlineProfile(square(100, 9900)).ok).toBe(true);
    expect(outlineProfile(square(100, 9900.001))).toMatchObject({
      ok: false,
      fault: 'expected points within 10000 mm of the axis along x and y',
    });
  });
});
