/**
 * @module make group: creates groups of existing elements, adds placements and members, removes
 * members, releases placements.
 */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import type { PlanPoint } from '../../../../../schemas/units.ts';
import { listed } from '../../../../base/text/id-list.ts';
import { group as groupKind } from '../../../kinds/group/group.ts';
import type { Group } from '../../../kinds/group/group.ts';
import {
  groupsOf,
  isPlacedSeveralTimes,
  memberOf,
  membersOf,
} from '../../../kinds/group/membership.ts';
import type { ZoneKind } from '../../../kinds/group/zone-kinds.ts';
import type { Storey } from '../../../kinds/kind.ts';
import { requireKind, requireLevel } from '../../../kinds/rules/lookup.ts';
import type { ModelView } from '../../view.ts';
import { createElement } from '../create.ts';
import { type CopyPlace, planCopyMany } from '../many/copy-many.ts';
import { selectionOf } from '../many/selection.ts';
import { mirroring, translation, turning } from '../motions.ts';
import type { MoveCode } from '../move.ts';
import { modified } from '../planned.ts';
import { followGroups } from './follow-groups.ts';
import { AS_DRAWN, motionBetween, placeAfter } from './placed.ts';

/**
 * Definition of a further placement: the first one is mirrored in a line, then rotated about a point,
 * then moved; lengths in mm.
 */
export type Placing = {
  readonly mirror?: { readonly from: PlanPoint; readonly to: PlanPoint } | undefined;
  readonly turn_deg?: number | undefined;
  readonly about?: PlanPoint | undefined;
  readonly move?: PlanPoint | undefined;
  readonly level_id?: string | undefined;
};

/** A requested change of a group; the parts are executed in the order of these fields. */
export type GroupEdit = {
  readonly group_id?: string | undefined;
  readonly name?: string | undefined;
  /** Elements of a new group, or elements to add to the first placement of an existing one. */
  readonly element_ids?: readonly string[] | undefined;
  /** Elements of any placement to remove from the group, together with their counterparts. */
  readonly remove_ids?: readonly string[] | undefined;
  /** Number of the placement whose elements leave the group. */
  readonly release?: number | undefined;
  readonly placements?: readonly Placing[] | undefined;
  /** What the rooms of a new group are together. */
  readonly zone_kind?: ZoneKind | undefined;
};

/** A group with the elements of each placement. */
export type Grouped = {
  readonly group_id: string;
  readonly placements: { number: number; element_ids: string[] }[];
};

type Context = PlanContext<MoveCode>;

/** Changes of one plan; each is based on the result of the previous ones. */
class Changes {
  readonly events: PlannedEvent[] = [];
  readonly warnings: string[] = [];
  readonly relies_on = new Set<string>();
  readonly #beginning: ModelView;
  view: ModelView;

  constructor(view: ModelView) {
    this.#beginning = view;
    this.view = view;
  }
  add({ events, warnings = [], relies_on = [] }: Omit<Plan<unknown>, 'data'>): void {
    if (events.length > 0) this.view = this.view.apply(events);
    this.events.push(...events);
    this.warnings.push(...warnings);
    for (const id of relies_on) {
      if (this.#beginning.element(id) !== undefined) this.relies_on.add(id);
    }
  }
}

/**
 * Plans a new group, or a change of the members or placements of a group. Refuses elements that would be in two groups
 * with several placements.
 */
export function planGroup(requested: GroupEdit, view: ModelView, context: Context): Plan<Grouped> {
  const { group_id, element_ids, remove_ids, release, placements = [] } = requested;
  const changes = new Changes(view);
  const id = group_id ?? make(requested, changes, context);
  const now = (): Group => current(id, changes, context);
  if (group_id !== undefined) {
    const given = requireKind(view, id, groupKind, context);
    if (requested.name !== undefined) changes.add(renamed(given, requested.name, changes, context));
    if (requested.zone_kind !== undefined) {
      changes.add(asZone(given, requested.zone_kind, changes, context));
    }
    if (element_ids !== undefined) {
      changes.add(joined(now(), element_ids, changes, context));
    }
  }
  if (remove_ids !== undefined) changes.add(without(now(), remove_ids, changes, context));
  if (release !== undefined) changes.add(released(now(), release, context));
  if (placements.length > 0) placeAgain(now(), placements, changes, context);
  if (changes.events.length === 0) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `no change of group \`${id}\` was requested: expected \`placements\`, \`element_ids\`, \`remove_ids\` or \`release\``,
      { element_id: id },
    );
  }
  const { members, placements: places } = now().params;
  return {
    events: changes.events,
    about: id,
    data: {
      group_id: id,
      placements: places.map(({ number }, row) => ({
        number,
        element_ids: [...(members[row] ?? [])],
      })),
    },
    warnings: changes.warnings,
    relies_on: [...changes.relies_on],
  };
}

