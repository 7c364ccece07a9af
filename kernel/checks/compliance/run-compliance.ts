/** @module run-compliance: checks a building, or one level of it, against standards. */
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Severity } from '../findings/finding.ts';
import { checkSubjects, type Question } from './check-subjects.ts';
import { adjacentSpaces } from './measures/leaving.ts';
import { useAssumptions } from './measures/served.ts';
import { passagesOn, roomsOn } from './measures/storey.ts';
import type { Pack } from './pack.ts';
import { PACKS } from './packs/packs.ts';
import type { ComplianceResult, Coverage, Status } from './result.ts';
import type { OperatorRule } from './rule.ts';
import type { Circumstances, Run } from './run.ts';

/** Options of a check. */
export type ComplianceOptions = {
  /** Names of standards: built-in ones and those of `own_packs`. */
  readonly standards: readonly string[];
  /** Packs of the operator, from `readOperatorPack`. */
  readonly own_packs?: readonly Pack<OperatorRule>[];
  /** Less severe findings are counted but not listed. Default: list all. */
  readonly severity_threshold?: Severity;
  /** Check only elements on this level or ending on it. */
  readonly level_id?: string;
  readonly circumstances?: Partial<Circumstances>;
};

/** From the most to the least severe. */
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'advisory'];

/** The packs of these standards. @throws {RangeError} if a standard has no pack or several packs. */
export function packsOf({
  standards,
  own_packs = [],
}: ComplianceOptions): readonly Pack<OperatorRule>[] {
  const all: readonly Pack<OperatorRule>[] = [...PACKS, ...own_packs];
  return standards.map((standard) => {
    const found = all.filter((pack) => pack.standard === standard);
    const [pack] = found;
    if (pack !== undefined && found.length === 1) return pack;
    const known = all.map((other) => other.standard).join(', ');
    throw new RangeError(
      `standard \`${standard}\` has ${found.length} packs; expected one of ${known}`,
    );
  });
}

/** Starts a run over a view. */
export function newRun(view: ModelView, { circumstances }: ComplianceOptions): Run {
  return { view, circumstances: { occupancy: null, sprinklered: false, ...circumstances } };
}

/** Whether an element is on a level or ends on it. */
export function touchesLevel(view: ModelView, element: Element, level_id: string): boolean {
  if (element.id === level_id || view.levelOf(element.id) === level_id) return true;
  return 'top_level_id' in element.params && element.params.top_level_id === level_id;
}

function* subjectsOf(
  view: ModelView,
  { subject }: OperatorRule,
  level_id: string | undefined,
): Iterable<Element> {
  for (const element of view.elementsOf(subject)) {
    if (level_id === undefined || touchesLevel(view, element, level_id)) yield element;
  }
}

/** The status of a check, from the severities of its findings and its coverage. */
export function statusOf(
  failing: readonly Severity[],
  evaluated: number,
  not_evaluated: number,
): Status {
  if (failing.some((severity) => severity !== 'advisory')) return 'violations';
  return failing.length === 0 && evaluated > 0 && not_evaluated === 0 ? 'compliant' : 'incomplete';
}

/** Whether a door of a level leads into a space that walls enclose. */
function hasSpaces(run: Run, level_id: string): boolean {
  return passagesOn(run, level_id).some(
    ({ id, is_door }) => is_door && adjacentSpaces(run, id).some((space) => space !== null),
  );
}

/**
 * Adds to the coverage: on levels that have doors into enclosed spaces but no rooms, rules about rooms count as not
 * evaluated.
 */
export function withRoomless(
  run: Run,
  coverage: Coverage,
  {
    rules,
    level_ids,
  }: { readonly rules: readonly OperatorRule[]; readonly level_ids: readonly string[] },
): Coverage {
  const element_ids = level_ids.filter((id) => roomsOn(run, id).length === 0 && hasSpaces(run, id));
  if (element_ids.length === 0) return coverage;
  const because = 'the level has doors but no rooms: create rooms with a usage';
  const missing = rules.flatMap(({ id: rule_id, subject }) =>
    subject === 'room' ? [{ rule_id, because, element_ids }] : [],
  );
  return { ...coverage, not_evaluated: [...coverage.not_evaluated, ...missing] };
}

/**
 * Evaluates every rule of the standards for every element of its subject. The check is a screening of measured
 * geometry: `compliant` means that every applicable rule of these packs was evaluated and passed.
 * @throws {RangeError} like `packsOf`.
 */
export function runCompliance(view: ModelView, options: ComplianceOptions): ComplianceResult {
  const { level_id, severity_threshold = 'advisory' } = options;
  const packs = packsOf(options);
  const run = newRun(view, options);
  const questions = packs.flatMap(({ rules }) =>
    rules.map((rule): Question => ({ rule, subjects: [...subjectsOf(view, rule, level_id)] })),
  );
  const { findings, coverage: of_subjects } = checkSubjects(run, questions);
  const coverage = withRoomless(run, of_subjects, {
    rules: packs.flatMap(({ rules }) => rules),
    level_ids: view.levels().flatMap(({ id }) => ((level_id ?? id) === id ? [id] : [])),
  });
  const last_listed = SEVERITIES.indexOf(severity_threshold);
  const listed = findings.filter(({ severity }) => SEVERITIES.indexOf(severity) <= last_listed);
  return {
    status: statusOf(
      findings.map(({ severity }) => severity),
      coverage.evaluated,
      coverage.not_evaluated.length,
    ),
    packs: packs.map(({ standard, title, version, rules }) => ({
      standard,
      title,
      version,
      rules: rules.length,
    })),
    level_id: level_id ?? null,
    circumstances: run.circumstances,
    findings: listed,
    unlisted: findings.length - listed.length,
    coverage,
    assumptions: useAssumptions(run),
  };
}
