/** @module copy many: copies several elements with their fillings to one or more places. */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import type { AnyElement, KindView, Motion, Storey } from '../../../kinds/kind.ts';
import { fillingOf, isOf } from '../../../kinds/kind.ts';
import { stair } from '../../../kinds/stair/stair.ts';
import type { ModelView } from '../../view.ts';
import { checkElement, checkHosted } from '../check.ts';
import { levelsOf } from '../consequences.ts';
import type { CopiesAt } from '../groups/whole-placements.ts';
import { copiedPlacements } from '../groups/whole-placements.ts';
import type { MoveCode } from '../move.ts';
import { carriedIn } from '../move.ts';
import { created, onGrid } from '../planned.ts';
import { stairOpenings } from '../stair-openings.ts';
import { pinnedAmong } from '../walls/pinned-among.ts';
import { asPlaced } from './as-placed.ts';
import type { NamedPlace } from './copy-names.ts';
import { CopyNames } from './copy-names.ts';
import { SamePlaces } from './same-places.ts';
import type { Selection, Standing } from './selection.ts';
import { about, motionOfAll, labelOf, selectionOf } from './selection.ts';

/** One place for copies: a motion, and the target levels if they differ. */
export type CopyPlace = {
  readonly motion: Motion;
  /** Whether all copies go to one level, regardless of the levels of their sources. */
  readonly to_level: boolean;
  /** Returns the target level for elements of a level; null if they stay on it. */
  readonly levelFor: (level_id: string | null) => Storey | null;
};

/** Result of the copies. */
export type ManyCopied = {
  /**
   * For each place, one id per requested element in the given order: its copy, or the identical
   * element that already existed.
   */
  readonly placed_ids: string[];
};

/** Elements to copy, and the places for the copies. */
export type CopyMany = {
  readonly element_ids: readonly string[];
  readonly places: readonly CopyPlace[];
  /** Whether rooms enclosed by the selected walls are copied too. */
  readonly joined: boolean;
  /** The group that is placed again. */
  readonly group_id?: string;
};

/**
 * Maximum number of copies per call, not counting fillings. Planning costs time before the limits of
 * the agent can be checked.
 */
const MAX_COPIES = 5000;

const STEP = { done: 0, total: 0, doing: 'copying' };

type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

/** Elements created so far, with the warnings and dependencies of the plan. */
class Copies {
  readonly events: PlannedEvent[] = [];
  readonly warnings = new Set<string>();
  readonly relies_on = new Set<string>();
  readonly left_out: string[] = [];
  readonly names: CopyNames;
  readonly places: SamePlaces;

  #there: ModelView;
  #applied = 0;

  constructor(view: ModelView) {
    this.names = new CopyNames(view);
    this.places = new SamePlaces(view);
    this.#there = view;
  }

  /** Returns the view with all elements created so far. Only events added since the previous call are applied. */
  there(): ModelView {
    const more = this.events.slice(this.#applied);
    if (more.length > 0) this.#there = this.#there.apply(more);
    this.#applied = this.events.length;
    return this.#there;
  }
}

/**
 * Plans copies of many elements in each of the places. References between copied elements are
 * redirected to the copies. A copy that would coincide with an existing element is omitted, so that a
 * wall on the mirror line is not duplicated. Outlines of rooms are derived from the walls at their new
 * place. A refusal names the element that caused it.
 */
export function planCopyMany(
  { element_ids, places, joined, group_id }: CopyMany,
  view: ModelView,
  context: PlanContext<MoveCode>,
): Plan<ManyCopied> {
  const count = element_ids.length * places.length;
  if (count > MAX_COPIES) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${element_ids.length} elements in ${places.length} places are ${count} copies, expected at most ${MAX_COPIES} in one call: make several calls`,
      { copies: count, limit: MAX_COPIES },
    );
  }
  const selection = selectionOf(element_ids, joined, view, context);
  for (const one of selection.in_host) {
    context.refuse(
      'INVALID_ARGUMENT',
      `${labelOf(one)} cannot be copied without its host: select its host \`${view.kinds.references(one).host ?? ''}\`, or copy it within that host with copy_element`,
      { element_id: one.id },
    );
  }
  const copies = new Copies(view);
  const placed: string[] = [];
  const made: CopiesAt[] = [];
  for (const place of places) {
    const there = { ...place, motion: motionOfAll(place.motion, selection) };
    const ids = copyTo(there, selection, copies, { view, context });
    placed.push(...element_ids.flatMap((id) => ids.get(id) ?? []));
    const own = [...ids].filter(([, id]) => view.element(id) === undefined);
    made.push({ motion: place.motion, to_level: place.to_level, ids: new Map(own) });
  }
  const again = copiedPlacements(made, view, group_id ?? null);
  copies.events.push(...again.events);
  for (const note of again.notes) copies.warnings.add(note);
  const { events, warnings, relies_on, left_out } = copies;
  if (events.length === 0) {
    return context.refuse(
      'NO_EFFECT',
      'all copies would coincide with existing elements: expected another place',
    );
  }
  return {
    events,
    data: {
      placed_ids: placed,
    },
    warnings: [...warnings, ...leftOutText(left_out)],
    relies_on: [...relies_on],
  };
}

