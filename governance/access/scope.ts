/** @module scope: checks that everything an effect touches lies inside the permissions of an agent. */
import { isExchange } from '../../schemas/element-changes.ts';
import { Refusal } from '../../schemas/errors.ts';
import { carriedElement, type EventType, type PlannedEvent } from '../../schemas/events.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import {
  type Action,
  type AgentPermissions,
  type PermissionScope,
  runCategory,
} from '../../schemas/permissions.ts';
import type { Place } from '../../schemas/sight.ts';
import type { BoxMm, SpacePoint } from '../../schemas/units.ts';
import type { Touch } from '../tool/domain.ts';
import { matchesGlob } from './branch-glob.ts';

/** A touch outside a scope, with the reason for the refusal. */
export type ScopeFault = {
  readonly id: string;
  readonly action: Action;
  readonly because: string;
};

/** Refuses PERMISSION_DENIED or SCOPE_DENIED for the first fault; returns when there is none. */
export function assertNoFaults(agent: AgentRecord, faults: readonly ScopeFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const missing = agent.permissions.permissions[first.action] === undefined;
  throw new Refusal(
    missing ? 'PERMISSION_DENIED' : 'SCOPE_DENIED',
    `\`${agent.name}\` may not ${first.action} \`${first.id}\`: ${first.because}`,
    'stay inside your permissions, or ask the operator to widen them; this cannot be approved',
    { faults: faults.slice(0, 20), more: Math.max(0, faults.length - 20) },
  );
}

/** True when `branch` matches one of the globs. */
export function matchesBranch(patterns: readonly string[], branch: string): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, branch));
}

/** True when `inner` lies wholly inside the second box; touching the border counts as inside. */
export function isInsideBox(inner: BoxMm, { min, max }: BoxMm): boolean {
  return (
    inner.min.x >= min.x &&
    inner.min.y >= min.y &&
    inner.min.z >= min.z &&
    inner.max.x <= max.x &&
    inner.max.y <= max.y &&
    inner.max.z <= max.z
  );
}

/** First reason why the scope does not cover the touch, before or after; null when it does. */
export function outside(
  scope: PermissionScope,
  touch: Pick<Touch, 'category' | 'levels' | 'before' | 'after'>,
): string | null {
  const category = categoryFault(scope, touch.category);
  if (category !== null) return category;
  const levels = scope.levels;
  if (levels !== undefined) {
    if (touch.levels.length === 0) return 'it is on no level';
    const stray = touch.levels.find(
      ({ id, meant }) => !levels.includes(id) && (meant === null || !levels.includes(meant)),
    );
    if (stray !== undefined) {
      const what = stray.shown === null ? 'its level' : `level \`${stray.shown}\``;
      return `${what} is not one of ${levels.join(', ') || 'none'}`;
    }
  }
  if (scope.regions !== undefined) {
    const { regions } = scope;
    for (const when of ['before', 'after'] as const) {
      const stray = touch[when].find((box) => !regions.some((region) => isInsideBox(box, region)));
      if (stray !== undefined) {
        return `its box ${when} the change (${describe(stray)}) is not inside an allowed region`;
      }
    }
    if (touch.before.length + touch.after.length === 0) {
      return 'it has no body that could lie inside an allowed region';
    }
  }
  return null;
}

function describe({ min, max }: BoxMm): string {
  return `${min.x},${min.y},${min.z} to ${max.x},${max.y},${max.z} mm`;
}

/**
 * All touches that the permissions do not cover, first by missing permission, then by scope.
 * With an empty list, limits and approval are checked next.
 */
export function scopeFaults(
  permissions: AgentPermissions['permissions'],
  branch: string,
  touches: readonly Touch[],
): readonly ScopeFault[] {
  const faults: ScopeFault[] = [];
  for (const touch of touches) {
    const { id, action } = touch;
    const scope = permissions[action];
    if (scope === undefined) {
      faults.push({ id, action, because: `the permission ${action} is missing` });
      continue;
    }
    const because = branchFault(scope, branch) ?? (touch.scoped ? outside(scope, touch) : null);
    if (because !== null) faults.push({ id, action, because });
  }
  return faults;
}

/** The action that an event needs, by its type; null for runs, which are judged when they start. */
const ACTION_OF: Readonly<Record<EventType, Exclude<Action, 'READ'> | null>> = {
  'level.created': 'CREATE',
  'element.created': 'CREATE',
  'model.imported': 'CREATE',
  'branch.created': 'CREATE',
  'view.created': 'CREATE',
  'topic.created': 'CREATE',
  'sheet.created': 'CREATE',
  'schedule.generated': 'CREATE',
  'export.created': 'CREATE',
  'clash.excluded': 'MODIFY',
  'topic.updated': 'MODIFY',
  'element.modified': 'MODIFY',
  'elements.joined': 'MODIFY',
  'branch.merged': 'MODIFY',
  'branch.restored': 'MODIFY',
  'event.reverted': 'MODIFY',
  'element.deleted': 'DELETE',
  'import.reverted': 'DELETE',
  'branch.discarded': 'DELETE',
  'element.hosted': null,
  'import.matched': null,
  'name.given': null,
  'event.passed_over': null,
  'event.voided': null,
  'run.permitted': null,
  'run.started': null,
  'run.begun': null,
  'run.unfinished': null,
  'tool.run': null,
  'experiment.run': null,
  'validation.run': null,
};

/** The undo of a revision changes elements; those that it creates or deletes are judged one by one. */
function actionOf(event: PlannedEvent): Exclude<Action, 'READ'> | null {
  return event.type === 'import.reverted' && isExchange(event) ? 'MODIFY' : ACTION_OF[event.type];
}

