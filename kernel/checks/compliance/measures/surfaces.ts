/** @module surfaces: the floors that people walk on, and their elevations. */
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { locatePoint, pointInRing, ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Box2 } from '../../../building/geometry/vector.ts';
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

/** Every floor of the building, in order of creation. The id is not used. */
export const surfacesOf = oncePerRun((run, _all): readonly Surface[] =>
  [...run.view.elementsOf('floor')].flatMap(({ id, params }) => {
    const box = run.view.bounds(id);
    const boundary = run.view.outline(id);
    if (box === null || boundary === null) return [];
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

/** Elevation of the walking surface at a point of a level, mm: of the floor there, else of the level. */
export function standingAt(run: Run, level_id: string, point: Point2): number {
  const elevation = elevationOf(run, level_id);
  return surfaceAt(run, elevation, point)?.z ?? elevation;
}
