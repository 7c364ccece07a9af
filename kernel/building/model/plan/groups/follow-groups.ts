/** @module follow groups: applies planned changes of one placement of a group to all its placements. */
import { affectedIds } from '../../../../../schemas/element-changes.ts';
import { Refusal } from '../../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { bothExclusive, type Exclusive, type IdSource } from '../../../../../schemas/plan.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { Group } from '../../../kinds/group/group.ts';
import {
  groupsOf,
  isPlacedSeveralTimes,
  memberOf,
  membersOf,
} from '../../../kinds/group/membership.ts';
import { isOf } from '../../../kinds/kind.ts';
import { fillingsIn } from '../../../kinds/rules/hosting.ts';
import { stair } from '../../../kinds/stair/stair.ts';
import type { ModelView } from '../../view.ts';
import { checkElement, checkHosted } from '../check.ts';
import { modified } from '../planned.ts';
import { stairOpenings } from '../stair-openings.ts';
import { addColumns, type Joining, newColumns } from './columns.ts';
import { STEP } from './following.ts';
import type { Around, GroupsAlong } from './following.ts';
import { cannotFollow, Following } from './following.ts';
import { keepMembers } from './keep-members.ts';
import { deleteAlike, deletedIn } from './removal.ts';
import { spreadChanges } from './spread.ts';

/**
 * Planned events, elements that join a group because they are parts of its members, and which groups the caller does not
 * see.
 */
export type Followed = {
  readonly events: readonly PlannedEvent[];
  readonly joins?: readonly Joining[];
  readonly isHidden?: (id: string) => boolean;
};

const NOTHING: GroupsAlong = { events: [], relies_on: [], warnings: [], exclusive: false };

/**
 * Plans the additional events that keep the placements of each group equal. Changed values are set in
 * all placements, new fillings of a member are created in its counterparts, and deletions are
 * repeated. If all elements of a placement are deleted, only that placement is removed. A group with one placement
 * only loses deleted members and gets new fillings of its members; it may overlap others. Refuses
 * REGENERATION_FAILED, naming the placement, if a placement cannot follow, or if two placements change
 * differently.
 */
export function followGroups(
  { events, joins = [], isHidden = () => false }: Followed,
  before: ModelView,
  ids: IdSource,
): GroupsAlong {
  const known = groupsOf(before);
  const made = events.some(({ type, payload }) => {
    return type === 'element.created' && payload.element.kind === 'group';
  });
  if (known.length === 0 && !made) return NOTHING;
  const isNamed = namedBy({ events, joins });
  if (!made && !known.some(isNamed)) return NOTHING;
  const after = before.apply(events);
  const around: Around = { before, after, ids };
  const groups = groupsOf(after);
  const concerned = groups.filter(
    (one) => isNamed(one) || isNamed(before.elementOf(one.id, 'group') ?? one),
  );
  const placed = concerned.filter(isPlacedSeveralTimes);
  requireApart(placed, groups.filter(isPlacedSeveralTimes));
  const all: GroupsAlong[] = [];
  for (const group of placed) {
    all.push(followOne(new Following(group, around), { events, joins }));
  }
  const along = all.flatMap((one) => one.events);
  const then = { before, after: along.length === 0 ? after : after.apply(along) };
  const isReached =
    along.length === 0 ? isNamed : namedBy({ events: [...events, ...along], joins });
  for (const group of groups) {
    if (isPlacedSeveralTimes(group) || !isReached(group)) continue;
    all.push(keepMembers(group, then, isHidden(group.id) ? null : joins));
  }
  return {
    events: all.flatMap((one) => one.events),
    relies_on: [...new Set(all.flatMap((one) => one.relies_on))],
    warnings: all.flatMap((one) => one.warnings),
    exclusive: all.reduce<Exclusive>((found, one) => bothExclusive(found, one.exclusive), false),
  };
}

/** Whether events or joining elements concern a group. */
function namedBy({ events, joins = [] }: Followed): (group: Group) => boolean {
  const touched = affectedIds(events);
  const hosts = events.flatMap(({ type, payload }) =>
    type === 'element.hosted' ? [payload.host_id] : [],
  );
  const reached = [...touched, ...hosts, ...joins.map(({ of }) => of)];
  return (group) => {
    const members = membersOf(group);
    return touched.has(group.id) || reached.some((id) => members.has(id));
  };
}

/** Refuses an element that would be a member of two groups that are placed several times. */
function requireApart(changed: readonly Group[], groups: readonly Group[]): void {
  for (const group of changed) {
    const others = groups.filter(({ id }) => id !== group.id);
    if (others.length === 0) continue;
    for (const [id, { row }] of membersOf(group)) {
      const other = memberOf(id, others);
      if (other === null) continue;
      throw cannotFollow(group, row, `\`${id}\` is also in group \`${other.group.id}\``, {
        element_id: id,
      });
    }
  }
}

