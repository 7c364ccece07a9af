/** @module end chains: the outline of a wall as two straight faces and two ends. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import type { WallFootprint } from '../wall-joins.ts';

/** Points around the start from the left face to the right one, and around the end back, inclusive; mm. */
export type EndChains = {
  readonly startChain: readonly Point2[];
  readonly endChain: readonly Point2[];
};

/** The chains; null if the outline lacks a corner of an end, so that it has no straight faces. */
export function endChains({ ring, startCorners, endCorners }: WallFootprint): EndChains | null {
  const find = (p: Point2): number => ring.findIndex((q) => q.x === p.x && q.y === p.y);
  const right = find(startCorners.right);
  const left = find(endCorners.left);
  const size = ring.length;
  if (
    right < 0 ||
    left < 0 ||
    find(endCorners.right) !== (right + 1) % size ||
    find(startCorners.left) !== (left + 1) % size
  ) {
    return null;
  }
  const chain = (begin: number, finish: number): Point2[] => {
    const points = [at(ring, begin)];
    for (let i = begin; i !== finish; i = (i + 1) % size) {
      points.push(at(ring, (i + 1) % size));
    }
    return points;
  };
  return {
    startChain: chain((left + 1) % size, right),
    endChain: chain((right + 1) % size, left),
  };
}
