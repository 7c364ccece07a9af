/** @module tests of types, and of the core of their layers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import {
  type Layer,
  coreOffset,
  thicknessOf,
} from '../../../../../kernel/building/kinds/types/layers.ts';
import { created } from '../../model/build.ts';
import { verdict, withElement } from '../bench.ts';

const layer = (material: string, thickness: number, use: Layer['function']): Layer => ({
  material,
  thickness,
  function: use,
});
const CAVITY = [
  layer('brick', 115, 'finish'),
  layer('air', 40, 'air'),
  layer('mineral wool', 140, 'insulation'),
  layer('blocks', 175, 'structure'),
  layer('plaster', 15, 'finish'),
];
const DOOR: Partial<ParamsOf<'type'>> = { for: 'door', layers: [] };
const WINDOW: Partial<ParamsOf<'type'>> = { for: 'window', layers: [] };

/** Two rows of three columns, with so many cells. */
function grid(cells: number): NonNullable<ParamsOf<'type'>['grid']> {
  return {
    columns: [1, 2, 1],
    rows: [1, 1],
    cells: Array.from({ length: cells }, () => 'fixed' as const),
  };
}

describe('a type', () => {
  const cases: readonly (readonly [string, Partial<ParamsOf<'type'>>, unknown])[] = [
    ['of walls is as thick as its layers', {}, { thickness_mm: 485 }],
    ['of floors too', { for: 'floor' }, { thickness_mm: 485 }],
    ['of walls has layers', { layers: [] }, 'INVALID_ARGUMENT'],
    ['of walls may not have a frame', { frame_width: 50 }, 'INVALID_ARGUMENT'],
    ['of doors has none', { for: 'door' }, 'INVALID_ARGUMENT'],
    [
      'of doors may have a frame',
      { ...DOOR, frame_width: 50, leaf_count: 2 },
      { thickness_mm: null },
    ],
    [
      'of doors may have an operation of doors',
      { ...DOOR, operation: 'double' },
      { thickness_mm: null },
    ],
    [
      'of doors may not have an operation of windows',
      { ...DOOR, operation: 'awning' },
      'INVALID_ARGUMENT',
    ],
    [
      'of windows opens as they do',
      { for: 'window', layers: [], operation: 'awning' },
      { thickness_mm: null },
    ],
    ['of walls has no position in a wall', { position: 'inside' }, 'INVALID_ARGUMENT'],
    ['of doors may have a threshold', { ...DOOR, threshold: 20 }, { thickness_mm: null }],
    ['of doors has no sill', { ...DOOR, sill: 20 }, 'INVALID_ARGUMENT'],
    ['of windows has no threshold', { ...WINDOW, threshold: 20 }, 'INVALID_ARGUMENT'],
    ['of windows may have a grid', { ...WINDOW, grid: grid(6) }, { thickness_mm: null }],
    ['of doors has no grid', { ...DOOR, grid: grid(6) }, 'INVALID_ARGUMENT'],
    ['of windows has a cell for each place', { ...WINDOW, grid: grid(5) }, 'INVALID_ARGUMENT'],
  ];
  test.each(cases)('%s', (_what, params, expected) => {
    expect(verdict('type', { layers: CAVITY, ...params })).toEqual(expected);
  });

  test('a type needs a unique name among types', () => {
    const view = withElement('type', { name: 'Cavity' }).apply([
      created('type', 'Y', { name: 'Other' }),
    ]);
    expect(verdict('type', { name: 'cavity' }, view), 'its own').toEqual({ thickness_mm: 200 });
    expect(verdict('type', { name: 'OTHER' }, view)).toBe('INVALID_ARGUMENT');
    expect(
      verdict('type', { name: 'Ground' }, view),
      'the name of a level is no name of a type',
    ).toEqual({ thickness_mm: 200 });
  });
});

describe('the middle of the core', () => {
  test('the core of a cavity wall is behind its outer layers', () => {
    // 485 mm: blocks from 295 to 470, middle 382.5; middle of all 242.5.
    expect(coreOffset(CAVITY, 'left')).toBe(-140);
    expect(coreOffset(CAVITY, 'right')).toBe(140);
    expect(coreOffset([layer('plaster', 10, 'finish')])).toBe(0);
  });

  test('mirrored layers have a mirrored core', () => {
    const any = fc.array(
      fc.record({
        material: fc.constant('m'),
        thickness: fc.integer({ min: 1, max: 400_000 }).map((um) => um / 1000),
        function: fc.constantFrom('structure', 'insulation', 'finish', 'air'),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(any, (layers) => {
        const turned = layers.toReversed();
        expect(coreOffset(layers, 'left')).toBeCloseTo(coreOffset(turned, 'right'), 2);
        expect(Math.abs(coreOffset(layers))).toBeLessThanOrEqual(thicknessOf(layers) / 2);
      }),
    );
  });
});
