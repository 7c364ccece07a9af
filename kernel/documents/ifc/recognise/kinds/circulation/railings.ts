/** @module railings: level railings along a path, by the rail at their top. */
import type { ElementRecord } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { Point2, Point3 } from '../../../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../../../building/geometry/vector.ts';
import { HALF_RAIL_DEPTH_MM } from '../../../../../building/kinds/railing/params.ts';
import type { ProductShape } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import { nameOf } from '../../ids.ts';
import { type Bar, barOf } from '../../outlines/bar.ts';
import { componentsOf } from '../../outlines/components.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../../proposal.ts';
import { pathOf } from './rail-path.ts';

/** Largest difference of heights that are equal, mm. */
const SAME_MM = 1;
/** A rail is at least this many times as long as wide. */
const SLENDER = 2;

/** Largest width of a rail, mm: a wider body is a wall or a bench. */
const MAX_RAIL_MM = 200;

/** Posts, plates and hand rails are at most this far from the path of a railing in plan, mm; other things are further. */
const MAX_ASIDE_MM = 150;

/** The railing that a product is. */
export function proposeRailing(
  railing: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const bodies = componentsOf(shape.items, context);
  if (isUnrecognised(bodies)) return bodies;
  const bars = bodies.flatMap((points): readonly RailBody[] => {
    const bar = barOf(points);
    return bar === null ? [] : [{ bar, points }];
  });
  const low = Math.min(...bars.map(({ bar }) => bar.low));
  const high = Math.max(...bars.map(({ bar }) => bar.high));
  const rails = bars.filter((one) => one.bar.high >= high - SAME_MM && isRail(one));
  const path = pathOf(rails.map(({ bar }) => bar));
  if (path === null) return { why: 'it has no level rail along one path' };
  const [first] = bars;
  const isBack = first !== undefined && isAtEnd(first.bar, path);
  const found = { path: isBack ? path.toReversed() : path, low, high };
  const element = railingElement(railing, found, context);
  const expected = { items: shape.items, cuts: [] };
  // The rail is the path; foot and top are those of the body.
  const is_measured =
    rails.every(({ bar }) => bar.width <= MAX_RAIL_MM) &&
    bodies.flat().every((point) => isAtPath(point, found));
  const proposal = { product: railing, element, expected, host_id: null };
  return [{ ...proposal, is_measured, appearance: shape.items }];
}

/** Whether the first body of a railing is nearer to the end of its path, which then runs the other way. */
function isAtEnd({ start, end }: Bar, path: readonly Point2[]): boolean {
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const [from, to] = [path[0] ?? middle, path.at(-1) ?? middle];
  return segmentLengthMm(middle, to) < segmentLengthMm(middle, from);
}

/** Whether a corner of a body is near the path of its railing, between foot and top. */
function isAtPath(point: Point3, { path, low, high }: RailingBody): boolean {
  if (point.z < low - SAME_MM || point.z > high + SAME_MM) return false;
  return path.slice(1).some((to, i) => distanceMm(point, path[i] ?? to, to) <= MAX_ASIDE_MM);
}

/** Distance in plan of a point from the line between two points, mm. */
function distanceMm(point: Point2, from: Point2, to: Point2): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const square = x * x + y * y;
  const share = square > 0 ? ((point.x - from.x) * x + (point.y - from.y) * y) / square : 0;
  const t = Math.min(1, Math.max(0, share));
  return segmentLengthMm(point, { x: from.x + t * x, y: from.y + t * y });
}

type RailBody = { readonly bar: Bar; readonly points: readonly Point3[] };

/** Whether a body is a level rail: its top is as long as it is. */
function isRail({ bar, points }: RailBody): boolean {
  if (bar.length < SLENDER * bar.width) return false;
  const top = barOf(points.filter(({ z }) => z >= bar.high - SAME_MM));
  return top !== null && Math.abs(top.length - bar.length) <= SAME_MM;
}

type RailingBody = {
  readonly path: readonly Point2[];
  readonly low: number;
  readonly high: number;
};

/** The height of a railing is measured from its foot to the middle of its rail. */
function railingElement(
  railing: Product,
  { path, low, high }: RailingBody,
  { ids, storeys }: Context,
): ElementRecord {
  const level = storeys.of(railing.storey, low);
  return {
    id: ids.of('railing', railing),
    kind: 'railing',
    params: {
      level_id: level.id,
      name: nameOf(railing),
      path: gridRing(path).map(({ x, y }) => ({ x, y })),
      height: toGrid(high - HALF_RAIL_DEPTH_MM - low),
      base_offset: toGrid(low - level.elevation),
    },
  };
}
