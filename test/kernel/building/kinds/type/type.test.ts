/** @module tests of types, and of the core of their layers. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../kernel/kinds/elements.ts';
import type { Layer } from '../../../kernel/kinds/types/layers.ts';
import { coreOffset, thicknessOf } from '../../../kernel/kinds/types/layers.ts';
import { created } from '../model/build.ts';
import { verdict, withElement } from './bench.ts';

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

describe('a type', () => {
  const cases: readonly (readonly [string, Partial<ParamsOf<'type'>>, unknown])[] = [
    ['of walls is as thick as its layers', {}, { thickness_mm: 485 }],
    ['of floors too', { for: 'floor' }, { thickness_mm: 485 }],
    ['of walls has layers', { layers: [] }, 'INVALID_ARGUMENT'],
    ['and no frame', { frame_width: 50 }, 'INVALID_ARGUMENT'],
    ['of doors has none', { for: 'door' }, 'INVALID_ARGUMENT'],
    ['but a frame', { ...DOOR, frame_width: 50, leaf_count: 2 }, { thickness_mm: null }],
    ['and opens as doors do', { ...DOOR, operation: 'double' }, { thickness_mm: null }],
    ['not as windows do', { ...DOOR, operation: 'awning' }, 'INVALID_ARGUMENT'],
    [
      'of windows opens as they do',
      { for: 'window', layers: [], operation: 'awning' },
      { thickness_mm: null },
    ],
  ];
  test.each(cases)('%s', (_what, params, expected) => {
    expect(verdict('type', { layers: CAVITY, ...params })).toEqual(expected);
  });

  test('has a name of its own among types', () => {
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
  test('of a cavity wall lies behind what stands before it', () => {
    // 485 mm: blocks from 295 to 470, middle 382.5; middle of all 242.5.
    expect(coreOffset(CAVITY, 'left')).toBe(-140);
    expect(coreOffset(CAVITY, 'right')).toBe(140);
    expect(coreOffset([layer('plaster', 10, 'finish')])).toBe(0);
  });

  test('mirrors with the layers, for any layers', () => {
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
