/** @module exclusions: findings that somebody has said are meant so, taken out of a list and named beside it. */

/** Why a finding is meant so, and who said it. */
export type Exclusion = {
  readonly finding_id: string;
  readonly because: string;
  readonly by: string;
};

/** A finding that is left out, with the reason and the person. */
export type Excluded<F> = { readonly finding: F; readonly because: string; readonly by: string };

/** What is left of the findings, what was left out of them, and the exclusions of findings that there are not any more. */
export type WithoutExcluded<F> = {
  readonly findings: readonly F[];
  readonly excluded: readonly Excluded<F>[];
  readonly unused: readonly Exclusion[];
};

/** Leaves out what is excluded; of several exclusions of one finding the last holds. */
export function withoutExcluded<F extends { readonly finding_id: string }>(
  findings: readonly F[],
  exclusions: readonly Exclusion[],
): WithoutExcluded<F> {
  const given = new Map(exclusions.map((exclusion) => [exclusion.finding_id, exclusion]));
  const found = new Set(findings.map(({ finding_id }) => finding_id));
  return {
    findings: findings.filter(({ finding_id }) => !given.has(finding_id)),
    excluded: findings.flatMap((finding) => {
      const exclusion = given.get(finding.finding_id);
      return exclusion === undefined
        ? []
        : [{ finding, because: exclusion.because, by: exclusion.by }];
    }),
    unused: exclusions.filter(({ finding_id }) => !found.has(finding_id)),
  };
}
