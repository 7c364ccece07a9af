/** @module whole placements: placements of groups that are moved or copied as a whole. */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Group } from '../../../kinds/group/group.ts';
import { groupsOf, isPlacedSeveralTimes } from '../../../kinds/group/membership.ts';
import type { Motion } from '../../../kinds/kind.ts';
import type { ModelView } from '../../view.ts';
import { modified } from '../planned.ts';
import { placeAfter } from './placed.ts';

/** Rows of which all elements are included, and rows of which only some are. */
function rowsAmong(
  { params: { members } }: Group,
  has: (id: string) => boolean,
): { readonly whole: readonly number[]; readonly part: readonly number[] } {
  const whole: number[] = [];
  const part: number[] = [];
  for (const [row, ids] of members.entries()) {
    if (ids.every(has)) whole.push(row);
    else if (ids.some(has)) part.push(row);
  }
  return { whole, part };
}

/** Events that update the position of each placement whose elements are all moved by this motion. */
export function movedPlacements(
  moved: ReadonlySet<string>,
  motion: Motion,
  view: ModelView,
): readonly PlannedEvent[] {
  if (motion.dz !== 0) return [];
  return groupsOf(view).flatMap((group) => {
    const { whole } = rowsAmong(group, (id) => moved.has(id));
    const placements = group.params.placements.map((place, row) =>
      whole.includes(row) ? { number: place.number, ...placeAfter(place, motion) } : place,
    );
    const event = modified(group, { ...group, params: { ...group.params, placements } });
    return event === null ? [] : [event];
  });
}

/** Copies created by a motion: ids by the ids of their sources, without elements that already existed. */
export type CopiesAt = {
  readonly motion: Motion;
  /** Whether all copies go to one level, regardless of the levels of their sources. */
  readonly to_level: boolean;
  readonly ids: ReadonlyMap<string, string>;
};

/**
 * Events that register copies of whole placements as placements of their groups, and notes about partial copies. A group
 * with one placement that shares elements with another group gets none, unless it is the one that is placed (`of`).
 */
export function copiedPlacements(
  copies: readonly CopiesAt[],
  view: ModelView,
  of: string | null,
): { readonly events: readonly PlannedEvent[]; readonly notes: readonly string[] } {
  const events: PlannedEvent[] = [];
  const notes: string[] = [];
  const groups = groupsOf(view);
  const shared = sharedMembers(groups);
  for (const group of groups) {
    const isShared = group.params.members.flat().some((id) => shared.has(id));
    if (isShared && group.id !== of && !isPlacedSeveralTimes(group)) continue;
    const members = [...group.params.members];
    const placements = [...group.params.placements];
    let next = Math.max(...placements.map(({ number }) => number)) + 1;
    let parts = 0;
    for (const { motion, to_level, ids } of copies) {
      const { whole, part } = rowsAmong(group, (id) => ids.has(id));
      const placed = motion.dz === 0 && !(to_level && standsOnSeveral(group, view)) ? whole : [];
      parts += part.length + whole.length - placed.length;
      for (const row of placed) {
        const place = group.params.placements[row];
        if (place === undefined) continue;
        members.push((group.params.members[row] ?? []).flatMap((id) => ids.get(id) ?? []));
        placements.push({ number: next, ...placeAfter(place, motion) });
        next += 1;
      }
    }
    const event = modified(group, { ...group, params: { ...group.params, members, placements } });
    if (event !== null) events.push(event);
    if (parts > 0) {
      notes.push(
        `copies of a part of group \`${group.id}\`, or of its storeys on one level, do not belong to it: copy a whole placement to add a placement`,
      );
    }
  }
  return { events, notes };
}

/** Ids of elements that are in several groups. */
function sharedMembers(groups: readonly Group[]): ReadonlySet<string> {
  const [known, shared] = [new Set<string>(), new Set<string>()];
  for (const id of groups.flatMap(({ params }) => params.members.flat())) {
    if (known.has(id)) shared.add(id);
    known.add(id);
  }
  return shared;
}

/** Returns whether the elements of a placement stand on more than one level. */
function standsOnSeveral(
  { params: { members } }: Group,
  view: Pick<ModelView, 'levelOf'>,
): boolean {
  return new Set((members[0] ?? []).flatMap((id) => view.levelOf(id) ?? [])).size > 1;
}
