/** @module bottlenecks: where an area is narrow: a corner and what lies across from it, with nothing nearer on either side. */
import type { Steps } from '../../findings/steps.ts';
import { at } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Edge } from './edge-grid.ts';
import type { Corner, FreeSpace } from './free-space.ts';
import { isClear, sidesNear } from './free-space.ts';
import { alongRay, meet, nearestOn } from './plan-distance.ts';

/** A narrow place: the segment across it and how long that is, mm. */
export type Bottleneck = Edge & { readonly width_mm: number };

/** What is wider is no passage, mm. */
const WIDEST_MM = 6000;
const ANGLE_SLACK = 1e-6;
/** Corners looked at between two stops. */
const STOP_AFTER = 16;
/** A segment across is looked at a little inside its ends, mm. */
const INSIDE_MM = 0.1;

const KNOWN = new WeakMap<FreeSpace, readonly Bottleneck[]>();

/** All places up to 6 m wide where a growing disc gets stuck. Made once for each space. */
function* bottlenecksOf(space: FreeSpace): Steps<readonly Bottleneck[]> {
  const known = KNOWN.get(space);
  if (known !== undefined) return known;
  const byPoint = new Map(space.corners.map((corner) => [keyOf(corner.point), corner]));
  const found: Bottleneck[] = [];
  for (const [i, corner] of space.corners.entries()) {
    if (i % STOP_AFTER === 0) {
      yield { done: i, total: space.corners.length, doing: 'finding narrow places' };
    }
    found.push(...acrossFrom(space, corner, byPoint));
  }
  KNOWN.set(space, found);
  return found;
}

function keyOf({ x, y }: Point2): string {
  return `${x} ${y}`;
}

function acrossFrom(
  space: FreeSpace,
  corner: Corner,
  byPoint: ReadonlyMap<string, Corner>,
): readonly Bottleneck[] {
  const { point, sides } = corner;
  const found: Bottleneck[] = [];
  for (const side of sidesNear(space, { a: point, b: point }, WIDEST_MM)) {
    if (sides.includes(side)) continue;
    const edge = at(space.grid.edges, side);
    const opposite = nearestOn(edge, point);
    const width_mm = segmentLengthMm(point, opposite);
    if (width_mm <= 2 * INSIDE_MM) continue;
    const u = { x: (opposite.x - point.x) / width_mm, y: (opposite.y - point.y) / width_mm };
    if (!facesAlong(corner, u)) continue;
    if (opposite === edge.a || opposite === edge.b) {
      const other = byPoint.get(keyOf(opposite));
      if (other === undefined || !facesAlong(other, { x: -u.x, y: -u.y })) continue;
    }
    const inner = {
      a: { x: point.x + u.x * INSIDE_MM, y: point.y + u.y * INSIDE_MM },
      b: { x: opposite.x - u.x * INSIDE_MM, y: opposite.y - u.y * INSIDE_MM },
    };
    if (isClear(space, inner, INSIDE_MM / 10)) found.push({ a: point, b: opposite, width_mm });
  }
  return found;
}

/** Whether a disc that touches the corner may lie in this direction from it. */
function facesAlong({ from, to }: Corner, u: Point2): boolean {
  return from.x * u.y - from.y * u.x >= -ANGLE_SLACK && u.x * to.y - u.y * to.x >= -ANGLE_SLACK;
}

/** The narrowest place that a way leads through, or in which it begins or ends; null for a way without points. */
export function* narrowestAlong(
  space: FreeSpace,
  points: readonly Point2[],
): Steps<Bottleneck | null> {
  let best: Bottleneck | null = null;
  const offer = (place: Bottleneck): void => {
    if (best === null || place.width_mm < best.width_mm) best = place;
  };
  for (const place of yield* crossedBy(space, points)) offer(place);
  for (const point of [points[0], points.at(-1)]) {
    const chord = point === undefined ? null : chordAt(space, point);
    if (chord !== null) offer(chord);
  }
  return best;
}

/** The narrow places that a way leads through. */
export function* crossedBy(
  space: FreeSpace,
  points: readonly Point2[],
): Steps<readonly Bottleneck[]> {
  return (yield* bottlenecksOf(space)).filter((place) =>
    points.slice(1).some((b, i) => meet({ a: at(points, i), b }, place)),
  );
}

/** The width of the area at a point: from the nearest side straight through the point to the side behind it. */
function chordAt({ grid }: FreeSpace, point: Point2): Bottleneck | null {
  let nearest: Point2 | null = null;
  let least = Infinity;
  for (const edge of grid.edges) {
    const place = nearestOn(edge, point);
    const distance = segmentLengthMm(place, point);
    if (distance < least) [nearest, least] = [place, distance];
  }
  if (nearest === null || least < INSIDE_MM) return null;
  const back = { x: (point.x - nearest.x) / least, y: (point.y - nearest.y) / least };
  let behind = Infinity;
  for (const edge of grid.edges) behind = Math.min(behind, alongRay(point, back, edge) ?? Infinity);
  if (behind === Infinity) return null;
  return {
    a: nearest,
    b: { x: point.x + back.x * behind, y: point.y + back.y * behind },
    width_mm: least + behind,
  };
}
