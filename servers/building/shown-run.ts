/** @module shown-run: a run of a check for who sees a part of the model. */
import type { ValidationRun } from './view.ts';

/**
 * Whether a run looked by this permission, or at the whole where that is null. A run that saw more is not told, not even
 * of what is seen: how wide, how far and whether at all a way is may be due to what is not.
 */
export function lookedBy({ payload }: ValidationRun, sight: string | null): boolean {
  return sight === null ? payload.whole : !payload.whole && payload.sight === sight;
}

/**
 * The run with what it found of what is seen still. What it counts is of everything that it looked at, so it is left out;
 * so are positions in the log, and why somebody ran it. Of a run that looked by another permission nothing is left.
 */
export function shownRun(
  run: ValidationRun,
  { sight, sees }: { readonly sight: string; readonly sees: (id: string) => boolean },
): ValidationRun {
  const told = lookedBy(run, sight);
  const findings = told
    ? run.payload.findings.filter(({ element_ids }) => element_ids.every(sees))
    : [];
  const { branch } = run.payload.head;
  return {
    ...run,
    reasoning: null,
    payload: {
      ...run.payload,
      ...(told ? {} : { options: {} }),
      head: { branch, branch_seq: 0, seq: 0 },
      summary: {},
      findings,
      found: findings.length,
    },
  };
}