/** Returns the group after the changes. Refuses if the caller could no longer read all of it. */
function current(id: string, { view }: Changes, context: Context): Group {
  return (
    view.elementOf(id, 'group') ??
    context.refuse(
      'INVALID_ARGUMENT',
      `you could not read all of group \`${id}\`: your READ scope must include groups and every placement`,
      { group_id: id },
    )
  );
}

/**
 * Returns the ids of free-standing elements and their fillings. Refuses those that the group (`own`) has, and for a group
 * that is placed several times also those of other such groups.
 */
function freeMembers(
  { element_ids, own }: { readonly element_ids: readonly string[]; readonly own?: Group },
  view: ModelView,
  context: Context,
): readonly string[] {
  const { standing, in_host } = selectionOf(element_ids, true, view, context);
  const groups = own === undefined ? [] : othersOf(own, view);
  const [loose] = in_host;
  if (loose !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${loose.kind} \`${loose.id}\` belongs to its host \`${view.kinds.references(loose).host ?? ''}\`: add the host to the group`,
      { element_id: loose.id },
    );
  }
  const ids: string[] = [];
  for (const { element } of standing) {
    ids.push(element.id, ...view.hostedBy(element.id).map(({ id }) => id));
  }
  for (const id of ids) {
    const member = memberOf(id, groups);
    if (member === null) continue;
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${id}\` is already in group \`${member.group.id}\` (${member.group.params.name}), and an element is in at most one group with several placements: remove it with \`group_id\` and \`remove_ids\` first`,
      { element_id: id, group_id: member.group.id },
    );
  }
  return ids;
}

/** A group, and those of which it must have no element. */
function othersOf(own: Group, view: ModelView): readonly Group[] {
  const others = isPlacedSeveralTimes(own) ? groupsOf(view).filter(isPlacedSeveralTimes) : [];
  return [own, ...others.filter(({ id }) => id !== own.id)];
}

/** Creates the group with its first placement and returns its id. */
function make(
  { name, element_ids, zone_kind }: GroupEdit,
  changes: Changes,
  context: Context,
): string {
  if (name === undefined || element_ids === undefined) {
    return context.refuse(
      'INVALID_ARGUMENT',
      'expected `name` and the elements of a new group, or `group_id` of an existing group',
    );
  }
  const ids = freeMembers({ element_ids }, changes.view, context);
  const plain = { name, members: [[...ids]], placements: [{ number: 1, ...AS_DRAWN }] };
  const params = zone_kind === undefined ? plain : { ...plain, zone_kind };
  const made = createElement(groupKind, params, changes.view, context);
  changes.add(made.plan(null, { relies_on: ids }));
  return made.id;
}

function renamed(group: Group, name: string, { view }: Changes, context: Context): Change {
  const after = { ...group, params: { ...group.params, name } };
  groupKind.check(after, view, context);
  return changed(group, after);
}

/** Makes a group a zone. */
function asZone({ id }: Group, zone_kind: ZoneKind, changes: Changes, context: Context): Change {
  const group = current(id, changes, context);
  const after = { ...group, params: { ...group.params, zone_kind } };
  groupKind.check(after, changes.view, context);
  return changed(group, after);
}

type Change = Pick<Plan<unknown>, 'events' | 'relies_on' | 'warnings'>;

function changed(before: Group, after: Group): Change {
  const event = modified(before, after);
  return { events: event === null ? [] : [event], relies_on: [before.id] };
}

/** Adds elements to the first placement and creates their counterparts in the others. */
function joined(
  group: Group,
  element_ids: readonly string[],
  { view }: Changes,
  context: Context,
): Change {
  const ids = freeMembers({ element_ids, own: group }, view, context);
  const of = group.params.members[0]?.[0] ?? '';
  const joins = ids.map((id) => ({ of, id, group_id: group.id }));
  const along = followGroups({ events: [], joins }, view, context.ids);
  return { ...along, relies_on: [...along.relies_on, group.id, ...ids] };
}

/** Removes these elements and their counterparts from the group. */
function without(
  group: Group,
  remove_ids: readonly string[],
  { view }: Changes,
  context: Context,
): Change {
  const members = membersOf(group);
  const removed = new Set<number>();
  for (const id of remove_ids) {
    const member = members.get(id);
    if (member === undefined) {
      return context.refuse('INVALID_ARGUMENT', `\`${id}\` is not in group \`${group.id}\``, {
        element_id: id,
        group_id: group.id,
      });
    }
    removed.add(member.column);
    for (const content of view.hostedBy(id)) {
      removed.add(members.get(content.id)?.column ?? member.column);
    }
    const { host } = view.kinds.references(view.element(id) ?? { id, kind: '', params: {} });
    const column = members.get(host ?? '')?.column;
    if (column !== undefined && !remove_ids.includes(host ?? '')) {
      context.refuse(
        'INVALID_ARGUMENT',
        `\`${id}\` stays in the group with its host \`${host ?? ''}\`: remove the host`,
        { element_id: id, group_id: group.id },
      );
    }
  }
  const rows = group.params.members.map((ids) => ids.filter((_, column) => !removed.has(column)));
  if (rows[0]?.length === 0) {
    return context.refuse(
      'INVALID_ARGUMENT',
      `group \`${group.id}\` would be empty: delete the group with delete_elements, which keeps its elements`,
      { group_id: group.id },
    );
  }
  return changed(group, { ...group, params: { ...group.params, members: rows } });
}

