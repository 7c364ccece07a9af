/** @module chain: the facets of an arc wall, on its axis and on both faces; everything in plan is made of them. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import { micrometres, pointOnGrid } from '../../vector.ts';
import { drawnOver } from '../location-line.ts';
import type { Arc } from './arc.ts';
import {
  arcThrough,
  facetCount,
  LEAST_INNER_RADIUS_MM,
  LEAST_RISE_MM,
  MOST_ANGLE,
  MOST_FACETS,
  radialAt,
} from './arc.ts';

/** 1 the left face as seen from start to end, -1 the right one. */
export type Side = 1 | -1;

/** The facets of an arc; list k belongs to node k, from the start (0) to the end. */
export type Chain = {
  readonly arc: Arc;
  readonly thickness: number;
  /** On the axis: on the arc, rounded to the grid, where it was drawn there, else as far beside where it was drawn. */
  readonly nodes: readonly Point2[];
  /** Unit direction of facet k, from node k to node k + 1. */
  readonly units: readonly Point2[];
  /** Corners of the faces: where those of two facets meet; at the ends square to the outermost facets. */
  readonly left: readonly Point2[];
  readonly right: readonly Point2[];
  /** Along the facets, mm. */
  readonly length: number;
};

/** What an axis is given by, mm. */
export type Bowed = {
  readonly start: Point2;
  readonly end: Point2;
  readonly via?: Point2 | null | undefined;
  readonly thickness: number;
  /** How far to the left of the axis the line is on which it was drawn, mm: by either name; 0 where it is not said. */
  readonly line?: number | undefined;
  readonly line_offset?: number | null | undefined;
};

/** The line of an axis, within its thickness. */
function lineIn({ line, line_offset, thickness }: Bowed): number {
  const half = thickness / 2;
  return Math.min(half, Math.max(0 - half, line ?? line_offset ?? 0));
}

/** Why no wall can follow an arc; `least` and `most` in mm. */
export type ArcFault =
  | { readonly why: 'in_line'; readonly rise: number }
  | { readonly why: 'too_round'; readonly angle: number }
  | { readonly why: 'too_tight'; readonly radius: number; readonly least: number }
  | { readonly why: 'too_long'; readonly facets: number };

type Arcs = { readonly drawn: Arc | null; readonly axis: Arc | null };

/** The arc that was drawn, and that of the axis beside it: with the same centre. */
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
  const beside = ({ x, y }: Point2): Point2 => ({
    x: centre.x + (x - centre.x) * share,
    y: centre.y + (y - centre.y) * share,
  });
  const axis = {
    ...drawn,
    radius,
    length: radius * angle,
    rise: drawn.rise * share,
    start: beside(drawn.start),
    end: beside(drawn.end),
  };
  return { drawn, axis };
}

/** The arc of an axis, and what is wrong with it; null for a straight axis. */
export function arcOf(bowed: Bowed): Arc | ArcFault | null {
  const { via, thickness } = bowed;
  if (via === undefined || via === null) return null;
  const { axis: arc } = arcsOf(bowed, via);
  if (arc === null || arc.rise < LEAST_RISE_MM - 1e-6) {
    return { why: 'in_line', rise: arc?.rise ?? 0 };
  }
  if (arc.angle > MOST_ANGLE) return { why: 'too_round', angle: arc.angle };
  const least = thickness / 2 + LEAST_INNER_RADIUS_MM;
  if (arc.radius < least) return { why: 'too_tight', radius: arc.radius, least };
  const facets = facetCount(arc, thickness);
  return facets > MOST_FACETS ? { why: 'too_long', facets } : arc;
}

/** What was found for a point on an arc, which stays the same object as long as its wall does. */
const KNOWN = new WeakMap<Point2, { readonly of: Bowed; readonly chain: Chain | null }>();