function followOne(following: Following, { events, joins = [] }: Followed): GroupsAlong {
  const { group } = following;
  const { rows, columns, deleted } = deletedIn(following);
  if (rows.length === 0 || columns.length === 0) {
    following.events.push({
      type: 'element.deleted',
      aggregate_id: group.id,
      payload: { element: group, cascade_of: null },
    });
    return validated(following, events, []);
  }
  deleteAlike(following, rows, deleted);
  const joining = newColumns(following, rows, { columns, joins });
  // Walls are split and joined before their fillings are reassigned to the parts.
  const parts = joining.filter(({ in_host }) => !in_host);
  addColumns(following, rows, parts);
  spreadChanges(following, rows, columns);
  const fillings = joining.filter(({ in_host }) => in_host);
  addColumns(following, rows, fillings);
  const members = rows.map((row) => [
    ...columns.flatMap((column) => following.idsOf(row)[column] ?? []),
    ...following.added.flatMap((ids) => ids.get(row) ?? []),
  ]);
  const placements = rows.flatMap((row) => group.params.placements[row] ?? []);
  const event = modified(group, { ...group, params: { ...group.params, members, placements } });
  if (event !== null) following.events.push(event);
  return validated(following, events, rows);
}

/** Returns the additional changes after validating them. */
function validated(
  following: Following,
  events: readonly PlannedEvent[],
  rows: readonly number[],
): GroupsAlong {
  const { followed, exclusive } = following;
  const relies_on = [...following.relies_on].filter(
    (id) => following.around.before.element(id) !== undefined,
  );
  // If nothing follows, the plan depends on that: a placement created in the meantime would have to follow.
  if (following.events.length === 0) return { ...NOTHING, relies_on };
  if (followed.size > 0) requireValid(following, events);
  return {
    events: following.events,
    relies_on,
    warnings: followed.size === 0 ? [] : [noteFor(following, rows.length), ...following.notes],
    exclusive,
  };
}

function noteFor({ group, followed, count }: Following, placements: number): string {
  const { changed, made, deleted } = count;
  const what = [
    ...(changed === 0 ? [] : [`${changed} changed`]),
    ...(made === 0 ? [] : [`${made} created`]),
    ...(deleted === 0 ? [] : [`${deleted} deleted`]),
  ];
  return `group \`${group.id}\`: ${followed.size} of ${placements} placements follow, ${what.join(', ')}`;
}

/** Refuses, naming the placement, if an element that follows breaks a rule at its place. */
function requireValid(following: Following, events: readonly PlannedEvent[]): void {
  const { before } = following.around;
  const rowOf = (id: unknown): number | undefined =>
    [...following.followed].find(([, ids]) => typeof id === 'string' && ids.has(id))?.[0];
  cutForStairs(following, events);
  const all = [...events, ...following.events];
  const then = named(following, rowOf, () => before.apply(all));
  for (const { id } of following.changed) {
    checkpoint(STEP);
    const element = then.element(id);
    const row = rowOf(id);
    if (element === undefined || row === undefined) continue;
    const context = following.in(row);
    const { host } = then.kinds.references(element);
    checkElement(element, then, context, host === null ? undefined : fillingsIn(then, host));
    checkHosted(element, fillingsIn(then, id), then, context);
    for (const one of Object.values(then.kinds.references(element))) {
      if (one !== null) following.relies_on.add(one);
    }
  }
}

/** Runs `work`. A refusal about a following element also names its placement. */
function named<T>(
  { group }: Following,
  rowOf: (id: unknown) => number | undefined,
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, data } = error.body;
    const row = rowOf(data['element_id']);
    throw row === undefined ? error : cannotFollow(group, row, message, data);
  }
}

/** Updates openings of stairs that follow. Openings in the group follow with it; missing ones are cut. */
function cutForStairs(following: Following, events: readonly PlannedEvent[]): void {
  const { before } = following.around;
  const stairs = following.changed.filter((element) => isOf(stair, element));
  for (const { id } of stairs) {
    const there = before.apply([...events, ...following.events]);
    const is = there.element(id);
    if (is === undefined) continue;
    const row = [...following.followed].find(([, ids]) => ids.has(id))?.[0] ?? 0;
    const shafts = stairOpenings(is, is, there, following.in(row));
    following.events.push(...shafts.events);
    for (const opening of shafts.opening_ids) following.note(row, opening, 'changed');
    for (const one of shafts.relies_on) following.relies_on.add(one);
  }
}
