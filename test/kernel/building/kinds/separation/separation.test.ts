/** @module tests of room separation lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyOf, lies, P, point, slides, turns, verdict, withElement } from '../bench.ts';

describe('a room separation line', () => {
  test.each([
    ['has the length of its line', {}, { length_mm: 4000 }],
    ['needs an existing level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs two ends on the grid', { end: P(0.0004, 0) }, 'OUT_OF_RANGE'],
    ['may not end outside the model', { end: P(1e7 + 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('separation', params)).toEqual(expected);
  });

  test('has a length and no body', () => {
    const view = withElement('separation');
    expect([view.bounds('X'), view.outline('X')]).toEqual([null, null]);
    expect(view.measures('X')).toMatchObject({ length_mm: 4000, volume_mm3: null });
  });
});

describe('any room separation line', () => {
  const any = anyOf('separation', fc.record({ start: point, end: point }));
  lies(any);
  slides(any);
  turns(any);
});
