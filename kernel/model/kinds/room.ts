/** @module room: a space with an outline, given or found between the walls that enclose a point. */
import type { ElementOf, ParamsOf } from '../../../schemas/elements.ts';
import type { Plan, PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { toGrid } from '../../../schemas/units.ts';
import { pointInRing, regionArea, ringPerimeter } from '../../geometry/polygon.ts';
import { findRoomAt, findRooms } from '../../geometry/rooms.ts';
import type { StraightWall } from '../../geometry/wall-contacts.ts';
import type { ModelView } from '../view.ts';
import { straightWall } from '../wall-plan.ts';
import type { CheckedBoundary } from './boundary.ts';
import { requireBoundary } from './boundary.ts';
import type { LevelCode } from './lookup.ts';
import { requireLevel } from './lookup.ts';
import type { BoundsCode } from './model-bounds.ts';
import { requireInModel, requirePointsInModel } from './model-bounds.ts';
import { created, onGridDeep } from './planned.ts';

export type RoomCode = LevelCode | BoundsCode | 'INVALID_BOUNDARY';
export type EnclosedCode = BoundsCode | 'ROOM_NOT_ENCLOSED';

/** Refuses a room without a level, outside the model, or with an outline that is not clean. */
export function checkRoom(
  room: ElementOf<'room'>,
  view: ModelView,
  context: PlanContext<RoomCode>,
): CheckedBoundary {
  const { level_id, boundary_points, height } = room.params;
  const { elevation } = requireLevel(view, level_id, context).params;
  requirePointsInModel('`boundary_points`', boundary_points, context);
  requireInModel('top of the room', { z: elevation + height }, context);
  return requireBoundary(boundary_points, [], context);
}

/** The net outline that walls of a level enclose around a point, and their ids. */
export type Enclosure = {
  readonly boundary_points: PlanPoint[];
  /** Less free-standing groups of walls inside. */
  readonly area_mm2: number;
  readonly wall_ids: readonly string[];
};

/** The space around `point` on a level, null when walls do not close round it, or the point is in a wall. */
export function enclosureAt(level_id: string, point: PlanPoint, view: ModelView): Enclosure | null {
  const found = findRoomAt(point, wallsOn(level_id, view));
  if (found === null) return null;
  const { ring, area_mm2, wallIds: wall_ids } = found;
  return { boundary_points: ring.map(({ x, y }) => ({ x, y })), area_mm2, wall_ids };
}

/** `enclosureAt`, which must be there. Refuses ROOM_NOT_ENCLOSED. */
export function requireEnclosure(
  level_id: string,
  point: PlanPoint,
  view: ModelView,
  context: PlanContext<EnclosedCode>,
): Enclosure {
  requireInModel('`point`', { x: point.x, y: point.y }, context);
  const found = enclosureAt(level_id, point, view);
  if (found !== null) return found;
  const walls = wallsOn(level_id, view).length;
  return context.refuse(
    'ROOM_NOT_ENCLOSED',
    `the ${walls} walls of level \`${level_id}\` enclose no space around (${point.x}, ${point.y})`,
    { level_id, point, walls },
  );
}

function wallsOn(level_id: string, view: ModelView): readonly StraightWall[] {
  const walls: StraightWall[] = [];
  for (const element of view.elementsOnLevel(level_id))
    if (element.kind === 'wall') walls.push(straightWall(element));
  return walls;
}

/** Ids of the walls that a room follows, none when its outline was given or they no longer enclose it. */
export function wallsAround({ params }: ElementOf<'room'>, view: ModelView): readonly string[] {
  if (params.point === null) return [];
  return findRoomAt(params.point, wallsOn(params.level_id, view))?.wallIds ?? [];
}

/** Ids of the rooms that follow a wall. */
export function roomsAlong({ id, params }: ElementOf<'wall'>, view: ModelView): readonly string[] {
  const faces = findRooms(wallsOn(params.level_id, view)).filter(({ wallIds }) =>
    wallIds.includes(id),
  );
  const rooms: string[] = [];
  for (const element of view.elementsOnLevel(params.level_id)) {
    if (element.kind !== 'room' || element.params.point === null) continue;
    const { point } = element.params;
    if (faces.some(({ ring }) => pointInRing(point, ring))) rooms.push(element.id);
  }
  return rooms;
}

/** Plans a room with the outline given in `params`; pass `enclosure` when it was found from walls. Areas mm², volume mm³. */
export function planRoom(
  params: ParamsOf<'room'>,
  view: ModelView,
  context: PlanContext<RoomCode>,
  enclosure: Enclosure | null = null,
): Plan<{
  readonly room_id: string;
  readonly area_mm2: number;
  readonly perimeter_mm: number;
  readonly volume_mm3: number;
  readonly wall_ids: string[];
}> {
  const asked: ElementOf<'room'> = {
    id: context.ids.next('room'),
    kind: 'room',
    params: onGridDeep(params),
  };
  const { boundary_points, region, warnings } = checkRoom(asked, view, context);
  const room = { ...asked, params: { ...asked.params, boundary_points } };
  const area = enclosure?.area_mm2 ?? regionArea(region);
  const wall_ids = [...(enclosure?.wall_ids ?? [])];
  return {
    events: [created(room)],
    data: {
      room_id: room.id,
      area_mm2: toGrid(area),
      perimeter_mm: toGrid(ringPerimeter(region.boundary)),
      volume_mm3: toGrid(area * room.params.height),
      wall_ids,
    },
    warnings: [...warnings, ...takenBy(room, view)],
    relies_on: [room.params.level_id, ...wall_ids],
  };
}

/** Says which rooms of the level already hold the point of a new one. */
function takenBy({ params }: ElementOf<'room'>, view: ModelView): readonly string[] {
  const { level_id, point } = params;
  const elevation = view.elementOf(level_id, 'level')?.params.elevation;
  if (point === null || elevation === undefined) return [];
  const place = { ...point, z: elevation };
  return view.inBox({ min: place, max: place }).flatMap((id) => {
    const other = view.elementOf(id, 'room');
    if (other?.params.level_id !== level_id || !pointInRing(point, view.outline(id) ?? []))
      return [];
    return [`room \`${id}\` (${other.params.name}) already takes the space around the point`];
  });
}
