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
  readonly wall_ids: readonly string[];
  readonly warnings: readonly string[];
};

/** Finds the space around `point` on a level. Refuses ROOM_NOT_ENCLOSED when walls do not close round it, or the point is in a wall. */
export function requireEnclosure(
  level_id: string,
  point: PlanPoint,
  view: ModelView,
  context: PlanContext<EnclosedCode>,
): Enclosure {
  requireInModel('`point`', { x: point.x, y: point.y }, context);
  const walls = wallsOn(level_id, view);
  const found = findRoomAt(point, walls);
  if (found === null)
    return context.refuse(
      'ROOM_NOT_ENCLOSED',
      `the ${walls.length} walls of level \`${level_id}\` enclose no space around (${point.x}, ${point.y})`,
      { level_id, point, walls: walls.length },
    );
  return {
    boundary_points: found.ring.map(({ x, y }) => ({ x, y })),
    wall_ids: found.wallIds,
    warnings:
      found.holes.length === 0
        ? []
        : [`${found.holes.length} free-standing groups of walls inside are not deducted`],
  };
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
  const area = regionArea(region);
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
    warnings: [...warnings, ...(enclosure?.warnings ?? [])],
    relies_on: [room.params.level_id, ...wall_ids],
  };
}
