/** @module tests of profiles: the areas and boxes of each kind of profile, by formulas. */
import { describe, expect, test } from 'vitest';

import {
  axes,
  boxOf,
  DEGREE,
  direction,
  extrusion,
  point,
  polygon,
  polyline,
  profile,
  solidOf,
  whyNot,
} from './shape-text.ts';

/** Area between a square corner and its fillet of radius 1. */
const CORNER = 1 - Math.PI / 4;

/** A profile with its area, mm², and its width and height. */
type Written = readonly [
  name: string,
  profile: string,
  area: number,
  size: readonly [number, number],
];

const PROFILES: readonly Written[] = [
  ['a rectangle', profile('IFCRECTANGLEPROFILEDEF', 200, 100), 20_000, [200, 100]],
  [
    'a rounded rectangle',
    profile('IFCROUNDEDRECTANGLEPROFILEDEF', 200, 100, 20),
    20_000 - 4 * CORNER * 400,
    [200, 100],
  ],
  [
    'a hollow rectangle',
    profile('IFCRECTANGLEHOLLOWPROFILEDEF', 200, 100, 10, 5, 15),
    20_000 - 4 * CORNER * 225 - (180 * 80 - 4 * CORNER * 25),
    [200, 100],
  ],
  [
    'a hollow rectangle without fillets',
    profile('IFCRECTANGLEHOLLOWPROFILEDEF', 200, 100, 10, null, null),
    20_000 - 180 * 80,
    [200, 100],
  ],
  ['a circle', profile('IFCCIRCLEPROFILEDEF', 50), Math.PI * 2500, [100, 100]],
  ['a hollow circle', profile('IFCCIRCLEHOLLOWPROFILEDEF', 50, 10), Math.PI * 900, [100, 100]],
  ['an ellipse', profile('IFCELLIPSEPROFILEDEF', 50, 30), Math.PI * 1500, [100, 60]],
  [
    'an I with fillets',
    profile('IFCISHAPEPROFILEDEF', 100, 200, 6, 10, 12, null, null),
    2 * 1000 + 180 * 6 + 4 * CORNER * 144,
    [100, 200],
  ],
  [
    'an I with sloped flanges and rounded edges',
    profile('IFCISHAPEPROFILEDEF', 100, 200, 6, 10, null, null, 0.14),
    2 * 1000 + 180 * 6,
    [100, 200],
  ],
  [
    'an asymmetric I',
    profile('IFCASYMMETRICISHAPEPROFILEDEF', 120, 200, 6, 10, 12, 80, 8, 4, null, null, null, null),
    1200 + 640 + 182 * 6 + 2 * CORNER * (144 + 16),
    [120, 200],
  ],
  [
    'an L with fillet and edges',
    profile('IFCLSHAPEPROFILEDEF', 100, 60, 8, 10, 4, null),
    800 + 52 * 8 + CORNER * (100 - 2 * 16),
    [60, 100],
  ],
  [
    'an L without width',
    profile('IFCLSHAPEPROFILEDEF', 100, null, 8, null, null, null),
    800 + 92 * 8,
    [100, 100],
  ],
  [
    'a T',
    profile('IFCTSHAPEPROFILEDEF', 100, 80, 6, 8, 5, 3, 2, null, null),
    640 + 92 * 6 + CORNER * (2 * 25 - 2 * 9 - 2 * 4),
    [80, 100],
  ],
  [
    'a U',
    profile('IFCUSHAPEPROFILEDEF', 200, 80, 8, 12, 10, 5, null),
    2 * 80 * 12 + 176 * 8 + 2 * CORNER * (100 - 25),
    [80, 200],
  ],
  [
    'a U with sloped flanges',
    profile('IFCUSHAPEPROFILEDEF', 200, 80, 8, 12, null, null, 0.08),
    // The thickness is that in the middle of the whole flange, so the part beyond the web is thinner.
    2 * 72 * (12 - 4 * Math.tan(0.08)) + 200 * 8,
    [80, 200],
  ],
  [
    'a C',
    profile('IFCCSHAPEPROFILEDEF', 200, 80, 3, 20, null),
    200 * 80 - 194 * 74 - 160 * 3,
    [80, 200],
  ],
  [
    'a C with rounded corners',
    profile('IFCCSHAPEPROFILEDEF', 200, 80, 3, 20, 4),
    200 * 80 - 194 * 74 - 160 * 3 - 4 * CORNER * (49 - 16),
    [80, 200],
  ],
  [
    'a Z',
    profile('IFCZSHAPEPROFILEDEF', 200, 80, 6, 10, 8, 4),
    2 * 800 + 180 * 6 + 2 * CORNER * (64 - 16),
    [154, 200],
  ],
  ['a trapezium', profile('IFCTRAPEZIUMPROFILEDEF', 100, 60, 50, 30), 80 * 50, [100, 50]],
  ['a polygon', polygon([0, 0], [30, 0], [0, 40]), 600, [30, 40]],
  ['a polygon drawn clockwise', polygon([0, 0], [0, 40], [30, 0]), 600, [30, 40]],
  [
    'a polygon with holes',
    `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${polyline([0, 0], [100, 0], [100, 50], [0, 50], [0, 0])},(${polyline([10, 10], [20, 10], [20, 20], [10, 20], [10, 10])},{IFCCIRCLE({IFCAXIS2PLACEMENT2D(${point(60, 25)},$)},10.)}))}`,
    5000 - 100 - Math.PI * 100,
    [100, 50],
  ],
  [
    'a strip along a line',
    `{IFCCENTERLINEPROFILEDEF(.AREA.,$,${polyline([0, 0], [100, 0], [100, 80])},10.)}`,
    1800,
    [105, 85],
  ],
  [
    'two areas',
    `{IFCCOMPOSITEPROFILEDEF(.AREA.,$,(${polygon([0, 0], [10, 0], [10, 10], [0, 10])},${polygon([20, 0], [40, 0], [40, 10], [20, 10])}),$)}`,
    300,
    [40, 10],
  ],
];

