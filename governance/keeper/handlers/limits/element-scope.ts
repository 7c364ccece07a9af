/** @module element-scope: checks that every element a plan touches lies inside the scope of its agent, before and after. */
import type { CurrentElement, EventChecks } from '../../../../schemas/event-checks.ts';
import type {
  ElementRecord,
  EventPayloads,
  Json,
  PlannedEvent,
} from '../../../../schemas/events.ts';
import type { AgentRecord, PlanDocument } from '../../../../schemas/governance.ts';
import {
  type PermissionScope,
  TOPIC_CATEGORY,
  VIEW_CATEGORY,
} from '../../../../schemas/permissions.ts';
import { type DefinedTouch, elementFaults } from '../../../access/element-scope.ts';
import { assertNoFaults, isPlaced } from '../../../access/scope.ts';

/** Elements of a plan: changed ones as the plan leaves them, all others as they are before it. */
type PlannedElements = {
  readonly changed: ReadonlyMap<string, ElementRecord | null>;
  /** For the ids that were loaded. */
  readonly before: CurrentElement;
  readonly load: (ids: readonly string[]) => Promise<void>;
};

/** A plan with its elements before and after, and the checks with which they were read. */
export type ScopedPlan = {
  readonly plan: PlanDocument;
  readonly elements: PlannedElements;
  readonly checks: () => Promise<EventChecks>;
};

const ACTIONS = ['CREATE', 'MODIFY', 'DELETE'] as const;

/** Whether a permission exists and is unrestricted. */
function isWhole(scope: PermissionScope | undefined): boolean {
  return scope !== undefined && scope.branch_patterns === undefined && !isPlaced(scope);
}

/**
 * Refuses PERMISSION_DENIED and SCOPE_DENIED for a plan that touches elements outside the permissions of its agent: those
 * that its events create, change, join, host, delete or exclude from clashes, and the levels of its views and sheets. Only
 * the gate judges bodies, and elements that move with a level.
 */
export async function assertElementsInside(
  agent: AgentRecord,
  { plan, elements, checks: loadChecks }: ScopedPlan,
): Promise<void> {
  const { permissions } = agent.permissions;
  const { before, changed, load } = elements;
  if (ACTIONS.every((action) => isWhole(permissions[action]))) return;
  const checks = await loadChecks();
  const after: CurrentElement = (id) => changed.get(id) ?? (changed.has(id) ? null : before(id));
  const named = namedIds(plan.events, changed);
  await load(named);
  const touches: DefinedTouch[] = [];
  for (const id of new Set([...changed.keys(), ...named])) {
    const [was, is] = [before(id), after(id)];
    const sides = [was, is].filter((side) => side !== null);
    if (sides.length === 0) continue;
    const action = was === null ? 'CREATE' : is === null ? 'DELETE' : 'MODIFY';
    const { levels, regions } = permissions[action] ?? {};
    const needsPlace = levels !== undefined || regions !== undefined;
    if (needsPlace || sides.some(({ kind }) => kind === 'group')) {
      await loadAround(sides, load, { checks, sidesOf: [before, after] });
    }
    const places = needsPlace
      ? [
          ...(was === null ? [] : [checks.place(was, before)]),
          ...(is === null ? [] : [checks.place(is, after)]),
        ]
      : [];
    const levelIds = places.flatMap((place) => place.levels);
    await load(levelIds);
    touches.push({
      id,
      action,
      categories: sides.flatMap(({ kind }) => checks.categories[kind] ?? []),
      levels: scopeLevels(levelIds, before),
      points: places.map(({ points }) => points),
      scoped: !checks.follows(id, { before, after }),
    });
  }
  touches.push(...(await drawingTouches(plan.events, elements)));
  touches.push(...(await topicTouches(plan.events, elements, checks)));
  assertNoFaults(agent, elementFaults(permissions, plan.branch, touches));
}

