/** @module tee corners: the ends of walls that stop at the face of a through wall (T-joint). */

import { at } from '../indexed.ts';
import { NO_SINE, PARALLEL_EDGES, ROUND_OFF_MM } from '../tolerances.ts';
import type { Point2 } from '../vector.ts';
import { cornersBetween, placeOnPath } from './arcs/chain.ts';
import { exitOf, type Face, faceOf } from './arcs/leaving.ts';
import { meetLine, squareCorner } from './face-paths.ts';
import type { HalfEdge } from './half-edge.ts';
import type { EndShape, EndShapes, PairCorner } from './node-corners.ts';
import { BARE_END, freeEnd, pairCorner, SPIKE_LIMIT } from './node-corners.ts';
import type { PreparedWall } from './wall-contacts.ts';

/**
 * Sets the shapes of the walls `stems`, in order of direction, that end at `node` on one side (1 left, -1 right) of
 * `host`. Each is cut at the host's face on that side; adjacent stems are mitred outside it. A stem too short to
 * leave the host ends square.
 */
export function teeShapes(
  node: Point2,
  stems: readonly HalfEdge[],
  { host, side }: { readonly host: PreparedWall; readonly side: number },
  shapes: EndShapes,
): void {
  const face = faceOf(host, node, side === 1 ? 1 : -1);
  const place = { node, face, host: host.id };
  const order = stems.length > 1 ? counterClockwiseFromFace(stems, face) : stems;
  let before: Neighbour = null;
  for (let i = 0; i < order.length; i++) {
    const stem = at(order, i);
    const next = order[i + 1];
    const corner = next === undefined ? null : pairCorner(stem, next);
    const shape = stemShape(stem, place, {
      next: next === undefined || corner === null ? null : { id: next.wall.id, corner },
      before,
    });
    // If the corner of two stems is inside the host, the host's face is exposed between them.
    const other = before === null ? null : (shapes[at(order, i - 1).index] ?? null);
    const isExposed = other !== null && shape.right !== before?.corner.right;
    const facets = isExposed ? footBetween(face, shape.right, other.left) : NONE;
    shapes[stem.index] =
      facets.length === 0 || other === null
        ? shape
        : { ...shape, corner: [shape.right, ...facets, other.left] };
    before = corner === null ? null : { id: stem.wall.id, corner };
  }
}

const NONE: readonly Point2[] = [];

/** The stems from the clockwise end of the face. All are in one half-plane, so that rotating the list orders them. */
function counterClockwiseFromFace(stems: readonly HalfEdge[], face: Face): readonly HalfEdge[] {
  // Rotation preserves the exact order of `compareDirections`, whose seam is at +x.
  for (let shift = 0; shift < stems.length; shift++) {
    const turned = [...stems.slice(shift), ...stems.slice(0, shift)];
    // Ordered along the face, clockwise end first; tangent = normal rotated clockwise.
    const tangent = (edge: HalfEdge): number => edge.ux * face.normal.y - edge.uy * face.normal.x;
    const rising = turned.every(
      (edge, i) => i === 0 || tangent(at(turned, i - 1)) >= tangent(edge) - NO_SINE,
    );
    if (rising) return turned;
  }
  return stems;
}

type Place = { readonly node: Point2; readonly face: Face; readonly host: string };
type Neighbour = { readonly id: string; readonly corner: PairCorner } | null;

function stemShape(
  stem: HalfEdge,
  place: Place,
  { next, before }: { readonly next: Neighbour; readonly before: Neighbour },
): EndShape {
  const leftHit = faceHit(stem, 1, place.face);
  const rightHit = faceHit(stem, -1, place.face);
  if (leftHit === null || rightHit === null) return freeEnd(stem);
  const left = cutCorner(place, leftHit, next && [next.corner.left, next.corner.middle]);
  const right = cutCorner(place, rightHit, before && [before.corner.right, before.corner.middle]);
  const foot = footBetween(place.face, at(left, left.length - 1), at(right, right.length - 1));
  return {
    ...BARE_END,
    left: at(left, 0),
    right: at(right, 0),
    between: [...left.slice(1), ...foot, ...right.slice(1).toReversed()],
    rightMiddle: before?.corner.middle ?? null,
    host: place.host,
    next: next?.id ?? null,
    nextKind: next?.corner.kind ?? 'none',
    before: before?.id ?? null,
    beforeKind: before?.corner.kind ?? 'none',
    ...feetOf(next === null ? leftHit : [], before === null ? rightHit : []),
  };
}

