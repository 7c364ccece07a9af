/** @module copy: copies elements at a displacement, together with their fillings. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { AnyElement, Filling, Transform } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { fillingsIn } from '../../kinds/rules/hosting.ts';
import { requireElement, requireLevel } from '../../kinds/rules/lookup.ts';
import type { ModelView } from '../view.ts';
import { checkElement, checkHosted } from './check.ts';
import { levelsOf } from './consequences.ts';
import { translation } from './motions.ts';
import type { MoveCode } from './move.ts';
import { carriedIn, movedInHost, refuseNowhere } from './move.ts';
import { created, onGrid } from './planned.ts';
import { snapped } from './snap.ts';
import { stairOpenings } from './stair-openings.ts';
import { pinnedAmong } from './walls/pinned-among.ts';

export type CopyCode = MoveCode;

/**
 * Displacement of the copies: `delta` per copy, or from the reference point to `to_location`. The
 * target level can differ.
 */
export type CopyInput = {
  readonly element_id: string;
  readonly to_location?: PlanPoint | undefined;
  readonly delta?: SpacePoint | undefined;
  readonly to_level_id?: string | undefined;
  readonly count: number;
};

/** New elements, in order; `copied_ids` are the fillings copied with them. */
export type Copied = {
  readonly new_id: string;
  readonly new_ids: string[];
  readonly copied_ids: string[];
};

/** Input, view and context of one plan. */
type Planning = {
  readonly input: CopyInput;
  readonly view: ModelView;
  readonly context: PlanContext<CopyCode>;
};

/**
 * Plans `count` copies, each one displacement further than the one before. Walls, floors and roofs are
 * copied with their openings, doors and windows. A copied room follows the walls at its new place if
 * they enclose the same outline; otherwise it keeps its outline. If a source ends at a higher level,
 * its copy on another level ends the same number of levels higher.
 */
export function planCopy(
  input: CopyInput,
  view: ModelView,
  context: PlanContext<CopyCode>,
): Plan<Copied> {
  const source = requireElement(view, input.element_id, context);
  const { transform } = view.kinds.of(source);
  if (transform === 'up_and_down') {
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${source.id}\` is a level: create a level and copy the elements on it`,
    );
  }
  if (transform === 'none') return refuseNowhere(source, context);
  const planning = { input, view, context };
  return transform === 'in_host'
    ? copiesInHost(source, planning)
    : copiesOf(source, transform, planning);
}

function deltaOf(reference: PlanPoint, { input, context }: Planning): SpacePoint {
  const { delta, to_location, to_level_id } = input;
  if (delta !== undefined && to_location !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      '`delta` and `to_location` were both given, expected one of them',
    );
  }
  if (to_location !== undefined) {
    return { x: to_location.x - reference.x, y: to_location.y - reference.y, z: 0 };
  }
  if (delta !== undefined) return delta;
  if (to_level_id === undefined) {
    context.refuse('INVALID_ARGUMENT', 'expected `delta`, `to_location` or `to_level_id`');
  }
  return { x: 0, y: 0, z: 0 };
}

