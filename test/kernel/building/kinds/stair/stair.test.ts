/** @module tests of stairs. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { planCopy } from '../../../../../kernel/building/model/plan/copy.ts';
import { created } from '../../model/build.ts';
import {
  building,
  context,
  anyOf,
  lies,
  slides,
  turns,
  mm,
  P,
  point,
  refusalOf,
  verdict,
  withElement,
} from '../bench.ts';

/** A level as far above L1 as 18 risers of 175 mm, and one a step further. */
const RISES = building(
  created('level', 'A', { elevation: 3150, height: 1 }),
  created('level', 'B', { elevation: 3150.01, height: 1 }),
  created('level', 'C', { elevation: 175, height: 1 }),
  created('level', 'D', { elevation: 175_000, height: 1 }),
  created('level', 'E', { elevation: 175_000.501, height: 1 }),
);
const STEPS = { riser_max: 175, tread: 280 };

describe('a stair', () => {
  test.each([
    [
      'has as few risers as its rise allows',
      { top_level_id: 'A' },
      { risers: 18, riser_mm: 175, run_mm: 17 * 280 },
    ],
    [
      'has one riser more for a rise of 18 times 0.0005 mm and 0.001 mm more',
      { top_level_id: 'B' },
      { risers: 19, riser_mm: 165.79, run_mm: 18 * 280 },
    ],
    ['may not have a single riser', { top_level_id: 'C' }, 'INVALID_STAIR'],
    [
      'has at most 1,000 risers',
      { top_level_id: 'D' },
      { risers: 1000, riser_mm: 175, run_mm: 999 * 280 },
    ],
    ['may not have one riser more than the limit', { top_level_id: 'E' }, 'INVALID_STAIR'],
    ['may not go down', { level_id: 'A', top_level_id: 'L1' }, 'INVALID_STAIR'],
    ['needs another level', { top_level_id: 'L1' }, 'INVALID_STAIR'],
    ['needs an existing level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    ['needs an existing top level', { top_level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'lies within the model with its run',
      { top_level_id: 'A', start: P(1e7 - 17 * 280, 0) },
      { risers: 18, riser_mm: 175, run_mm: 17 * 280 },
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { top_level_id: 'A', start: P(1e7 - 17 * 280 + 0.001, 0) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    [
      'may not exceed the side of the model',
      { top_level_id: 'A', start: P(0, 1e7 - 499.999) },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('stair', { ...STEPS, ...params }, RISES)).toEqual(expected);
  });

  test('a stair has the box and outline of its flight, and a volume', () => {
    const params = { ...STEPS, top_level_id: 'A', start: P(1000, 1000), direction_deg: 90 };
    const view = withElement('stair', params, RISES);
    const [low, high, end] = [500, 1500, 1000 + 17 * 280];
    expect(view.outline('X')).toEqual([P(high, 1000), P(high, end), P(low, end), P(low, 1000)]);
    expect(view.bounds('X')).toEqual({
      min: { x: low, y: 1000, z: 0 },
      // The last riser is the edge of the upper floor.
      max: { x: high, y: end, z: 3150 - 175 },
    });
    expect(view.measures('X')).toMatchObject({ length_mm: null, area_mm2: null });
  });

  test('a stair on another level ends as many levels above it, if they exist', () => {
    const view = withElement('stair', {}, building());
    const [copy] = planCopy({ element_id: 'X', to_level_id: 'L2', count: 1 }, view, context).events;
    expect(copy).toMatchObject({
      payload: { element: { params: { level_id: 'L2', top_level_id: 'L3' } } },
    });
    const top = { element_id: 'X', to_level_id: 'L9', count: 1 };
    expect(refusalOf(() => planCopy(top, view, context))).toBe('INVALID_STAIR');
  });
});

describe('any stair', () => {
  const any = anyOf(
    'stair',
    fc.record({
      start: point,
      top_level_id: fc.constantFrom('L2', 'L3'),
      direction_deg: fc.oneof(fc.constantFrom(0, 90, 180, 270), fc.integer({ min: 0, max: 359 })),
      width: mm(100, 4000),
      riser_max: mm(100, 300),
      tread: fc.oneof(mm(100, 900), fc.constant(150_000)),
      shape: fc.constantFrom(null, 'straight', 'l', 'u'),
      turn: fc.constantFrom(null, 'left', 'right'),
      landing: fc.oneof(fc.constant(null), mm(4000, 5000)),
      handrails: fc.constantFrom(null, 'none', 'left', 'right', 'both'),
    }),
    0.35,
  );
  lies(any);
  slides(any);
  turns(any);
});
