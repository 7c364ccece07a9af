/** @module tests of walls. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { JOIN_TYPES } from '../../../../../kernel/building/kinds/wall/params.ts';
import { wall } from '../../../../../kernel/building/kinds/wall/wall.ts';
import { created, make } from '../../model/build.ts';
import {
  building,
  anyOf,
  lies,
  moves,
  turns,
  mm,
  P,
  point,
  siteOf,
  verdict,
  withElement,
} from '../bench.ts';

describe('a wall', () => {
  test.each([
    ['is as long as its axis', {}, { length_mm: 5000 }],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs two ends on the grid', { end: P(0.0004, 0) }, 'WALL_ZERO_LENGTH'],
    ['may be as short as the grid', { end: P(0.001, 0) }, { length_mm: 0.001 }],
    [
      'lies within the model with its thickness',
      { start: P(0, 1e7 - 100), end: P(1, 1e7 - 100) },
      { length_mm: 1 },
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { start: P(0, 1e7 - 99.999), end: P(1, 1e7 - 99.999) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may not start outside the model', { start: P(-1e7 - 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    ['may not end outside the model', { end: P(1e7 + 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    ['stands within it', { base_offset: -1e7 }, { length_mm: 5000 }],
    ['may not have its foot below the model', { base_offset: -1e7 - 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may have its top at the top of the model', { base_offset: 1e7 - 3000 }, { length_mm: 5000 }],
    [
      'may not have its top above the model',
      { base_offset: 1e7 - 2999.999 },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('wall', params)).toEqual(expected);
  });

  test('a wall has an outline, a box, and measures less its openings', () => {
    const view = withElement('wall', { base_offset: -100 }, building());
    expect(view.outline('X')).toEqual([P(0, -100), P(5000, -100), P(5000, 100), P(0, 100)]);
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: -100, z: -100 },
      max: { x: 5000, y: 100, z: 2900 },
    });
    const holed = view.apply([created('window', 'N', { host_id: 'X', offset: 500 })]);
    expect(holed.measures('X')).toEqual({
      length_mm: 5000,
      area_mm2: 5000 * 3000 - 1200 * 1200,
      perimeter_mm: null,
      volume_mm3: 200 * (5000 * 3000 - 1200 * 1200),
    });
  });

  test('a wall is inconsistent without a length, and with a filling that does not fit', () => {
    const view = building(created('door', 'D', { host_id: 'W1', offset: 4100 }));
    const why = (params: Parameters<typeof make<'wall'>>[2]): unknown =>
      wall.integrity(make('wall', 'W1', params), siteOf(view));
    expect(why({})).toBeNull();
    expect(why({ end: P(0, 0) })).toMatchObject({ why: expect.stringContaining('no length') });
    expect(why({ end: P(4999.999, 0) })).toMatchObject({ of: { id: 'D' } });
    expect(why({ height: 2100 })).toBeNull();
    expect(why({ height: 2099.999 })).toMatchObject({ of: { id: 'D' } });
    const both = building(
      created('door', 'D', { host_id: 'W1', offset: 1000 }),
      created('door', 'E', { host_id: 'W1', offset: 1899.999 }),
    );
    expect(wall.integrity(make('wall', 'W1'), siteOf(both))).toMatchObject({
      of: { id: 'E' },
      data: { overlaps: 'D' },
    });
  });
});

describe('any wall', () => {
  const any = anyOf(
    'wall',
    fc.record({
      start: point,
      end: point,
      height: mm(1, 6000),
      thickness: mm(1, 800),
      base_offset: mm(-500, 500),
      join_type: fc.constantFrom(...JOIN_TYPES),
    }),
  );
  lies(any);
  moves(any);
  turns(any);
});
