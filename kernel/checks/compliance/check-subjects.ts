/** @module check-subjects: asks rules about elements, and collects what they say. */
import type { BoxMm, SpacePoint } from '../../schemas/units.ts';
import { toGrid } from '../../schemas/units.ts';
import { type Finding, findingId } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Element } from '../kinds/elements.ts';
import type { Outcome } from './outcome.ts';
import type { Coverage, NotEvaluated } from './result.ts';
import { type OperatorRule, severityOf } from './rule.ts';
import type { Run } from './run.ts';

/** Rules with the elements that each is asked about. */
export type Question = { readonly rule: OperatorRule; readonly subjects: readonly Element[] };

/** What was found and how much was looked at. */
export type Checked = { readonly findings: readonly Finding[]; readonly coverage: Coverage };

type Failed = Extract<Outcome, { readonly outcome: 'fail' }>;

function middleOf({ min, max }: BoxMm): SpacePoint {
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
}

function onGrid({ x, y, z }: SpacePoint): SpacePoint {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(z) };
}

function findingOf(run: Run, rule: OperatorRule, { id }: Element, failed: Failed): Finding {
  const { measured, required, relation, unit, fix } = failed;
  const { standard, edition, clause, confidence } = rule.source;
  const box = run.view.bounds(id);
  const at = failed.at ?? (box === null ? null : middleOf(box));
  const bound = relation === 'at_least' ? 'at least' : 'at most';
  const [got, want] = [toGrid(measured), toGrid(required)];
  return {
    // What else is involved may change from run to run while the violation stays.
    finding_id: findingId(rule.id, [id]),
    check: rule.id,
    severity: severityOf(rule),
    element_ids: [id, ...failed.of.filter((other) => other !== id)],
    level_id: run.view.levelOf(id) ?? (rule.subject === 'level' ? id : null),
    message: `${rule.title.toLowerCase()} of \`${id}\` is ${got} ${unit}, expected ${bound} ${want} ${unit} (${standard}, ${clause}): ${fix}`,
    location: at === null ? null : onGrid(at),
    box,
    details: {
      rule_id: rule.id,
      standard,
      edition,
      clause,
      confidence,
      title: rule.title,
      measured: got,
      required: want,
      relation,
      unit,
      fix,
    },
  };
}

/** Asks each rule about each of its elements, in order; one step for each answer. */
export function* checkSubjects(run: Run, questions: readonly Question[]): Steps<Checked> {
  const total = questions.reduce((sum, { subjects }) => sum + subjects.length, 0);
  const findings: Finding[] = [];
  const missing = new Map<string, { rule_id: string; because: string; element_ids: string[] }>();
  let [done, passed, not_applicable] = [0, 0, 0];
  for (const { rule, subjects } of questions) {
    if (rule.prepare !== undefined && subjects.length > 0) {
      for (const { doing } of rule.prepare(run, subjects)) yield { done, total, doing };
    }
    for (const subject of subjects) {
      const said = rule.check(subject, run);
      switch (said.outcome) {
        case 'pass':
          passed += 1;
          break;
        case 'fail':
          findings.push(findingOf(run, rule, subject, said));
          break;
        case 'not_applicable':
          not_applicable += 1;
          break;
        case 'not_evaluated': {
          const key = `${rule.id} ${said.because}`;
          const known = missing.get(key) ?? {
            rule_id: rule.id,
            because: said.because,
            element_ids: [],
          };
          known.element_ids.push(subject.id);
          missing.set(key, known);
        }
      }
      done += 1;
      yield { done, total, doing: rule.id };
    }
  }
  const failed = findings.length;
  const not_evaluated: readonly NotEvaluated[] = [...missing.values()];
  return {
    findings,
    coverage: { evaluated: passed + failed, passed, failed, not_applicable, not_evaluated },
  };
}
