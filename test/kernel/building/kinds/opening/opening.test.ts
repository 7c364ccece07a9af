/** @module tests of openings. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { created } from '../../model/build.ts';
import { building, anyOf, lies, mm, P, verdict, withElement } from '../bench.ts';

const IN_SLAB = { host_id: 'F1', offset: null, sill: 0, width: 1000, height: 500 };
const TAKEN = building(
  created('door', 'D', { host_id: 'W1', offset: 1000, width: 900 }),
  created('opening', 'O', { ...IN_SLAB, location: P(2000, 3000) }),
);

describe('an opening in a wall', () => {
  test.each([
    ['may end at the end of the wall', { offset: 4000 }, { host_id: 'W1' }],
    ['may not end 0.001 mm past the wall', { offset: 4000.001 }, 'OPENING_EXCEEDS_HOST'],
    ['may not end above the wall', { sill: 1000.001 }, 'OPENING_EXCEEDS_HOST'],
    ['may end at the top of the wall', { sill: 1000 }, { host_id: 'W1' }],
    ['needs an offset along the wall', { offset: null }, 'INVALID_ARGUMENT'],
    ['may not have a location in plan', { location: P(0, 0) }, 'INVALID_ARGUMENT'],
    ['may not be turned', { turn_deg: 30 }, 'INVALID_ARGUMENT'],
    ['may have a turn of 0', { turn_deg: 0 }, { host_id: 'W1' }],
    ['may touch the side of a neighbour', { offset: 0 }, { host_id: 'W1' }],
    ['may touch the other side of a neighbour', { offset: 1900 }, { host_id: 'W1' }],
    [
      'may touch the top of a neighbour',
      { offset: 1000, sill: 2100, height: 900 },
      { host_id: 'W1' },
    ],
    ['may not overlap a neighbour by 0.001 mm', { offset: 0.001 }, 'OPENING_OVERLAP'],
    [
      'may not overlap the other side of a neighbour by 0.001 mm',
      { offset: 1899.999 },
      'OPENING_OVERLAP',
    ],
    [
      'may not overlap a neighbour from above',
      { offset: 1000, sill: 2099.999, height: 900 },
      'OPENING_OVERLAP',
    ],
    ['needs a host', { host_id: 'nothing' }, 'ELEMENT_NOT_FOUND'],
    ['needs a host that takes openings', { host_id: 'L1' }, 'NOT_A_HOST'],
  ])('%s', (_what, params, expected) => {
    expect(verdict('opening', { offset: 3000, ...params }, TAKEN)).toEqual(expected);
  });

  test('an opening in a wall has the place and area of its void', () => {
    const view = withElement('opening', { offset: 500, sill: 100, width: 1000, height: 2000 });
    expect(view.outline('X')).toEqual([P(500, -100), P(1500, -100), P(1500, 100), P(500, 100)]);
    expect(view.bounds('X')).toEqual({
      min: { x: 500, y: -100, z: 20_100 },
      max: { x: 1500, y: 100, z: 22_100 },
    });
    expect(view.measures('X')).toMatchObject({ area_mm2: 2e6, volume_mm3: null });
  });
});

describe('an opening in a floor or roof', () => {
  test.each([
    ['may be 0.001 mm inside the edge', { location: P(500.001, 2000) }, { host_id: 'F1' }],
    ['may not touch the edge', { location: P(500, 2000) }, 'OPENING_EXCEEDS_HOST'],
    ['may not touch another opening', { location: P(3000, 3000) }, 'OPENING_OVERLAP'],
    ['may be 0.001 mm from another opening', { location: P(3000.001, 3000) }, { host_id: 'F1' }],
    ['needs a place in plan', { location: null }, 'INVALID_ARGUMENT'],
    ['may not have an offset', { location: P(3000, 2000), offset: 1 }, 'INVALID_ARGUMENT'],
    ['may not have a sill', { location: P(3000, 2000), sill: 1 }, 'INVALID_ARGUMENT'],
    ['may not be outside the model', { location: P(1e7 + 0.001, 0) }, 'OUT_OF_MODEL_BOUNDS'],
    [
      'lies inside as it is turned',
      { location: P(250.001, 3000), turn_deg: 90 },
      { host_id: 'F1' },
    ],
    [
      'may not touch the edge as it is turned',
      { location: P(250, 3000), turn_deg: 90 },
      'OPENING_EXCEEDS_HOST',
    ],
    ['may cut a roof', { host_id: 'R1', location: P(500.001, 2000) }, { host_id: 'R1' }],
  ])('%s', (_what, params, expected) => {
    expect(verdict('opening', { ...IN_SLAB, ...params }, TAKEN)).toEqual(expected);
  });

  test('an opening in a floor must not touch holes of the floor', () => {
    const view = building(
      created('floor', 'H', {
        holes: [[P(1000, 1000), P(2000, 1000), P(2000, 2000), P(1000, 2000)]],
      }),
    );
    const at = (x: number): unknown =>
      verdict('opening', { ...IN_SLAB, host_id: 'H', location: P(x, 1500) }, view);
    expect(at(2500)).toBe('OPENING_OVERLAP');
    expect(at(2500.001)).toEqual({ host_id: 'H' });
  });

  test('an opening cuts a floor or roof from top to bottom', () => {
    const view = withElement('opening', { ...IN_SLAB, location: P(2000, 3000) });
    expect(view.bounds('X')).toEqual({
      min: { x: 1500, y: 2750, z: 19_800 },
      max: { x: 2500, y: 3250, z: 20_000 },
    });
  });
});

describe('any opening', () => {
  const any = anyOf(
    'opening',
    fc.oneof(
      fc.record({
        offset: mm(0, 3000),
        sill: mm(0, 1000),
        width: mm(1, 2000),
        height: mm(1, 2000),
      }),
      fc.record({
        host_id: fc.constantFrom('F1', 'R1'),
        offset: fc.constant(null),
        sill: fc.constant(0),
        location: fc.record({ x: mm(1100, 3900), y: mm(2100, 3900) }),
        width: mm(1, 1000),
        height: mm(1, 1000),
        turn_deg: fc.constantFrom(null, 0, 45, 90, -123.4),
      }),
    ),
  );
  lies(any);
});
