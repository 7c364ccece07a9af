/** @module tests of materials. */
import { describe, expect, test } from 'vitest';

import { created } from '../../model/build.ts';
import { building, verdict } from '../bench.ts';

describe('a material', () => {
  test.each([
    ['#c8b090', true],
    ['#C8B090', true],
    ['c8b090', false],
    ['#c8b09', false],
    ['#c8b09g', false],
    ['red', false],
  ])('with colour %s: %s', (colour, is) => {
    expect(verdict('material', { name: 'm', colour })).toEqual(is ? {} : 'INVALID_ARGUMENT');
  });

  test('a material needs a unique name', () => {
    const view = building(created('material', 'M1', { name: 'Brick' }));
    expect(verdict('material', { name: 'BRICK' }, view)).toBe('INVALID_ARGUMENT');
    expect(verdict('material', { name: 'Bricks' }, view)).toEqual({});
  });
});
