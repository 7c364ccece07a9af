/** @module tests of windows. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { planMove } from '../../../../../kernel/building/model/plan/move.ts';
import { created } from '../../model/build.ts';
import {
  building,
  context,
  anyOf,
  lies,
  mm,
  P,
  refusalOf,
  verdict,
  withElement,
} from '../bench.ts';

const TAKEN = building(
  created('door', 'D', { host_id: 'W1', offset: 0, width: 900, height: 2100 }),
);

describe('a window', () => {
  test.each([
    ['may end at the end of its wall', { offset: 3800 }, { wall_id: 'W1', offset: 3800 }],
    ['may not end 0.001 mm past its wall', { offset: 3800.001 }, 'OPENING_EXCEEDS_HOST'],
    ['may end at the top of its wall', { sill_height: 1800 }, { wall_id: 'W1', offset: 2500 }],
    ['may not end 0.001 mm above its wall', { sill_height: 1800.001 }, 'OPENING_EXCEEDS_HOST'],
    ['may touch a door', { offset: 900 }, { wall_id: 'W1', offset: 900 }],
    ['may not overlap a door', { offset: 899.999 }, 'OPENING_OVERLAP'],
    [
      'may be above a door',
      { offset: 0, sill_height: 2100, height: 900 },
      { wall_id: 'W1', offset: 0 },
    ],
    ['needs a wall', { host_id: 'R1' }, 'NOT_A_HOST'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('window', params, TAKEN)).toEqual(expected);
  });

  test('a window fills its void from its sill with a frame and glass in the middle of its wall', () => {
    const view = withElement('window');
    expect(view.bounds('X')).toEqual({
      min: { x: 2500, y: -30, z: 20_900 },
      max: { x: 3700, y: 30, z: 22_100 },
    });
    expect(view.outline('X')).toEqual([P(2500, -100), P(3700, -100), P(3700, 100), P(2500, 100)]);
    expect(view.measures('X')).toMatchObject({
      area_mm2: 1200 * 1200,
      volume_mm3: (1200 * 1200 - 1080 * 1080) * 60 + 1080 * 1080 * 24,
    });
  });

  test('a window moves along its wall, and up and down to the foot of it', () => {
    const view = withElement('window');
    const down = (z: number): unknown =>
      planMove({ element_id: 'X', delta: { x: 0, y: 0, z } }, view, context).events;
    expect(down(-900)).toMatchObject([{ payload: { updates: { sill_height: 0 } } }]);
    expect(refusalOf(() => down(-900.001))).toBe('OPENING_EXCEEDS_HOST');
  });
});

describe('any window', () => {
  const any = anyOf(
    'window',
    fc.record({
      offset: mm(0, 3000),
      width: mm(1, 2000),
      height: mm(1, 2000),
      sill_height: mm(0, 1000),
    }),
  );
  // Its gap in the wall is as deep as the wall, its frame is not.
  lies(any, () => 100);
});
