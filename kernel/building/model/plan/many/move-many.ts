/** @module move many: several elements moved, turned or mirrored at once, with what is joined to them. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { Steps } from '../../../findings/steps.ts';
import type { AnyElement, Filling, KindView, Motion } from '../../../kinds/kind.ts';
import { fillingOf, isOf } from '../../../kinds/kind.ts';
import { stair } from '../../../kinds/stair.ts';
import type { Wall } from '../../../kinds/wall.ts';
import { wall } from '../../../kinds/wall.ts';
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
import { about, motionOfAll, saidOf, selectionOf } from './selection.ts';
import type { Slid, Slide } from './slide.ts';
import { checkSlid, slidInHosts } from './slide.ts';

/** What became of many elements. Ids in the order of the events. */
export type ManyMoved = {
  readonly modified_ids: string[];
};

/** How many are moved. */
export type MoveMany = {
  readonly element_ids: readonly string[];
  readonly motion: Motion;
  /** What sits in a host that stays goes along it, too. */
  readonly slide: Slide;
  /** Whether ends of other walls, and rooms between the walls, go along. */
  readonly joined: boolean;
};

const STEP = { done: 0, total: 0, doing: 'moving' };

type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

/** Events so far, and what the plan says and relies on. */
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
 * Plans one motion of many elements. What they hold goes with them; walls that are joined to them and stay are stretched;
 * rooms find their outline where they come to lie. A refusal names the element that it is about.
 */
