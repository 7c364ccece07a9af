/** @module scope: whether everything an effect touches lies inside what an agent was given. */
import { CATEGORY_OF } from '../../schemas/elements.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import type { Action, AgentPermissions, PermissionScope } from '../../schemas/permissions.ts';
import type { BoxMm } from '../../schemas/units.ts';
import type { Place, Touch } from '../tool/domain.ts';

/** Why a touch is outside, for the refusal's message. */
export type ScopeFault = {
  readonly id: string;
  readonly action: Action;
  readonly because: string;
};

/** Ends a call whose effect is outside; nothing where there is no fault. */
export function assertNoFaults(agent: AgentRecord, faults: readonly ScopeFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const missing = agent.permissions.permissions[first.action] === undefined;
  throw new Refusal(
    missing ? 'PERMISSION_DENIED' : 'SCOPE_DENIED',
    `\`${agent.name}\` may not ${first.action} \`${first.id}\`: ${first.because}`,
    'stay inside your permissions, or ask the operator to widen them; there is no approval for this',
    { faults: faults.slice(0, 20), more: Math.max(0, faults.length - 20) },
  );
}

/** True when `branch` matches a glob: `*` any run without `/`, `**` any run, `?` one character. */
export function matchesBranch(patterns: readonly string[], branch: string): boolean {
  return patterns.some((pattern) => globExpression(pattern).test(branch));
}

const compiled = new Map<string, RegExp>();

function globExpression(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const source = pattern.replaceAll(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  });
  const expression = new RegExp(`^${source}$`, 'u');
  if (compiled.size > 1000) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}

/** True when `inner` lies wholly inside one of the boxes; touching the border counts as inside. */
function insideOne(boxes: readonly BoxMm[], inner: BoxMm): boolean {
  return boxes.some(
    ({ min, max }) =>
      inner.min.x >= min.x &&
      inner.min.y >= min.y &&
      inner.min.z >= min.z &&
      inner.max.x <= max.x &&
      inner.max.y <= max.y &&
      inner.max.z <= max.z,
  );
}

/** First reason why the scope does not cover the touch, before or after; null when it does. */
function outside(
  scope: PermissionScope,
  touch: Pick<Touch, 'category' | 'levels' | 'before' | 'after'>,
): string | null {
  const category = categoryFault(scope, touch.category);
  if (category !== null) return category;
  const levels = scope.levels;
  if (levels !== undefined) {
    if (touch.levels.length === 0) return 'it stands on no level';
    const stray = touch.levels.find(
      ({ id, name }) => !levels.includes(id) && !levels.includes(name),
    );
    if (stray !== undefined)
      return `level \`${stray.name}\` is not one of ${levels.join(', ') || 'none'}`;
  }
  if (scope.regions !== undefined) {
    for (const [when, box] of [
      ['before', touch.before],
      ['after', touch.after],
    ] as const)
      if (box !== null && !insideOne(scope.regions, box))
        return `its box ${when} the change (${describe(box)}) is not inside an allowed region`;
    if (touch.before === null && touch.after === null)
      return 'it has no body that could lie inside an allowed region';
  }
  return null;
}

function describe({ min, max }: BoxMm): string {
  return `${min.x},${min.y},${min.z} to ${max.x},${max.y},${max.z} mm`;
}

/**
 * All touches that the permissions do not cover, first by missing permission, then by scope.
 * An empty list means that the effect may go on to limits and approval.
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
    const because = branchFault(scope, branch) ?? outside(scope, touch);
    if (because !== null) faults.push({ id, action, because });
  }
  return faults;
}

/** An event as far as it is looked at here. */
type EventLike = {
  readonly type: string;
  readonly aggregate_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** What one must be allowed to do for an event; runs and documents are judged where they are made. */
const ACTION_OF: ReadonlyMap<string, Exclude<Action, 'READ'>> = new Map([
  ['level.created', 'CREATE'],
  ['element.created', 'CREATE'],
  ['element.modified', 'MODIFY'],
  ['elements.joined', 'MODIFY'],
  ['element.deleted', 'DELETE'],
  ['branch.created', 'CREATE'],
  ['branch.discarded', 'DELETE'],
  ['branch.merged', 'MODIFY'],
  ['event.reverted', 'MODIFY'],
]);

/**
 * What can be seen to be outside without the model: the class of action, the branch, the branches that are read, and
 * the category of what is created or deleted. The keeper asks this of every plan, whoever has made it.
 */
export function eventFaults(
  permissions: AgentPermissions['permissions'],
  branch: string,
  events: readonly EventLike[],
): readonly ScopeFault[] {
  const faults: ScopeFault[] = [...sourceFaults(permissions, events)];
  const made = new Set<string>();
  for (const { type, aggregate_id: id, payload } of events) {
    const action = ACTION_OF.get(type);
    if (action === undefined || (action !== 'CREATE' && made.has(id))) continue;
    if (action === 'CREATE') made.add(id);
    const scope = permissions[action];
    const category = carriedCategory(payload['element']);
    const because =
      scope === undefined
        ? `the permission ${action} is missing`
        : (branchFault(scope, branch) ??
          (category === null ? null : categoryFault(scope, category)));
    if (because !== null) faults.push({ id, action, because });
  }
  return faults;
}

/** Branches that are started from or merged, and so read, and lie outside READ. */
export function sourceFaults(
  { READ }: AgentPermissions['permissions'],
  events: readonly EventLike[],
): readonly ScopeFault[] {
  if (READ === undefined) return [];
  return events.flatMap(({ type, payload }) => {
    if (type !== 'branch.created' && type !== 'branch.merged') return [];
    const { from: parent, source } = payload;
    const read = type === 'branch.created' ? parent : source;
    if (typeof read !== 'string') return [];
    const because = branchFault(READ, read);
    return because === null ? [] : [{ id: read, action: 'READ' as const, because }];
  });
}

/** Category of the element that an event carries, null where it carries none. */
function carriedCategory(element: unknown): string | null {
  const kind: unknown =
    typeof element === 'object' && element !== null ? Reflect.get(element, 'kind') : null;
  return typeof kind === 'string' ? (CATEGORIES.get(kind) ?? null) : null;
}

const CATEGORIES: ReadonlyMap<string, string> = new Map(Object.entries(CATEGORY_OF));

/** Why a category is outside a scope, null when it is inside. */
export function categoryFault({ categories }: PermissionScope, category: string): string | null {
  if (categories === undefined || categories.includes(category)) return null;
  return `category \`${category}\` is not one of ${categories.join(', ') || 'none'}`;
}

/** Why a branch is outside a scope, null when it is inside. */
export function branchFault(scope: PermissionScope, branch: string): string | null {
  if (scope.branch_patterns === undefined || matchesBranch(scope.branch_patterns, branch))
    return null;
  return `branch \`${branch}\` matches none of ${scope.branch_patterns.join(', ') || 'no pattern'}`;
}

/** Whether a scope asks about places at all, beside branches. */
export function isPlaced({ categories, levels, regions }: PermissionScope): boolean {
  return categories !== undefined || levels !== undefined || regions !== undefined;
}

/** Whether something at this place lies inside a scope. */
export function insideScope(scope: PermissionScope, { category, levels, box }: Place): boolean {
  return outside(scope, { category, levels, before: null, after: box }) === null;
}