/** Elements that events name without changing them: pairs of excluded clashes, and hosted elements. */
function namedIds(
  events: readonly PlannedEvent[],
  changed: ReadonlyMap<string, ElementRecord | null>,
): readonly string[] {
  return events.flatMap(({ type, payload }) => {
    if (type === 'clash.excluded') return payload.element_ids;
    // Creating or changing a hosted element does not change the host in any other way.
    return type === 'element.hosted' && !changed.has(payload.hosted_id) ? [payload.hosted_id] : [];
  });
}

/** Loads the elements that elements name and, for members of groups, those that the members name. */
async function loadAround(
  elements: readonly ElementRecord[],
  load: PlannedElements['load'],
  {
    checks,
    sidesOf,
  }: { readonly checks: EventChecks; readonly sidesOf: readonly CurrentElement[] },
): Promise<void> {
  const named = elements.flatMap((element) => checks.named(element));
  await load(named);
  if (!elements.some(({ kind }) => kind === 'group')) return;
  const members = named.flatMap((id) => sidesOf.flatMap((side) => side(id) ?? []));
  await load(members.flatMap((member) => checks.named(member)));
}

/** Levels as a scope names them: by id, or by their name before the plan. */
function scopeLevels(ids: readonly string[], before: CurrentElement): DefinedTouch['levels'] {
  return ids.map((id) => {
    const name = before(id)?.params['name'];
    const meant = typeof name === 'string' ? name : null;
    return { id, meant, shown: meant ?? id };
  });
}

/** Every `level_id` in a definition, at any depth. */
function levelIdsIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'level_id' && typeof member === 'string' ? [member] : levelIdsIn(member),
  );
}

/** Touches of views and sheets: they belong to the levels that they name, and have no body. */
async function drawingTouches(
  events: readonly PlannedEvent[],
  { load, before }: PlannedElements,
): Promise<readonly DefinedTouch[]> {
  const touches: DefinedTouch[] = [];
  for (const { type, aggregate_id: id, payload } of events) {
    if (type !== 'view.created' && type !== 'sheet.created') continue;
    // The levels in the definition count too, regardless of `level_ids`.
    const level_ids = [...new Set([...payload.level_ids, ...levelIdsIn(payload.definition)])];
    await load(level_ids);
    touches.push({
      id,
      action: 'CREATE',
      categories: [VIEW_CATEGORY],
      levels: scopeLevels(level_ids, before),
      points: [],
      scoped: true,
    });
  }
  return touches;
}

/** Touches of topics: those of the elements that they name, and of a topic itself that names none or an unknown one. */
async function topicTouches(
  events: readonly PlannedEvent[],
  { load, before }: PlannedElements,
  checks: EventChecks,
): Promise<readonly DefinedTouch[]> {
  const touches = new Map<string, DefinedTouch>();
  for (const { type, aggregate_id, payload } of events) {
    if (type !== 'topic.created' && type !== 'topic.updated') continue;
    const action = type === 'topic.created' ? 'CREATE' : 'MODIFY';
    const named = payload.element_ids.filter((id) => !touches.has(`${action} ${id}`));
    await load(named);
    const known = named.flatMap((id) => before(id) ?? []);
    await loadAround(known, load, { checks, sidesOf: [before] });
    for (const element of known) {
      const { levels, points } = checks.place(element, before);
      await load(levels);
      touches.set(`${action} ${element.id}`, {
        id: element.id,
        action,
        categories: [checks.categories[element.kind] ?? []].flat(),
        levels: scopeLevels(levels, before),
        points: [points],
        scoped: true,
      });
    }
    if (named.length > known.length || payload.element_ids.length === 0) {
      touches.set(`topic ${aggregate_id}`, unplacedTopic(aggregate_id, action, payload));
    }
  }
  return [...touches.values()];
}

/** A topic that is on no level, and has at most its own place. */
function unplacedTopic(
  id: string,
  action: 'CREATE' | 'MODIFY',
  payload: EventPayloads['topic.created' | 'topic.updated'],
): DefinedTouch {
  const at = 'own' in payload ? payload.own?.location : null;
  const points = at === null || at === undefined ? [] : [[at]];
  return { id, action, categories: [TOPIC_CATEGORY], levels: [], points, scoped: true };
}
