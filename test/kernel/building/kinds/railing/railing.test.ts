/** @module tests of railings. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyOf, lies, moves, turns, mm, P, point, verdict, withElement } from '../bench.ts';

const L_SHAPE = [P(0, 0), P(3000, 0), P(3000, 2000)];

describe('a railing', () => {
  test.each([
    ['is as long as its path', { path: L_SHAPE }, { length_mm: 5000 }],
    ['may go back over itself', { path: [P(0, 0), P(1000, 0), P(0, 0)] }, { length_mm: 2000 }],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'may not have two equal points in its path',
      { path: [P(0, 0), P(1000, 0), P(1000, 0.0004)] },
      'OUT_OF_RANGE',
    ],
    [
      'may have points 0.001 mm apart',
      { path: [P(0, 0), P(1000, 0), P(1000, 0.001)] },
      { length_mm: 1000.001 },
    ],
    [
      'lies within the model with its rail',
      { path: [P(0, 1e7 - 25), P(1000, 1e7 - 25)] },
      { length_mm: 1000 },
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { path: [P(0, 1e7 - 24.999), P(1000, 1e7 - 24.999)] },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may stand at the bottom of the model', { base_offset: -1e7 }, { length_mm: 3000 }],
    ['may not stand below the model', { base_offset: -1e7 - 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may have its rail at the top of the model', { base_offset: 1e7 - 1020 }, { length_mm: 3000 }],
    [
      'may not have its rail above the model',
      { base_offset: 1e7 - 1019.999 },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('railing', params)).toEqual(expected);
  });

  test('the middle of the rail is at the height of the railing', () => {
    const view = withElement('railing', { path: L_SHAPE, base_offset: 100 });
    expect(view.bounds('X')).toEqual({
      min: { x: -20, y: -25, z: 100 },
      max: { x: 3025, y: 2020, z: 1120 },
    });
    expect(view.outline('X')).toBeNull();
    // Posts of 40 × 40 at 0, 1000, 2000 and 3000 and at 1000 and 2000 of the second part; rails of 50 × 40.
    const { length_mm, volume_mm3 } = view.measures('X');
    expect(length_mm).toBe(5000);
    expect(volume_mm3).toBeCloseTo(6 * 40 * 40 * 1000 + 5000 * 50 * 40, 0);
  });
});

describe('any railing', () => {
  const any = anyOf(
    'railing',
    fc.record({
      path: fc.array(point, { minLength: 2, maxLength: 5 }),
      height: mm(1, 1500),
      base_offset: mm(-900, 900),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});
