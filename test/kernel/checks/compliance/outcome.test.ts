/** @module tests of outcomes: comparisons at their tolerance, and the best of several candidates. */
import { describe, expect, test } from 'vitest';

import {
  notApplicable,
  notEvaluated,
  value,
} from '../../../../kernel/checks/compliance/measured.ts';
import type { Outcome } from '../../../../kernel/checks/compliance/outcome.ts';
import {
  atLeast,
  atMost,
  bestOf,
  feet,
  inches,
  mm,
  roundedApart,
  squareFeet,
} from '../../../../kernel/checks/compliance/outcome.ts';

const compare = (measured: number, relation: 'at_least' | 'at_most'): Outcome['outcome'] =>
  (relation === 'at_least' ? atLeast : atMost)(value(measured), mm(800), 'fix').outcome;

test.each([
  [800, 'at_least', 'pass'],
  [799.99, 'at_least', 'pass'],
  [799.98, 'at_least', 'fail'],
  [800.01, 'at_most', 'pass'],
  [800.02, 'at_most', 'fail'],
] as const)('%d mm against a limit of 800 mm, %s: %s', (measured, relation, outcome) => {
  expect(compare(measured, relation)).toBe(outcome);
});

describe('the best of several candidates', () => {
  const pass = atLeast(value(900), mm(800), 'fix');
  const fail = atLeast(value(700), mm(800), 'fix');
  const other_fail = atLeast(value(600), mm(800), 'other fix');
  const missing = notEvaluated('a fact is missing');
  const inapplicable = notApplicable('it does not open');
  const best = (...candidates: readonly (readonly Outcome[])[]): Outcome =>
    bestOf(candidates, mm(800), 'add one');

  test('passes with the candidate that passes all its conditions', () => {
    expect(best([fail, pass], [missing], [pass, pass])).toBe(pass);
  });

  test('is not evaluated if none passes and one could not be evaluated', () => {
    expect(best([fail], [missing])).toBe(missing);
    expect(best([missing], [fail])).toBe(missing);
    expect(best([pass, missing], [fail])).toBe(missing);
  });

  test('fails as the first candidate that fails', () => {
    expect(best([fail], [other_fail])).toBe(fail);
  });

  test('fails a candidate by its failed condition, whatever else is missing', () => {
    expect(best([missing, fail])).toBe(fail);
  });

  test('ignores candidates that do not apply', () => {
    expect(best([inapplicable, pass], [fail])).toBe(fail);
  });

  test('fails with 0 and the fix for none if no candidate applies', () => {
    const none = {
      outcome: 'fail',
      measured: 0,
      required: 800,
      relation: 'at_least',
      fix: 'add one',
    };
    expect(best()).toMatchObject(none);
    expect(best([inapplicable])).toMatchObject(none);
  });
});

describe('a failure in the units of its standard', () => {
  test.each([
    [atLeast(value(800), inches(32), 'fix'), '31.496 in', '32 in'],
    // 0.02 mm below 32 in are 31.99921 in; 0.05 mm above 20 ft are 20.00016 ft.
    [atLeast(value(812.78), inches(32), 'fix'), '31.999 in', '32 in'],
    [atMost(value(6.096_05), feet(20), 'fix'), '20.0002 ft', '20 ft'],
    [atLeast(value(0.5), squareFeet(5.7), 'fix'), '5.382 sq ft', '5.7 sq ft'],
    [atLeast(value(799), mm(800), 'fix'), null, null],
  ] as const)('%o', (outcome, measured_stated, stated) => {
    expect(outcome).toMatchObject({ outcome: 'fail', measured_stated, stated });
  });

  test('numbers that differ look different', () => {
    expect(roundedApart(6.096_06, 6.096)).toEqual([6.0961, 6.096]);
    expect(roundedApart(0.529_536, 0.529_547_328)).toEqual([0.529_54, 0.529_55]);
    expect(roundedApart(1218.98, 1219.2)).toEqual([1218.98, 1219.2]);
  });
});

test('a limit of 0 in the units of a standard has its measured number in them too', () => {
  expect(atMost(value(5), inches(0), 'fix')).toMatchObject({
    measured_stated: '0.197 in',
    stated: '0 in',
  });
});
