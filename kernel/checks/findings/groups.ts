/** @module groups: groups findings by element, by level or by hand, so that each group is one issue to resolve. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { digestOf } from '../../base/canonical/hash.ts';
import type { Finding } from './finding.ts';

type Grouped = Pick<Finding, 'finding_id' | 'element_ids' | 'level_id'>;

/** A group that a person defined. */
export type HandMadeGroup = { readonly name: string; readonly finding_ids: readonly string[] };

export type FindingGroup = {
  /** Stays the same from run to run, even if the findings in the group change: see `groupId`. */
  readonly group_id: string;
  /** Id of the element or level, or the name of the group; null for the group of all other findings. */
  readonly of: string | null;
  /** In the order of the findings. */
  readonly finding_ids: readonly string[];
};

/** The criterion by which findings are grouped. */
export type Grouping =
  | { readonly by: 'element' }
  | { readonly by: 'level' }
  | { readonly by: 'hand'; readonly groups: readonly HandMadeGroup[] };

/** Id of a group. It depends on the element, level or name, and on nothing that changes from run to run. */
function groupId(by: Grouping['by'], of: string | null): string {
  return digestOf(['group', by, of]).slice(0, 16);
}

/**
 * Assigns each finding to one group. By element: the element of the finding that has the most findings (if equal, the
 * smaller id). By hand: the first group that names the finding. Groups are sorted by `of`, with null last.
 */
export function groupFindings(
  findings: readonly Grouped[],
  grouping: Grouping,
): readonly FindingGroup[] {
  const keyOf = keysFor(findings, grouping);
  const groups = new Map<string | null, string[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [finding.finding_id]);
    else members.push(finding.finding_id);
  }
  return [...groups]
    .map(([of, finding_ids]) => ({ group_id: groupId(grouping.by, of), of, finding_ids }))
    .toSorted((p, q) =>
      p.of === null || q.of === null
        ? Number(p.of === null) - Number(q.of === null)
        : compareText(p.of, q.of),
    );
}

function keysFor(
  findings: readonly Grouped[],
  grouping: Grouping,
): (finding: Grouped) => string | null {
  switch (grouping.by) {
    case 'element': {
      const counts = new Map<string, number>();
      for (const id of findings.flatMap(({ element_ids }) => element_ids)) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      const count = (id: string): number => counts.get(id) ?? 0;
      return ({ element_ids }) =>
        element_ids.toSorted((p, q) => count(q) - count(p) || compareText(p, q))[0] ?? null;
    }
    case 'level':
      return ({ level_id }) => level_id;
    case 'hand': {
      const named = new Map<string, string>();
      for (const { name, finding_ids } of grouping.groups.toReversed()) {
        for (const id of finding_ids) named.set(id, name);
      }
      return ({ finding_id }) => named.get(finding_id) ?? null;
    }
    default:
      return grouping satisfies never;
  }
}
