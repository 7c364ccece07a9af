/** @module tests of round and arched outlines: figures by hand, boxes, and insets. */
import { describe, expect, test } from 'vitest';

import {
  type FaceShape,
  insetShape,
  shapeArea,
  shapePerimeter,
  shapeRing,
} from '../../../../../kernel/building/geometry/plan/face-shape.ts';
import {
  ringBounds,
  signedArea,
  validateRing,
} from '../../../../../kernel/building/geometry/plan/polygon.ts';

const round = (width: number, height: number): FaceShape => ({
  form: 'round',
  width,
  height,
  rise: 0,
});
const arched = (width: number, height: number, rise: number): FaceShape => ({
  form: 'arched',
  width,
  height,
  rise,
});

/** The radius of the arch is (500² + 200²) / (2 · 200) = 725 mm, 525 mm of which are below its chord. */
const SEGMENT_ANGLE = Math.asin(500 / 725);

const CASES: readonly (readonly [string, FaceShape, area: number, perimeter: number])[] = [
  ['a circle', round(1000, 1000), Math.PI * 500 * 500, Math.PI * 1000],
  // Perimeter of an ellipse with the axes 2 and 1: 9.688448220547675 (tables of E(m) with m = 0.75), times 250.
  ['an ellipse', round(1000, 500), Math.PI * 500 * 250, 9.688448220547675 * 250],
  [
    'a semicircle on a rectangle',
    arched(1000, 1500, 500),
    1000 * 1000 + (Math.PI * 500 * 500) / 2,
    1000 + 2 * 1000 + Math.PI * 500,
  ],
  [
    'a segment on a rectangle',
    arched(1000, 1500, 200),
    1000 * 1300 + 725 * 725 * SEGMENT_ANGLE - 500 * 525,
    1000 + 2 * 1300 + 2 * 725 * SEGMENT_ANGLE,
  ],
  ['a semicircle alone', arched(1000, 500, 500), (Math.PI * 500 * 500) / 2, 1000 + Math.PI * 500],
];

describe('shapes', () => {
  test.each(CASES)('%s has its exact area and perimeter', (_, shape, area, perimeter) => {
    expect(shapeArea(shape)).toBeCloseTo(area, 6);
    expect(shapePerimeter(shape)).toBeCloseTo(perimeter, 6);
  });

  test.each(CASES)('%s is a simple ring that fills its box', (_, shape, area) => {
    const ring = shapeRing(shape);
    expect(validateRing(ring)).toMatchObject({ ok: true });
    const { width: x, height: y } = shape;
    expect(ringBounds(ring)).toEqual({ min: { x: 0, y: 0 }, max: { x, y } });
    const less = area - signedArea(ring);
    expect(less).toBeGreaterThan(0);
    expect(less).toBeLessThan(0.0017 * area);
  });

  test('an inset keeps the centre of an arc', () => {
    expect(insetShape(round(1000, 600), 60)).toEqual(round(880, 480));
    expect(insetShape(arched(1000, 1500, 500), 60)).toEqual(arched(880, 1380, 440));
    // √(665² − 440²) = 498.623 mm of the inner circle are below the chord.
    const { rise } = insetShape(arched(1000, 1500, 200), 60);
    expect(rise).toBeCloseTo(665 - Math.sqrt(665 * 665 - 440 * 440), 9);
  });
});
