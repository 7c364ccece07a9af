/** @module self-contacts tests: outlines are split where they touch themselves. */
import { expect, test } from 'vitest';

import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { splitAtContacts } from '../../../../../kernel/building/geometry/plan/self-contacts.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const areas = (ring: Parameters<typeof splitAtContacts>[0]): readonly number[] =>
  splitAtContacts(ring)
    .map(signedArea)
    .toSorted((a, b) => a - b);

test('an outline without self-contact is returned unchanged', () => {
  const ring = [P(0, 0), P(10, 0), P(10, 10), P(5, 0.01), P(0, 10)];
  expect(splitAtContacts(ring)).toEqual([ring]);
});

test('an outline of two squares that share a corner is split into two', () => {
  const ring = [P(0, 0), P(10, 0), P(10, 10), P(20, 10), P(20, 20), P(10, 20), P(10, 10), P(0, 10)];
  expect(areas(ring)).toEqual([100, 100]);
  expect(areas([...ring.slice(5), ...ring.slice(0, 5)])).toEqual([100, 100]);
});

test('an outline is split at a corner on one of its sides', () => {
  expect(areas([P(0, 0), P(10, 0), P(10, 10), P(5, 0), P(0, 10)])).toEqual([25, 25]);
});

test('a square joined to the outline by a slit becomes a hole', () => {
  // The ring enters from the left side, goes clockwise around a square, and leaves through the same corner.
  const ring = [P(0, 0), P(40, 0), P(40, 40), P(0, 40), P(0, 20), P(10, 20), P(10, 30), P(30, 30)];
  const back = [P(30, 10), P(10, 10), P(10, 20), P(0, 20)];
  const [hole, whole] = areas([...ring, ...back]);
  expect([hole, whole]).toEqual([-400, 1600]);
});
