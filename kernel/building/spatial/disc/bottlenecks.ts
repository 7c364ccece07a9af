/**
 * @module bottlenecks: finds the narrow places of an area: a corner and the opposite side or corner, with no obstacle
 * between them.
 */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../geometry/indexed.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { segmentLengthMm } from '../../geometry/vector.ts';
import type { Edge } from './edge-grid.ts';
import type { Corner, FreeSpace } from './free-space.ts';
import { isClear, sidesNear } from './free-space.ts';
import { alongRay, meet, nearestOn } from './plan-distance.ts';

/** A narrow place: the segment across it and the length of that segment, mm. */
export type Bottleneck = Edge & { readonly width_mm: number };

/** Maximum width of a bottleneck, mm. */
const MAX_WIDTH_MM = 6000;
/** Tolerance for the sine of an angle between unit vectors. */
const ANGLE_SLACK = 1e-6;
/** Number of corners examined between two checkpoints. */
const STOP_AFTER = 16;
/** A segment across the area is tested without this length at both ends, mm. */
const INSIDE_MM = 0.1;

const KNOWN = new WeakMap<FreeSpace, readonly Bottleneck[]>();

/** All places up to 6 m wide at which a growing disc gets stuck. Cached per space. */
function bottlenecksOf(space: FreeSpace): readonly Bottleneck[] {
  const known = KNOWN.get(space);
  if (known !== undefined) return known;
  const byPoint = new Map(space.corners.map((corner) => [keyOf(corner.point), corner]));
  const found: Bottleneck[] = [];
  for (const [i, corner] of space.corners.entries()) {
    if (i % STOP_AFTER === 0) {
      checkpoint({ done: i, total: space.corners.length, doing: 'finding narrow places' });
    }
    found.push(...bottlenecksAt(space, corner, byPoint));
  }
  KNOWN.set(space, found);
  return found;
}

function keyOf({ x, y }: Point2): string {
  return `${x} ${y}`;
}

/** The bottlenecks between a corner and the sides and corners opposite it. */
function bottlenecksAt(
  space: FreeSpace,
  corner: Corner,
  byPoint: ReadonlyMap<string, Corner>,
): readonly Bottleneck[] {
  const { point, sides } = corner;
  const found: Bottleneck[] = [];
  for (const side of sidesNear(space, { a: point, b: point }, MAX_WIDTH_MM)) {
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

/** Whether a disc that touches the corner can have its centre in this direction from the corner. */
function facesAlong({ from, to }: Corner, u: Point2): boolean {
  return from.x * u.y - from.y * u.x >= -ANGLE_SLACK && u.x * to.y - u.y * to.x >= -ANGLE_SLACK;
}

/**
 * Returns the narrowest place through which a path leads, or in which it begins or ends; null for a path without
 * points.
 */
export function narrowestAlong(space: FreeSpace, points: readonly Point2[]): Bottleneck | null {
  let best: Bottleneck | null = null;
  const offer = (place: Bottleneck): void => {
    if (best === null || place.width_mm < best.width_mm) best = place;
  };
  for (const place of crossedBy(space, points)) offer(place);
  for (const point of [points[0], points.at(-1)]) {
    const chord = point === undefined ? null : chordAt(space, point);
    if (chord !== null) offer(chord);
  }
  return best;
}

/** Returns the places at which a disc of this diameter (mm, up to 6 m) gets stuck. */
export function narrowerThan(space: FreeSpace, width_mm: number): readonly Bottleneck[] {
  return bottlenecksOf(space).filter((place) => place.width_mm < width_mm);
}

/** Returns the narrow places through which a path leads. */
export function crossedBy(space: FreeSpace, points: readonly Point2[]): readonly Bottleneck[] {
  return bottlenecksOf(space).filter((place) =>
    points.slice(1).some((b, i) => meet({ a: at(points, i), b }, place)),
  );
}

/** The chord through a point: from the nearest side, through the point, to the opposite side; null if there is none. */
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
