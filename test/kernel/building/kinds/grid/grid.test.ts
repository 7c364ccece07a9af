/** @module tests of grid lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { context, anyOf, lies, slides, turns, P, point, verdict, withElement } from '../bench.ts';

describe('a grid line', () => {
  test.each([
    ['has the length of its line', {}, { length_mm: 9000 }],
    ['may belong to a level', { level_id: 'L2' }, { length_mm: 9000 }],
    ['needs an existing level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs two ends on the grid', { end: P(0.0004, 0) }, 'OUT_OF_RANGE'],
    ['may be 0.001 mm long', { end: P(0.001, 0) }, { length_mm: 0.001 }],
    ['may end at the edge of the model', { end: P(1e7, 0) }, { length_mm: 1e7 }],
    ['may not end 0.001 mm outside the model', { end: P(1e7 + 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('grid', params)).toEqual(expected);
  });

  test('a grid line has a length and no place', () => {
    const view = withElement('grid', { level_id: 'L1' });
    expect([view.bounds('X'), view.outline('X')]).toEqual([null, null]);
    expect(view.measures('X')).toMatchObject({ length_mm: 9000, volume_mm3: null });
  });

  test('a copy of a grid line of all levels belongs to the target level', () => {
    const view = withElement('grid');
    const [copy] = planCopy({ element_id: 'X', to_level_id: 'L2', count: 1 }, view, context).events;
    expect(copy).toMatchObject({ payload: { element: { params: { level_id: 'L2' } } } });
  });
});

describe('any grid line', () => {
  const any = anyOf(
    'grid',
    fc.record({ start: point, end: point, level_id: fc.constantFrom(null, 'L1') }),
  );
  lies(any);
  slides(any);
  turns(any);
});