/** The facets of an axis; null for one that is straight, or no arc that a wall can follow. */
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
  // What was drawn has its corners on the arc: a face by which a wall was drawn has its radius exactly.
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
  return nodes.slice(1).reduce((sum, to, k) => {
    const from = at(nodes, k);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    return sum + Math.sqrt(dx * dx + dy * dy);
  }, 0);
}

/** The corners of a face, this far to the left of where the wall was drawn. */
function faceOf(
  nodes: readonly Point2[],
  units: readonly Point2[],
  aside: number,
): readonly Point2[] {
  return nodes.map((node, k): Point2 => {
    const one = at(units, Math.max(0, k - 1));
    const other = at(units, Math.min(units.length - 1, k));
    const scale = aside / (1 + one.x * other.x + one.y * other.y);
    return { x: node.x - (one.y + other.y) * scale, y: node.y + (one.x + other.x) * scale };
  });
}

/** The corners of the face on a side. */
export function faceCorners(chain: Chain, side: Side): readonly Point2[] {
  return side === 1 ? chain.left : chain.right;
}

/** A place beside an arc: its facet, and how far to the left of that facet's axis it is; mm. */
export type Landing = { readonly facet: number; readonly off: number };

/** Where a point (mm) lies beside the facets, at most `reach` from their axes; null before the start and behind the end. */
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
    if ((isFirst ? behind > 1e-6 : behind >= 0) && (isLast ? ahead < -1e-6 : ahead <= 0)) {
      best = { facet: k, off };
    }
  }
  return best;
}

/** Place of a point on a path of corners, in corners and parts of the way to the next; the ends are prolonged. */
export function placeOnPath(path: readonly Point2[], point: Point2): number {
  let best = 0;
  let nearest = Infinity;
  for (let k = 0; k + 1 < path.length; k++) {
    const [from, to] = [at(path, k), at(path, k + 1)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [px, py] = [point.x - from.x, point.y - from.y];
    const share = (px * dx + py * dy) / (dx * dx + dy * dy);
    const low = k === 0 ? share : Math.max(0, share);
    const held = k + 2 === path.length ? low : Math.min(1, low);
    const [ox, oy] = [px - dx * held, py - dy * held];
    const distance = ox * ox + oy * oy;
    // The end of one facet is the start of the next.
    if (distance < nearest - 1e-15) [nearest, best] = [distance, k + held];
  }
  return best;
}

/** Places on a path this near to a corner are that corner, in facets. */
const SAME = 1e-6;

/** The corners of a path between two places on it, both excluded, and without its ends, where it does not turn; null where the second lies before the first. */
export function cornersBetween(
  path: readonly Point2[],
  from: number,
  to: number,
): readonly Point2[] | null {
  if (to < from - SAME) return null;
  const first = Math.max(1, Math.floor(from + SAME) + 1);
  const last = Math.min(path.length - 1, Math.ceil(to - SAME));
  return first < last ? path.slice(first, last) : [];
}

/** The point of the facets, `aside` to the left of their axes, on the ray to a place along the arc; mm. */
export function pointBeside(chain: Chain, along: number, aside: number): Point2 {
  const { arc, nodes, units } = chain;
  const count = units.length;
  const ray = radialAt(arc, along);
  const place = Math.floor((along / arc.length) * count);
  const k = Math.min(count - 1, Math.max(0, place));
  const [node, unit] = [at(nodes, k), at(units, k)];
  // On the line of the facet moved aside: centre + ray · way.
  const [x, y] = [node.x - unit.y * aside - arc.centre.x, node.y + unit.x * aside - arc.centre.y];
  const way = (x * unit.y - y * unit.x) / (ray.x * unit.y - ray.y * unit.x);
  return { x: arc.centre.x + ray.x * way, y: arc.centre.y + ray.y * way };
}

/** Whether something that ends at this place along the arc still lies on it, to the grid. */
export function fitsOnArc({ arc }: Chain, along: number): boolean {
  return micrometres(along) <= Math.floor(arc.length * 1000 + 1e-6);
}
