/** @module tests of cross-sections by name. */
import { describe, expect, test } from 'vitest';

import {
  depthOf,
  extentOf,
  profileOf,
  requireProfile,
} from '../../../../../kernel/building/kinds/rules/profile.ts';
import { make } from '../../model/build.ts';
import { context, P, refusalOf } from '../bench.ts';

const named = (profile: string): ReturnType<typeof make<'beam'>> => make('beam', 'X', { profile });

describe('a profile', () => {
  test.each([
    ['200x400', { width: 200, depth: 400 }, 400],
    ['HEA200', { width: 200, depth: 190 }, 190],
    ['circle 300', { width: 300, depth: 300 }, 300],
  ])('%s has an extent', (text, extent, depth) => {
    expect(extentOf(named(text))).toEqual(extent);
    expect(extentOf(named(text))).toEqual(extent);
    expect(depthOf(profileOf(named(text)))).toBe(depth);
  });

  test('an unknown profile has the greatest extent, so that queries find its element', () => {
    expect(extentOf(named('none'))).toEqual({ width: 10_000, depth: 10_000 });
    expect(() => profileOf(named('none'))).toThrow(RangeError);
    expect(refusalOf(() => requireProfile('none', context))).toBe('INVALID_PROFILE');
  });

  test('the outline of a profile is around its centre', () => {
    expect(requireProfile('2x4', context)).toEqual([P(-1, -2), P(1, -2), P(1, 2), P(-1, 2)]);
  });
});
