/** @module wall axis: positions along a wall, straight or an arc. */

import { at } from '../../indexed.ts';
import { SAME_PLACE_MM } from '../../tolerances.ts';
import { fitsWithin, type Point2, segmentLengthMm } from '../../vector.ts';
import { alongArc, radialAt } from './arc.ts';
import {
  type Bowed,
  type Chain,
  chainOf,
  fitsOnArc,
  offsetCorner,
  offsetPointAt,
} from './chain.ts';

/** The axis of a wall, mm. Distances along an arc follow the arc; points are on its facets. */
export type WallAxis = {
  readonly length: number;
  /** The facets of an arc; null for a straight wall. */
  readonly chain: Chain | null;
  /** The point at a distance along the axis, offset to its left by `offset`. */
  readonly at: (along: number, offset?: number) => Point2;
  /** Unit direction at a distance along the axis. */
  readonly directionAt: (along: number) => Point2;
  /** Distance along the axis of the projection of a point. */
  readonly along: (point: Point2) => number;
  /** Whether a distance is within the axis; exact on the grid. */
  readonly fits: (along: number) => boolean;
};

/** The axis of a wall; an invalid arc counts as straight. */
export function wallAxis(wall: Bowed): WallAxis {
  const chain = chainOf(wall);
  return chain === null ? straightAxis(wall) : arcAxis(chain);
}

/** Length of a wall, along its arc if it has one; mm. */
export function axisLength(wall: Bowed): number {
  return chainOf(wall)?.arc.length ?? segmentLengthMm(wall.start, wall.end);
}

function straightAxis({ start, end }: Bowed): WallAxis {
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return {
    length,
    chain: null,
    at: (along, offset = 0) => ({
      x: start.x + ux * along - uy * offset,
      y: start.y + uy * along + ux * offset,
    }),
    directionAt: () => ({ x: ux, y: uy }),
    along: ({ x, y }) => (x - start.x) * ux + (y - start.y) * uy,
    fits: (along) => fitsWithin(along, start, end),
  };
}

function arcAxis(chain: Chain): WallAxis {
  const { arc } = chain;
  return {
    length: arc.length,
    chain,
    at: (along, offset = 0) => offsetPointAt(chain, along, offset),
    directionAt: (along) => {
      const { x, y } = radialAt(arc, along);
      return { x: 0 - arc.turn * y, y: arc.turn * x };
    },
    along: (point) => alongArc(arc, point),
    fits: (along) => fitsOnArc(chain, along),
  };
}

/**
 * Outline of a wall between two distances along it, from face to face, counter-clockwise, mm: a rectangle, or a
 * sector with the facet corners of an arc.
 */
export function sectorRing(axis: WallAxis, from: number, to: number, half: number): Point2[] {
  return sectorBetween(axis, [from, to], [0 - half, half]);
}

/** The same between two distances to the left of the axis, the lesser one first, mm. */
export function sectorBetween(
  axis: WallAxis,
  [from, to]: readonly [from: number, to: number],
  [right, left]: readonly [right: number, left: number],
): Point2[] {
  const near = facePoints(axis, { from, to, offset: right });
  return [...near, ...facePoints(axis, { from, to, offset: left }).toReversed()];
}

type FaceRange = { readonly from: number; readonly to: number; readonly offset: number };

function facePoints(axis: WallAxis, { from, to, offset }: FaceRange): readonly Point2[] {
  const { chain } = axis;
  const ends = [axis.at(from, offset), axis.at(to, offset)] as const;
  if (chain === null) return ends;
  const facet = chain.arc.length / chain.units.length;
  const inner: Point2[] = [];
  const same = SAME_PLACE_MM / facet;
  for (let k = Math.floor(from / facet + same) + 1; k < to / facet - same; k++) {
    if (k > 0 && k < chain.units.length) inner.push(offsetCorner(chain, k, offset));
  }
  return [ends[0], ...inner, ends[1]];
}

/** The straight pieces of an axis, mm: one, or the facets of an arc. */
export function axisPieces(wall: Bowed): readonly Pick<Bowed, 'start' | 'end'>[] {
  const nodes = chainOf(wall)?.nodes ?? [wall.start, wall.end];
  return nodes.slice(1).map((end, k) => ({ start: at(nodes, k), end }));
}
