/** @module copy: elements repeated at a displacement, with what they hold. */
import type { Element } from '../../../schemas/elements.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint, SpacePoint } from '../../../schemas/units.ts';
import { micrometres } from '../../geometry/vector.ts';
import { deepEqual } from '../deep-equal.ts';
import type { HostedElement, ModelView } from '../view.ts';
import { checkElement, checkHosted } from './check.ts';
import { levelsOf } from './consequences.ts';
import { isHost, isHosted } from './hosting.ts';
import { requireElement, requireLevel } from './lookup.ts';
import type { MoveCode } from './move.ts';
import { movedInHost, translation } from './move.ts';
import { created, createdInHost, onGridDeep } from './planned.ts';
import { enclosureAt } from './room.ts';
import type { Free } from './transform.ts';
import { referencePoint, transformed } from './transform.ts';

export type CopyCode = MoveCode;

/** Where copies go: `delta` each time, or the reference point to `to_location`; on the same level or another. */
export type CopyInput = {
  readonly element_id: string;
  readonly to_location?: PlanPoint | undefined;
  readonly delta?: SpacePoint | undefined;
  readonly to_level_id?: string | undefined;
  readonly count: number;
};

/** New elements, in order; `copied_ids` are the fillings that came along. */
export type Copied = {
  readonly new_id: string;
  readonly new_ids: string[];
  readonly copied_ids: string[];
};

/**
 * Plans `count` copies, each one displacement further. A wall, floor or roof brings its openings, doors
 * and windows. A copied room follows walls that enclose the same outline there; else it keeps its
 * outline. What ends at a level above ends as many levels higher on another level.
 */
export function planCopy(
  input: CopyInput,
  view: ModelView,
  context: PlanContext<CopyCode>,
): Plan<Copied> {
  const source = requireElement(view, input.element_id, context);
  if (source.kind === 'level')
    return context.refuse(
      'INVALID_ARGUMENT',
      `\`${source.id}\` is a level: create a level and copy what stands on it`,
    );
  return isHosted(source)
    ? copiesInHost(source, input, view, context)
    : copiesOf(source, input, view, context);
}

function deltaOf(
  { delta, to_location, to_level_id }: CopyInput,
  reference: PlanPoint,
  context: PlanContext<CopyCode>,
): SpacePoint {
  if (delta !== undefined && to_location !== undefined)
    context.refuse('INVALID_ARGUMENT', 'got both `delta` and `to_location`, expected one of them');
  if (to_location !== undefined)
    return { x: to_location.x - reference.x, y: to_location.y - reference.y, z: 0 };
  if (delta !== undefined) return delta;
  if (to_level_id === undefined)
    context.refuse('INVALID_ARGUMENT', 'expected `delta`, `to_location` or `to_level_id`');
  return { x: 0, y: 0, z: 0 };
}

function copiesOf(
  source: Free,
  input: CopyInput,
  view: ModelView,
  context: PlanContext<CopyCode>,
): Plan<Copied> {
  const step = deltaOf(input, referencePoint(source), context);
  const base = relevelled(asItStands(source, view), input.to_level_id, view, context);
  const stays = [step.x, step.y, step.z].every((mm) => micrometres(mm) === 0);
  if (stays && (base.params.level_id === source.params.level_id || input.count > 1))
    context.refuse('NO_EFFECT', 'copies would lie on each other: expected a displacement');
  const events: PlannedEvent[] = [];
  const new_ids: string[] = [];
  const copied_ids: string[] = [];
  const warnings = new Set<string>();
  const walls = new Set<string>();
  for (let n = 1; n <= input.count; n += 1) {
    const motion = translation({ x: n * step.x, y: n * step.y, z: n * step.z });
    const moved = onGridDeep(transformed(base, motion, context));
    const { settled, wall_ids, notes } = resettled(moved, view);
    const asked: Element = { ...settled, id: context.ids.next(source.kind) };
    const { element, warnings: said } = checkElement(asked, view, context);
    for (const warning of [...said, ...notes]) warnings.add(warning);
    for (const id of wall_ids) walls.add(id);
    events.push(created(element));
    new_ids.push(element.id);
    const held = view
      .hostedBy(source.id)
      .map((hosted) => carried(hosted, context.ids.next(hosted.kind), element.id, motion.point));
    if (isHost(element)) checkHosted(element, held, context);
    for (const filling of held) {
      events.push(...createdInHost(filling));
      copied_ids.push(filling.id);
    }
  }
  return {
    events,
    data: { new_id: new_ids[0] ?? '', new_ids, copied_ids },
    warnings: [...warnings],
    relies_on: [
      source.id,
      ...levelsOf(base),
      ...view.hostedBy(source.id).map(({ id }) => id),
      ...walls,
    ],
  };
}

/** A room that follows its walls, with the outline that it has now. */
function asItStands(source: Free, view: ModelView): Free {
  if (source.kind !== 'room' || source.params.point === null) return source;
  const outline = view.outline(source.id) ?? source.params.boundary_points;
  const boundary_points = outline.map(({ x, y }) => ({ x, y }));
  return { ...source, params: { ...source.params, boundary_points } };
}

type Resettled = {
  readonly settled: Free;
  /** Walls that a copied room follows. */
  readonly wall_ids: readonly string[];
  readonly notes: readonly string[];
};

