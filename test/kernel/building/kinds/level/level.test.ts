/** @module tests of levels. */
import { describe, expect, test } from 'vitest';

import { level } from '../../../../../kernel/building/kinds/level/level.ts';
import { make } from '../../model/build.ts';
import { building, siteOf, verdict } from '../bench.ts';

describe('a level', () => {
  test.each([
    ['may be at the bottom of the model', { elevation: -1e7 }, { elevation: -1e7 }],
    ['may not be below the model', { elevation: -1e7 - 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    [
      'may have its top at the top of the model',
      { elevation: 1e7 - 3000 },
      { elevation: 1e7 - 3000 },
    ],
    ['may not have its top above the model', { elevation: 1e7 - 2999.999 }, 'OUT_OF_MODEL_BOUNDS'],
    ['needs a unique name', { name: 'GROUND' }, 'LEVEL_EXISTS'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('level', { name: 'New', ...params })).toEqual(expected);
  });

  test('a level outside the model is inconsistent', () => {
    const site = siteOf(building());
    expect(level.integrity(make('level', 'X', { elevation: 1e7 }), site)).toBeNull();
    expect(level.integrity(make('level', 'X', { elevation: -1e7 - 1 }), site)).toMatchObject({
      why: expect.stringContaining('outside ±10000000 mm'),
    });
  });

  test('a level has no place, no measures and no symbol', () => {
    const view = building();
    expect(view.bounds('L1')).toBeNull();
    expect(view.measures('L1')).toEqual({
      length_mm: null,
      area_mm2: null,
      perimeter_mm: null,
      volume_mm3: null,
    });
    expect(level.symbol).toBe('none');
  });

  test('only the elevation of a new level is checked for plausibility', () => {
    const low = make('level', 'X', { elevation: 3 });
    expect(level.sizes(low, true).map(([name]) => name)).toEqual(['elevation', 'height']);
    expect(level.sizes(low, false).map(([name]) => name)).toEqual(['height']);
  });
});
