/** @module tests of line numbers: a first page for each place, and further pages that do not move others. */
import { expect, test } from 'vitest';

import { LineNumbers, PAGE } from '../../../../../kernel/documents/ifc/write/step/line-numbers.ts';

/** The numbers that places receive in this order. */
function taken(lines: LineNumbers, places: readonly number[], each: number): readonly number[][] {
  return places.map((place) => {
    const numbers = lines.at(place);
    return Array.from({ length: each }, () => lines.take(numbers));
  });
}

test('the first page of a place does not depend on other places', () => {
  const [a, b] = taken(new LineNumbers(100, 3), [0, 2], PAGE);
  expect([a?.[0], a?.at(-1), b?.[0], b?.at(-1)]).toEqual([
    100,
    99 + PAGE,
    100 + 2 * PAGE,
    99 + 3 * PAGE,
  ]);
});

test('further pages follow all first pages, are never shared, and mostly stay when another place is removed', () => {
  const places = Array.from({ length: 50 }, (_, place) => place);
  const all = taken(new LineNumbers(1, 50), places, 5 * PAGE);
  expect(new Set(all.flat()).size).toBe(50 * 5 * PAGE);
  expect(Math.min(...all.flatMap((one) => one.slice(PAGE)))).toBeGreaterThan(50 * PAGE);
  const less = taken(new LineNumbers(1, 50), places.slice(1), 5 * PAGE);
  const moved = less.filter((one, i) => one.join() !== all[i + 1]?.join());
  expect(moved.length).toBeLessThanOrEqual(4);
});

test('a full table appends pages, and released pages are allocated again', () => {
  const lines = new LineNumbers(1, 1);
  const [many = []] = taken(lines, [0], 3000 * PAGE);
  expect(new Set(many).size).toBe(3000 * PAGE);
  lines.mark();
  const [first = []] = taken(lines, [7], 40 * PAGE);
  lines.back();
  const [again = []] = taken(lines, [7], 40 * PAGE);
  expect(again).toEqual(first);
  expect(new Set([...many, ...again]).size).toBe(3040 * PAGE);
});
