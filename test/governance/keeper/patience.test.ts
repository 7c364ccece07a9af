/** @module How a process waits for the next keeper: soon back, and no storm while another takes over. */
import { expect, test } from 'vitest';

import { competesAfter, pauseAfter } from '../../../governance/keeper/patience.ts';

/** Tries and competitions of one process in its first `ms` milliseconds without a keeper. */
function within(ms: number): { tries: number; competitions: number } {
  let [tries, competitions] = [0, 0];
  for (let waited = 0; waited < ms; waited += pauseAfter(tries)) {
    tries += 1;
    if (competesAfter(tries)) competitions += 1;
  }
  return { tries, competitions };
}

test('the first try that fails competes', () => {
  expect(competesAfter(1)).toBe(true);
  expect(within(1)).toEqual({ tries: 1, competitions: 1 });
});

test('a keeper is found within 5 ms while takeovers last, within 25 ms later', () => {
  const pauses = Array.from({ length: 300 }, (_, tries) => pauseAfter(tries + 1));
  expect(Math.max(...pauses.slice(0, 100))).toBe(5);
  expect(Math.max(...pauses)).toBe(25);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test('a takeover of a tenth of a second is disturbed some thirty times by each process, not a hundred times', () => {
  const { tries, competitions } = within(100);
  expect(tries).toBeLessThanOrEqual(32);
  expect(competitions).toBeLessThanOrEqual(8);
});

test('whoever dies while taking over is followed by another within 100 ms', () => {
  let since = 0;
  for (let tries = 1; tries <= 300; tries += 1) {
    since = competesAfter(tries) ? 0 : since;
    since += pauseAfter(tries);
    expect(since).toBeLessThanOrEqual(100);
  }
});
