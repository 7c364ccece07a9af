/** @module ids-findings: failed requirements of an IDS file as findings of a run. */
import { printable } from '../../../base/text/printable.ts';
import { type Finding, findingId } from '../../../checks/findings/finding.ts';
import type { FailureGroup, IdsFailure, SpecificationResult } from '../check/check-ids.ts';
import type { Ids } from '../ids.ts';

/** Level, location and region of an element. */
export type PlaceOf = (id: string) => Pick<Finding, 'level_id' | 'location' | 'box'>;

/** What the findings are about. */
export type Subjects =
  /** Elements of a branch. */
  | { readonly of: 'branch'; readonly placeOf: PlaceOf }
  /** Objects of a file, which have no place in the model. */
  | { readonly of: 'file' };

/** Maximum length of a text of an IDS file or of a model in a finding, characters. */
const MAX_TEXT = 400;
const NOWHERE = { level_id: null, location: null, box: null } as const;

/**
 * One finding for each object and requirement that it does not meet, in the order of the specifications, and one for
 * each specification that lacks an object; the first `most`. The id of a finding depends on the specification, the
 * requirement and the object, so that it stays the same in the next run.
 */
export function idsFindings(
  results: readonly SpecificationResult[],
  subjects: Subjects,
  most = Infinity,
): readonly Finding[] {
  const seen = new Map<string, number>();
  const found: Finding[] = [];
  for (const finding of findingsIn(results, subjects)) {
    if (found.length >= most) break;
    const nth = (seen.get(finding.finding_id) ?? 0) + 1;
    seen.set(finding.finding_id, nth);
    found.push(nth === 1 ? finding : numbered(finding, nth));
  }
  return found;
}

function numbered(finding: Finding, nth: number): Finding {
  return {
    ...finding,
    finding_id: findingId(finding.finding_id, finding.element_ids, `${nth}`),
  };
}

function* findingsIn(
  results: readonly SpecificationResult[],
  subjects: Subjects,
): Generator<Finding> {
  for (const result of results) {
    for (const group of result.groups) {
      if (group.failures.length === 0) yield specificationFinding(result, group);
      for (const failure of group.failures) {
        yield objectFinding(result, group, { failure, subjects });
      }
    }
  }
}

/** Number of failures of all requirements, and of specifications that lack an object. */
export function failuresIn(results: readonly SpecificationResult[]): number {
  return results.flatMap(({ groups }) => groups).reduce((sum, { count }) => sum + count, 0);
}

/** Maximum number of failures that all requirements together keep. */
const MAX_KEPT = 1_000_000;

/** Failures that each requirement of a file may keep, at most `most`: a file with many requirements keeps fewer of each. */
export function keptPerRequirement({ specifications }: Ids, most: number): number {
  const requirements = specifications.reduce((sum, one) => sum + one.requirements.length + 1, 1);
  return Math.min(most, Math.ceil(MAX_KEPT / requirements));
}

/** A text of a file, without characters that could mislead a reader, and not longer than a finding shows. */
export function shownText(text: string): string {
  const safe = printable(text);
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT).toWellFormed()}…` : safe;
}

/** What identifies an object in every run: its GUID, else the number of its record, else its name. */
export function subjectKey({ guid, record, name, entity }: IdsFailure): string {
  return guid ?? record ?? name ?? entity;
}

/** What identifies a requirement in every run. */
function requirementKey(
  { name, identifier }: SpecificationResult,
  { requirement, expected }: FailureGroup,
): string {
  return JSON.stringify([identifier ?? name, requirement === null ? null : expected]);
}

function specificationFinding(result: SpecificationResult, group: FailureGroup): Finding {
  const check = checkOf(group);
  return {
    finding_id: findingId('ids', [], requirementKey(result, group)),
    check,
    severity: 'error',
    element_ids: [],
    ...NOWHERE,
    message: shownText(`\`${result.name}\` applies to no object; it requires ${group.expected}`),
    details: detailsOf(result, group, null),
  };
}

function objectFinding(
  result: SpecificationResult,
  group: FailureGroup,
  { failure, subjects }: { readonly failure: IdsFailure; readonly subjects: Subjects },
): Finding {
  const { element_id, guid, name, record, entity, found } = failure;
  const elements =
    subjects.of === 'file' ? [guid ?? record ?? entity] : element_id === null ? [] : [element_id];
  const key = [subjectKey(failure), requirementKey(result, group)];
  const place =
    subjects.of === 'branch' && element_id !== null ? subjects.placeOf(element_id) : NOWHERE;
  const label = name ?? element_id ?? guid ?? record ?? 'without a name';
  return {
    finding_id: findingId('ids', elements, JSON.stringify(key)),
    check: checkOf(group),
    severity: 'error',
    element_ids: elements,
    ...place,
    message: shownText(
      `${entity} \`${label}\` fails \`${result.name}\`: expected that ${group.expected}; found ${found}`,
    ),
    details: detailsOf(result, group, failure),
  };
}

function checkOf({ cause }: FailureGroup): string {
  return `ids.${cause}`;
}

function detailsOf(
  { name, identifier }: SpecificationResult,
  { requirement, facet, cause, expected, fix }: FailureGroup,
  failure: IdsFailure | null,
): Finding['details'] {
  return {
    specification: shownText(identifier === null ? name : `${identifier} ${name}`),
    requirement: requirement === null ? null : requirement + 1,
    facet,
    cause,
    expected: shownText(expected),
    found: shownText(failure?.found ?? 'no such object'),
    fix: shownText(fix),
    entity: failure?.entity ?? null,
    guid: failure?.guid ?? null,
    name: failure?.name == null ? null : shownText(failure.name),
    record: failure?.record ?? null,
  };
}
