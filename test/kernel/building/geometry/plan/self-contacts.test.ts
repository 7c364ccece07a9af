/** @module touches: what an outline goes round where it touches itself comes apart, each in its own sense. */
import { expect, test } from 'vitest';

import { signedArea } from '../../../../kernel/geometry/plan/polygon.ts';
import { partedAtTouches } from '../../../../kernel/geometry/plan/touches.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const areas = (ring: Parameters<typeof partedAtTouches>[0]): readonly number[] =>
  partedAtTouches(ring)
    .map(signedArea)
    .toSorted((a, b) => a - b);

test('an outline that does not touch itself is as it was', () => {
  const ring = [P(0, 0), P(10, 0), P(10, 10), P(5, 0.01), P(0, 10)];
  expect(partedAtTouches(ring)).toEqual([ring]);
});

test('two squares that share a corner are two', () => {
  const ring = [P(0, 0), P(10, 0), P(10, 10), P(20, 10), P(20, 20), P(10, 20), P(10, 10), P(0, 10)];
  expect(areas(ring)).toEqual([100, 100]);
  expect(areas([...ring.slice(5), ...ring.slice(0, 5)])).toEqual([100, 100]);
});

test('a corner that lies on a side parts it there', () => {
  expect(areas([P(0, 0), P(10, 0), P(10, 10), P(5, 0), P(0, 10)])).toEqual([25, 25]);
});

test('a bay that closes on itself is a hole', () => {
  // From the lower side in, round a square clockwise, and out through the same corner.
  const ring = [P(0, 0), P(40, 0), P(40, 40), P(0, 40), P(0, 20), P(10, 20), P(10, 30), P(30, 30)];
  const back = [P(30, 10), P(10, 10), P(10, 20), P(0, 20)];
  const [hole, whole] = areas([...ring, ...back]);
  expect([hole, whole]).toEqual([-400, 1600]);
});
