/** @module tests of floors. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { floor } from '../../../../../kernel/building/kinds/floor/floor.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { created, make } from '../../model/build.ts';
import {
  building,
  anyOf,
  lies,
  moves,
  turns,
  mm,
  P,
  rectangle,
  siteOf,
  verdict,
  withElement,
} from '../bench.ts';

const SQUARE = rectangle(0, 0, 5000, 4000);
const FACTS = { area_mm2: 20e6, volume_mm3: 4e9 };

describe('a floor', () => {
  test.each([
    ['has area and volume', { boundary_points: SQUARE }, FACTS],
    [
      'less its holes',
      { boundary_points: SQUARE, holes: [rectangle(1000, 1000, 1000, 1000)] },
      { area_mm2: 19e6, volume_mm3: 3.8e9 },
    ],
    ['may be given clockwise', { boundary_points: SQUARE.toReversed() }, FACTS],
    ['needs a level', { level_id: 'L7' }, 'LEVEL_NOT_FOUND'],
    [
      'does not cross itself',
      { boundary_points: [P(0, 0), P(1, 1), P(1, 0), P(0, 1)] },
      'INVALID_BOUNDARY',
    ],
    [
      'needs an outline that encloses an area',
      { boundary_points: [P(0, 0), P(1, 0), P(2, 0)] },
      'INVALID_BOUNDARY',
    ],
    ['may not repeat a point', { boundary_points: [...SQUARE, P(5000, 0)] }, 'INVALID_BOUNDARY'],
    [
      'has holes inside only',
      { boundary_points: SQUARE, holes: [rectangle(4500, 0, 1000, 1000)] },
      'INVALID_BOUNDARY',
    ],
    [
      'which do not touch its edge',
      { boundary_points: SQUARE, holes: [rectangle(0, 1000, 100, 100)] },
      'INVALID_BOUNDARY',
    ],
    [
      'may have a hole 0.001 mm from its edge',
      { boundary_points: SQUARE, holes: [rectangle(0.001, 1000, 100, 100)] },
      { area_mm2: 19.99e6, volume_mm3: 3.998e9 },
    ],
    [
      'may not have holes that touch each other',
      {
        boundary_points: SQUARE,
        holes: [rectangle(100, 100, 100, 100), rectangle(200, 100, 100, 100)],
      },
      'INVALID_BOUNDARY',
    ],
    [
      'may touch the edge of the model',
      { boundary_points: rectangle(1e7 - 5000, 0, 5000, 4000) },
      FACTS,
    ],
    [
      'may not exceed the edge of the model by 0.001 mm',
      { boundary_points: rectangle(1e7 - 4999.999, 0, 5000, 4000) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['may have its top at the top of the model', { top_offset: 1e7 }, FACTS],
    ['may not have its top above the model', { top_offset: 1e7 + 0.001 }, 'OUT_OF_MODEL_BOUNDS'],
    ['may have its bottom at the bottom of the model', { top_offset: 200 - 1e7 }, FACTS],
    [
      'may not have its bottom below the model',
      { top_offset: 199.999 - 1e7 },
      'OUT_OF_MODEL_BOUNDS',
    ],
  ])('%s', (_what, params, expected) => {
    expect(verdict('floor', params)).toEqual(expected);
  });

  test('a floor extends down from its top, without its openings', () => {
    const view = withElement('floor', { boundary_points: SQUARE, top_offset: 50 }).apply([
      created('opening', 'O', {
        host_id: 'X',
        offset: null,
        location: P(2000, 2000),
        width: 1000,
        height: 500,
      }),
    ]);
    expect(view.bounds('X')).toEqual({
      min: { x: 0, y: 0, z: -150 },
      max: { x: 5000, y: 4000, z: 50 },
    });
    expect(view.outline('X')).toEqual(SQUARE);
    expect(view.measures('X')).toEqual({
      length_mm: null,
      area_mm2: 19.5e6,
      perimeter_mm: 18_000,
      volume_mm3: 19.5e6 * 200,
    });
  });

  test('a floor with an opening past its edge is inconsistent', () => {
    const view = building(
      created('opening', 'O', {
        host_id: 'F1',
        offset: null,
        location: P(500, 1500),
        width: 1000,
        height: 1000,
      }),
    );
    const why = (boundary_points: PlanPoint[]): unknown =>
      floor.integrity(make('floor', 'F1', { boundary_points }), siteOf(view));
    expect(why(rectangle(0, 1000, 5000, 4000))).toBeNull();
    expect(why(rectangle(0.001, 1000, 5000, 4000))).toMatchObject({ of: { id: 'O' } });
    expect(why([P(0, 0), P(1, 1), P(1, 0), P(0, 1)])).toMatchObject({
      why: expect.stringContaining('self intersecting'),
    });
  });
});

describe('any floor', () => {
  const any = anyOf(
    'floor',
    fc
      .tuple(mm(-9000, 9000), mm(-9000, 9000), mm(400, 9000), mm(400, 9000))
      .chain(([x, y, width, depth]) =>
        fc.record({
          boundary_points: fc.constantFrom(
            rectangle(x, y, width, depth),
            [P(x, y), P(x + width, y), P(x, y + depth)],
            [P(x, y), P(x, y + depth), P(x + width, y + depth)],
          ),
          holes: fc.constantFrom(
            [],
            [[P(x + 10, y + 20), P(x + 10, y + 30), P(x + 20, y + 30)].toReversed()],
          ),
          thickness: mm(1, 900),
          top_offset: mm(-900, 900),
        }),
      ),
  );
  lies(any);
  moves(any);
  turns(any);
});
