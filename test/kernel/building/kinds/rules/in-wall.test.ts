/** @module tests of openings, doors and windows in walls: exact limits. */
import { describe, expect, test } from 'vitest';

import type { Filling } from '../../../../../kernel/building/kinds/kind.ts';
import {
  axisOfCut,
  misfitInWall,
  overlapInWall,
  rectangleInWall,
  requireFitsWall,
  slideInWall,
} from '../../../../../kernel/building/kinds/rules/in-wall.ts';
import { make } from '../../model/build.ts';
import { context, P, refusalOf } from '../bench.ts';

/** 5 m along a slope of 3:4, 3 m high. */
const WALL = make('wall', 'W', { start: P(1000, 1000), end: P(4000, 5000), thickness: 500 });

function at(offset: number, sill = 0, width = 1000, height = 1000): Filling {
  const cut = { host_id: 'W', offset, location: null, sill, width, height };
  return { id: `${offset} ${sill}`, kind: 'window', cut };
}

describe('a filling', () => {
  test('offset and width of a filling are added without rounding errors', () => {
    expect(refusalOf(() => requireFitsWall(WALL, at(4999.7, 0, 0.3), [], context))).toBeNull();
    expect(refusalOf(() => requireFitsWall(WALL, at(4999.7, 0, 0.301), [], context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
    expect(refusalOf(() => requireFitsWall(WALL, at(0, 2999.7, 1, 0.3), [], context))).toBeNull();
    expect(refusalOf(() => requireFitsWall(WALL, at(0, 2999.7, 1, 0.301), [], context))).toBe(
      'OPENING_EXCEEDS_HOST',
    );
  });

  test('the refusal of a filling names the greatest offset, or says that the wall is too short', () => {
    expect(() => requireFitsWall(WALL, at(4000.001), [], context)).toThrow(
      'where offset is at most 4000 mm',
    );
    expect(() => requireFitsWall(WALL, at(0, 0, 5001), [], context)).toThrow(
      'which is too short for it',
    );
  });

  test('a filling does not overlap its own former place', () => {
    expect(refusalOf(() => requireFitsWall(WALL, at(100), [at(100)], context))).toBeNull();
    expect(refusalOf(() => requireFitsWall(WALL, at(100), [at(101)], context))).toBe(
      'OPENING_OVERLAP',
    );
  });

  test.each([
    [0, 0, 999.999, 0, true],
    [0, 0, 1000, 0, false],
    [0, 0, 0, 999.999, true],
    [0, 0, 0, 1000, false],
  ])('at %d, %d and one at %d, %d overlap: %s', (...[a, sill_a, b, sill_b, overlaps]) => {
    expect(overlapInWall(at(a, sill_a).cut, at(b, sill_b).cut)).toBe(overlaps);
    expect(overlapInWall(at(b, sill_b).cut, at(a, sill_a).cut)).toBe(overlaps);
  });

  test('an existing filling that does not fit is a fault', () => {
    expect(misfitInWall(WALL, at(4000))).toBeNull();
    expect(misfitInWall(WALL, at(4000.001))?.why).toContain('5000.000 mm long');
    expect(misfitInWall(WALL, at(0, 2000.001))?.why).toContain('3000 mm high');
    expect(misfitInWall(WALL, { ...at(0), cut: { ...at(0).cut, offset: null } })?.why).toContain(
      'no offset',
    );
  });

  test('the outline of a filling extends over the whole thickness of the wall', () => {
    expect(axisOfCut(WALL, at(1000).cut)).toEqual([P(1600, 1800), P(2200, 2600)]);
    expect(rectangleInWall(WALL, at(1000))).toEqual([
      P(1800, 1650),
      P(2400, 2450),
      P(2000, 2750),
      P(1400, 1950),
    ]);
  });

  test('a filling moves by the component of a displacement along the wall', () => {
    expect(slideInWall(WALL, at(1000), { x: 30, y: 40, z: 0 })).toEqual({ along: 50, notes: [] });
    expect(slideInWall(WALL, at(1000), { x: -40, y: 30, z: 0 })).toEqual({
      along: 0,
      notes: [
        'moved along wall `W` only: 50 mm across it are ignored; modify_parameter host_id with {host_id, offset} moves it to another wall',
      ],
    });
  });
});
