/** @module surfaces: the floors that people walk on, and their elevations. */
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint, pointInRing, ringBounds } from '../../../building/geometry/plan/polygon.ts';
import { micrometres, type Point2 } from '../../../building/geometry/vector.ts';
import type { Box2 } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { isCeiling } from '../../../building/kinds/floor/params.ts';
import { isSloping } from '../../../building/kinds/floor/slope.ts';
import { offsetOf } from '../../../building/kinds/room/foot.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { floorOf, hasRaisedRooms } from '../../../building/spatial/room-floors.ts';
import { oncePerRun, type Run } from '../run.ts';

/** A floor belongs to a level if its top is no further than this from the level's elevation, mm. */
export const OF_LEVEL_MM = 600;

/** The top of a floor. */
export type Surface = {
  readonly id: string;
  readonly boundary: Ring;
  /** Holes and openings. */
  readonly holes: readonly Ring[];
  readonly box: Box2;
  /** Elevation of the top and of the underside, mm. */
  readonly z: number;
  readonly low: number;
};

/** Every level floor of the building that is no ceiling, in order of creation. The id is not used. */
export const surfacesOf = oncePerRun((run, _all): readonly Surface[] =>
  [...run.view.elementsOf('floor')].flatMap(({ id, params }) => {
    const box = run.view.bounds(id);
    const boundary = run.view.outline(id);
    if (box === null || boundary === null || isSloping(params) || isCeiling(params)) return [];
    const openings = run.view.hostedBy(id).flatMap((opening) => {
      const ring = run.view.outline(opening.id);
      return ring === null ? [] : [ring];
    });
    const holes = [...params.holes, ...openings];
    return [{ id, boundary, holes, box: ringBounds(boundary), z: box.max.z, low: box.min.z }];
  }),
);

/** Whether a point is on a floor or its edge. */
export function covers({ boundary, holes, box }: Surface, point: Point2): boolean {
  const { min, max } = box;
  if (point.x < min.x || point.x > max.x || point.y < min.y || point.y > max.y) return false;
  return (
    pointInRing(point, boundary) && holes.every((hole) => locatePoint(point, hole) !== 'inside')
  );
}

/** Floors whose top is near an elevation. */
export function surfacesNear(run: Run, elevation: number): readonly Surface[] {
  return surfacesOf(run, '').filter(({ z }) => Math.abs(z - elevation) <= OF_LEVEL_MM);
}

/** The highest floor near an elevation at a point; null if none is modelled. */
export function surfaceAt(run: Run, elevation: number, point: Point2): Surface | null {
  let best: Surface | null = null;
  for (const surface of surfacesNear(run, elevation)) {
    if (covers(surface, point) && (best === null || surface.z > best.z)) best = surface;
  }
  return best;
}

/** Elevation of the ground without a floor, mm: 0, or that of the lowest level if it is higher. The id is not used. */
export const groundOf = oncePerRun((run, _all): number =>
  Math.max(0, run.view.levels()[0]?.params.elevation ?? 0),
);

/** Elevation of a level, mm; 0 for an unknown level. */
export function elevationOf(run: Run, level_id: string): number {
  return run.view.elementOf(level_id, 'level')?.params.elevation ?? 0;
}

type RoomFoot = { readonly ring: Ring; readonly foot: number };

/** The rooms of a level with raised rooms, those closest to the level first; else none. */
const feetOn = oncePerRun((run, level_id): readonly RoomFoot[] => {
  if (!hasRaisedRooms(run.view, level_id)) return [];
  const elevation = elevationOf(run, level_id);
  const rooms: RoomFoot[] = [];
  for (const { id, kind } of run.view.elementsOnLevel(level_id)) {
    const ring = kind === room.kind ? run.view.outline(id) : null;
    if (ring !== null) rooms.push({ ring, foot: floorOf(run.view, level_id, { room_id: id }) });
  }
  return rooms.toSorted((a, b) => Math.abs(a.foot - elevation) - Math.abs(b.foot - elevation));
});

/**
 * Elevation of the foot of the room at a point of a level, mm; null without a room, or if the room begins at the level. Of
 * rooms over each other, the one closest to the level counts.
 */
export function raisedFootAt(run: Run, level_id: string, point: Point2): number | null {
  const foot = feetOn(run, level_id).find(({ ring }) => pointInRing(point, ring))?.foot;
  return foot === undefined || foot === elevationOf(run, level_id) ? null : foot;
}

/** Elevation at which floors are searched at a point of a level, mm: the foot of the room there, else the level. */
export function footAt(run: Run, level_id: string, point: Point2): number {
  return raisedFootAt(run, level_id, point) ?? elevationOf(run, level_id);
}

/**
 * Elevation of the floor at a point of a level, mm; null if none is modelled there. A room that begins above the floor
 * states the top of its finish.
 */
export function floorAt(run: Run, level_id: string, point: Point2): number | null {
  const raised = raisedFootAt(run, level_id, point);
  const surface = surfaceAt(run, raised ?? elevationOf(run, level_id), point);
  return surface === null ? null : Math.max(surface.z, raised ?? surface.z);
}

/**
 * Elevation of the walking surface at a point of a level, mm: of the floor there, else of the foot of the room, else of
 * the level.
 */
export function standingAt(run: Run, level_id: string, point: Point2): number {
  return floorAt(run, level_id, point) ?? footAt(run, level_id, point);
}

/** An end of a stair: the level to which it leads, and its elevation, mm. */
type End = { readonly level_id: string; readonly z: number };

/**
 * Elevation of the walking surface at a point in front of an end of a stair, mm. In front of an end that is off its level
 * it is the floor near the end, else the foot of the room there, else the end itself.
 */
export function standingAtEnd(run: Run, { level_id, z }: End, point: Point2): number {
  if (micrometres(z) === micrometres(elevationOf(run, level_id))) {
    return standingAt(run, level_id, point);
  }
  const raised = raisedFootAt(run, level_id, point);
  const surface = surfaceAt(run, raised ?? z, point);
  if (surface !== null) return Math.max(surface.z, raised ?? surface.z);
  return raised ?? (isInRoom(run, level_id, point) ? elevationOf(run, level_id) : z);
}

function isInRoom({ view }: Run, level_id: string, point: Point2): boolean {
  return [...view.elementsOnLevel(level_id)].some(({ id, kind }) => {
    const ring = kind === room.kind ? view.outline(id) : null;
    return ring !== null && pointInRing(point, ring);
  });
}

/** Elevation of the walking surface at a point in a room, also if other rooms are over or under it, mm. */
export function standingIn(run: Run, { id, params }: ElementOf<'room'>, point: Point2): number {
  const foot = floorOf(run.view, params.level_id, { room_id: id });
  if (offsetOf(params) === 0) return surfaceAt(run, foot, point)?.z ?? foot;
  return Math.max(foot, surfaceAt(run, foot, point)?.z ?? foot);
}
