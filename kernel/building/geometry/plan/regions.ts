/** @module regions: union, difference and common part of outlines in plan, on whole micrometres. */
import type { Paths64 } from 'clipper2-ts';
import { Clipper, EndType, FillRule, JoinType } from 'clipper2-ts';

import type { Point2 } from '../vector.ts';
import { micrometres } from '../vector.ts';
import type { Ring } from './polygon.ts';
import { signedArea } from './polygon.ts';

/** Part of the plan: outer outlines counter-clockwise and holes clockwise, so that it lies to the left of every side; mm. */
export type Area = readonly Ring[];

const EMPTY: Area = [];

/** Where numbers are counted from, so that a plan far from the origin loses no digits; mm on the grid. */
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

/** What lies in any of them; each may overlap itself and the others. */
export function united(areas: readonly Area[]): Area {
  const origin = originOf(areas);
  const all = areas.flatMap((area) => pathsOf(area, origin));
  return all.length === 0 ? EMPTY : areaOf(Clipper.union(all, FillRule.NonZero), origin);
}

/** What outlines go round counter-clockwise more often than clockwise. */
export function filledOnce(area: Area): Area {
  const origin = originOf([area]);
  return areaOf(Clipper.union(pathsOf(area, origin), FillRule.Positive), origin);
}

/** What lies in the first and not in the second. */
export function without(area: Area, taken: Area): Area {
  if (area.length === 0 || taken.length === 0) return area;
  const origin = originOf([area]);
  const rest = Clipper.difference(pathsOf(area, origin), pathsOf(taken, origin), FillRule.NonZero);
  return areaOf(rest, origin);
}

/** What lies in both. */
export function common(a: Area, b: Area): Area {
  if (a.length === 0 || b.length === 0) return EMPTY;
  const origin = originOf([a]);
  return areaOf(
    Clipper.intersect(pathsOf(a, origin), pathsOf(b, origin), FillRule.NonZero),
    origin,
  );
}

/** The area with gaps narrower than twice `by` mm closed, otherwise as it is to a micrometre. */
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

/** Its size in mm². */
export function sizeOf(area: Area): number {
  return area.reduce((sum, ring) => sum + signedArea(ring), 0);
}
