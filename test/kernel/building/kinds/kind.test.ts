/** @module tests of the types of kinds: an incomplete kind does not compile. */
import { expect, test } from 'vitest';

import { type AnyKind, defineKind } from '../../../../kernel/building/kinds/kind.ts';
import { pipe } from './pipe.ts';

/** Facets that a kind may leave out. */
type LeftOut = {
  [Facet in keyof AnyKind]: Omit<typeof pipe, Facet> extends AnyKind ? Facet : never;
}[keyof AnyKind];

/** Does not compile if there is one. */
const NONE: [LeftOut] extends [never] ? 'none' : LeftOut = 'none';

const { symbol, ...undrawn } = pipe;
const { reach, ...nowhere } = pipe;
const { kind, ...nameless } = pipe;

test('a kind without a facet does not compile; a kind with the facet `none` does', () => {
  expect(NONE).toBe('none');
  // @ts-expect-error how it is drawn is missing
  expect(defineKind(undrawn)).not.toHaveProperty('symbol');
  // @ts-expect-error where it lies is missing
  expect(defineKind(nowhere)).not.toHaveProperty('reach');
  // @ts-expect-error its name is missing
  expect(defineKind(nameless)).not.toHaveProperty('kind');
  expect(defineKind({ ...undrawn, symbol: 'none' }).symbol).toBe('none');
  expect(defineKind({ ...undrawn, symbol })).toEqual(pipe);
  expect(defineKind({ ...nowhere, reach })).toEqual(pipe);
  expect(defineKind({ ...nameless, kind })).toEqual(pipe);
});

test('facets refer to existing parameters', () => {
  // @ts-expect-error a pipe has no such parameter
  expect(defineKind({ ...pipe, fixed: { colour: 'painted' } }).fixed).toEqual({
    colour: 'painted',
  });
  // @ts-expect-error nor this one
  expect(defineKind({ ...pipe, refs: { storey: 'stands_on' } }).refs).toEqual({
    storey: 'stands_on',
  });
  // @ts-expect-error a number is a count or in degrees; all others are lengths
  expect(defineKind({ ...pipe, plain_numbers: { pressure_bar: 'bar' } })).toHaveProperty('refs');
  // @ts-expect-error there is no such role
  expect(defineKind({ ...pipe, refs: { level_id: 'floats_on' } })).toHaveProperty('refs');
  // @ts-expect-error nor such a measure
  expect(defineKind({ ...pipe, quantities: ['weight_kg'] })).toHaveProperty('refs');
  expect(defineKind({ ...pipe, fixed: { diameter: 'cast' } }).fixed).toEqual({ diameter: 'cast' });
});
