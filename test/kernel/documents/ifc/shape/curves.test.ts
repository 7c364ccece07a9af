/** @module tests of curves: as outlines of profiles, whose areas are known, and as axes. */
import { describe, expect, test } from 'vitest';

import {
  axes,
  bodyOf,
  block,
  boxOf,
  DEGREE,
  direction,
  extrusion,
  type FileOptions,
  METRE,
  point,
  polyline,
  readerOf,
  real,
  solidOf,
  UP,
  whyNot,
} from './shape-text.ts';

const FLAT = `{IFCAXIS2PLACEMENT2D(${point(0, 0)},$)}`;
const CIRCLE = `{IFCCIRCLE(${FLAT},100.)}`;

function area(curve: string, options: FileOptions = {}): number {
  const item = extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 1);
  return solidOf(item, { ...options, sides: 1000 }).volume_mm3 ?? NaN;
}

function trimmed(basis: string, from: string, to: string, sense = true): string {
  return `{IFCTRIMMEDCURVE(${basis},(${from}),(${to}),${sense ? '.T.' : '.F.'},.UNSPECIFIED.)}`;
}

/** A composite curve of parts with their senses. */
function composite(...parts: readonly (readonly [curve: string, sense: boolean])[]): string {
  const segments = parts.map(
    ([curve, sense]) =>
      `{IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,${sense ? '.T.' : '.F.'},${curve})}`,
  );
  return `{IFCCOMPOSITECURVE((${segments.join()}),.F.)}`;
}

const parameter = (value: number): string => `IFCPARAMETERVALUE(${real(value)})`;
const HALF = (Math.PI * 100 ** 2) / 2;
const DIAMETER = polyline([-100, 0], [100, 0]);

/** A curve that encloses the upper half of a circle of 100 mm. */
type Half = readonly [name: string, curve: string, options?: FileOptions];

const HALVES: readonly Half[] = [
  ['points', composite([trimmed(CIRCLE, point(100, 0), point(-100, 0)), true], [DIAMETER, true])],
  [
    'parameters in radians',
    composite([trimmed(CIRCLE, parameter(0), parameter(Math.PI)), true], [DIAMETER, true]),
  ],
  [
    'parameters in degrees',
    composite([trimmed(CIRCLE, parameter(360), parameter(180)), true], [DIAMETER, true]),
    { angle: DEGREE },
  ],
  [
    'points and wrong parameters',
    composite(
      [
        trimmed(CIRCLE, `${point(100, 0)},${parameter(0)}`, `${point(-100, 0)},${parameter(180)}`),
        true,
      ],
      [DIAMETER, true],
    ),
  ],
  [
    'a trim against the sense of the circle',
    composite(
      [trimmed(CIRCLE, point(-100, 0), point(100, 0), false), true],
      [polyline([100, 0], [-100, 0]), true],
    ),
  ],
  [
    'a part against its sense',
    composite(
      [trimmed(CIRCLE, point(100, 0), point(-100, 0)), true],
      [polyline([100, 0], [-100, 0]), false],
    ),
  ],
  [
    'a part of the wrong sense',
    composite([trimmed(CIRCLE, point(100, 0), point(-100, 0)), true], [DIAMETER, false]),
  ],
  ['an open curve', trimmed(CIRCLE, point(100, 0), point(-100, 0))],
  [
    'a composite curve in another',
    composite(
      [composite([trimmed(CIRCLE, point(100, 0), point(-100, 0)), true]), true],
      [DIAMETER, true],
    ),
  ],
  [
    'an indexed curve with an arc',
    '{IFCINDEXEDPOLYCURVE({IFCCARTESIANPOINTLIST2D(((100.,0.),(0.,100.),(-100.,0.)))},(IFCARCINDEX((1,2,3)),IFCLINEINDEX((3,1))),.F.)}',
  ],
  [
    'two quarters as rational splines',
    composite(
      [quarter([100, 0], [100, 100], [0, 100]), true],
      [quarter([0, 100], [-100, 100], [-100, 0]), true],
      [DIAMETER, true],
    ),
  ],
];

/** A quarter of a circle as a rational spline. */
function quarter(...points: readonly (readonly number[])[]): string {
  const corners = points.map((corner) => point(...corner)).join();
  return `{IFCRATIONALBSPLINECURVEWITHKNOTS(2,(${corners}),.CIRCULAR_ARC.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.,(1.,${real(Math.SQRT1_2)},1.))}`;
}

