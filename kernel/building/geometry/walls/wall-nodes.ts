/** @module wall nodes: the points at which walls end, and the ends at each. */

import { at, filled, intAt } from '../indexed.ts';
import { createPointNumbers } from '../plan/point-numbers.ts';
import type { Point2 } from '../vector.ts';
import { drawnEnd, groupIndices, type PreparedWall } from './wall-contacts.ts';

/** The end points of walls, in order of first use. */
export type WallNodes = {
  /** Positions in integer micrometres. Walls that pass above each other have separate nodes. */
  readonly positions: readonly Point2[];
  /** The same in mm. */
  readonly points: readonly Point2[];
  /** Number of the node of each end (see `endNumber`). */
  readonly nodeOf: readonly number[];
  /** The ends at node n, ascending: `ends[first[n]]` up to `ends[first[n + 1]]`, excluded. */
  readonly first: readonly number[];
  readonly ends: readonly number[];
  /** The ends that are not at their node, with the point of their axis (mm) at which they start instead. */
  readonly moved: ReadonlyMap<number, Point2>;
};

const NONE_MOVED: ReadonlyMap<number, Point2> = new Map();

/** Groups the ends of walls, as `prepareWalls` returns them, by exact drawn point and common height. */
export function nodesOf(walls: readonly PreparedWall[]): WallNodes {
  const numbers = createPointNumbers(walls.length);
  const positions: Point2[] = [];
  const points: Point2[] = [];
  const nodeOf = filled(2 * walls.length, 0);
  let sameHeights = true;
  for (let end = 0; end < nodeOf.length; end++) {
    const wall = at(walls, end >> 1);
    const atStart = (end & 1) === 0;
    const position = atStart ? wall.drawnA : wall.drawnB;
    const number = numbers.numberOf(position);
    if (number === positions.length) {
      positions.push(position);
      points.push(drawnEnd(wall, atStart ? 'start' : 'end'));
    }
    nodeOf[end] = number;
    sameHeights &&= wall.low === at(walls, 0).low && wall.high === at(walls, 0).high;
  }
  if (!sameHeights) splitByHeight(walls, { positions, points, nodeOf });
  const { first, members: ends } = groupIndices(nodeOf, positions.length);
  return { positions, points, nodeOf, first, ends, moved: NONE_MOVED };
}

type Draft = {
  readonly positions: Point2[];
  readonly points: Point2[];
  readonly nodeOf: number[];
};

/** Splits nodes so that walls without a common height, also indirectly over other walls, have separate ones. */
function splitByHeight(walls: readonly PreparedWall[], { positions, points, nodeOf }: Draft): void {
  const { first, members } = groupIndices(nodeOf, positions.length);
  const nodes = positions.length;
  for (let node = 0; node < nodes; node++) {
    const ends = members.slice(intAt(first, node), intAt(first, node + 1));
    const [lowest, ...others] = partsOf(ends, (end) => at(walls, end >> 1));
    if (lowest === undefined) continue;
    for (const part of others) {
      for (const end of part) nodeOf[end] = positions.length;
      positions.push(at(positions, node));
      points.push(at(points, node));
    }
  }
}

/** Ends grouped so that those of different groups have no height in common, from below. */
function partsOf(
  ends: readonly number[],
  wallOf: (end: number) => PreparedWall,
): readonly (readonly number[])[] {
  const rising = ends.toSorted((a, b) => wallOf(a).low - wallOf(b).low || a - b);
  const parts: number[][] = [];
  let top = -Infinity;
  for (const end of rising) {
    const part = parts.at(-1);
    if (part === undefined || wallOf(end).low >= top) parts.push([end]);
    else part.push(end);
    top = Math.max(top, wallOf(end).high);
  }
  return parts;
}