/** The element where it is copied to: a room that followed walls goes on doing so where they enclose the same outline. */
function resettled(moved: Free, view: ModelView): Resettled {
  if (moved.kind !== 'room' || moved.params.point === null)
    return { settled: moved, wall_ids: [], notes: [] };
  const { level_id, point, boundary_points } = moved.params;
  const found = enclosureAt(level_id, point, view);
  if (found !== null && sameOutline(found.boundary_points, boundary_points))
    return { settled: moved, wall_ids: found.wall_ids, notes: [] };
  return {
    settled: { ...moved, params: { ...moved.params, point: null } },
    wall_ids: [],
    notes: [
      'no walls enclose the same outline where the room is copied to: the copy keeps the outline and follows no walls',
    ],
  };
}

function cornersOf(ring: readonly PlanPoint[]): readonly string[] {
  return ring.map(({ x, y }) => `${micrometres(x)} ${micrometres(y)}`).toSorted();
}

/** Whether two outlines have the same corners, wherever they begin. */
function sameOutline(a: readonly PlanPoint[], b: readonly PlanPoint[]): boolean {
  return deepEqual(cornersOf(a), cornersOf(b));
}

/** The filling as it will be in the copy of its host. */
function carried(
  hosted: HostedElement,
  id: string,
  host_id: string,
  point: (point: PlanPoint) => PlanPoint,
): HostedElement {
  switch (hosted.kind) {
    case 'door':
      return { ...hosted, id, params: { ...hosted.params, host_id } };
    case 'window':
      return { ...hosted, id, params: { ...hosted.params, host_id } };
    case 'opening': {
      const { location } = hosted.params;
      const moved = location === null ? null : onGridDeep(point(location));
      return { ...hosted, id, params: { ...hosted.params, host_id, location: moved } };
    }
    default:
      return hosted satisfies never;
  }
}

/** The element on another level; what ends at a level ends as many levels further up. */
function relevelled(
  source: Free,
  to_level_id: string | undefined,
  view: ModelView,
  context: PlanContext<CopyCode>,
): Free {
  if (to_level_id === undefined || to_level_id === source.params.level_id) return source;
  const target = requireLevel(view, to_level_id, context);
  const level_id = target.id;
  switch (source.kind) {
    case 'stair': {
      const top = topFor(source.params.level_id, source.params.top_level_id, level_id, view);
      if (top === null)
        return context.refuse(
          'INVALID_STAIR',
          `no level above \`${level_id}\` for the stair to reach: create it first`,
        );
      return { ...source, params: { ...source.params, level_id, top_level_id: top } };
    }
    case 'column': {
      const { top_level_id } = source.params;
      const top =
        top_level_id === null ? null : topFor(source.params.level_id, top_level_id, level_id, view);
      if (top_level_id !== null && top === null)
        return context.refuse(
          'LEVEL_NOT_FOUND',
          `no level above \`${level_id}\` for the column to end at: create it first`,
        );
      return { ...source, params: { ...source.params, level_id, top_level_id: top } };
    }
    case 'wall':
      return { ...source, params: { ...source.params, level_id } };
    case 'floor':
      return { ...source, params: { ...source.params, level_id } };
    case 'roof':
      return { ...source, params: { ...source.params, level_id } };
    case 'beam':
      return { ...source, params: { ...source.params, level_id } };
    case 'ramp':
      return { ...source, params: { ...source.params, level_id } };
    case 'railing':
      return { ...source, params: { ...source.params, level_id } };
    case 'grid':
      return { ...source, params: { ...source.params, level_id } };
    case 'room':
      return { ...source, params: { ...source.params, level_id } };
    case 'solid': {
      // A solid lies in the world, so its rise between the levels is part of its place.
      const from = requireLevel(view, source.params.level_id, context).params.elevation;
      const { offset } = source.params;
      const lifted = { ...offset, z: offset.z + target.params.elevation - from };
      return { ...source, params: { ...source.params, level_id, offset: lifted } };
    }
    default:
      return source satisfies never;
  }
}

/** The level as far above `base` as `old_top` is above `old_base`, counted in levels. */
function topFor(old_base: string, old_top: string, base: string, view: ModelView): string | null {
  const order = view.levels().map(({ id }) => id);
  const rise = order.indexOf(old_top) - order.indexOf(old_base);
  return order[order.indexOf(base) + rise] ?? null;
}

/** Copies of a filling in its own host; each must fit beside the ones before it. */
function copiesInHost(
  source: HostedElement,
  input: CopyInput,
  view: ModelView,
  context: PlanContext<CopyCode>,
): Plan<Copied> {
  if (input.to_level_id !== undefined || input.to_location !== undefined)
    context.refuse(
      'INVALID_ARGUMENT',
      `\`${source.id}\` is a ${source.kind} in \`${source.params.host_id}\`: expected \`delta\`; to fill another host, place a new one there`,
    );
  const step = deltaOf(input, { x: 0, y: 0 }, context);
  const events: PlannedEvent[] = [];
  const new_ids: string[] = [];
  const warnings = new Set<string>();
  const there = [...view.hostedBy(source.params.host_id)];
  const relies_on = [source.params.host_id, ...there.map(({ id }) => id)];
  for (let n = 1; n <= input.count; n += 1) {
    const delta = { x: n * step.x, y: n * step.y, z: n * step.z };
    const { element: moved, notes } = movedInHost(source, delta, view, context);
    const copy: HostedElement = { ...onGridDeep(moved), id: context.ids.next(source.kind) };
    checkElement(copy, view, context, there);
    for (const note of notes) warnings.add(note);
    there.push(copy);
    events.push(...createdInHost(copy));
    new_ids.push(copy.id);
  }
  return {
    events,
    data: { new_id: new_ids[0] ?? '', new_ids, copied_ids: [] },
    warnings: [...warnings],
    relies_on,
  };
}