describe('the area inside of half a circle by', () => {
  for (const [name, curve, options] of HALVES) {
    test(name, () => {
      expect(area(curve, options) / HALF).toBeCloseTo(1, 3);
    });
  }
});

describe('the area inside of', () => {
  test('a circle', () => {
    expect(area(CIRCLE) / (2 * HALF)).toBeCloseTo(1, 4);
  });

  test('a trimmed circle with equal trims is all of it', () => {
    expect(area(trimmed(CIRCLE, parameter(0), parameter(2 * Math.PI))) / (2 * HALF)).toBeCloseTo(
      1,
      4,
    );
  });

  test('half an ellipse', () => {
    const placement = `{IFCAXIS2PLACEMENT2D(${point(0, 0)},{IFCDIRECTION((0.,1.))})}`;
    const arc = trimmed(`{IFCELLIPSE(${placement},50.,100.)}`, point(100, 0), point(-100, 0));
    expect(area(arc) / (HALF / 2)).toBeCloseTo(1, 3);
  });

  test('an indexed curve without segments', () => {
    const curve =
      '{IFCINDEXEDPOLYCURVE({IFCCARTESIANPOINTLIST2D(((0.,0.),(10.,0.),(10.,5.)))},$,.F.)}';
    expect(area(curve)).toBeCloseTo(25, 9);
  });

  test('lines trimmed by points and parameters', () => {
    const line = (x: number, y: number, dx: number, dy: number): string =>
      `{IFCLINE(${point(x, y)},{IFCVECTOR({IFCDIRECTION((${real(dx)},${real(dy)}))},10.)})}`;
    const curve = composite(
      [trimmed(line(0, 0, 1, 0), parameter(0), parameter(2)), true],
      [trimmed(line(20, 0, 0, 1), point(20, 0), point(20, 30)), true],
      [polyline([20, 30], [0, 0]), true],
    );
    expect(area(curve)).toBeCloseTo(300, 6);
  });

  test('a spline of degree 1 is that of its points', () => {
    const corners = [point(0, 0), point(10, 0), point(10, 10), point(0, 10), point(0, 0)].join();
    const spline = `{IFCBSPLINECURVEWITHKNOTS(1,(${corners}),.POLYLINE_FORM.,.T.,.F.,(2,1,1,1,2),(0.,1.,2.,3.,4.),.UNSPECIFIED.)}`;
    expect(area(spline)).toBeCloseTo(100, 9);
  });

  test('a Bézier curve of IFC2X3', () => {
    const curve = `{IFCBEZIERCURVE(2,(${[point(0, 0), point(10, 20), point(20, 0)].join()}),.UNSPECIFIED.,.F.,.F.)}`;
    // Two thirds of the triangle of its control points.
    expect(area(curve, { schema: 'IFC2X3' }) / ((2 / 3) * 200)).toBeCloseTo(1, 3);
  });
});

