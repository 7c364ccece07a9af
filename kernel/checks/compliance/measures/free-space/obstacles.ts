/** @module obstacles: plan outlines of the bodies that stand in a room. */
import { at, cyclic } from '../../../../building/geometry/indexed.ts';
import type { Ring } from '../../../../building/geometry/plan/polygon.ts';
import { pointInRing, ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import { common, shrunkBy } from '../../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import { pointOnGrid } from '../../../../building/geometry/vector.ts';
import { KINDS } from '../../../../building/kinds/elements.ts';
import { obstructionOf } from '../../../../building/kinds/facets/per-element.ts';
import { stripsAlong } from '../../../../building/spatial/obstacles.ts';
import { oncePerRun, type Run } from '../../run.ts';
import { isWithin } from '../../shapes/segment.ts';
import { bodiesIn, obstructsRooms, trianglesOf } from '../bodies.ts';

/** Bodies between these heights above the floor obstruct, mm: lower ones are stepped over, higher ones passed under. */
const FEET_MM = 50;
const UPRIGHT_MM = 2000;
/** A body that intrudes no further than this only touches the room, mm: outlines are rounded to the 0.001 mm grid. */
const TOUCH_MM = 0.5;

/** The left-turning chain through points in order. */
function chain(ordered: readonly Point2[]): readonly Point2[] {
  const kept: Point2[] = [];
  for (const p of ordered) {
    while (kept.length > 1) {
      const [a, b] = [at(kept, kept.length - 2), at(kept, kept.length - 1)];
      if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
      kept.pop();
    }
    kept.push(p);
  }
  return kept.slice(0, -1);
}

/** Convex outline around points, counter-clockwise (Andrew's monotone chain). */
export function hullOf(points: readonly Point2[]): Ring {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/**
 * Plan outlines of a body: the strips along the path of a thin body, as routes between points see it, else its own outline,
 * else its convex hull. Strips of one path overlap.
 */
const outlinesOf = oncePerRun((run, id): readonly Ring[] => {
  const element = run.view.element(id);
  const obstructs = element === undefined ? 'none' : obstructionOf(element, KINDS);
  const pathOf = obstructs === 'none' ? null : obstructs.path;
  const path = element === undefined || pathOf === null ? null : pathOf(element);
  if (path !== null) return stripsAlong(path).map((strip) => strip.map(pointOnGrid));
  const outline = run.view.outline(id);
  if (outline !== null) return [outline];
  const corners = trianglesOf(run, id).flat().map(pointOnGrid);
  return corners.length < 3 ? [] : [hullOf(corners)];
});

/** Points on an outline: its corners, and three on each side. */
function placesOn(outline: Ring): Ring {
  return outline.flatMap((a, i) => {
    const b = cyclic(outline, i + 1);
    return [0, 0.25, 0.5, 0.75].map((t) => ({
      x: a.x + (b.x - a.x) * t,
      y: a.y + (b.y - a.y) * t,
    }));
  });
}

/** Whether two outlines overlap by more than a touch. */
function overlap(ring: Ring, outline: Ring): boolean {
  const [a, b] = [ringBounds(ring), ringBounds(outline)];
  const isApart = (along: 'x' | 'y'): boolean =>
    Math.min(a.max[along], b.max[along]) - Math.max(a.min[along], b.min[along]) <= TOUCH_MM;
  if (isApart('x') || isApart('y')) return false;
  return (
    placesOn(outline).some((point) => isWithin(ring, point, TOUCH_MM)) ||
    ring.some((point) => isWithin(outline, point, TOUCH_MM)) ||
    shrunkBy(common([ring], [outline]), TOUCH_MM / 2).length > 0
  );
}

/**
 * Outlines of the bodies that obstruct a room with its floor at `z`, except bodies that contain the whole room. They may
 * overlap.
 */
export function obstaclesIn(run: Run, ring: Ring, z: number): readonly Ring[] {
  const { min, max } = ringBounds(ring);
  const box = { min: { ...min, z: z + FEET_MM }, max: { ...max, z: z + UPRIGHT_MM } };
  return bodiesIn(run, box)
    .filter(obstructsRooms)
    .flatMap(({ id }) => outlinesOf(run, id))
    .filter((outline) => overlap(ring, outline))
    .filter((outline) => !ring.every((corner) => pointInRing(corner, outline)));
}
