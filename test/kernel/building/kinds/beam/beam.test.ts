/** @module tests of beams. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyOf, lies, moves, turns, mm, P, point, verdict, withElement } from '../bench.ts';

describe('a beam', () => {
  test.each([
    ['is as long as its axis', {}, { length_mm: 5000 }],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['may not stand on a wall', { level_id: 'W1' }, 'LEVEL_NOT_FOUND'],
    ['needs two ends on the grid', { end: P(0.0004, 0) }, 'OUT_OF_RANGE'],
    ['may be 0.001 mm long', { end: P(0.001, 0) }, { length_mm: 0.001 }],
    ['needs a profile', { profile: 'none' }, 'INVALID_PROFILE'],
    [
      'lies within the model with its width',
      { start: P(0, 1e7 - 100), end: P(1, 1e7 - 100) },
      { length_mm: 1 },
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { start: P(0, 1e7 - 99.999), end: P(1, 1e7 - 99.999) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may not end outside the model', { end: P(1e7 + 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    [
      'may have its top at the top of the model',
      { elevation_offset: 1e7 - 3000 },
      { length_mm: 5000 },
    ],
    [
      'may not have its top above the model',
      { elevation_offset: 1e7 - 2999.999 },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may have its bottom at the bottom of the model',
      { elevation_offset: 400 - 3000 - 1e7 },
      { length_mm: 5000 },
    ],
    [
      'may not have its bottom below the model',
      { elevation_offset: 399.999 - 3000 - 1e7 },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('beam', params)).toEqual(expected);
  });

  test('the whole depth of a beam is below the top of its level', () => {
    const view = withElement('beam', { profile: '200x400', elevation_offset: -100 });
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -100, z: 2500 },
      max: { x: 5000, y: 100, z: 2900 },
    });
    expect(view.measures('X')).toEqual({
      length_mm: 5000,
      area_mm2: null,
      perimeter_mm: null,
      volume_mm3: 5000 * 200 * 400,
    });
    expect(view.outline('X')).toBeNull();
  });
});

describe('any beam', () => {
  const any = anyOf(
    'beam',
    fc.record({
      start: point,
      end: point,
      profile: fc.constantFrom(
        '200x400',
        'HEA300',
        'circle 500',
        '10000x10000',
        '40x10000',
        'L 100x65x7',
        'Z 80x200x8x10x5',
        'C 200x80x3x20x5',
        'ellipse 300x200',
      ),
      elevation_offset: mm(-3000, 3000),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});