describe('the axis of a product', () => {
  const axisOf = (curve: string, options: FileOptions = {}) => {
    const representations = `{IFCSHAPEREPRESENTATION($,'Axis','Curve2D',(${curve}))}`;
    const { reader, row } = readerOf(block(0, 0, 0, 1, 1, 1), { ...options, representations });
    return reader.axis(row);
  };
  const turned = `{IFCLOCALPLACEMENT($,${axes(point(1000, 0, 0), UP, direction(0, 1, 0))})}`;

  test('is in the model, in mm', () => {
    const pieces = axisOf(polyline([0, 0], [4, 0], [4, 3]), { placement: turned, length: METRE });
    expect(pieces).toEqual([
      { from: { x: 1_000_000, y: 0 }, to: { x: 1_000_000, y: 4000 }, arc: null },
      { from: { x: 1_000_000, y: 4000 }, to: { x: 997_000, y: 4000 }, arc: null },
    ]);
  });

  test('may be in a set', () => {
    const set = `{IFCGEOMETRICCURVESET((${point(9, 9)},${polyline([0, 0], [4, 0])}))}`;
    expect(axisOf(set)).toEqual([{ from: { x: 0, y: 0 }, to: { x: 4, y: 0 }, arc: null }]);
  });

  test('keeps arcs', () => {
    const pieces = axisOf(trimmed(CIRCLE, point(100, 0), point(0, 100)), { placement: turned });
    expect(pieces).toHaveLength(1);
    expect(pieces?.[0]?.arc).toMatchObject({ radius: 100, sweep: expect.closeTo(Math.PI / 2, 9) });
    expect(pieces?.[0]?.from).toEqual({ x: 1000, y: 100 });
  });

  test('of a product that is upside down has arcs of the other sense', () => {
    const placement = `{IFCLOCALPLACEMENT($,${axes(point(0, 0, 0), direction(0, 0, -1))})}`;
    const pieces = axisOf(trimmed(CIRCLE, point(100, 0), point(0, 100)), { placement });
    expect(pieces?.[0]?.arc?.sweep).toBeCloseTo(-Math.PI / 2, 9);
  });

  test.each([
    ['missing', '#99'],
    ['of no length', polyline([0, 0], [0, 0])],
    ['upright', polyline([0, 0, 0], [0, 0, 3])],
    ['of an unknown curve', '{IFCOFFSETCURVE2D(#99,1.,.F.)}'],
  ])('is null if it is %s', (_, curve) => {
    expect(axisOf(curve)).toBeNull();
  });

  test('has no pieces there and back for a part of the wrong sense', () => {
    const curve = composite(
      [polyline([0, 0], [10, 0]), true],
      [polyline([10, 0], [10, 5]), false],
      [polyline([10, 5], [0, 5]), true],
    );
    expect(axisOf(curve)?.map(({ to }) => to)).toEqual([
      { x: 10, y: 0 },
      { x: 10, y: 5 },
      { x: 0, y: 5 },
    ]);
    const first = composite([polyline([0, 0], [10, 0]), false], [polyline([10, 0], [10, 5]), true]);
    expect(axisOf(first)?.[0]).toEqual({ from: { x: 0, y: 0 }, to: { x: 10, y: 0 }, arc: null });
  });

  test('that is tilted is its projection', () => {
    const pieces = axisOf(polyline([0, 0, 0], [30, 0, 40]));
    expect(pieces).toEqual([{ from: { x: 0, y: 0 }, to: { x: 30, y: 0 }, arc: null }]);
  });
});

test.each([
  ['an unknown curve', '{IFCOFFSETCURVE2D(#99,1.,.F.)}', 'this curve is not supported'],
  [
    'an index of a missing point',
    '{IFCINDEXEDPOLYCURVE({IFCCARTESIANPOINTLIST2D(((0.,0.),(1.,0.)))},(IFCLINEINDEX((1,2,3))),.F.)}',
    'expected an index of 2 points, found `3`',
  ],
  [
    'a point of one coordinate',
    '{IFCPOLYLINE(({IFCCARTESIANPOINT((1.))}))}',
    'expected two or three coordinates',
  ],
  [
    'a point of texts',
    "{IFCPOLYLINE(({IFCCARTESIANPOINT(('a','b'))}))}",
    'expected a length of at most',
  ],
  [
    'trims of nothing',
    `{IFCTRIMMEDCURVE(${CIRCLE},(),(),.T.,.CARTESIAN.)}`,
    'expected a point or a parameter as Trim1',
  ],
  [
    'too few knots',
    `{IFCBSPLINECURVEWITHKNOTS(1,(${point(0, 0)},${point(1, 0)}),.UNSPECIFIED.,.F.,.F.,(2),(0.),.UNSPECIFIED.)}`,
    'expected 4 knots, found 2',
  ],
  [
    'a degree of a million',
    `{IFCBSPLINECURVEWITHKNOTS(1000000,(${point(0, 0)},${point(1, 0)}),.UNSPECIFIED.,.F.,.F.,(2),(0.),.UNSPECIFIED.)}`,
    'expected a degree from 1 to 25',
  ],
])('a profile of %s is refused with the reason', (_, curve, why) => {
  const item = extrusion(`{IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${curve})}`, 1);
  expect(whyNot(item)).toContain(why);
});

test('an extrusion at 1,000 km is as exact as at the origin', () => {
  const placement = `{IFCLOCALPLACEMENT($,${axes(point(1e9, -1e9, 0))})}`;
  const body = bodyOf(extrusion('{IFCRECTANGLEPROFILEDEF(.AREA.,$,$,100.,50.)}', 10), {
    placement,
  });
  expect(body.ok && body.volume_mm3).toBeCloseTo(50_000, 6);
  expect(body.ok && boxOf(body)).toEqual([1e9 - 50, -1e9 - 25, 0, 1e9 + 50, -1e9 + 25, 10]);
});
