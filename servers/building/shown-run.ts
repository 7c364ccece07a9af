/** @module shown-run: a run of a check for who sees a part of what it looked at. */
import type { ValidationRun } from './view.ts';

/**
 * The run with the findings whose elements are all seen. What it counts is of everything that it looked at, so it is
 * left out; so are positions in the log, and why somebody ran it.
 */
export function shownRun(run: ValidationRun, sees: (id: string) => boolean): ValidationRun {
  const findings = run.payload.findings.filter(({ element_ids }) => element_ids.every(sees));
  const { branch } = run.payload.head;
  return {
    ...run,
    reasoning: null,
    payload: {
      ...run.payload,
      head: { branch, branch_seq: 0, seq: 0 },
      summary: {},
      findings,
      found: findings.length,
    },
  };
}
