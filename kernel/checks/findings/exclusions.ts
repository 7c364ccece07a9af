/** @module exclusions: removes accepted findings from a list and returns them separately. */

/** Why a finding is accepted, and who accepted it. */
export type Exclusion = {
  readonly finding_id: string;
  readonly because: string;
  readonly by: string;
};

/** An excluded finding, with the reason and the person who accepted it. */
export type Excluded<F> = { readonly finding: F; readonly because: string; readonly by: string };

/** The remaining findings, the excluded findings, and the exclusions whose findings no longer exist (`unused`). */
export type WithoutExcluded<F> = {
  readonly findings: readonly F[];
  readonly excluded: readonly Excluded<F>[];
  readonly unused: readonly Exclusion[];
};

/** Separates excluded findings from the others. If a finding has several exclusions, the last one applies. */
export function withoutExcluded<F extends { readonly finding_id: string }>(
  findings: readonly F[],
  exclusions: readonly Exclusion[],
): WithoutExcluded<F> {
  const by_id = new Map(exclusions.map((exclusion) => [exclusion.finding_id, exclusion]));
  const found = new Set(findings.map(({ finding_id }) => finding_id));
  return {
    findings: findings.filter(({ finding_id }) => !by_id.has(finding_id)),
    excluded: findings.flatMap((finding) => {
      const exclusion = by_id.get(finding.finding_id);
      return exclusion === undefined
        ? []
        : [{ finding, because: exclusion.because, by: exclusion.by }];
    }),
    unused: exclusions.filter(({ finding_id }) => !found.has(finding_id)),
  };
}
