/** @module disc parts: the connected parts of an area in which a disc moves without leaving the area. */
import { at } from '../../geometry/indexed.ts';
import { pointInRing, ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Area, common, shrunkBy } from '../../geometry/plan/regions.ts';
import type { Box2, Point2 } from '../../geometry/vector.ts';
import { planBoxIntersects } from '../../geometry/vector.ts';
import { insideOf } from '../spaces.ts';
import { type Edge, type EdgeGrid, eachEdgeNear, edgesOf, gridOf } from './edge-grid.ts';
import { type FreeSpace, SLACK_MM } from './free-space.ts';
import { distanceTo, meet } from './plan-distance.ts';

/** A connected set of positions of the centre of a disc. */
export type DiscPart = {
  readonly outline: Ring;
  readonly bounds: Box2;
  /** One of the positions, not on the border of the area to which the positions are limited. */
  readonly point: Point2;
  /** Net area of the positions, mm². */
  readonly size_mm2: number;
};

/** The positions of the centre of a disc in a space, with a grid of the sides of their area. */
export type DiscCentres = { readonly area: Area; readonly grid: EdgeGrid };

/** All positions of the centre of a disc of this radius, mm. */
export function discCentresOf(space: FreeSpace, radius: number): DiscCentres {
  const area = shrunkBy(space.area, radius - SLACK_MM);
  return { area, grid: gridOf(edgesOf(area)) };
}

/** Least distance of the point of a part from the border, mm. */
const OFF_MM = 1;

/** The connected parts of the positions in the area `within`. */
export function discPartsOf({ area }: DiscCentres, within: Area): readonly DiscPart[] {
  const centres = common(area, within);
  const outlines = centres.filter((ring) => signedArea(ring) > 0);
  const border = gridOf(edgesOf(within));
  const isOff = (corner: Point2): boolean => {
    const here = { a: corner, b: corner };
    return eachEdgeNear(border, here, OFF_MM, (side) => {
      return distanceTo(at(border.edges, side), corner) > OFF_MM;
    });
  };
  const found = outlines.map((outline) => {
    // Corners at which `within` cuts the positions off can be outside it by rounding.
    const point = outline.find(isOff) ?? insideOf(outline);
    return { outline, point, bounds: ringBounds(outline), size_mm2: signedArea(outline) };
  });
  for (const hole of centres.filter((ring) => signedArea(ring) <= 0)) {
    const around = found.filter((part) => isAround(part, hole));
    const [owner] = around.toSorted((a, b) => signedArea(a.outline) - signedArea(b.outline));
    if (owner !== undefined) owner.size_mm2 += signedArea(hole);
  }
  return found;
}

function isAround({ outline, bounds }: Pick<DiscPart, 'outline' | 'bounds'>, hole: Ring): boolean {
  return (
    planBoxIntersects(bounds, ringBounds(hole)) &&
    hole.every((point) => pointInRing(point, outline))
  );
}

/** Whether the centre of the disc can be somewhere on a segment. */
export function fitsOn({ area, grid }: DiscCentres, segment: Edge): boolean {
  const isApart = eachEdgeNear(grid, segment, 0, (side) => !meet(segment, at(grid.edges, side)));
  return !isApart || area.filter((ring) => pointInRing(segment.a, ring)).length % 2 === 1;
}