describe('the area of', () => {
  test.each(PROFILES)('%s', (_, written, area, [width, height]) => {
    const body = solidOf(extrusion(written, 1000));
    const [x0 = NaN, y0 = NaN, , x1 = NaN, y1 = NaN] = boxOf(body);
    expect((body.volume_mm3 ?? NaN) / 1000 / area).toBeCloseTo(1, 3);
    expect([x1 - x0, y1 - y0]).toEqual([expect.closeTo(width, 2), expect.closeTo(height, 2)]);
    expect(body.closed).toBe(true);
  });
});

describe('a profile', () => {
  test('at a position is moved and turned', () => {
    const moved = `{IFCRECTANGLEPROFILEDEF(.AREA.,$,{IFCAXIS2PLACEMENT2D(${point(1000, 500)},{IFCDIRECTION((0.,1.))})},200.,100.)}`;
    expect(boxOf(solidOf(extrusion(moved, 10)))).toEqual([950, 400, 0, 1050, 600, 10]);
  });

  test('of IFC2X3 with a position and an I with an extra flange', () => {
    const position = `{IFCAXIS2PLACEMENT2D(${point(0, 0)},$)}`;
    const written = `{IFCASYMMETRICISHAPEPROFILEDEF(.AREA.,$,${position},120.,200.,6.,10.,$,80.,8.,$,$)}`;
    const body = solidOf(extrusion(written, 1000), { schema: 'IFC2X3' });
    expect(body.volume_mm3).toBeCloseTo(1000 * (1200 + 640 + 182 * 6), 0);
  });

  test('reads its slope in the unit of the file', () => {
    const written = (slope: number): string =>
      profile('IFCUSHAPEPROFILEDEF', 200, 80, 8, 12, null, null, slope);
    const degrees = solidOf(extrusion(written(10), 10), { angle: DEGREE }).volume_mm3 ?? NaN;
    expect(degrees).toBeCloseTo(solidOf(extrusion(written(Math.PI / 18), 10)).volume_mm3 ?? NaN, 3);
  });

  test('with sloped flanges is thinner towards their edges', () => {
    const beam = extrusion(profile('IFCISHAPEPROFILEDEF', 100, 200, 6, 10, null, null, 0.14), 1);
    // Beyond the middle of the overhang, at x = 26.5 of 3 to 50.
    const inner = `{IFCHALFSPACESOLID({IFCPLANE(${axes(point(26.5, 0, 0), direction(1, 0, 0))})},.T.)}`;
    const outer = solidOf(`{IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,${beam},${inner})}`);
    expect(outer.volume_mm3).toBeCloseTo(2 * 23.5 * (10 - (23.5 / 2) * Math.tan(0.14)), 6);
  });

  test('derived from another is scaled, turned and moved', () => {
    const operator = `{IFCCARTESIANTRANSFORMATIONOPERATOR2DNONUNIFORM({IFCDIRECTION((0.,1.))},$,${point(100, 0)},2.,3.)}`;
    const derived = `{IFCDERIVEDPROFILEDEF(.AREA.,$,${profile('IFCRECTANGLEPROFILEDEF', 20, 10)},${operator},$)}`;
    expect(boxOf(solidOf(extrusion(derived, 10)))).toEqual([85, -20, 0, 115, 20, 10]);
  });

  test('mirrored is the other hand', () => {
    const mirrored = `{IFCMIRROREDPROFILEDEF(.AREA.,$,${polygon([0, 0], [30, 0], [0, 40])},*,$)}`;
    const body = solidOf(extrusion(mirrored, 10));
    expect(boxOf(body)).toEqual([-30, 0, 0, 0, 40, 10]);
    expect(body.volume_mm3).toBeCloseTo(6000, 6);
  });

  test('with holes that leave it, touch it or meet has the area of the rest', () => {
    const square = (x: number, y: number, size: number): string =>
      polyline([x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]);
    const volume = (...holes: readonly string[]): number =>
      solidOf(
        extrusion(
          `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${square(0, 0, 100)},(${holes.join()}))}`,
          10,
        ),
      ).volume_mm3 ?? NaN;
    expect(volume(square(90, 40, 20))).toBeCloseTo(10 * (10_000 - 200), 3);
    expect(volume(square(200, 0, 50))).toBeCloseTo(10 * 10_000, 3);
    expect(volume(square(0, 0, 50)) / (10 * 7500)).toBeCloseTo(1, 6);
    expect(volume(square(10, 10, 20), square(20, 20, 20))).toBeCloseTo(10 * (10_000 - 700), 3);
    expect(volume(square(10, 10, 20), square(50, 50, 20))).toBeCloseTo(10 * (10_000 - 800), 3);
  });

  test.each([
    ['of no area', polygon([0, 0], [10, 0], [20, 0]), 'encloses an area'],
    [
      'of no width',
      profile('IFCRECTANGLEPROFILEDEF', 0, 10),
      'expected a positive XDim, found `0` mm',
    ],
    ['of a negative radius', profile('IFCCIRCLEPROFILEDEF', -1), 'expected a positive Radius'],
    [
      'of no points',
      '{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,{IFCPOLYLINE(())})}',
      'encloses an area',
    ],
    ['of no number', '{IFCRECTANGLEPROFILEDEF(.AREA.,$,$,$,10.)}', 'expected a number as XDim'],
    [
      'of an open curve',
      `{IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,${polyline([0, 0], [1, 0])})}`,
      'not supported',
    ],
    ['that is missing', '#99', 'expected an instance as SweptArea'],
    [
      'derived from itself',
      '{IFCDERIVEDPROFILEDEF(.AREA.,$,#50,{IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,{IFCCARTESIANPOINT((0.,0.))},1.)},$)}',
      'at most 16 profiles in each other',
    ],
    [
      'of composites in a composite',
      '{IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#51),$)}',
      'no composite profile in a composite profile',
    ],
  ])('%s is refused with the reason', (_, written, why) => {
    const data = `#50=IFCDERIVEDPROFILEDEF(.AREA.,$,#50,{IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,${point(0, 0)},1.)},$);\n#51=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#51),$);`;
    expect(whyNot(extrusion(written, 10), { data })).toContain(why);
  });
});