export function* planMoveMany(
  { element_ids, motion: asked, slide, joined }: MoveMany,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Steps<Plan<ManyMoved>> {
  const selection = selectionOf(element_ids, joined, view, context);
  const motion = motionOfAll(asked, selection);
  const planning = { view, context };
  const changes = new Changes();
  yield* moveStanding(selection, motion, changes, planning);
  const stretched = joined ? stretchedBy(selection, motion, planning) : [];
  const slid = slidInHosts(selection.in_host, slide, stretched, planning);
  yield* stretch(stretched, slid, changes, planning);
  yield STEP;
  yield* cutAgain(selection, changes, planning);
  yield* followAgain(selection, motion, changes, planning);
  changes.events.push(...movedPlacements(movedIds(selection, view), asked, view));
  const { events, warnings, relies_on } = changes;
  if (events.length === 0) {
    return context.refuse('NO_EFFECT', 'everything would stay where it is', {
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

/** What follows nothing; what refers to another that goes along is held against that where it comes to lie. */
function* moveStanding(
  { standing }: Selection,
  motion: Motion,
  changes: Changes,
  planning: Planning,
): Steps<void> {
  const { view, context } = planning;
  const moved = standing.flatMap(({ element, transform, follows }) => {
    if (follows !== 'none') return [];
    const after = transform.moved(element, motion, about(element, context));
    return [{ element, after: onGrid(after, view.kinds) }];
  });
  const there = asPlaced(view, new Map(moved.map(({ element, after }) => [element.id, after])));
  for (const one of moved) {
    moveWithContents(one, { motion, there }, changes, planning);
    yield STEP;
  }
}

type Moved = { readonly element: AnyElement; readonly after: AnyElement };
type Going = { readonly motion: Motion; readonly there: KindView };

/** All that goes along as it is. */
function movedIds({ standing }: Selection, view: ModelView): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { element } of standing) {
    ids.add(element.id);
    for (const held of view.hostedBy(element.id)) ids.add(held.id);
  }
  return ids;
}

/** One element, and the openings, doors and windows that it holds. */
function moveWithContents(
  { element, after: moved }: Moved,
  { motion, there }: Going,
  changes: Changes,
  { view, context }: Planning,
): void {
  const own = about(element, context);
  const { element: after, warnings } = checkElement(moved, there, own);
  const held = view.hostedBy(element.id);
  const carried = held.map((hosted) => carriedIn(after, hosted, motion, view));
  const fillings = carried.flatMap((hosted) => fillingOf(view.kinds, hosted) ?? []);
  checkHosted(after, fillings, there, own);
  for (const warning of warnings) changes.warnings.add(warning);
  for (const id of levelsOf(element, view.kinds)) changes.relies_on.add(id);
  changes.add(element, after);
  for (const [i, hosted] of held.entries()) {
    changes.relies_on.add(hosted.id);
    changes.add(hosted, carried[i] ?? hosted);
  }
}

/** Walls that stay, with the ends that go along. */
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
  return stretchedWalls(moved, motion, view).map(({ before, after: asked }) => {
    const { element: after } = checkElement(asked, view, about(before, context));
    return { before, after: isOf(wall, after) ? after : asked };
  });
}

/** Changes walls that stay, with what they hold, and what slides in any host: each must fit beside the others as they will be. */
function* stretch(
  stretched: readonly Stretched[],
  slid: readonly Slid[],
  changes: Changes,
  { view, context }: Planning,
): Steps<void> {
  const goes = new Map(slid.map(({ after }) => [after.id, after]));
  const hosts = new Map(stretched.map(({ after }) => [after.id, after]));
  const holding = new Map<string, readonly Filling[]>();
  // What slides keeps no place: it is left out of what stays.
  const staying: KindView = {
    ...asPlaced(view, hosts),
    hostedBy: (id) => view.hostedBy(id).filter((held) => !goes.has(held.id)),
  };
  for (const { before, after } of stretched) {
    yield STEP;
    const own = about(before, context);
    const stays = keptInPlace(before, after, staying, own);
    const going = view.hostedBy(after.id).flatMap((held) => goes.get(held.id) ?? []);
    const fillings = [
      ...stays.fillings,
      ...going.flatMap((held) => fillingOf(view.kinds, held) ?? []),
    ];
    checkHosted(after, fillings, view, own);
    holding.set(after.id, fillings);
    changes.add(before, after);
    changes.events.push(...stays.events);
    changes.relies_on.add(before.params.level_id);
    for (const { id } of fillings) changes.relies_on.add(id);
  }
  if (stretched.length > 0) {
    const said = stretched.slice(0, 5).map(({ before }) => saidOf(before));
    const more = stretched.length > said.length ? ' and others' : '';
    changes.warnings.add(
      stretched.length === 1
        ? `1 wall that is joined to what moves goes along with its end: ${said.join()}`
        : `${stretched.length} walls that are joined to what moves go along with their ends: ${said.join(', ')}${more}`,
    );
  }
  for (const id of checkSlid(slid, hosts, holding, { view, context })) changes.relies_on.add(id);
  for (const { before, after, notes } of slid) {
    for (const note of notes) changes.warnings.add(note);
    changes.add(before, after);
  }
}

/** Openings that were cut for stairs, in floors that moved along or stay. */
function* cutAgain(
  { standing }: Selection,
  changes: Changes,
  { view, context }: Planning,
): Steps<void> {
  const stairs = standing.filter(({ element }) => isOf(stair, element));
  if (stairs.length === 0) return;
  const there = yield* view.applying(changes.events);
  for (const { element } of stairs) {
    yield STEP;
    const is = there.element(element.id);
    if (is === undefined) continue;
    const { events, notes, relies_on } = stairOpenings(is, is, there, about(element, context));
    changes.events.push(...events);
    for (const note of notes) changes.warnings.add(note);
    for (const id of relies_on) if (view.element(id) !== undefined) changes.relies_on.add(id);
  }
}

/** What follows others finds them where it comes to lie. */
function* followAgain(
  { standing }: Selection,
  motion: Motion,
  changes: Changes,
  { view, context }: Planning,
): Steps<void> {
  const following = standing.filter(({ follows }) => follows !== 'none');
  if (following.length === 0) return;
  const there = yield* view.applying(changes.events);
  for (const { element, transform, follows } of following) {
    yield STEP;
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
