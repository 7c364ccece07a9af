/** @module chain: the facets of an arc wall, on its axis and on both faces, which all plan geometry uses. */

import { at } from '../../indexed.ts';
import { ROUND_OFF_MM, ROUND_OFF_UM, SAME_SIDE_PLACE, SAME_SQUARE_MM2 } from '../../tolerances.ts';
import { micrometres, type Point2, pointOnGrid, segmentLengthMm } from '../../vector.ts';
import { drawnOver } from '../location-line.ts';
import type { Arc } from './arc.ts';
import {
  arcThrough,
  facetCount,
  MIN_INNER_RADIUS_MM,
  MIN_RISE_MM,
  MAX_ANGLE,
  MAX_FACETS,
  radialAt,
} from './arc.ts';

/** 1 is the left face seen from start to end, -1 the right one. */
export type Side = 1 | -1;

export const BOTH_SIDES: readonly Side[] = [1, -1];

/** The facets of an arc; entry k of each list of corners belongs to node k, from the start (0) to the end. */
export type Chain = {
  readonly arc: Arc;
  readonly thickness: number;
  /** Corners of the axis: on the arc and on the grid if the axis was drawn, else offset from the drawn line. */
  readonly nodes: readonly Point2[];
  /** Unit direction of facet k, from node k to node k + 1. */
  readonly units: readonly Point2[];
  /** Corners of the faces: intersections of the offset facets; at the ends perpendicular to the outermost facets. */
  readonly left: readonly Point2[];
  readonly right: readonly Point2[];
  /** Length of the faceted axis, mm. */
  readonly length: number;
};

/** Definition of a wall's axis, straight or an arc through `via`; mm. */
export type Bowed = {
  readonly start: Point2;
  readonly end: Point2;
  readonly via?: Point2 | null | undefined;
  readonly thickness: number;
  /** Distance of the drawn line to the left of the axis, mm, under either name; default 0. */
  readonly line?: number | undefined;
  readonly line_offset?: number | null | undefined;
};

/** Offset of the drawn line, clamped to the thickness. */
function lineIn({ line, line_offset, thickness }: Bowed): number {
  const half = thickness / 2;
  return Math.min(half, Math.max(0 - half, line ?? line_offset ?? 0));
}

/** The reason why a wall cannot follow an arc; `rise`, `radius` and `least` in mm, `angle` in radians. */
export type ArcFault =
  | { readonly why: 'in_line'; readonly rise: number }
  | { readonly why: 'too_round'; readonly angle: number }
  | { readonly why: 'too_tight'; readonly radius: number; readonly least: number }
  | { readonly why: 'too_long'; readonly facets: number };

type Arcs = { readonly drawn: Arc | null; readonly axis: Arc | null };

/** The drawn arc, and the concentric arc of the axis. */
function arcsOf(bowed: Bowed, via: Point2): Arcs {
  const { start, end } = bowed;
  const line = lineIn(bowed);
  if (line === 0) {
    const arc = arcThrough(start, via, end);
    return { drawn: arc, axis: arc };
  }
  const ends = drawnOver({ start, end, via }, line);
  const drawn = arcThrough(ends.start, ends.via ?? via, ends.end);
  if (drawn === null) return { drawn, axis: null };
  const { centre, turn, angle } = drawn;
  const radius = drawn.radius + turn * line;
  const share = radius / drawn.radius;
  const scaled = ({ x, y }: Point2): Point2 => ({
    x: centre.x + (x - centre.x) * share,
    y: centre.y + (y - centre.y) * share,
  });
  const axis = {
    ...drawn,
    radius,
    length: radius * angle,
    rise: drawn.rise * share,
    start: scaled(drawn.start),
    end: scaled(drawn.end),
  };
  return { drawn, axis };
}

/** The arc of an axis, or its fault; null for a straight axis. */
export function arcOf(bowed: Bowed): Arc | ArcFault | null {
  const { via, thickness } = bowed;
  if (via === undefined || via === null) return null;
  const { axis: arc } = arcsOf(bowed, via);
  if (arc === null || arc.rise < MIN_RISE_MM - ROUND_OFF_MM) {
    return { why: 'in_line', rise: arc?.rise ?? 0 };
  }
  if (arc.angle > MAX_ANGLE) return { why: 'too_round', angle: arc.angle };
  const least = thickness / 2 + MIN_INNER_RADIUS_MM;
  if (arc.radius < least) return { why: 'too_tight', radius: arc.radius, least };
  const facets = facetCount(arc, thickness);
  return facets > MAX_FACETS ? { why: 'too_long', facets } : arc;
}

