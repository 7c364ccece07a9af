/** @module stair openings: floor openings that are cut for stairs and follow them. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import { stairHole } from '../../geometry/members/stair-hole.ts';
import { ringOverlap } from '../../geometry/plan/ring-overlap.ts';
import type { ElementOf } from '../../kinds/elements.ts';
import { isSloping } from '../../kinds/floor/slope.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { level as levelKind } from '../../kinds/level/level.ts';
import { boxOfOutline } from '../../kinds/opening/opening-outline.ts';
import type { OpeningCode } from '../../kinds/opening/opening.ts';
import { opening as openingKind } from '../../kinds/opening/opening.ts';
import { stairBetween, stairEnds } from '../../kinds/stair/stair-plan.ts';
import { stair as stairKind } from '../../kinds/stair/stair.ts';
import type { ModelView } from '../view.ts';
import { requireBuildable } from './check.ts';
import { createElement } from './create.ts';
import { modified, onGrid } from './planned.ts';

/** Effects of a changed stair or level on the openings cut for stairs. */
export type StairOpenings = {
  readonly events: readonly PlannedEvent[];
  /** Ids of created or updated openings. */
  readonly opening_ids: readonly string[];
  readonly notes: readonly string[];
  readonly relies_on: readonly string[];
};

const NOTHING: StairOpenings = { events: [], opening_ids: [], notes: [], relies_on: [] };

/** Minimum plan area that a floor shares with the opening of a stair below it, mm². */
const MIN_SHARED_MM2 = 100;

type Stair = ElementOf<'stair'>;
type Floor = ElementOf<'floor'>;
type Planning = { readonly view: ModelView; readonly context: PlanContext<StairOpeningCode> };

/** Codes with which an opening for a stair can be refused. */
export type StairOpeningCode = OpeningCode | 'OUT_OF_RANGE';

/** Elevation of a level by id, with one level in its planned state, mm. */
type Elevations = (level_id: string) => number | undefined;

/**
 * Plans openings for a created or changed stair, or for all stairs at a level whose elevation changes.
 * The element must have passed its check.
 */
export function stairOpenings(
  before: AnyElement | null,
  after: AnyElement,
  view: ModelView,
  context: PlanContext<StairOpeningCode>,
): StairOpenings {
  const planning = { view, context };
  if (isOf(stairKind, after)) {
    return openingsFor(before !== null && isOf(stairKind, before) ? before : null, after, {
      ...planning,
      elevationOf: (id) => view.elementOf(id, 'level')?.params.elevation,
    });
  }
  if (!isOf(levelKind, after) || before === null || !isOf(levelKind, before)) return NOTHING;
  if (before.params.elevation === after.params.elevation) return NOTHING;
  const elevationOf: Elevations = (id) =>
    id === after.id ? after.params.elevation : view.elementOf(id, 'level')?.params.elevation;
  const all: StairOpenings[] = [];
  for (const stair of view.elementsOf('stair')) {
    const { level_id, top_level_id } = stair.params;
    if (level_id !== after.id && top_level_id !== after.id) continue;
    all.push(openingsFor(stair, stair, { ...planning, elevationOf }));
  }
  return {
    events: all.flatMap(({ events }) => events),
    opening_ids: all.flatMap(({ opening_ids }) => opening_ids),
    notes: all.flatMap(({ notes }) => notes),
    relies_on: all.flatMap(({ relies_on }) => relies_on),
  };
}

function openingsFor(
  before: Stair | null,
  after: Stair,
  planning: Planning & { readonly elevationOf: Elevations },
): StairOpenings {
  const { view, context } = planning;
  const known = before === null ? [] : cutFor(before, view);
  if (after.params.cut_floor !== true) {
    if (before?.params.cut_floor !== true || known.length === 0) return NOTHING;
    const note = `${named(known)} stays and no longer follows stair \`${after.id}\``;
    return { ...NOTHING, notes: [note] };
  }
  const events: PlannedEvent[] = [];
  const opening_ids: string[] = [];
  const relies_on: string[] = [];
  const needed = holesFor(after, planning);
  for (const { floor, outline } of needed) {
    const opening = known.find(({ params }) => params.host_id === floor.id);
    relies_on.push(floor.id, ...view.hostedBy(floor.id).map(({ id }) => id));
    if (opening === undefined) {
      const made = madeFor(after, floor, outline, planning);
      events.push(...made.plan(null).events);
      opening_ids.push(made.id);
      continue;
    }
    const proposed = {
      ...opening,
      params: { ...opening.params, ...boxOfOutline(outline, false), outline },
    };
    const { element } = openingKind.check(onGrid(proposed, view.kinds), view, context);
    const event = modified(opening, element);
    if (event === null) continue;
    requireBuildable(element, view, context);
    events.push(event);
    opening_ids.push(opening.id);
  }
  const left = known.filter(({ params: { host_id } }) =>
    needed.every(({ floor }) => floor.id !== host_id),
  );
  const notes = [
    ...(left.length === 0
      ? []
      : [`${named(left)} remains where stair \`${after.id}\` was: delete it if it is not needed`]),
    ...(needed.length === 0 ? [noFloor(after)] : []),
  ];
  return { events, opening_ids, notes, relies_on };
}

function named(openings: readonly ElementOf<'opening'>[]): string {
  return `opening ${openings.map(({ id }) => `\`${id}\``).join(', ')}`;
}

/** Warning that no floor is cut for a stair. */
export function noFloor({ id, params: { top_level_id } }: Stair): string {
  return `no floor of level \`${top_level_id}\` is less than 2,000 mm above the steps of stair \`${id}\`: no opening is cut`;
}

/** Openings that were cut for a stair in the floors of its upper level. */
function cutFor({ id, params }: Stair, view: ModelView): readonly ElementOf<'opening'>[] {
  const found: ElementOf<'opening'>[] = [];
  for (const floor of view.elementsOnLevel(params.top_level_id)) {
    for (const content of view.hostedBy(floor.id)) {
      if (isOf(openingKind, content) && content.params.stair_id === id) found.push(content);
    }
  }
  return found;
}

/** Floors of the upper level without enough headroom over the stair, each with the outline of its opening. */
function holesFor(
  { params }: Stair,
  { view, elevationOf }: Planning & { readonly elevationOf: Elevations },
): readonly { readonly floor: Floor; readonly outline: { x: number; y: number }[] }[] {
  const [base, top] = [elevationOf(params.level_id), elevationOf(params.top_level_id)];
  if (base === undefined || top === undefined) return [];
  const made = stairBetween(params, base, top);
  if (!made.ok) return [];
  const { foot: z } = stairEnds(params, base, top);
  const spec = { ...params, start: { ...params.start, z } };
  return [...view.elementsOnLevel(params.top_level_id)].flatMap((floor) => {
    if (floor.kind !== 'floor' || isSloping(floor.params)) return [];
    const { top_offset, thickness, boundary_points } = floor.params;
    const outline = stairHole(made.plan, spec, top + top_offset - thickness);
    if (outline === null) return [];
    const shared = ringOverlap(outline, boundary_points)?.area_mm2 ?? 0;
    return shared < MIN_SHARED_MM2
      ? []
      : [{ floor, outline: outline.map(({ x, y }) => ({ x, y })) }];
  });
}

function madeFor(
  stair: Stair,
  { id: host_id }: Floor,
  outline: { x: number; y: number }[],
  { view, context }: Planning,
) {
  const params = { ...boxOfOutline(outline, false), host_id, name: null, outline };
  return createElement(openingKind, { ...params, stair_id: stair.id }, view, context);
}
