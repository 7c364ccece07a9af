/** @module tests of roofs. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ROOF_TYPES } from '../../../kernel/kinds/roof.ts';
import { created } from '../model/build.ts';
import { anyOf, lies, moves, turns, mm, P, rectangle, verdict, withElement } from './bench.ts';

const HOUSE = rectangle(0, 0, 5000, 4000);
const TRIANGLE = [P(0, 0), P(5000, 0), P(0, 4000)];
/** With an overhang of 300 on all sides. */
const EAVES = { area_mm2: 5600 * 4600, sloped_area_mm2: 5600 * 4600 };
const FACTS = { area_mm2: 20e6, sloped_area_mm2: 20e6 };
const FLAT = { boundary_points: HOUSE, overhang: 0 };

describe('a roof', () => {
  test.each([
    ['has the area inside its outline', FLAT, FACTS],
    ['with its overhang', { ...FLAT, overhang: 300 }, EAVES],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'needs an outline',
      { boundary_points: [P(0, 0), P(1, 1), P(1, 0), P(0, 1)] },
      'INVALID_BOUNDARY',
    ],
    [
      'with a gable it needs a rectangle',
      { roof_type: 'gable', slope_deg: 30, boundary_points: TRIANGLE },
      'INVALID_BOUNDARY',
    ],
    [
      'with hips too',
      { roof_type: 'hip', slope_deg: 30, boundary_points: TRIANGLE },
      'INVALID_BOUNDARY',
    ],
    [
      'a shed does not',
      { roof_type: 'shed', slope_deg: 60, boundary_points: TRIANGLE, overhang: 0 },
      { area_mm2: 10e6, sloped_area_mm2: 20e6 },
    ],
    [
      'lies within the model with its overhang',
      { ...FLAT, boundary_points: rectangle(1e7 - 5300, 0, 5000, 4000), overhang: 300 },
      EAVES,
    ],
    [
      'and not one step further',
      { ...FLAT, boundary_points: rectangle(1e7 - 5299.999, 0, 5000, 4000), overhang: 300 },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['with its top', { ...FLAT, base_offset: 1e7 - 250 }, FACTS],
    ['and not one step above', { ...FLAT, base_offset: 1e7 - 249.999 }, 'OUT_OF_MODEL_BOUNDS'],
  ] as const)('%s', (_what, params, expected) => {
    const { boundary_points, ...rest } = { boundary_points: HOUSE, ...params };
    expect(verdict('roof', { ...rest, boundary_points: [...boundary_points] })).toEqual(expected);
  });

  test('says what is wrong with its form', () => {
    const notched = [
      P(0, 0),
      P(4000, 0),
      P(4000, 4000),
      P(2100, 4000),
      P(2100, 2000),
      P(1900, 2000),
      P(1900, 4000),
      P(0, 4000),
    ];
    expect(verdict('roof', { boundary_points: notched, overhang: 99 })).toEqual({
      area_mm2: 15.6e6 + 99 * 20_000 + 4 * 99 ** 2,
      sloped_area_mm2: 15.6e6 + 99 * 20_000 + 4 * 99 ** 2,
    });
    expect(verdict('roof', { boundary_points: notched, overhang: 100 })).toBe('INVALID_BOUNDARY');
  });

  test('when flat, is a slab over its eaves, with openings cut', () => {
    const view = withElement('roof', { boundary_points: HOUSE, overhang: 300 }).apply([
      created('opening', 'O', {
        host_id: 'X',
        offset: null,
        location: P(2000, 2000),
        width: 1000,
        height: 500,
      }),
    ]);
    expect(view.outline('X')).toEqual(rectangle(-300, -300, 5600, 4600));
    expect(view.bounds('X')).toEqual({
      min: { x: -300, y: -300, z: 3000 },
      max: { x: 5300, y: 4300, z: 3250 },
    });
    const { volume_mm3, ...flat } = view.measures('X');
    expect(flat).toEqual({ length_mm: null, area_mm2: 5600 * 4600, perimeter_mm: 20_400 });
    expect(volume_mm3).toBeCloseTo(250 * (5600 * 4600 - 500_000), 0);
  });

  test('with a gable rises to the middle of its shorter side, and falls below its base at the eaves', () => {
    const view = withElement('roof', {
      boundary_points: HOUSE,
      overhang: 1000,
      roof_type: 'gable',
      slope_deg: 45,
    });
    const bounds = view.bounds('X');
    expect(bounds?.min.z).toBeCloseTo(3000 - 1000, 3);
    expect(bounds?.max.z).toBeCloseTo(3000 + 2000 + 250 * Math.SQRT2, 3);
  });
});

describe('any roof', () => {
  const any = anyOf(
    'roof',
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(90, 9000), mm(90, 9000))
      .chain(([x, y, width, depth]) =>
        fc.record({
          boundary_points: fc.constantFrom(
            rectangle(x, y, width, depth),
            rectangle(x, y, width, depth).toReversed(),
          ),
          roof_type: fc.constantFrom(...ROOF_TYPES),
          slope_deg: fc.integer({ min: 0, max: 85 }),
          thickness: mm(1, 500),
          base_offset: mm(-900, 3000),
          overhang: fc.constantFrom(0, 30, 2000),
        }),
      ),
  );
  lies(any);
  moves(any);
  turns(any);
});
