/** @module changed-findings: what a change of the model breaks and meets of the requirements of an IDS file. */
import type { Finding } from '../../../checks/findings/finding.ts';
import type { FailureGroup, SpecificationResult } from '../check/check-ids.ts';
import { idsFindings, type PlaceOf, subjectKey } from './ids-findings.ts';

/** The results of one IDS file before and after a change. */
export type Compared = {
  readonly results: readonly SpecificationResult[];
  readonly placeOf: PlaceOf;
};

/** A specification that a change affects. */
export type ChangedSpecification = {
  readonly name: string;
  readonly before: SpecificationResult['status'];
  readonly after: SpecificationResult['status'];
  /** Numbers of objects that fail. */
  readonly failed_before: number;
  readonly failed_after: number;
};

/** What differs between two checks. */
export type ChangedFindings = {
  readonly made: readonly Finding[];
  readonly resolved: readonly Finding[];
  readonly specifications: readonly ChangedSpecification[];
  /** Specifications with more failures than were kept: only their numbers are compared. */
  readonly uncompared: readonly string[];
};

/**
 * Findings of the second check that the first one has not, and the reverse. The results are those of the same
 * specifications in the same order. A requirement that an object fails in another way is neither.
 */
export function changedFindings(before: Compared, after: Compared): ChangedFindings {
  const [first, second] = [keysIn(before.results), keysIn(after.results)];
  const pairs = before.results.flatMap((old, index) => {
    const now = after.results[index];
    return now === undefined ? [] : [{ old, now }];
  });
  const uncompared = pairs.filter(({ old, now }) => [...old.groups, ...now.groups].some(isCut));
  const cut = new Set(uncompared.flatMap(({ old, now }) => [old, now]));
  const only = ({ results, placeOf }: Compared, known: ReadonlySet<string>): readonly Finding[] =>
    idsFindings(
      results.map((result, index) =>
        cut.has(result) ? Object.assign({}, result, { groups: [] }) : less(result, index, known),
      ),
      { of: 'branch', placeOf },
    );
  return {
    made: only(after, first),
    resolved: only(before, second),
    specifications: pairs
      .filter(({ old, now }) => old.status !== now.status || old.failed !== now.failed)
      .map(({ old, now }) => ({
        name: now.name,
        before: old.status,
        after: now.status,
        failed_before: old.failed,
        failed_after: now.failed,
      })),
    uncompared: uncompared.map(({ now }) => now.name),
  };
}

/** The keys of all failures. */
function keysIn(results: readonly SpecificationResult[]): ReadonlySet<string> {
  return new Set(
    results.flatMap(({ groups }, index) =>
      groups.flatMap((group) => keysOf(group, index).map(([key]) => key)),
    ),
  );
}

/** Whether a group counts more failures than it lists; a specification without objects lists none and counts one. */
function isCut({ count, failures }: FailureGroup): boolean {
  return count > Math.max(failures.length, 1);
}

/** A key for each failure of a group, with its position. */
function keysOf(
  { requirement, failures }: FailureGroup,
  index: number,
): readonly (readonly [key: string, at: number])[] {
  if (failures.length === 0) return [[JSON.stringify([index, requirement]), -1]];
  return failures.map((failure, at) => [
    JSON.stringify([index, requirement, subjectKey(failure)]),
    at,
  ]);
}

/** A result without the failures that are known. */
function less(
  result: SpecificationResult,
  index: number,
  known: ReadonlySet<string>,
): SpecificationResult {
  const groups = result.groups.flatMap((group) => {
    const kept = keysOf(group, index).filter(([key]) => !known.has(key));
    if (kept.length === 0) return [];
    const failures = kept.flatMap(([, at]) => group.failures[at] ?? []);
    return [{ ...group, count: kept.length, failures }];
  });
  return { ...result, groups };
}
