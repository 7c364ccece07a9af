/** @module statistics tests: intervals, clusters, power and ROC curves against independently computed values. */
import { describe, expect, test } from 'vitest';

import { atLeast, atMost, binomial } from '../../../kernel/axion/statistics/binomial.ts';
import {
  bootstrapInterval,
  byCluster,
  effectiveSize,
} from '../../../kernel/axion/statistics/clusters.ts';
import { powerAgainst } from '../../../kernel/axion/statistics/power.ts';
import { rocOf } from '../../../kernel/axion/statistics/roc.ts';
import { wilson } from '../../../kernel/axion/statistics/wilson.ts';

test.each([
  [8, 10, 0.490162, 0.943318],
  [0, 10, 0, 0.277533],
  [97, 100, 0.915481, 0.989745],
  [81, 263, 0.255289, 0.36621],
])('the Wilson interval of %i of %i has the known ends', (passed, n, low, high) => {
  const interval = wilson(passed / n, n);
  expect(interval[0]).toBeCloseTo(low, 6);
  expect(interval[1]).toBeCloseTo(high, 6);
});

test('the intervals of an empty sample are from 0 to 1', () => {
  expect(wilson(0, 0)).toEqual([0, 1]);
  expect(effectiveSize([])).toMatchObject({ n: 0, effective_n: 0 });
  expect(bootstrapInterval([], 'x')).toEqual([0, 1]);
});

describe('sixteen outcomes in four worlds', () => {
  const clusters = ['1110', '0010', '1101', '0001'].map((text) => text.split('').map(Number));

  test('have the effective sample size worked out by hand', () => {
    const found = effectiveSize(clusters);
    expect(found.correlation).toBeCloseTo(1 / 13, 12);
    expect(found.design_effect).toBeCloseTo(16 / 13, 12);
    expect(found.effective_n).toBeCloseTo(13, 12);
  });

  test('have the bootstrap interval of samples of whole worlds', () => {
    expect(bootstrapInterval(clusters, 'a seed')).toEqual([0.25, 0.75]);
  });
});

test('the effective size of equal outcomes within each world is at most the number of worlds', () => {
  const one = [[1, 1, 1, 1]];
  expect(effectiveSize(one).effective_n).toBe(1);
  expect(effectiveSize([[1, 1], [1, 1], [1]]).effective_n).toBeCloseTo(25 / 9, 12);
  expect(effectiveSize([[1], [0], [1]])).toMatchObject({ effective_n: 3, design_effect: 1 });
});

test('byCluster groups values by the key of their cluster', () => {
  const rows = [
    { world: 'a', value: 1 },
    { world: 'b', value: 0 },
    { world: 'a', value: 0 },
  ];
  const found = byCluster(
    rows,
    (row) => row.world,
    (row) => row.value,
  );
  expect(found).toEqual([[1, 0], [0]]);
});

describe('the binomial distribution', () => {
  test('for one half has the exact probabilities of a coin', () => {
    expect(binomial(4, 0.5)).toEqual([1, 4, 6, 4, 1].map((ways) => ways / 16));
    expect(atLeast(3, 4, 0.5)).toBeCloseTo(5 / 16, 12);
    expect(atMost(1, 4, 0.5)).toBeCloseTo(5 / 16, 12);
  });

  test.each([
    [0, [1, 0, 0]],
    [1, [0, 0, 1]],
  ])('for %d is certain', (p, expected) => {
    expect(binomial(2, p)).toEqual(expected);
  });

  test('does not underflow for 10,000 trials', () => {
    const chances = binomial(10_000, 0.4);
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    expect(chances[4000]).toBeCloseTo(0.008143, 5);
  });
});

test('power increases with the sample size, and is 0 for an empty sample', () => {
  expect(powerAgainst(0.5, 0.35, 0)).toBe(0);
  // With up to 5 of 20 passed the interval is below 0.5; at a rate of 0.2 that has the probability 0.804208.
  expect(powerAgainst(0.5, 0.2, 20)).toBeCloseTo(0.804208, 6);
  expect(powerAgainst(0.5, 0.35, 200)).toBeGreaterThan(0.98);
  expect(powerAgainst(0.8, 0.95, 200)).toBeGreaterThan(0.99);
});

describe('the ROC curve of a score', () => {
  test('has the share of correctly ordered pairs as its area, with ties counted by half', () => {
    const { points, area } = rocOf([0, 0, 0.5], [0.5, 1]);
    // Of six pairs, five are ordered correctly and one is a tie.
    expect(area).toBeCloseTo(5.5 / 6, 12);
    expect(points).toEqual([
      { threshold: 1, false_positive: 0, detected: 0.5 },
      { threshold: 0.5, false_positive: 1 / 3, detected: 1 },
      { threshold: 0, false_positive: 1, detected: 1 },
    ]);
  });

  test('has no area if one of the groups is empty', () => {
    expect(rocOf([], [1]).area).toBeNull();
  });
});
