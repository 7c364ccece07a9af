import type { BoxMm } from '../../schemas/units.ts';
import { MODEL_LIMIT_MM } from '../../schemas/units.ts';
/** @module compliance-around: which violations a change makes and which it resolves, looked for where it can matter. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Element } from '../kinds/elements.ts';
import { floor } from '../kinds/floor.ts';
import type { ModelView } from '../model/view.ts';
import { checkSubjects, type Question } from './check-subjects.ts';
import type { Reach } from './measure.ts';
import type { OperatorRule } from './rule.ts';
import { type ComplianceOptions, newRun, packsOf, touchesLevel } from './run-compliance.ts';
import type { Run } from './run.ts';

/** What a change does to the findings: those that are there only after it, and only before. */
export type ComplianceChange = {
  readonly made: readonly Finding[];
  readonly resolved: readonly Finding[];
  /** Rules that look further than was asked for: what the change does to them is not known. */
  readonly left_out: readonly string[];
};

/** How far the rules look that are asked, at most; without it all are. */
export type AroundOptions = ComplianceOptions & { readonly widest?: Reach };

const REACHES: readonly Reach[] = ['around', 'storey', 'building'];

/** No rule that looks `around` its element looks further than this beyond its plan box, mm. */
const AROUND_MM = 4000;
/** What begins further above a change than this does not see it: only floors look down further than a step, mm. */
const ABOVE_MM = 1500;
/** A storey is changed by what reaches from so far below its elevation to so far above, mm. */
const BELOW_STOREY_MM = 700;
const ABOVE_STOREY_MM = 2100;

/** Where a view changes: boxes over the whole height of the model, and the levels concerned. */
type Region = {
  readonly boxes: readonly BoxMm[];
  readonly levels: ReadonlySet<string>;
  /** Whether a level itself changes: then everything may. */
  readonly all: boolean;
};

/** The ids with everything whose shape follows theirs in this view. */
function withFollowers(view: ModelView, ids: Iterable<string>): ReadonlySet<string> {
  const bodies = new Set<string>();
  for (const id of ids) {
    if (view.element(id) === undefined) continue;
    bodies.add(id);
    for (const joined of view.joinedWalls(id)) bodies.add(joined);
  }
  const all = new Set(bodies);
  for (const id of bodies) for (const hosted of view.hostedBy(id)) all.add(hosted.id);
  return all;
}

function regionIn(view: ModelView, ids: Iterable<string>): Region {
  const boxes: BoxMm[] = [];
  const levels = new Set<string>();
  let all = false;
  for (const id of withFollowers(view, ids)) {
    const element = view.element(id);
    if (element?.kind === 'level') all = true;
    const box = view.bounds(id);
    if (box !== null) boxes.push(box);
    for (const level of view.levels()) {
      const { elevation } = level.params;
      const reaches =
        box !== null &&
        box.max.z >= elevation - BELOW_STOREY_MM &&
        box.min.z <= elevation + ABOVE_STOREY_MM;
      if (reaches || (element !== undefined && touchesLevel(view, element, level.id))) {
        levels.add(level.id);
      }
    }
  }
  return { boxes, levels, all };
}

function united(a: Region, b: Region): Region {
  return {
    boxes: [...a.boxes, ...b.boxes],
    levels: new Set([...a.levels, ...b.levels]),
    all: a.all || b.all,
  };
}

/** Elements near the region: those below it, beside it, and floors above it. */
function near(view: ModelView, { boxes }: Region): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { min, max } of boxes) {
    const box = {
      min: { x: min.x - AROUND_MM, y: min.y - AROUND_MM, z: 0 - MODEL_LIMIT_MM },
      max: { x: max.x + AROUND_MM, y: max.y + AROUND_MM, z: max.z + ABOVE_MM },
    };
    for (const id of view.inBox(box)) ids.add(id);
    const above = { min: box.min, max: { ...box.max, z: MODEL_LIMIT_MM } };
    for (const id of view.inBox(above)) {
      if (!ids.has(id) && view.elementOf(id, floor.kind) !== undefined) ids.add(id);
    }
  }
  return ids;
}

function questionsIn(
  view: ModelView,
  rules: readonly OperatorRule[],
  region: Region,
): readonly Question[] {
  const ids = near(view, region);
  const local = new Map<string, Element[]>();
  for (const id of ids) {
    const element = view.element(id);
    if (element === undefined) continue;
    const alike = local.get(element.kind);
    if (alike === undefined) local.set(element.kind, [element]);
    else alike.push(element);
  }
  return rules.map((rule) => {
    if (region.all || rule.reach === 'building') {
      return { rule, subjects: [...view.elementsOf(rule.subject)] };
    }
    if (rule.reach === 'around') return { rule, subjects: local.get(rule.subject) ?? [] };
    const levels = [...region.levels];
    const subjects = [...view.elementsOf(rule.subject)].filter(
      (element) =>
        ids.has(element.id) || levels.some((level_id) => touchesLevel(view, element, level_id)),
    );
    return { rule, subjects };
  });
}

/** Runs of views that changes were held against, while the views last: the next change asks much of the same. */
const RUNS = new WeakMap<ModelView, Run>();

function runBefore(view: ModelView, options: ComplianceOptions): Run {
  if (options.circumstances !== undefined) return newRun(view, options);
  const known = RUNS.get(view) ?? newRun(view, options);
  RUNS.set(view, known);
  return known;
}

/**
 * The findings that are in a full check after a change and not in one before, and the other way round, by their ids.
 * `changed` are the elements that the change makes, alters or deletes; followers are found here. Throws `RangeError` as
 * `packsOf` does. Rules that look over a storey or the whole building take as long as those have rooms; with `widest`
 * they are left out, and said to be.
 */
export function* complianceAround(
  before: ModelView,
  after: ModelView,
  changed: Iterable<string>,
  options: AroundOptions,
): Steps<ComplianceChange> {
  const ids = [...changed];
  const all = packsOf(options).flatMap((pack) => pack.rules);
  const widest = REACHES.indexOf(options.widest ?? 'building');
  const isAsked = ({ reach }: OperatorRule): boolean => REACHES.indexOf(reach) <= widest;
  const rules = all.filter(isAsked);
  const region = united(regionIn(before, ids), regionIn(after, ids));
  const earlier = runBefore(before, options);
  const was = yield* checkSubjects(earlier, questionsIn(before, rules, region));
  const run = newRun(after, options);
  const later = region.all
    ? run
    : { ...run, earlier: { run: earlier, changed_levels: region.levels } };
  const is = yield* checkSubjects(later, questionsIn(after, rules, region));
  const known = new Set(was.findings.map(({ finding_id }) => finding_id));
  const left = new Set(is.findings.map(({ finding_id }) => finding_id));
  return {
    made: is.findings.filter(({ finding_id }) => !known.has(finding_id)),
    resolved: was.findings.filter(({ finding_id }) => !left.has(finding_id)),
    left_out: all.flatMap((rule) => (isAsked(rule) ? [] : [rule.id])),
  };
}
