/** @module tests of outlines: their stored form, and refusals of invalid ones. */
import { describe, expect, test } from 'vitest';

import { requireBoundary } from '../../../../../kernel/building/kinds/rules/boundary.ts';
import { context, P, rectangle, refusalOf } from '../bench.ts';

const SQUARE = rectangle(0, 0, 10, 10);

describe('an outline', () => {
  test('a counter-clockwise outline is stored as given', () => {
    const { boundary_points, warnings } = requireBoundary(SQUARE, [], context);
    expect([boundary_points, warnings]).toEqual([SQUARE, []]);
  });

  test('a clockwise outline is reversed, and its first side stays first', () => {
    const clockwise = [P(0, 0), P(0, 10), P(10, 10), P(10, 0)];
    const { boundary_points, warnings } = requireBoundary(clockwise, [], context);
    expect(boundary_points.slice(0, 2)).toEqual([P(0, 10), P(0, 0)]);
    expect(warnings).toEqual(['`boundary_points` run clockwise: stored counter-clockwise']);
  });

  test('each hole of an outline starts at its first point', () => {
    const hole = [P(4, 4), P(4, 6), P(6, 6)];
    const { holes } = requireBoundary(SQUARE, [hole], context);
    expect(holes).toEqual([[P(4, 4), P(6, 6), P(4, 6)]]);
  });

  test.each([
    ['`boundary_points` crosses or touches itself', [P(0, 0), P(10, 10), P(10, 0), P(0, 10)], []],
    ['`boundary_points` repeats a point', [...SQUARE, P(10, 10)], []],
    ['`boundary_points` encloses no area', [P(0, 0), P(5, 0), P(10, 0)], []],
    ['`boundary_points` has fewer than 3 different points', [P(0, 0), P(1, 0)], []],
    [
      '`holes[1]` is not strictly inside the boundary',
      SQUARE,
      [rectangle(1, 1, 1, 1), rectangle(9, 9, 2, 2)],
    ],
    [
      '`holes[1]` touches or overlaps another hole',
      SQUARE,
      [rectangle(1, 1, 2, 2), rectangle(3, 1, 2, 2)],
    ],
  ])('%s', (message, boundary, holes) => {
    expect(() => requireBoundary(boundary, holes, context)).toThrow(message);
    expect(refusalOf(() => requireBoundary(boundary, holes, context))).toBe('INVALID_BOUNDARY');
  });
});
