/** @module facet boxes: finds nearby pieces of two polylines with trees of bounding boxes. */

import { at, float64At } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';

/**
 * Boxes as minX, minY, maxX, maxY in a binary heap layout: node 1 is the whole polyline, 2k and 2k + 1 are its
 * halves.
 */
const KNOWN = new WeakMap<readonly Point2[], Float64Array>();

function boxesOf(path: readonly Point2[]): Float64Array {
  const known = KNOWN.get(path);
  if (known !== undefined) return known;
  const pieces = path.length - 1;
  const boxes = new Float64Array(16 * Math.max(1, pieces));
  fill(path, boxes, { node: 1, from: 0, to: pieces });
  KNOWN.set(path, boxes);
  return boxes;
}

/** The pieces `from` (inclusive) to `to` (exclusive) of a polyline, and their node in the tree. */
type Range = { readonly node: number; readonly from: number; readonly to: number };

function halves({ node, from, to }: Range): readonly [Range, Range] {
  const middle = (from + to) >> 1;
  return [
    { node: 2 * node, from, to: middle },
    { node: 2 * node + 1, from: middle, to },
  ];
}

function fill(path: readonly Point2[], boxes: Float64Array, range: Range): void {
  const { node, from, to } = range;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = from; i <= to; i++) {
    const { x, y } = at(path, i);
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  boxes.set([x0, y0, x1, y1], 4 * node);
  if (to - from > 1) for (const half of halves(range)) fill(path, boxes, half);
}

/** Calls `visit` with the numbers of every two pieces whose boxes are at most `reach` apart, until it returns true. */
export function someNearPieces(
  a: readonly Point2[],
  b: readonly Point2[],
  reach: number,
  visit: (i: number, j: number) => boolean,
): boolean {
  const [boxesA, boxesB] = [boxesOf(a), boxesOf(b)];
  const descend = (one: Range, other: Range): boolean => {
    const [p, q] = [4 * one.node, 4 * other.node];
    const isApart =
      float64At(boxesA, p) > float64At(boxesB, q + 2) + reach ||
      float64At(boxesB, q) > float64At(boxesA, p + 2) + reach ||
      float64At(boxesA, p + 1) > float64At(boxesB, q + 3) + reach ||
      float64At(boxesB, q + 1) > float64At(boxesA, p + 3) + reach;
    if (isApart) return false;
    const [own, its] = [one.to - one.from, other.to - other.from];
    if (own <= 1 && its <= 1) return visit(one.from, other.from);
    return own >= its
      ? halves(one).some((half) => descend(half, other))
      : halves(other).some((half) => descend(one, half));
  };
  return descend({ node: 1, from: 0, to: a.length - 1 }, { node: 1, from: 0, to: b.length - 1 });
}
