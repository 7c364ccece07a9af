/** @module tests of the site of a branch. */
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { site, trueNorth } from '../../../../../kernel/building/kinds/site/site.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import { make } from '../../model/build.ts';
import { building, context, P, rectangle } from '../bench.ts';

const VIEW = building();
const PLACE = { eastings: 691_000, northings: 5_334_000, height: 519 };

function verdictOf(id: string, params: Partial<ParamsOf<'site'>>): string {
  const element = make('site', id, params);
  if (element.kind !== 'site') return 'no site';
  try {
    site.check(element, VIEW, context);
    return 'taken';
  } catch (error) {
    if (error instanceof Refusal) return error.body.name;
    throw error;
  }
}

describe('a site', () => {
  const cases: readonly (readonly [string, string, Partial<ParamsOf<'site'>>, string])[] = [
    ['has a boundary', 'site', { boundary: rectangle(0, 0, 9000, 9000) }, 'taken'],
    [
      'may not have a boundary that crosses itself',
      'site',
      { boundary: [P(0, 0), P(9, 9), P(9, 0), P(0, 9)] },
      'INVALID_BOUNDARY',
    ],
    [
      'may not have a boundary outside the model',
      'site',
      { boundary: rectangle(1e7, 0, 1, 1) },
      'OUT_OF_MODEL_BOUNDS',
    ],
    ['has a place on earth', 'site', { georeference: { crs: 'EPSG:25832', ...PLACE } }, 'taken'],
    [
      'in a system that has a number',
      'site',
      { georeference: { crs: 'UTM 32', ...PLACE } },
      'INVALID_ARGUMENT',
    ],
    ['may not be a second one', 'other', {}, 'INVALID_ARGUMENT'],
  ];
  test.each(cases)('%s', (_what, id, params, expected) => {
    expect(verdictOf(id, params)).toBe(expected);
  });

  test.each([
    [0, 0, 1],
    [90, -1, 0],
    [-30, 0.5, Math.sqrt(3) / 2],
  ])('true north %i degrees from y is at (%d, %d)', (true_north_deg, x, y) => {
    const element = make('site', 'site', { true_north_deg });
    const north = element.kind === 'site' ? trueNorth(element) : null;
    expect(north?.x).toBeCloseTo(x, 12);
    expect(north?.y).toBeCloseTo(y, 12);
  });
});
