/** @module move many: moves, rotates or mirrors several elements together with joined walls. */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { AnyElement, Filling, KindView, Motion } from '../../../kinds/kind.ts';
import { fillingOf, isOf } from '../../../kinds/kind.ts';
import { stair } from '../../../kinds/stair/stair.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement, checkHosted } from '../check.ts';
import { levelsOf } from '../consequences.ts';
import { movedPlacements } from '../groups/whole-placements.ts';
import { keptInPlace } from '../kept-in-place.ts';
import type { MoveCode } from '../move.ts';
import { carriedIn } from '../move.ts';
import { modified, onGrid } from '../planned.ts';
import { stairOpenings } from '../stair-openings.ts';
import { asPlaced } from './as-placed.ts';
import type { Stretched } from './joined-ends.ts';
import { stretchedWalls } from './joined-ends.ts';
import type { Selection } from './selection.ts';
import { about, motionOfAll, labelOf, selectionOf } from './selection.ts';
import type { Slid, Slide } from './slide.ts';
import { checkSlid, slidInHosts } from './slide.ts';

/** Result of a move of many elements. Ids are in the order of the events. */
export type ManyMoved = {
  readonly modified_ids: string[];
};

/** Elements to move, and their motion. */
export type MoveMany = {
  readonly element_ids: readonly string[];
  readonly motion: Motion;
  /** Displacement for selected fillings of an unselected host; they move along it. */
  readonly slide: Slide;
  /** Whether ends of joined walls and rooms between the walls move too. */
  readonly joined: boolean;
};

const STEP = { done: 0, total: 0, doing: 'moving' };

type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

/** Events so far, with the warnings and dependencies of the plan. */
class Changes {
  readonly events: PlannedEvent[] = [];
  readonly warnings = new Set<string>();
  readonly relies_on = new Set<string>();

  add(before: AnyElement, after: AnyElement): void {
    const event = modified(before, after);
    if (event !== null) this.events.push(event);
  }
}

/**
 * Plans one motion of many elements. Fillings move with their hosts; unselected walls joined to the
 * selection are stretched; outlines of rooms are derived again at their new place. A refusal names the
 * element that caused it.
 */
export function planMoveMany(
  { element_ids, motion: requested, slide, joined }: MoveMany,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<ManyMoved> {
  const selection = selectionOf(element_ids, joined, view, context);
  const motion = motionOfAll(requested, selection);
  const planning = { view, context };
  const changes = new Changes();
  moveStanding(selection, motion, changes, planning);
  const stretched = joined ? stretchedBy(selection, motion, planning) : [];
  const slid = slidInHosts(selection.in_host, slide, stretched, planning);
  stretch(stretched, slid, changes, planning);
  checkpoint(STEP);
  cutAgain(selection, changes, planning);
  followAgain(selection, motion, changes, planning);
  changes.events.push(...movedPlacements(movedIds(selection, view), requested, view));
  const { events, warnings, relies_on } = changes;
  if (events.length === 0) {
    return context.refuse('NO_EFFECT', 'no element would move', {
      element_ids: element_ids.slice(0, 10),
    });
  }
  return {
    events,
    data: { modified_ids: [...new Set(events.map(({ aggregate_id }) => aggregate_id))] },
    warnings: [...warnings],
    relies_on: [...relies_on],
  };
}

/** Moves elements that follow no others. References to other moved elements are checked against their new places. */
function moveStanding(
  { standing }: Selection,
  motion: Motion,
  changes: Changes,
  planning: Planning,
): void {
  const { view, context } = planning;
  const moved = standing.flatMap(({ element, transform, follows }) => {
    if (follows !== 'none') return [];
    const after = transform.moved(element, motion, about(element, context));
    return [{ element, after: onGrid(after, view.kinds) }];
  });
  const there = asPlaced(view, new Map(moved.map(({ element, after }) => [element.id, after])));
  for (const one of moved) {
    moveWithContents(one, { motion, there }, changes, planning);
    checkpoint(STEP);
  }
}

type Moved = { readonly element: AnyElement; readonly after: AnyElement };
type Going = { readonly motion: Motion; readonly there: KindView };

/** Ids of all elements that move rigidly: the selection and its fillings. */
function movedIds({ standing }: Selection, view: ModelView): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { element } of standing) {
    ids.add(element.id);
    for (const content of view.hostedBy(element.id)) ids.add(content.id);
  }
  return ids;
}