function leftOutText(left_out: readonly string[]): readonly string[] {
  if (left_out.length === 0) return [];
  const listed_ids = left_out.slice(0, 5).join(', ');
  const more = left_out.length > 5 ? ' and others' : '';
  return [
    `${left_out.length} copies left out, with their contents, because the same elements already exist: ${listed_ids}${more}`,
  ];
}

/** Copies the selection to one place. Returns the ids of the copies by the ids of their sources. */
function copyTo(
  place: CopyPlace,
  { standing }: Selection,
  copies: Copies,
  planning: Planning,
): ReadonlyMap<string, string> {
  const { context } = planning;
  const ids = new Map<string, string>();
  const made: Copy[] = [];
  const following: Standing[] = [];
  const all = new Set(standing.map(({ element }) => element.id));
  const placed = new Map(
    standing.flatMap((one): readonly (readonly [string, AnyElement])[] => {
      if (one.follows !== 'none') return [];
      const present = pinnedAmong(one.element, all, planning.view);
      return [[one.element.id, movedTo(place, one, present, planning)]];
    }),
  );
  const going = { place, there: asPlaced(planning.view, placed) };
  for (const one of standing) {
    checkpoint(STEP);
    const { element, follows } = one;
    if (follows !== 'none') {
      following.push(one);
      ids.set(element.id, context.ids.next(element.kind));
      continue;
    }
    const moved = placed.get(element.id) ?? element;
    const there = copies.places.find(moved);
    if (there !== null) {
      for (const { id } of [element, ...planning.view.hostedBy(element.id)]) ids.set(id, there);
      copies.relies_on.add(there);
      copies.left_out.push(labelOf(element));
      continue;
    }
    const id = context.ids.next(element.kind);
    ids.set(element.id, id);
    copies.places.add({ ...moved, id });
    const contents = withContents({ ...moved, id }, element, going, planning);
    for (const { source, copy } of contents) ids.set(source.id, copy.id);
    made.push(...contents);
  }
  for (const copy of made) store(copy, { ids, place }, copies, planning);
  cutForStairs(made, copies, planning);
  follow(following, { ids, place }, copies, planning);
  return ids;
}

/** Returns the element after the motion, on its target level. */
function movedTo(
  { motion, levelFor }: CopyPlace,
  { element, transform }: Standing,
  present: AnyElement,
  { view, context }: Planning,
): AnyElement {
  const own = about(element, context);
  const from = view.kinds.references(element).level;
  const level = levelFor(from);
  const is_there = level === null || from === level.id;
  const base = is_there ? present : transform.relevelled(present, level, view, own);
  return onGrid(transform.moved(base, motion, own), view.kinds);
}

/**
 * The target of the copies, and a view in which each source is replaced by its copy, so that
 * references to a source are checked against its copy.
 */
type Going = { readonly place: CopyPlace; readonly there: KindView };

