/** @module check-subjects: evaluates rules for elements and collects findings and coverage. */
import type { BoxMm, SpacePoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { type Finding, findingId } from '../findings/finding.ts';
import { type Failure, roundedApart } from './outcome.ts';
import type { Coverage, NotEvaluated } from './result.ts';
import { type OperatorRule, severityOf } from './rule.ts';
import type { Run } from './run.ts';

/** A rule and the elements for which it is evaluated. */
export type Question = { readonly rule: OperatorRule; readonly subjects: readonly Element[] };

/** Findings and coverage of a check. */
export type Checked = { readonly findings: readonly Finding[]; readonly coverage: Coverage };

function middleOf({ min, max }: BoxMm): SpacePoint {
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
}

function onGrid({ x, y, z }: SpacePoint): SpacePoint {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(z) };
}

/** The element that a title names at its end. Its id replaces it: `clear width of a door` is the clear width of `door_1`. */
const SUBJECT = / (?:of|in) an? (?:corridor|door|ramp|room|stair|storey)$/u;

/** What a rule measures, before `of` and the id of the element. */
function measuredOf({ title }: OperatorRule): string {
  return title.toLowerCase().replace(SUBJECT, '');
}

function findingOf(run: Run, rule: OperatorRule, { id }: Element, failed: Failure): Finding {
  const { measured, required, relation, unit, measured_stated, stated, what, fix } = failed;
  const { standard, edition, clause, confidence } = rule.source;
  const box = run.view.bounds(id);
  const at = failed.at ?? (box === null ? null : middleOf(box));
  const bound = relation === 'at_least' ? 'at least' : 'at most';
  const [value, limit] = roundedApart(measured, required);
  const inUnits = (number: number, text: string | null): string =>
    `${number} ${unit}${text === null ? '' : ` (${text})`}`;
  const is = inUnits(value, measured_stated);
  const expected = inUnits(limit, stated);
  return {
    // The id depends only on the rule and the subject: it stays the same if other elements of the violation change.
    finding_id: findingId(rule.id, [id]),
    check: rule.id,
    severity: severityOf(rule),
    element_ids: [id, ...failed.of.filter((other) => other !== id)],
    level_id: run.view.levelOf(id) ?? (rule.subject === 'level' ? id : null),
    message: `${what ?? measuredOf(rule)} of \`${id}\` is ${is}, expected ${bound} ${expected} (${standard}, ${clause}): ${fix}`,
    location: at === null ? null : onGrid(at),
    box,
    details: {
      rule_id: rule.id,
      standard,
      edition,
      clause,
      confidence,
      title: rule.title,
      measured: value,
      measured_stated,
      required: limit,
      required_stated: stated,
      relation,
      unit,
      fix,
    },
  };
}

/** Evaluates each rule for each of its elements, in order; one checkpoint per evaluation. */
export function checkSubjects(run: Run, questions: readonly Question[]): Checked {
  const total = questions.reduce((sum, { subjects }) => sum + subjects.length, 0);
  const findings: Finding[] = [];
  const missing = new Map<string, { rule_id: string; because: string; element_ids: string[] }>();
  let [done, passed, not_applicable] = [0, 0, 0];
  for (const { rule, subjects } of questions) {
    if (rule.prepare !== null && subjects.length > 0) rule.prepare(run, subjects);
    for (const subject of subjects) {
      const answer = rule.check(subject, run);
      switch (answer.outcome) {
        case 'pass':
          passed += 1;
          break;
        case 'fail':
          findings.push(findingOf(run, rule, subject, answer));
          break;
        case 'not_applicable':
          not_applicable += 1;
          break;
        case 'not_evaluated': {
          const key = `${rule.id} ${answer.because}`;
          const known = missing.get(key) ?? {
            rule_id: rule.id,
            because: answer.because,
            element_ids: [],
          };
          known.element_ids.push(subject.id);
          missing.set(key, known);
        }
      }
      done += 1;
      checkpoint({ done, total, doing: rule.id });
    }
  }
  const failed = findings.length;
  const not_evaluated: readonly NotEvaluated[] = [...missing.values()];
  return {
    findings,
    coverage: { evaluated: passed + failed, passed, failed, not_applicable, not_evaluated },
  };
}