/** Removes a placement from the group; its elements are kept. */
function released(group: Group, number: number, context: Context): Change {
  const { members, placements } = group.params;
  const row = placements.findIndex((one) => one.number === number);
  if (row < 0 || placements.length === 1) {
    const there = placements.map((one) => one.number).join(', ');
    return context.refuse(
      'INVALID_ARGUMENT',
      row < 0
        ? `group \`${group.id}\` has no placement ${number}, expected one of ${there}`
        : `placement ${number} is the only one of group \`${group.id}\`: delete the group with delete_elements, which keeps its elements`,
      { group_id: group.id },
    );
  }
  const others = <T>(list: readonly T[]): T[] => list.filter((_, i) => i !== row);
  const params = { members: others(members), placements: others(placements) };
  return changed(group, { ...group, params: { ...group.params, ...params } });
}

/** Copies the first placement. Refuses if a copy would coincide with an existing element. */
function placeAgain(
  group: Group,
  placements: readonly Placing[],
  changes: Changes,
  context: Context,
): void {
  const { members } = group.params;
  const places = placements.map((one) => placeFor(one, group, changes.view, context));
  const what = { element_ids: members[0] ?? [], places, joined: false, group_id: group.id };
  const plan = planCopyMany(what, changes.view, context);
  const { warnings = [], relies_on = [] } = plan;
  changes.add({ ...plan, relies_on: [...relies_on, group.id] });
  const rows = current(group.id, changes, context).params.members.length;
  if (rows === members.length + placements.length) return;
  context.refuse(
    'INVALID_ARGUMENT',
    `group \`${group.id}\` cannot share elements with existing ones (${warnings.find((one) => one.includes('left out')) ?? 'they already exist'}): leave walls between placements out of the group`,
    { group_id: group.id },
  );
}

function placeFor(
  { mirror, turn_deg, about, move, level_id }: Placing,
  group: Group,
  view: ModelView,
  context: Context,
): CopyPlace {
  if ((turn_deg === undefined) !== (about === undefined)) {
    context.refuse(
      'INVALID_ARGUMENT',
      'a rotation requires both `turn_deg` and `about`, a point in plan',
    );
  }
  if (mirror !== undefined && mirror.from.x === mirror.to.x && mirror.from.y === mirror.to.y) {
    context.refuse('INVALID_ARGUMENT', '`mirror` requires two different points of its line');
  }
  let place = AS_DRAWN;
  if (mirror !== undefined) place = placeAfter(place, mirroring(mirror.from, mirror.to));
  if (turn_deg !== undefined && about !== undefined) {
    place = placeAfter(place, turning(about, turn_deg));
  }
  if (move !== undefined) place = placeAfter(place, translation({ ...move, z: 0 }));
  const motion = motionBetween(AS_DRAWN, place);
  if (level_id === undefined) return { motion, to_level: false, levelFor: () => null };
  const levels = levelsFrom(group, requireLevel(view, level_id, context), view, context);
  return { motion, to_level: false, levelFor: (from) => levels.get(from ?? '') ?? null };
}

/**
 * Maps the levels of the first placement to those of a placement with the lowest level `to`;
 * differences in storeys are preserved.
 */
function levelsFrom(
  group: Group,
  to: Storey,
  view: ModelView,
  context: Context,
): ReadonlyMap<string, Storey> {
  const order = view.levels();
  const stands = new Set((group.params.members[0] ?? []).map((id) => view.levelOf(id)));
  const own = order.filter(({ id }) => stands.has(id));
  const up =
    order.findIndex(({ id }) => id === to.id) - order.findIndex(({ id }) => id === own[0]?.id);
  const levels = new Map<string, Storey>();
  const lacking: string[] = [];
  for (const [n, level] of order.entries()) {
    if (!stands.has(level.id)) continue;
    const there = order[n + up];
    if (there === undefined) lacking.push(level.params.name);
    else levels.set(level.id, there);
  }
  if (lacking.length === 0) return levels;
  return context.refuse(
    'INVALID_ARGUMENT',
    `group \`${group.id}\` stands on ${listed(own.map(({ params }) => params.name))}: if the lowest of them maps to \`${to.params.name}\`, no level is as many storeys up for the elements on ${listed(lacking)}; create it with create_level first, or give another \`level_id\``,
    { group_id: group.id, level_id: to.id, lacking },
  );
}
