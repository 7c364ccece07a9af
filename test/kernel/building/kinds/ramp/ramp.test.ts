/** @module tests of ramps. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyOf, lies, slides, turns, mm, P, point, verdict, withElement } from '../bench.ts';

const FACTS = { length_mm: 6000, slope_percent: 8.333 };

describe('a ramp', () => {
  test.each([
    ['slopes by its rise over its length in plan', {}, FACTS],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs two ends on the grid', { end: P(0.0004, 0) }, 'OUT_OF_RANGE'],
    [
      'may be as short as the grid',
      { end: P(0.001, 0), rise: 0.001 },
      { length_mm: 0.001, slope_percent: 100 },
    ],
    [
      'lies within the model with its width',
      { start: P(0, 1e7 - 600), end: P(6000, 1e7 - 600) },
      FACTS,
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { start: P(0, 1e7 - 599.999), end: P(6000, 1e7 - 599.999) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may not end outside the model', { start: P(-1e7 - 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('ramp', params)).toEqual(expected);
  });

  test('a ramp must end within the model', () => {
    expect(verdict('ramp', { level_id: 'L3', rise: 1e7 - 7000 })).toMatchObject({
      length_mm: 6000,
    });
    expect(verdict('ramp', { level_id: 'L3', rise: 1e7 - 6999.999 })).toBe('OUT_OF_MODEL_BOUNDS');
  });

  test('a ramp has the box, outline and measures of a slab with a flat foot', () => {
    const view = withElement('ramp', { rise: 500, thickness: 200, width: 1200 });
    expect(view.outline('X')).toEqual([P(0, -600), P(6000, -600), P(6000, 600), P(0, 600)]);
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -600, z: 0 },
      max: { x: 6000, y: 600, z: 500 },
    });
    // Half of 6000 × 500, less half of the part under the slab: 300 high over 6000 − 2400.
    const section = (6000 * 500) / 2 - (3600 * 300) / 2;
    expect(view.measures('X').length_mm).toBe(6000);
    expect(view.measures('X').volume_mm3).toBeCloseTo(section * 1200, 0);
  });
});

describe('any ramp', () => {
  const any = anyOf(
    'ramp',
    fc.record({
      start: point,
      end: point,
      width: mm(100, 5000),
      rise: mm(1, 5000),
      thickness: mm(1, 900),
    }),
  );
  lies(any);
  slides(any);
  turns(any);
});
