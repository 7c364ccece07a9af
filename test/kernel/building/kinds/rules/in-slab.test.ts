/** @module tests of openings in floors and roofs. */
import { describe, expect, test } from 'vitest';

import type { Filling } from '../../../../../kernel/building/kinds/kind.ts';
import {
  misfitInSlab,
  openingsIn,
  outlineFault,
  outlineInSlab,
  requireFitsSlab,
  slabFault,
  slideInSlab,
} from '../../../../../kernel/building/kinds/rules/in-slab.ts';
import { created, make } from '../../model/build.ts';
import { building, context, P, rectangle, refusalOf, siteOf } from '../bench.ts';

const SLAB = {
  ...make('floor', 'F', { boundary_points: rectangle(0, 0, 5000, 4000) }),
  holes: [rectangle(3000, 1000, 1000, 1000)],
};

function at(x: number, y: number, id = 'X'): Filling {
  const cut = { host_id: 'F', offset: null, location: P(x, y), sill: 0, width: 1000, height: 500 };
  return { id, kind: 'opening', cut };
}

describe('an opening in a slab', () => {
  test.each([
    ['inside', at(500.001, 250.001), null],
    ['at its edge', at(500, 1000), 'OPENING_EXCEEDS_HOST'],
    ['off a hole', at(2499.999, 1500), null],
    ['at a hole', at(2500, 1500), 'OPENING_OVERLAP'],
    ['round a hole', at(3500, 1500), 'OPENING_OVERLAP'],
    ['off another', at(1000, 2999.999), null],
    ['at another', at(1000, 3000), 'OPENING_OVERLAP'],
    ['where it was', at(1000, 3500, 'O'), null],
  ])('%s', (_where, filling, code) => {
    expect(refusalOf(() => requireFitsSlab(SLAB, filling, [at(1000, 3500, 'O')], context))).toBe(
      code,
    );
  });

  test('an opening in a slab has an outline around its location, and none without a location', () => {
    expect(outlineInSlab(at(1000, 1000))).toEqual(rectangle(500, 750, 1000, 500));
    const nowhere = { ...at(0, 0), cut: { ...at(0, 0).cut, location: null } };
    expect(outlineInSlab(nowhere)).toBeNull();
    expect(misfitInSlab(SLAB, nowhere)?.why).toBe('has no location in its host');
  });

  test('an opening in a slab must not move up or down', () => {
    expect(slideInSlab(SLAB, { x: 1, y: 2, z: 0 }, context)).toEqual({ along: null, notes: [] });
    expect(refusalOf(() => slideInSlab(SLAB, { x: 0, y: 0, z: 1 }, context))).toBe(
      'INVALID_ARGUMENT',
    );
  });
});

test('the fault of a slab is an invalid outline, else an opening past its edge', () => {
  const site = siteOf(
    building(created('opening', 'O', { host_id: 'F1', offset: null, location: P(600, 2000) })),
  );
  const slab = (
    boundary_points = rectangle(0, 1000, 5000, 4000),
  ): ReturnType<typeof make<'floor'>> => make('floor', 'F1', { boundary_points });
  expect(slabFault(slab(), site)).toBeNull();
  expect(slabFault(slab(rectangle(200, 1000, 5000, 4000)), site)).toMatchObject({
    of: { id: 'O' },
  });
  const crossed = [P(0, 0), P(1, 1), P(1, 0), P(0, 1)];
  expect(slabFault(slab(crossed), site)).toEqual(outlineFault(crossed));
  expect(openingsIn(site, 'F1')).toEqual([rectangle(100, 1000, 1000, 2000)]);
});
