/** @module compare runs: which findings of a check are new, which go on since when, and which are gone. */

/** What is told apart by its id alone. */
type Identified = { readonly finding_id: string };

/** A finding of an earlier run with when it was first found in a row. */
export type Standing<F extends Identified, Since> = { readonly finding: F; readonly since: Since };

/** A finding of the current run: `new` in it, or `active` since an earlier one. */
export type Compared<F extends Identified, Since> = Standing<F, Since> & {
  readonly status: 'new' | 'active';
};

export type RunComparison<F extends Identified, Since> = {
  /** Those of the current run, in its order. */
  readonly findings: readonly Compared<F, Since>[];
  /** Those of the previous run that are gone, in its order, with since when they had been there. */
  readonly resolved: readonly Standing<F, Since>[];
  /** Those of the previous run that the current one did not look for: nothing is known of them. */
  readonly not_looked_for: readonly Standing<F, Since>[];
};

/** The current run. */
type CurrentRun<F extends Identified, Since> = {
  readonly findings: readonly F[];
  /** What a new finding is there since: a run, a position or a time. */
  readonly at: Since;
  /** Whether the run would have found this again; left out where it looked for all that the previous one did. */
  readonly covers?: (finding: F) => boolean;
};

/**
 * Compares a run with the one before it, for checks of every sort: findings are the same when their ids are. `null`
 * where there was none before. What was resolved once and is found again is new.
 */
export function compareRuns<F extends Identified, Since>(
  previous: readonly Standing<F, Since>[] | null,
  { findings, at, covers = () => true }: CurrentRun<F, Since>,
): RunComparison<F, Since> {
  const known = new Map((previous ?? []).map((one) => [one.finding.finding_id, one.since]));
  const found = new Set(findings.map(({ finding_id }) => finding_id));
  const gone = (previous ?? []).filter(({ finding }) => !found.has(finding.finding_id));
  return {
    findings: findings.map((finding): Compared<F, Since> => {
      const since = known.get(finding.finding_id);
      return since === undefined
        ? { finding, since: at, status: 'new' }
        : { finding, since, status: 'active' };
    }),
    resolved: gone.filter(({ finding }) => covers(finding)),
    not_looked_for: gone.filter(({ finding }) => !covers(finding)),
  };
}