/**
 * The points beyond its corners at which the end of a stem without neighbours meets the host's face; empty if it meets
 * the face at its corners.
 */
function feetOf(left: readonly Point2[], right: readonly Point2[]): Pick<EndShape, 'feet'> {
  const [l = null, r = null] = [left[1], right[1]];
  return l === null && r === null ? {} : { feet: { left: l, right: r } };
}

/** The corners of an arc's face between two points on it, in that order. */
function footBetween({ line, bent }: Face, from: Point2, to: Point2): readonly Point2[] {
  if (!bent) return [];
  const [a, b] = [placeOnPath(line, from), placeOnPath(line, to)];
  const between = cornersBetween(line, Math.min(a, b), Math.max(a, b)) ?? [];
  return a <= b ? between : between.toReversed();
}

/** Signed distance from the face, positive outside the host, mm. */
function outside(point: Point2, { axis, half, normal }: Face): number {
  return (point.x - axis.x) * normal.x + (point.y - axis.y) * normal.y - half;
}

/** The end points of a stem on one side, up to the host's face; null if they are beyond the stem's other end. */
function faceHit(stem: HalfEdge, side: 1 | -1, face: Face): readonly Point2[] | null {
  if (stem.bend !== null || face.bent) {
    const back = SPIKE_LIMIT * 4 * (face.half + stem.wall.half);
    return exitOf(stem, side, face, { back, host: Infinity })?.points ?? null;
  }
  const rise = stem.ux * face.normal.x + stem.uy * face.normal.y;
  const from = squareCorner(stem, side);
  const distance = (0 - outside(from, face)) / rise;
  return rise > PARALLEL_EDGES && distance < stem.wall.length - ROUND_OFF_MM
    ? [{ x: from.x + stem.ux * distance, y: from.y + stem.uy * distance }]
    : null;
}

/**
 * The part outside the host of the line from a corner (over a bevel point if there is one) to the node; `hits` if the
 * corner is inside the host.
 */
function cutCorner(
  { node, face }: Place,
  hits: readonly Point2[],
  corner: readonly [Point2, Point2 | null] | null,
): readonly Point2[] {
  if (corner === null || outside(corner[0], face) <= 0) return hits;
  if (face.bent) return cutAtFacets(node, face.line, { hits, corner });
  const chain = [corner[0], ...(corner[1] === null ? [] : [corner[1]]), node];
  const kept: Point2[] = [];
  for (const [i, point] of chain.entries()) {
    const distance = outside(point, face);
    if (distance <= 0) {
      const last = at(chain, i - 1);
      const before = outside(last, face);
      const share = before / (before - distance);
      kept.push({ x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share });
      return kept;
    }
    kept.push(point);
  }
  return kept;
}

type Cut = {
  readonly hits: readonly Point2[];
  readonly corner: readonly [Point2, Point2 | null];
};

/** `cutCorner` at the facets of an arc. */
function cutAtFacets(
  node: Point2,
  facets: readonly Point2[],
  { hits, corner }: Cut,
): readonly Point2[] {
  const way = [corner[0], ...(corner[1] === null ? [] : [corner[1]]), node];
  const kept: Point2[] = [];
  for (const [i, point] of way.entries()) {
    const next = way[i + 1];
    if (next === undefined) break;
    kept.push(point);
    const found = meetLine([point, next], facets, { back: 0, ahead: 0 });
    if (found !== null) return [...kept, found.point];
  }
  return hits;
}
