/** @module tests of columns. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { column } from '../../../../../kernel/building/kinds/column/column.ts';
import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { make } from '../../model/build.ts';
import {
  context,
  anyOf,
  lies,
  moves,
  turns,
  mm,
  P,
  point,
  refusalOf,
  verdict,
  withElement,
} from '../bench.ts';

const TO_L2 = { top_level_id: 'L2' };

describe('a column', () => {
  test.each([
    ['has its own height', { height: 2800 }, { height_mm: 2800 }],
    ['may end at a level', TO_L2, { height_mm: 3000 }],
    ['is measured from its base', { ...TO_L2, base_offset: -200 }, { height_mm: 3200 }],
    ['may be 0.001 mm high', { ...TO_L2, base_offset: 2999.999 }, { height_mm: 0.001 }],
    ['may not be 0 mm high', { ...TO_L2, base_offset: 3000 }, 'OUT_OF_RANGE'],
    ['may not end below its foot', { level_id: 'L2', top_level_id: 'L1' }, 'OUT_OF_RANGE'],
    ['needs an existing level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs an existing top level', { top_level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs a profile', { profile: '300' }, 'INVALID_PROFILE'],
    ['may touch the edge of the model', { location: P(1e7 - 150, 0) }, { height_mm: 3000 }],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { location: P(1e7 - 149.999, 0) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may not stand outside the model', { location: P(0, 1e7 + 0.001) }, 'OUT_OF_MODEL_BOUNDS'],
    ['may stand at the bottom of the model', { base_offset: -1e7 }, { height_mm: 3000 }],
    ['may not stand below the model', { base_offset: -1e7 - 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may end at the top of the model', { base_offset: 1e7 - 3000 }, { height_mm: 3000 }],
    ['may not end above the model', { base_offset: 1e7 - 2999.999 }, 'OUT_OF_MODEL_BOUNDS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('column', params)).toEqual(expected);
  });

  test('a column has the outline, box and measures of its profile', () => {
    const view = withElement('column', { ...TO_L2, location: P(1000, 2000), profile: '300x500' });
    expect(view.outline('X')).toEqual([P(850, 1750), P(1150, 1750), P(1150, 2250), P(850, 2250)]);
    expect(view.bounds('X')).toEqual({
      min: { x: 850, y: 1750, z: 0 },
      max: { x: 1150, y: 2250, z: 3000 },
    });
    expect(view.measures('X')).toEqual({
      length_mm: 3000,
      area_mm2: null,
      perimeter_mm: null,
      volume_mm3: 300 * 500 * 3000,
    });
  });

  test('a turned column has a turned outline, box and body', () => {
    const params = { location: P(1000, 2000), profile: '300x600', turn_deg: 90 };
    const view = withElement('column', params);
    expect(view.outline('X')).toEqual([P(1300, 1850), P(1300, 2150), P(700, 2150), P(700, 1850)]);
    const skew = withElement('column', { ...params, turn_deg: 30 });
    const { min, max } = skew.bounds('X') ?? { min: P(0, 0), max: P(0, 0) };
    expect([max.x - min.x, max.y - min.y]).toEqual([
      expect.closeTo(300 * Math.cos(Math.PI / 6) + 600 * 0.5, 2),
      expect.closeTo(300 * 0.5 + 600 * Math.cos(Math.PI / 6), 2),
    ]);
    expect(skew.measures('X').volume_mm3).toBe(300 * 600 * 3000);
  });

  test('a turned column is checked against the edge of the model', () => {
    const edge = { location: P(1e7 - 200, 0), profile: '300x600' };
    expect(verdict('column', edge)).toEqual({ height_mm: 3000 });
    expect(verdict('column', { ...edge, turn_deg: 90 })).toBe('OUT_OF_MODEL_BOUNDS');
  });

  test('a column on another level ends as many levels above it, if they exist', () => {
    const view = withElement('column', TO_L2);
    const [copy] = planCopy({ element_id: 'X', to_level_id: 'L2', count: 1 }, view, context).events;
    expect(copy).toMatchObject({
      payload: { element: { params: { level_id: 'L2', top_level_id: 'L3' } } },
    });
    const top = { element_id: 'X', to_level_id: 'L9', count: 1 };
    expect(refusalOf(() => planCopy(top, view, context))).toBe('LEVEL_NOT_FOUND');
  });

  test('only a column that does not end at a level has a plausible height', () => {
    expect(column.sizes(make('column', 'X', { height: 3 }), true)).toEqual([['height', 3, 100]]);
    expect(column.sizes(make('column', 'X', { height: 3, ...TO_L2 }), true)).toEqual([]);
  });
});

describe('any column', () => {
  const any = anyOf(
    'column',
    fc.record({
      location: point,
      top_level_id: fc.constantFrom(null, 'L2', 'L3'),
      height: mm(1, 9000),
      base_offset: mm(-2000, 2000),
      profile: fc.constantFrom(
        '300x500',
        'HEB200',
        'circle 400',
        '10000x10000',
        'T 100x80x8x10',
        'U 80x200x8x12x5',
        'I 200x300x10x15x100x12',
        'trapezium 300x500x200',
        'rounded 300x500x50',
      ),
      turn_deg: fc.constantFrom(0, 30, 90, 236.6),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});