/** Returns a copy together with copies of the source's fillings. The fillings must fit the copy. */
function withContents(
  copy: AnyElement,
  source: AnyElement,
  { place: { motion }, there }: Going,
  { view, context }: Planning,
): readonly Copy[] {
  const { element: host } = checkElement(copy, there, about(source, context));
  const content_copies = view.hostedBy(source.id).map((hosted) => {
    const id = context.ids.next(hosted.kind);
    return { source: hosted, copy: carriedIn(host, { ...hosted, id }, motion, view) };
  });
  const fillings = content_copies.flatMap((one) => fillingOf(view.kinds, one.copy) ?? []);
  checkHosted(host, fillings, there, about(source, context));
  return [{ source, copy: host }, ...content_copies];
}

/** A source and its copy. */
type Copy = { readonly source: AnyElement; readonly copy: AnyElement };

type Placing = { readonly ids: ReadonlyMap<string, string>; readonly place: CopyPlace };

/** Adds the events of a copy, with a new name and with references redirected to copied elements. */
function store(
  { source, copy }: Copy,
  { ids, place }: Placing,
  { names, relies_on, events }: Copies,
  { view }: Planning,
): void {
  const renamed = { ...copy.params, ...names.of(copy, placeOf(source, place, view)) };
  const { stair_id } = source.params;
  const of_stair = typeof stair_id === 'string' ? ids.get(stair_id) : undefined;
  const params = Object.fromEntries(
    Object.entries(renamed).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'name' ? (ids.get(value) ?? value) : value,
    ]),
  );
  const own = of_stair === undefined ? params : { ...params, stair_id: of_stair };
  for (const id of [source.id, ...levelsOf(copy, view.kinds)]) relies_on.add(id);
  events.push(...created({ ...copy, params: own }, view.kinds));
}

/** Target level of a copy and the number of storeys between the levels; null if the level does not change. */
function placeOf(source: AnyElement, { levelFor }: CopyPlace, view: ModelView): NamedPlace {
  const from = view.levelOf(source.id);
  const level = levelFor(from);
  if (level === null || level.id === from) return null;
  const order = view.levels().map(({ id }) => id);
  const storeys = order.indexOf(level.id) - order.indexOf(from ?? level.id);
  return { name: level.params.name, storeys };
}

/**
 * Plans openings of copied stairs. Openings copied with their floors are assigned to the copied
 * stairs; missing ones are cut.
 */
function cutForStairs(made: readonly Copy[], copies: Copies, { view, context }: Planning): void {
  const { events, warnings, relies_on } = copies;
  const stairs = made.filter(({ copy }) => isOf(stair, copy));
  if (stairs.length === 0) return;
  const there = copies.there();
  for (const { source, copy } of stairs) {
    checkpoint(STEP);
    const is = there.element(copy.id);
    if (is === undefined) continue;
    const shafts = stairOpenings(is, is, there, about(source, context));
    events.push(...shafts.events);
    for (const note of shafts.notes) warnings.add(note);
    for (const id of shafts.relies_on) if (view.element(id) !== undefined) relies_on.add(id);
  }
}

/** Copies elements that follow others (such as rooms between walls), using the walls at the new place. */
function follow(
  following: readonly Standing[],
  placing: Placing,
  copies: Copies,
  planning: Planning,
): void {
  if (following.length === 0) return;
  const { view, context } = planning;
  const there = copies.there();
  for (const one of following) {
    checkpoint(STEP);
    const { element, follows } = one;
    if (follows === 'none') continue;
    const moved = movedTo(placing.place, one, follows.present(element, view), planning);
    const found = follows.copied(moved, there);
    const copy = { ...onGrid(found.element, view.kinds), id: placing.ids.get(element.id) ?? '' };
    const checked = checkElement(copy, view, about(element, context));
    for (const note of [...found.notes, ...checked.warnings]) {
      copies.warnings.add(`copy of ${labelOf(element)}: ${note}`);
    }
    for (const id of found.wall_ids) {
      if (view.element(id) !== undefined) copies.relies_on.add(id);
    }
    store({ source: element, copy: checked.element }, placing, copies, planning);
  }
}