/**
 * The scope faults that the events alone reveal: the class of action, the branch, the branches that are read, and the
 * category of created and deleted elements and files. The keeper checks this for every plan, no matter which program made it,
 * and then every touched element (`elementFaults`).
 */
export function eventFaults(
  permissions: AgentPermissions['permissions'],
  branch: string,
  events: readonly PlannedEvent[],
  categories: Readonly<Record<string, string>>,
): readonly ScopeFault[] {
  const faults: ScopeFault[] = [
    ...wholeBranchFaults(permissions, events),
    ...nameFaults(permissions, branch, events),
  ];
  const made = new Set<string>();
  for (const event of events) {
    const id = event.aggregate_id;
    const action = actionOf(event);
    if (action === null || (action !== 'CREATE' && made.has(id))) continue;
    if (action === 'CREATE') made.add(id);
    const scope = permissions[action];
    const category = carriedCategory(event, categories);
    const because =
      scope === undefined
        ? `the permission ${action} is missing`
        : (branchFault(scope, branch) ??
          (category === null ? null : categoryFault(scope, category)));
    if (because !== null) faults.push({ id, action, because });
  }
  return faults;
}

/** Names accompany changes: an agent that may change nothing on a branch may not give names there. */
function nameFaults(
  { CREATE, MODIFY, DELETE }: AgentPermissions['permissions'],
  branch: string,
  events: readonly PlannedEvent[],
): readonly ScopeFault[] {
  const named = events.find(({ type }) => type === 'name.given');
  if (named === undefined) return [];
  const reasons = [MODIFY, CREATE, DELETE].map((scope) =>
    scope === undefined ? 'the permission MODIFY is missing' : branchFault(scope, branch),
  );
  const [because] = reasons;
  if (typeof because !== 'string' || reasons.includes(null)) return [];
  return [{ id: named.aggregate_id, action: 'MODIFY', because }];
}

/**
 * Faults of whole branches: a branch that is forked or merged, and therefore read, must be inside READ, and discarding a
 * branch requires DELETE without a restriction of place.
 */
export function wholeBranchFaults(
  { READ, DELETE }: AgentPermissions['permissions'],
  events: readonly PlannedEvent[],
): readonly ScopeFault[] {
  return events.flatMap(({ type, payload }): readonly ScopeFault[] => {
    if (type === 'branch.discarded') {
      if (DELETE === undefined || !isPlaced(DELETE)) return [];
      const because =
        'discarding a branch deletes everything on it, and the permission is restricted to some categories, levels or regions';
      return [{ id: payload.name, action: 'DELETE', because }];
    }
    if (READ === undefined || (type !== 'branch.created' && type !== 'branch.merged')) return [];
    const read = type === 'branch.created' ? payload.from : payload.source;
    const because = branchFault(READ, read);
    return because === null ? [] : [{ id: read, action: 'READ', because }];
  });
}

/** Category of the element or file in an event; null for an event without one. */
function carriedCategory(
  event: PlannedEvent,
  categories: Readonly<Record<string, string>>,
): string | null {
  if (event.type === 'schedule.generated' || event.type === 'export.created') {
    return runCategory(event.type);
  }
  const kind = carriedElement(event)?.kind;
  return kind !== undefined && Object.hasOwn(categories, kind) ? (categories[kind] ?? null) : null;
}

/** The reason why a category is outside a scope; null when it is inside. */
export function categoryFault({ categories }: PermissionScope, category: string): string | null {
  if (categories === undefined || categories.includes(category)) return null;
  return `category \`${category}\` is not one of ${categories.join(', ') || 'none'}`;
}

/** The reason why a branch is outside a scope; null when it is inside. */
export function branchFault(scope: PermissionScope, branch: string): string | null {
  const { branch_patterns } = scope;
  if (branch_patterns === undefined) return null;
  const judged = judgedBranches.get(scope) ?? new Map<string, boolean>();
  judgedBranches.set(scope, judged);
  let inside = judged.get(branch);
  if (inside === undefined) {
    inside = matchesBranch(branch_patterns, branch);
    if (judged.size >= JUDGED_MAX) judged.clear();
    judged.set(branch, inside);
  }
  return inside
    ? null
    : `branch \`${branch}\` matches none of ${branch_patterns.join(', ') || 'no pattern'}`;
}

/** Maximum number of cached branch names per scope. A plan checks one branch, once per event. */
const JUDGED_MAX = 100;
const judgedBranches = new WeakMap<PermissionScope, Map<string, boolean>>();

/** Whether a scope restricts categories, levels or regions, in addition to branches. */
export function isPlaced({ categories, levels, regions }: PermissionScope): boolean {
  return categories !== undefined || levels !== undefined || regions !== undefined;
}

/**
 * Whether a point lies inside the regions of a scope. `onLevel`: whether it is on a level inside the scope, which a scope with
 * levels requires. Categories do not restrict points.
 */
export function insideAt(
  { levels, regions }: PermissionScope,
  at: SpacePoint,
  onLevel: boolean,
): boolean {
  if (levels !== undefined && !onLevel) return false;
  return (
    regions === undefined || regions.some((region) => isInsideBox({ min: at, max: at }, region))
  );
}

/** Whether a place lies inside a scope. A place without a plan position matches every region whose height range overlaps its own. */
export function insideScope(scope: PermissionScope, place: Place): boolean {
  const { category, levels, boxes, heights } = place;
  const touch = { category, levels, before: [], after: boxes };
  if (heights === undefined || scope.regions === undefined) return outside(scope, touch) === null;
  const { regions, ...others } = scope;
  return (
    regions.some(({ min, max }) => heights.low <= max.z && heights.high >= min.z) &&
    outside(others, touch) === null
  );
}
