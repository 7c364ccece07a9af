/** @module ids-check: a check of a model against an IDS file as the result of a run. */
import { canonicalSystem } from '../../kernel/building/kinds/shared/classification-systems.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { checkIds, type SpecificationResult } from '../../kernel/documents/ids/check/check-ids.ts';
import { quoted } from '../../kernel/documents/ids/finding.ts';
import {
  failuresIn,
  idsFindings,
  keptPerRequirement,
  shownText,
  type Subjects,
} from '../../kernel/documents/ids/findings/ids-findings.ts';
import type { IdsModel } from '../../kernel/documents/ids/ids-model.ts';
import type { Ids } from '../../kernel/documents/ids/ids.ts';
import { FINDINGS_KEPT, type JsonObject } from '../../schemas/events.ts';
import { withParameterFixes } from '../building/checks/parameter-fixes.ts';
import { faultText, idsFacts, type IdsSource } from '../files/ids-source.ts';
import type { Checked } from './checked-run.ts';

/** Maximum number of specifications and of groups of failures in a result; all are counted. */
const [MAX_SPECIFICATIONS, MAX_GROUPS] = [200, 100];

type Options = {
  readonly subjects: Subjects;
  readonly facts: JsonObject;
  /** The branch that is checked; null for a file. */
  readonly view?: BuildingView | null;
};

/** Checks a model: one finding for each object and requirement, and the results of the specifications. */
export function checkedIds(
  source: IdsSource & { readonly ids: Ids },
  model: IdsModel,
  { subjects, facts, view = null }: Options,
): Checked {
  const { ids } = source;
  const failuresPerGroup = keptPerRequirement(ids, FINDINGS_KEPT);
  const found = checkIds(ids, model, { failuresPerGroup });
  const fixable =
    view === null ? found : withSystemFixes(withParameterFixes(found, ids, view), ids);
  const results = withFaultFixes(fixable, source, view !== null);
  const findings = idsFindings(results, subjects, FINDINGS_KEPT);
  const unlisted = failuresIn(results) - findings.length;
  return {
    findings,
    unlisted: { error: unlisted, warning: 0, advisory: 0 },
    summary: {
      status: statusOf(source, results),
      ids: idsFacts(source),
      ...facts,
      schema: model.schema,
      coverage: coverageOf(results),
      specifications: results.slice(0, MAX_SPECIFICATIONS).map(rowOf),
      causes: causesOf(results),
    },
  };
}

/**
 * The results, where a requirement has an error that no change of the model corrects: its fix is to correct the IDS file.
 * For a branch, that is also a reserved name of a set, which `set_properties` refuses.
 */
function withFaultFixes(
  results: readonly SpecificationResult[],
  { ids, findings }: IdsSource & { readonly ids: Ids },
  isBranch: boolean,
): readonly SpecificationResult[] {
  const faults = findings.filter(
    ({ severity, rule }) => severity === 'error' || (isBranch && rule === 'set-name'),
  );
  if (faults.length === 0) return results;
  return results.map((result, index) => ({
    ...result,
    groups: result.groups.map((group) => {
      const { requirements = [], place } = ids.specifications[index] ?? {};
      const faulty =
        group.requirement === null
          ? `${place?.path ?? ''}/applicability`
          : (requirements[group.requirement]?.place.path ?? '');
      const fault = faults.find(({ place: { path } }) => isIn(path, faulty));
      return fault ? { ...group, fix: `correct the IDS file, ${faultText(fault)}` } : group;
    }),
  }));
}

/**
 * The results of a branch. A known classification system is written under one name: a requirement with another spelling
 * of it is met by no code, so that its fix is to correct the IDS file.
 */
function withSystemFixes(
  results: readonly SpecificationResult[],
  { specifications }: Ids,
): readonly SpecificationResult[] {
  return results.map((result, index) => ({
    ...result,
    groups: result.groups.map((group) => {
      const facet = specifications[index]?.requirements[group.requirement ?? -1];
      if (facet?.facet !== 'classification' || facet.system.kind !== 'simple') return group;
      const { text } = facet.system;
      const { system } = canonicalSystem(text);
      if (system === text || group.cause === 'prohibited') return group;
      const fix = `ask for the system \`${system}\` in the IDS file: the model writes this name instead of ${quoted(text)}`;
      return { ...group, fix };
    }),
  }));
}

/** Whether a part of the file is in another one, both given by their paths. */
function isIn(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`);
}

/** `pass` only if every specification is met and the whole file could be read. */
function statusOf({ findings }: IdsSource, results: readonly SpecificationResult[]): string {
  if (results.some(({ status }) => status === 'fail')) return 'fail';
  if (findings.some(({ severity }) => severity === 'error')) return 'incomplete';
  return results.some(({ status }) => status === 'pass') ? 'pass' : 'nothing_to_check';
}

function coverageOf(results: readonly SpecificationResult[]): JsonObject {
  const count = (status: SpecificationResult['status']): number =>
    results.filter((one) => one.status === status).length;
  return {
    specifications: results.length,
    passed: count('pass'),
    failed: count('fail'),
    not_applicable: count('not_applicable'),
    for_other_schemas: results.filter(({ isForSchema }) => !isForSchema).length,
    objects_checked: results.reduce((sum, { applicable }) => sum + applicable, 0),
  };
}

function rowOf(result: SpecificationResult): JsonObject {
  const { name, identifier, status, applicable, passed, failed } = result;
  return {
    name: shownText(name),
    ...(identifier === null ? {} : { identifier: shownText(identifier) }),
    status,
    applicable,
    passed,
    failed,
  };
}

/** The failures grouped by requirement and cause, the most frequent first. */
function causesOf(results: readonly SpecificationResult[]): readonly JsonObject[] {
  return results
    .flatMap(({ name, groups }) => groups.map((group) => ({ name, ...group })))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_GROUPS)
    .map(({ name, requirement, cause, count, expected, fix }) => ({
      specification: shownText(name),
      requirement: requirement === null ? null : requirement + 1,
      cause,
      count,
      expected: shownText(expected),
      fix: shownText(fix),
    }));
}
