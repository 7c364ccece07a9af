/** @module tests of the grouping of operations by day and by session. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { daysOf, type Mark, sessionsOf } from '../../../../servers/view/log/log-steps.ts';

/** Marks, newest first, from `[time, session, author]`, oldest first. */
function marksOf(all: readonly (readonly [string, string | null, string])[]): readonly Mark[] {
  return all
    .map(([at, session_id, who], n) => ({ event: `e${n}`, seq: n + 1, at, session_id, who }))
    .toReversed();
}

test('a day ends with its newest operation', () => {
  const marks = marksOf([
    ['2026-03-01T08:00:00.000Z', 'a', 'x'],
    ['2026-03-01T23:59:59.999Z', 'a', 'x'],
    ['2026-03-02T00:00:00.000Z', 'a', 'x'],
  ]);
  expect(daysOf(marks)).toEqual([
    { event: 'e1', seq: 2, at: '2026-03-01T23:59:59.999Z', label: '2026-03-01', operations: 2 },
    { event: 'e2', seq: 3, at: '2026-03-02T00:00:00.000Z', label: '2026-03-02', operations: 1 },
  ]);
});

test('a session is a run of operations of one session, or of one author where sessions are unknown', () => {
  const at = '2026-03-01T08:00:00.000Z';
  const marks = marksOf([
    [at, 's', 'x'],
    [at, 's', 'x'],
    [at, 't', 'x'],
    [at, null, 'y'],
    [at, null, 'y'],
    [at, null, 'z'],
    [at, 's', 'x'],
  ]);
  expect(
    sessionsOf(marks).map(({ event, label, operations }) => [event, label, operations]),
  ).toEqual([
    ['e1', 'x', 2],
    ['e2', 'x', 1],
    ['e4', 'y', 2],
    ['e5', 'z', 1],
    ['e6', 'x', 1],
  ]);
});

test('every operation is in one step, and the steps are in the order of the log', () => {
  const one = fc.tuple(
    fc.integer({ min: 0, max: 4 }).map((day) => `2026-03-0${day + 1}T08:00:00.000Z`),
    fc.constantFrom('s', 't', null),
    fc.constantFrom('x', 'y'),
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (all) => {
      const marks = marksOf(all);
      for (const steps of [daysOf(marks), sessionsOf(marks)]) {
        expect(steps.reduce((sum, { operations }) => sum + operations, 0)).toBe(all.length);
        let end = 0;
        for (const { seq, operations } of steps) {
          end += operations;
          expect(seq).toBe(end);
        }
      }
    }),
  );
});