/** Moves one element with its openings, doors and windows. */
function moveWithContents(
  { element, after: moved }: Moved,
  { motion, there }: Going,
  changes: Changes,
  { view, context }: Planning,
): void {
  const own = about(element, context);
  const { element: after, warnings } = checkElement(moved, there, own);
  const contents = view.hostedBy(element.id);
  const carried = contents.map((hosted) => carriedIn(after, hosted, motion, view));
  const fillings = carried.flatMap((hosted) => fillingOf(view.kinds, hosted) ?? []);
  checkHosted(after, fillings, there, own);
  for (const warning of warnings) changes.warnings.add(warning);
  for (const id of levelsOf(element, view.kinds)) changes.relies_on.add(id);
  changes.add(element, after);
  for (const [i, hosted] of contents.entries()) {
    changes.relies_on.add(hosted.id);
    changes.add(hosted, carried[i] ?? hosted);
  }
}

/** Unselected walls with the ends that move with the selection. */
function stretchedBy(
  { standing }: Selection,
  motion: Motion,
  { view, context }: Planning,
): readonly Stretched[] {
  const moved = new Map(
    standing.flatMap(({ element }): readonly (readonly [string, Wall])[] =>
      isOf(wall, element) ? [[element.id, element]] : [],
    ),
  );
  return stretchedWalls(moved, motion, view).map(({ before, after: requested }) => {
    const { element: after } = checkElement(requested, view, about(before, context));
    return { before, after: isOf(wall, after) ? after : requested };
  });
}

/**
 * Changes stretched walls with their fillings, and slides the selected fillings in their hosts. Each
 * filling must fit next to the planned state of the others.
 */
function stretch(
  stretched: readonly Stretched[],
  slid: readonly Slid[],
  changes: Changes,
  { view, context }: Planning,
): void {
  const goes = new Map(slid.map(({ after }) => [after.id, after]));
  const hosts = new Map(stretched.map(({ after }) => [after.id, after]));
  const holding = new Map<string, readonly Filling[]>();
  // Sliding fillings do not keep their place; they are excluded from the fillings whose place is preserved.
  const staying: KindView = {
    ...asPlaced(view, hosts),
    hostedBy: (id) => view.hostedBy(id).filter((content) => !goes.has(content.id)),
  };
  for (const { before, after } of stretched) {
    checkpoint(STEP);
    const own = about(before, context);
    const stays = keptInPlace(before, after, staying, own);
    const going = view.hostedBy(after.id).flatMap((content) => goes.get(content.id) ?? []);
    const fillings = [
      ...stays.fillings,
      ...going.flatMap((content) => fillingOf(view.kinds, content) ?? []),
    ];
    checkHosted(after, fillings, view, own);
    holding.set(after.id, fillings);
    changes.add(before, after);
    changes.events.push(...stays.events);
    changes.relies_on.add(before.params.level_id);
    for (const { id } of fillings) changes.relies_on.add(id);
  }
  if (stretched.length > 0) {
    const said = stretched.slice(0, 5).map(({ before }) => labelOf(before));
    const more = stretched.length > said.length ? ' and others' : '';
    changes.warnings.add(
      stretched.length === 1
        ? `1 wall is joined to moved elements and moves with its end: ${said.join()}`
        : `${stretched.length} walls are joined to moved elements and move with their ends: ${said.join(', ')}${more}`,
    );
  }
  for (const id of checkSlid(slid, hosts, holding, { view, context })) changes.relies_on.add(id);
  for (const { before, after, notes } of slid) {
    for (const note of notes) changes.warnings.add(note);
    changes.add(before, after);
  }
}

/** Updates openings that were cut for the selected stairs, in moved and unmoved floors. */
function cutAgain({ standing }: Selection, changes: Changes, { view, context }: Planning): void {
  const stairs = standing.filter(({ element }) => isOf(stair, element));
  if (stairs.length === 0) return;
  const there = view.apply(changes.events);
  for (const { element } of stairs) {
    checkpoint(STEP);
    const is = there.element(element.id);
    if (is === undefined) continue;
    const { events, notes, relies_on } = stairOpenings(is, is, there, about(element, context));
    changes.events.push(...events);
    for (const note of notes) changes.warnings.add(note);
    for (const id of relies_on) if (view.element(id) !== undefined) changes.relies_on.add(id);
  }
}

/** Moves elements that follow others; their surroundings at the new place are used. */
function followAgain(
  { standing }: Selection,
  motion: Motion,
  changes: Changes,
  { view, context }: Planning,
): void {
  const following = standing.filter(({ follows }) => follows !== 'none');
  if (following.length === 0) return;
  const there = view.apply(changes.events);
  for (const { element, transform, follows } of following) {
    checkpoint(STEP);
    if (follows === 'none') continue;
    const own = about(element, context);
    const moved = onGrid(transform.moved(element, motion, own), view.kinds);
    const { element: found, wall_ids, notes } = follows.moved(moved, there, own);
    const { element: after, warnings } = checkElement(onGrid(found, view.kinds), view, own);
    for (const said of [...notes, ...warnings]) changes.warnings.add(said);
    for (const id of [...levelsOf(element, view.kinds), ...wall_ids]) changes.relies_on.add(id);
    changes.add(element, after);
  }
}