/** Cached chains by the `via` point, which is the same object while its wall is unchanged. */
const KNOWN = new WeakMap<Point2, { readonly of: Bowed; readonly chain: Chain | null }>();

/** The facets of an axis; null for a straight axis or an invalid arc. */
export function chainOf(bowed: Bowed): Chain | null {
  const { start, via, end, thickness } = bowed;
  if (via === undefined || via === null) return null;
  const line = lineIn(bowed);
  const known = KNOWN.get(via);
  if (known !== undefined && isSame(known.of, bowed)) return known.chain;
  const chain = facetsOf(bowed);
  KNOWN.set(via, { of: { start, via: { x: via.x, y: via.y }, end, thickness, line }, chain });
  return chain;
}

function isSame(a: Bowed, b: Bowed): boolean {
  return (
    a.thickness === b.thickness &&
    a.line === lineIn(b) &&
    a.start.x === b.start.x &&
    a.start.y === b.start.y &&
    a.end.x === b.end.x &&
    a.end.y === b.end.y &&
    a.via?.x === b.via?.x &&
    a.via?.y === b.via?.y
  );
}

function facetsOf(bowed: Bowed): Chain | null {
  const { via, thickness } = bowed;
  const arc = arcOf(bowed);
  if (arc === null || 'why' in arc || via === undefined || via === null) return null;
  const line = lineIn(bowed);
  const drawn = arcsOf(bowed, via).drawn ?? arc;
  const count = facetCount(arc, thickness);
  // The corners are on the drawn arc: if a wall was drawn by one of its faces, that face has exactly the drawn radius.
  const corners = Array.from({ length: count + 1 }, (_, k): Point2 => {
    if (k === 0 || k === count) return pointOnGrid(k === 0 ? drawn.start : drawn.end);
    const { x, y } = radialAt(drawn, (drawn.length * k) / count);
    const { centre, radius } = drawn;
    return pointOnGrid({ x: centre.x + x * radius, y: centre.y + y * radius });
  });
  const units = corners.slice(1).map((to, k): Point2 => {
    const from = at(corners, k);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const facet = Math.sqrt(dx * dx + dy * dy);
    return { x: dx / facet, y: dy / facet };
  });
  const half = thickness / 2;
  const nodes = line === 0 ? corners : faceOf(corners, units, 0 - line);
  return {
    arc,
    thickness,
    nodes,
    units,
    left: faceOf(corners, units, half - line),
    right: faceOf(corners, units, 0 - half - line),
    length: lengthOf(nodes),
  };
}

function lengthOf(nodes: readonly Point2[]): number {
  return nodes.slice(1).reduce((sum, to, k) => sum + segmentLengthMm(at(nodes, k), to), 0);
}

/** Offset polyline at a distance to the left of the drawn line. */
function faceOf(
  nodes: readonly Point2[],
  units: readonly Point2[],
  offset: number,
): readonly Point2[] {
  return nodes.map((_, k) => offsetCorner({ nodes, units }, k, offset));
}

/** Corner k of a polyline offset by `offset` to the left: the intersection of the two offset facets. */
export function offsetCorner(
  { nodes, units }: Pick<Chain, 'nodes' | 'units'>,
  k: number,
  offset: number,
): Point2 {
  const [node, one] = [at(nodes, k), at(units, Math.max(0, k - 1))];
  const other = at(units, Math.min(units.length - 1, k));
  const scale = offset / (1 + one.x * other.x + one.y * other.y);
  return { x: node.x - (one.y + other.y) * scale, y: node.y + (one.x + other.x) * scale };
}

/** The corners of the face on a side. */
export function faceCorners(chain: Chain, side: Side): readonly Point2[] {
  return side === 1 ? chain.left : chain.right;
}

/** Projection onto an arc: the facet, and the distance to the left of that facet's axis, mm. */
export type Landing = { readonly facet: number; readonly off: number };