function copiesOf(
  source: AnyElement,
  transform: Transform<AnyElement>,
  planning: Planning,
): Plan<Copied> {
  const { input, view, context } = planning;
  const { kinds } = view;
  const { follows } = kinds.of(source);
  const step = deltaOf(transform.reference(source), planning);
  const present = follows === 'none' ? source : follows.present(source, view);
  const base = relevelled(pinnedAmong(present, new Set(), view), transform, planning);
  const stays = [step.x, step.y, step.z].every((mm) => micrometres(mm) === 0);
  const same_level = kinds.references(base).level === kinds.references(source).level;
  if (stays && (same_level || input.count > 1)) {
    context.refuse('NO_EFFECT', 'the copies would coincide: expected a displacement');
  }
  const events: PlannedEvent[] = [];
  const new_ids: string[] = [];
  const copied_ids: string[] = [];
  const warnings = new Set<string>();
  const walls = new Set<string>();
  const contents = view.hostedBy(source.id);
  for (let n = 1; n <= input.count; n += 1) {
    const motion = translation({ x: n * step.x, y: n * step.y, z: n * step.z });
    const moved = onGrid(transform.moved(base, motion, context), kinds);
    const {
      element: settled,
      wall_ids,
      notes,
    } = follows === 'none' ? { element: moved, ...NOTHING } : follows.copied(moved, view);
    const placed = { ...settled, id: context.ids.next(source.kind) };
    const snap = snapped(source, placed, view, context);
    const { element, warnings: element_warnings } = checkElement(snap.snapped, view, context);
    for (const warning of [...element_warnings, ...notes, ...snap.notes]) warnings.add(warning);
    for (const id of [...wall_ids, ...snap.wall_ids]) walls.add(id);
    events.push(...created(element, kinds));
    new_ids.push(element.id);
    const shafts = stairOpenings(null, element, view, context);
    events.push(...shafts.events);
    copied_ids.push(...shafts.opening_ids);
    for (const note of shafts.notes) warnings.add(note);
    for (const id of shafts.relies_on) walls.add(id);
    const copies = contents.map((hosted) => {
      const id = context.ids.next(hosted.kind);
      return carriedIn(element, { ...hosted, id }, motion, view);
    });
    checkHosted(element, fillingsOf(copies, view), view, context);
    for (const copy of copies) {
      events.push(...created(copy, kinds));
      copied_ids.push(copy.id);
    }
  }
  return {
    events,
    data: { new_id: new_ids[0] ?? '', new_ids, copied_ids },
    warnings: [...warnings],
    relies_on: [source.id, ...levelsOf(base, kinds), ...contents.map(({ id }) => id), ...walls],
  };
}

const NOTHING = { wall_ids: [], notes: [] } as const;

function fillingsOf(elements: readonly AnyElement[], { kinds }: ModelView): readonly Filling[] {
  return elements.flatMap((element) => fillingOf(kinds, element) ?? []);
}

/** Returns the element on the requested level. */
function relevelled(
  source: AnyElement,
  transform: Transform<AnyElement>,
  { input: { to_level_id }, view, context }: Planning,
): AnyElement {
  if (to_level_id === undefined || to_level_id === view.kinds.references(source).level) {
    return source;
  }
  const target = requireLevel(view, to_level_id, context);
  return transform.relevelled(source, target, view, context);
}

/** Plans copies of a filling in its own host; each must fit next to the previous copies. */
function copiesInHost(source: AnyElement, planning: Planning): Plan<Copied> {
  const { input, view, context } = planning;
  const host_id = view.kinds.references(source).host ?? '';
  if (input.to_level_id !== undefined || input.to_location !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${source.id}\` is a ${source.kind} in \`${host_id}\`: expected \`delta\`; to fill another host, place a new one there`,
    );
  }
  const step = deltaOf({ x: 0, y: 0 }, planning);
  const events: PlannedEvent[] = [];
  const new_ids: string[] = [];
  const warnings = new Set<string>();
  const there = [...fillingsIn(view, host_id)];
  const relies_on = [host_id, ...there.map(({ id }) => id)];
  for (let n = 1; n <= input.count; n += 1) {
    const delta = { x: n * step.x, y: n * step.y, z: n * step.z };
    const { element: moved, notes } = movedInHost(source, delta, view, context);
    const copy = { ...onGrid(moved, view.kinds), id: context.ids.next(source.kind) };
    checkElement(copy, view, context, there);
    for (const note of notes) warnings.add(note);
    there.push(...fillingsOf([copy], view));
    events.push(...created(copy, view.kinds));
    new_ids.push(copy.id);
  }
  return {
    events,
    data: { new_id: new_ids[0] ?? '', new_ids, copied_ids: [] },
    warnings: [...warnings],
    relies_on,
  };
}
