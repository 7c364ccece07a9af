/** @module compliance-around: the violations that a change causes and resolves. Only the affected region is checked. */
import type { BoxMm } from '../../../schemas/units.ts';
import { MODEL_LIMIT_MM } from '../../../schemas/units.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { floor } from '../../building/kinds/floor/floor.ts';
import type { ModelView } from '../../building/model/view.ts';
import { floorOf, hasRaisedRooms } from '../../building/spatial/room-floors.ts';
import type { Finding } from '../findings/finding.ts';
import { worsened } from '../findings/worsened.ts';
import { checkSubjects, type Question } from './check-subjects.ts';
import { type Reach, REACHES } from './measure.ts';
import type { OperatorRule } from './rule.ts';
import { type ComplianceOptions, newRun, packsOf, touchesLevel } from './run-compliance.ts';
import type { Run } from './run.ts';

/**
 * The effect of a change on the findings: those that exist only after it, those that existed only before, and those that
 * exist after it and are worse than before.
 */
export type ComplianceChange = {
  readonly made: readonly Finding[];
  readonly worse: readonly Finding[];
  readonly resolved: readonly Finding[];
  /** Ids of the rules whose reach exceeds `widest`: the effect of the change on them is unknown. */
  readonly left_out: readonly string[];
};

/** `widest`: rules with a wider reach are skipped. Default: no rule is skipped. */
export type AroundOptions = ComplianceOptions & { readonly widest?: Reach };

/** Rules of reach `around` consider nothing beyond this distance from the plan box of their element, mm. */
const AROUND_MM = 4000;
/** Elements that begin more than this above a change are not affected, except floors, whose rules measure drops; mm. */
const ABOVE_MM = 1500;
/** A level is affected by changes between these distances below its lowest and above its highest floor, mm. */
const BELOW_STOREY_MM = 700;
const ABOVE_STOREY_MM = 2100;

/** The part of a view that changes: the boxes of changed elements and the affected levels. */
type Region = {
  readonly boxes: readonly BoxMm[];
  readonly levels: ReadonlySet<string>;
  /** Whether a level itself changes, which can change any answer. */
  readonly all: boolean;
};

/** The ids plus the ids of all elements whose shape depends on theirs in this view. */
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

/** Elevations of the feet of the rooms of a level that begin above or below it, mm. */
function floorsOfRooms(view: ModelView, level_id: string): readonly number[] {
  if (!hasRaisedRooms(view, level_id)) return [];
  return [...view.elementsOnLevel(level_id)].flatMap(({ id, kind }) =>
    kind === 'room' ? [floorOf(view, level_id, { room_id: id })] : [],
  );
}

function regionIn(view: ModelView, ids: Iterable<string>): Region {
  const boxes: BoxMm[] = [];
  const levels = new Set<string>();
  let all = false;
  const storeys = view.levels().map(({ id, params }) => {
    const floors = [params.elevation, ...floorsOfRooms(view, id)];
    return { id, low: Math.min(...floors), high: Math.max(...floors) };
  });
  for (const id of withFollowers(view, ids)) {
    const element = view.element(id);
    if (element?.kind === 'level') all = true;
    const box = view.bounds(id);
    if (box !== null) boxes.push(box);
    for (const level of storeys) {
      const reaches =
        box !== null &&
        box.max.z >= level.low - BELOW_STOREY_MM &&
        box.min.z <= level.high + ABOVE_STOREY_MM;
      if (reaches || (element !== undefined && touchesLevel(view, element, level.id))) {
        levels.add(level.id);
      }
    }
  }
  return { boxes, levels, all };
}

function regionUnion(a: Region, b: Region): Region {
  return {
    boxes: [...a.boxes, ...b.boxes],
    levels: new Set([...a.levels, ...b.levels]),
    all: a.all || b.all,
  };
}

/** Ids of the elements near the region: those below and next to it, and floors above it. */
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

/** Caches the run of a view for the lifetime of the view: the check of the next change reuses most of its results. */
const RUNS = new WeakMap<ModelView, Run>();

function runBefore(view: ModelView, options: ComplianceOptions): Run {
  if (options.circumstances !== undefined) return newRun(view, options);
  const known = RUNS.get(view) ?? newRun(view, options);
  RUNS.set(view, known);
  return known;
}

/**
 * The findings that a full check would report after a change but not before it, and vice versa, by id. `changed`: ids of
 * the elements that the change creates, modifies or deletes; dependants are added here. Rules with the reach `storey` or
 * `building` take longer the more rooms there are; `widest` skips them and lists them in `left_out`.
 * @throws {RangeError} like `packsOf`.
 */
export function complianceAround(
  before: ModelView,
  after: ModelView,
  changed: Iterable<string>,
  options: AroundOptions,
): ComplianceChange {
  const ids = [...changed];
  const all = packsOf(options).flatMap((pack) => pack.rules);
  const widest = REACHES.indexOf(options.widest ?? 'building');
  const isWithin = ({ reach }: OperatorRule): boolean => REACHES.indexOf(reach) <= widest;
  const rules = all.filter(isWithin);
  const region = regionUnion(regionIn(before, ids), regionIn(after, ids));
  const earlier = runBefore(before, options);
  const was = checkSubjects(earlier, questionsIn(before, rules, region));
  const run = newRun(after, options);
  const later = region.all
    ? run
    : { ...run, earlier: { run: earlier, changed_levels: region.levels } };
  const is = checkSubjects(later, questionsIn(after, rules, region));
  const known = new Set(was.findings.map(({ finding_id }) => finding_id));
  const left = new Set(is.findings.map(({ finding_id }) => finding_id));
  return {
    made: is.findings.filter(({ finding_id }) => !known.has(finding_id)),
    worse: worsened(was.findings, is.findings),
    resolved: was.findings.filter(({ finding_id }) => !left.has(finding_id)),
    left_out: all.flatMap((rule) => (isWithin(rule) ? [] : [rule.id])),
  };
}
