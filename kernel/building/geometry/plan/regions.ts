/** @module regions: union, difference and intersection of plan outlines, in integer micrometres. */

import { Clipper, EndType, FillRule, JoinType, type Paths64 } from 'clipper2-ts';

import { micrometres, type Point2 } from '../vector.ts';
import { type Ring, signedArea } from './polygon.ts';

/**
 * Part of the plan: outer outlines counter-clockwise and holes clockwise, so that the area is to the left of every
 * side; mm.
 */
export type Area = readonly Ring[];

const EMPTY: Area = [];

/** Local origin, mm on the grid, so that a plan far from the world origin keeps its precision. */
function originOf(areas: readonly Area[]): Point2 {
  const first = areas.find((area) => area.length > 0)?.[0]?.[0];
  return { x: Math.round(first?.x ?? 0), y: Math.round(first?.y ?? 0) };
}

function pathsOf(area: Area, origin: Point2): Paths64 {
  return area
    .filter((ring) => ring.length > 2)
    .map((ring) =>
      ring.map(({ x, y }) => ({ x: micrometres(x - origin.x), y: micrometres(y - origin.y) })),
    );
}

function areaOf(paths: Paths64, origin: Point2): Area {
  return paths
    .filter((path) => path.length > 2)
    .map((path) => path.map(({ x, y }) => ({ x: origin.x + x / 1000, y: origin.y + y / 1000 })));
}

/** Union of areas; each may overlap itself and the others. */
export function united(areas: readonly Area[]): Area {
  const origin = originOf(areas);
  const all = areas.flatMap((area) => pathsOf(area, origin));
  return all.length === 0 ? EMPTY : areaOf(Clipper.union(all, FillRule.NonZero), origin);
}

/** The region in which the winding number of the rings is positive. */
export function positiveWinding(area: Area): Area {
  const origin = originOf([area]);
  return areaOf(Clipper.union(pathsOf(area, origin), FillRule.Positive), origin);
}

/** Difference of two areas. */
export function without(area: Area, taken: Area): Area {
  if (area.length === 0 || taken.length === 0) return area;
  const origin = originOf([area]);
  const rest = Clipper.difference(pathsOf(area, origin), pathsOf(taken, origin), FillRule.NonZero);
  return areaOf(rest, origin);
}

/** Intersection of two areas. */
export function common(a: Area, b: Area): Area {
  if (a.length === 0 || b.length === 0) return EMPTY;
  const origin = originOf([a]);
  return areaOf(
    Clipper.intersect(pathsOf(a, origin), pathsOf(b, origin), FillRule.NonZero),
    origin,
  );
}

/**
 * The area with gaps narrower than twice `by` mm closed (morphological closing); unchanged elsewhere within a
 * micrometre.
 */
export function closedBy(area: Area, by: number): Area {
  if (area.length === 0) return area;
  const origin = originOf([area]);
  const delta = micrometres(by);
  const grown = Clipper.inflatePaths(
    pathsOf(area, origin),
    delta,
    JoinType.Miter,
    EndType.Polygon,
    10,
  );
  const back = Clipper.inflatePaths(grown, -delta, JoinType.Miter, EndType.Polygon, 10);
  return areaOf(back, origin);
}

/** Greatest distance between an arc of `rounded` and its chords, micrometres. */
const ARC_TOLERANCE = 100;

/** The positions of the centre of a disc of radius `by` mm that stays in the area (erosion); arcs are chords. */
export function shrunkBy(area: Area, by: number): Area {
  return rounded(area, 0 - by * 1000);
}

/** The area with all points within `by` mm of it (dilation); arcs are chords. */
export function grownBy(area: Area, by: number): Area {
  return rounded(area, by * 1000);
}

/** The area with its outline moved outwards by `delta` micrometres. */
function rounded(area: Area, delta: number): Area {
  if (area.length === 0) return area;
  const origin = originOf([area]);
  const paths = pathsOf(area, origin);
  const { Round } = JoinType;
  const moved = Clipper.inflatePaths(paths, delta, Round, EndType.Polygon, 2, ARC_TOLERANCE);
  return areaOf(moved, origin);
}

/** The net area in mm². */
export function sizeOf(area: Area): number {
  return area.reduce((sum, ring) => sum + signedArea(ring), 0);
}
