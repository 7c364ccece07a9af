/** @module progress.test: the progress that a caller is notified of. */
import { expect, test } from 'vitest';

import { growingProgress } from '../../../governance/engine/progress.ts';

type Reported = readonly [done: number, total: number, message: string];

function reporting(): {
  readonly reported: readonly Reported[];
  readonly report: ReturnType<typeof growingProgress>;
} {
  const reported: Reported[] = [];
  return {
    reported,
    report: growingProgress((done, total, message) => reported.push([done, total, message])),
  };
}

test('reports once for each hundredth of the work', () => {
  const { reported, report } = reporting();
  for (let done = 0; done < 1000; done += 1) report({ done, total: 1000, doing: 'adding' });
  expect(reported).toHaveLength(100);
});

test('reported progress only grows when work begins to count again', () => {
  const { reported, report } = reporting();
  for (const doing of ['measuring', 'listing', 'listing']) {
    for (let done = 0; done < 5; done += 1) report({ done, total: 5, doing });
  }
  const counts = reported.map(([done]) => done);
  expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b));
  expect(reported.at(-1)).toEqual([14, 15, 'listing']);
});

test('does not report work without a measure', () => {
  const { reported, report } = reporting();
  report({ done: 1, total: 4, doing: 'adding' });
  report({ done: 0, total: 0, doing: 'working' });
  report({ done: 2, total: 4, doing: 'adding' });
  expect(reported).toEqual([
    [1, 4, 'adding'],
    [2, 4, 'adding'],
  ]);
});
