/** @module needles tests: slits of rounding are removed, all other corners stay. */
import { expect, test } from 'vitest';

import {
  withoutNeedles,
  withoutSpikes,
} from '../../../../../kernel/building/geometry/plan/needles.ts';

const SQUARE = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
  { x: 0, y: 100 },
];

test('an outline without slits is returned unchanged', () => {
  expect(withoutNeedles(SQUARE)).toEqual(SQUARE);
  const sharp = [...SQUARE.slice(0, 3), { x: 50, y: 0.1 }];
  expect(withoutNeedles(sharp)).toEqual(sharp);
});

test('removes a slit of 0.001 mm at any start of the outline', () => {
  const [a, b, c, d] = SQUARE;
  const slit = [
    { x: 100, y: 40 },
    { x: 30, y: 50 },
    { x: 30, y: 50.001 },
    { x: 100, y: 40 },
  ];
  const ring = [a, b, ...slit, c, d].filter((p) => p !== undefined);
  for (let i = 0; i < ring.length; i += 1) {
    const found = withoutNeedles([...ring.slice(i), ...ring.slice(0, i)]);
    expect(new Set(found)).toEqual(new Set([...SQUARE, found.find(({ y }) => y === 40)]));
    expect(found).toHaveLength(5);
  }
});

test('removes a bent slit and a step of 0.001 mm', () => {
  const [a, b, c, d] = SQUARE;
  const bent = [
    { x: 60, y: 0 },
    { x: 60, y: 50 },
    { x: 80, y: 70 },
    { x: 80.001, y: 70 },
    { x: 60.001, y: 50 },
    { x: 60.001, y: 0 },
  ];
  const ring = [a, ...bent, b, c, d].filter((p) => p !== undefined);
  expect(withoutNeedles(ring).length).toBeLessThan(6);
  expect(withoutNeedles(ring)).toEqual(expect.arrayContaining(SQUARE));
});

test('removes a spike and keeps corners that are near each other', () => {
  const [a, b, c, d] = SQUARE;
  const spike = [
    { x: 140, y: 100 },
    { x: 100.0001, y: 100.0004 },
  ];
  const near = [{ x: 0.002, y: 100 }];
  const ring = [a, b, c, ...spike, ...near, d].filter((p) => p !== undefined);
  expect(withoutSpikes(ring)).toEqual([a, b, c, { x: 100.0001, y: 100.0004 }, ...near, d]);
});

test.each([
  [-0.1, false],
  [-0.101, true],
])('a spike up to x = %d is removed: %s', (x, removed) => {
  const ring = [...SQUARE, { x: 0, y: 50 }, { x, y: 50 }, { x: 0, y: 50 }];
  expect(withoutSpikes(ring).some((point) => point.x === x)).toBe(!removed);
});