/** Projection of a point (mm) within `reach` of the facets; null before the start and beyond the end. */
export function landOn({ nodes, units }: Chain, point: Point2, reach: number): Landing | null {
  let best: Landing | null = null;
  for (let k = 0; k < units.length; k++) {
    const [from, to] = [at(nodes, k), at(nodes, k + 1)];
    const unit = at(units, k);
    const [px, py] = [point.x - from.x, point.y - from.y];
    const off = unit.x * py - unit.y * px;
    if (Math.abs(off) > reach || (best !== null && Math.abs(best.off) <= Math.abs(off))) continue;
    const before = at(units, Math.max(0, k - 1));
    const after = at(units, Math.min(units.length - 1, k + 1));
    const behind = px * (before.x + unit.x) + py * (before.y + unit.y);
    const [qx, qy] = [point.x - to.x, point.y - to.y];
    const ahead = qx * (after.x + unit.x) + qy * (after.y + unit.y);
    const isFirst = k === 0;
    const isLast = k === units.length - 1;
    if (
      (isFirst ? behind > ROUND_OFF_MM : behind >= 0) &&
      (isLast ? ahead < -ROUND_OFF_MM : ahead <= 0)
    ) {
      best = { facet: k, off };
    }
  }
  return best;
}

/**
 * Position of a point along a polyline: the number of the corner before it plus a fraction of the side; the end sides
 * are extended.
 */
export function placeOnPath(path: readonly Point2[], point: Point2): number {
  let best = 0;
  let nearest = Infinity;
  for (let k = 0; k + 1 < path.length; k++) {
    const [from, to] = [at(path, k), at(path, k + 1)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [px, py] = [point.x - from.x, point.y - from.y];
    const share = (px * dx + py * dy) / (dx * dx + dy * dy);
    const low = k === 0 ? share : Math.max(0, share);
    const clamped = k + 2 === path.length ? low : Math.min(1, low);
    const [ox, oy] = [px - dx * clamped, py - dy * clamped];
    const distance = ox * ox + oy * oy;
    // The end of one facet is the start of the next.
    if (distance < nearest - SAME_SQUARE_MM2) [nearest, best] = [distance, k + clamped];
  }
  return best;
}

/**
 * The corners of a polyline strictly between two positions on it, without its end points; null if the second position
 * precedes the first.
 */
export function cornersBetween(
  path: readonly Point2[],
  from: number,
  to: number,
): readonly Point2[] | null {
  if (to < from - SAME_SIDE_PLACE) return null;
  const first = Math.max(1, Math.floor(from + SAME_SIDE_PLACE) + 1);
  const last = Math.min(path.length - 1, Math.ceil(to - SAME_SIDE_PLACE));
  return first < last ? path.slice(first, last) : [];
}

/**
 * The corners of the face of a wall between two points on it; empty for a straight wall. In reverse order, which makes
 * the outline non-simple, if the second point precedes the first.
 */
export function bendsOnFace(
  chain: Chain | null,
  side: Side,
  [from, to]: readonly [Point2, Point2],
): readonly Point2[] {
  if (chain === null) return [];
  const path = faceCorners(chain, side);
  return cornersBetween(path, placeOnPath(path, from), placeOnPath(path, to)) ?? [];
}

/** The point of the facets, offset by `offset` to the left, on the ray to a position along the arc; mm. */
export function offsetPointAt(chain: Chain, along: number, offset: number): Point2 {
  const { arc, nodes, units } = chain;
  const count = units.length;
  const ray = radialAt(arc, along);
  const place = Math.floor((along / arc.length) * count);
  const k = Math.min(count - 1, Math.max(0, place));
  const [node, unit] = [at(nodes, k), at(units, k)];
  // The intersection of the ray with the line of the offset facet: centre + ray · distance.
  const [x, y] = [node.x - unit.y * offset - arc.centre.x, node.y + unit.x * offset - arc.centre.y];
  const distance = (x * unit.y - y * unit.x) / (ray.x * unit.y - ray.y * unit.x);
  return { x: arc.centre.x + ray.x * distance, y: arc.centre.y + ray.y * distance };
}

/** Whether a position along the arc (mm) is at most its length, to the grid. */
export function fitsOnArc({ arc }: Chain, along: number): boolean {
  return micrometres(along) <= Math.floor(arc.length * 1000 + ROUND_OFF_UM);
}
