/** @module obstacles: what stands on the floor of a room, as outlines in plan. */
import { at, cyclic } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { locatePoint, pointInRing, ringBounds } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { pointOnGrid, segmentLengthMm } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import { floor } from '../../kinds/floor.ts';
import { railing } from '../../kinds/railing.ts';
import { roof } from '../../kinds/roof.ts';
import { oncePerRun, type Run } from '../run.ts';
import { bodiesIn, trianglesOf } from './bodies.ts';

/** What lies wholly below the lesser or above the greater height is in nobody's way, mm above the floor. */
const FEET_MM = 50;
const UPRIGHT_MM = 2000;
/** What reaches into a room by no more than this only touches it: outlines are rounded to the 0.001 mm grid. */
const TOUCH_MM = 0.5;

/** The left turns of a path through points that are in order. */
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

/** Outline in plan of a body: its own, along the path of a railing, else the convex outline around it. */
const outlineOf = oncePerRun((run, id): Ring | null => {
  const outline = run.view.outline(id);
  if (outline !== null) return outline;
  const path = run.view.elementOf(id, railing.kind)?.params.path;
  if (path !== undefined) return [...path, ...path.slice(1, -1).toReversed()];
  const corners = trianglesOf(run, id).flat().map(pointOnGrid);
  return corners.length < 3 ? null : hullOf(corners);
});

/** Whether a point lies in a ring and not just on its outline. */
function isWithin(point: Point2, ring: Ring): boolean {
  return (
    locatePoint(point, ring) === 'inside' &&
    ring.every((a, i) => distanceTo(a, cyclic(ring, i + 1), point) > TOUCH_MM)
  );
}

function distanceTo(a: Point2, b: Point2, { x, y }: Point2): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
  const t = Math.max(0, Math.min(1, along));
  return segmentLengthMm({ x, y }, { x: a.x + t * dx, y: a.y + t * dy });
}

/** Places on the sides of an outline: its corners, and three on each side. */
function placesOn(outline: Ring): Ring {
  return outline.flatMap((a, i) => {
    const b = cyclic(outline, i + 1);
    return [0, 0.25, 0.5, 0.75].map((t) => ({
      x: a.x + (b.x - a.x) * t,
      y: a.y + (b.y - a.y) * t,
    }));
  });
}

/** Whether two outlines share more than a touch. */
function overlap(ring: Ring, outline: Ring): boolean {
  return (
    placesOn(outline).some((point) => isWithin(point, ring)) ||
    ring.some((point) => isWithin(point, outline))
  );
}

function stands({ kind }: Element): boolean {
  return kind !== floor.kind && kind !== roof.kind;
}

/** Outlines of the bodies in a room whose floor is at `z`; floors, roofs and what holds the whole room apart. */
export function obstaclesIn(run: Run, ring: Ring, z: number): readonly Ring[] {
  const { min, max } = ringBounds(ring);
  const box = { min: { ...min, z: z + FEET_MM }, max: { ...max, z: z + UPRIGHT_MM } };
  return bodiesIn(run, box)
    .filter(stands)
    .flatMap(({ id }) => {
      const outline = outlineOf(run, id);
      if (outline === null || !overlap(ring, outline)) return [];
      return ring.every((corner) => pointInRing(corner, outline)) ? [] : [outline];
    });
}
