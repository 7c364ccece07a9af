/** @module compare runs: which findings of a check are new, active since an earlier run, or resolved. */

/** Findings with equal ids are the same finding. */
type Identified = { readonly finding_id: string };

/** A finding, and the first of the consecutive runs that found it. */
export type Tracked<F extends Identified, Since> = { readonly finding: F; readonly since: Since };

/** A finding of the current run: `new` in this run, or `active` since an earlier one. */
export type Compared<F extends Identified, Since> = Tracked<F, Since> & {
  readonly status: 'new' | 'active';
};

export type RunComparison<F extends Identified, Since> = {
  /** The findings of the current run, in its order. */
  readonly findings: readonly Compared<F, Since>[];
  /** The findings of the previous run that no longer exist, in its order. */
  readonly resolved: readonly Tracked<F, Since>[];
  /** The findings of the previous run that the current run did not check: whether they still exist is unknown. */
  readonly not_checked: readonly Tracked<F, Since>[];
};

/** The current run. */
type CurrentRun<F extends Identified, Since> = {
  readonly findings: readonly F[];
  /** The `since` of new findings: a run, a position or a time. */
  readonly at: Since;
  /** Whether the run would have found this again. Default: the run checks all that the previous one did. */
  readonly covers?: (finding: F) => boolean;
};

/**
 * Compares a run of any check with the previous run; `previous` is null for the first run. Findings with equal ids are
 * the same. A resolved finding that is found again is new.
 */
export function compareRuns<F extends Identified, Since>(
  previous: readonly Tracked<F, Since>[] | null,
  { findings, at, covers = () => true }: CurrentRun<F, Since>,
): RunComparison<F, Since> {
  const known = new Map((previous ?? []).map((one) => [one.finding.finding_id, one.since]));
  const found = new Set(findings.map(({ finding_id }) => finding_id));
  const missing = (previous ?? []).filter(({ finding }) => !found.has(finding.finding_id));
  return {
    findings: findings.map((finding): Compared<F, Since> => {
      const since = known.get(finding.finding_id);
      return since === undefined
        ? { finding, since: at, status: 'new' }
        : { finding, since, status: 'active' };
    }),
    resolved: missing.filter(({ finding }) => covers(finding)),
    not_checked: missing.filter(({ finding }) => !covers(finding)),
  };
}
