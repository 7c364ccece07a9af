/** @module wall axis: places along a wall, straight or an arc, and back. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import { fitsWithin, segmentLengthMm } from '../../vector.ts';
import { alongArc, ONE_CORNER_MM, radialAt } from './arc.ts';
import type { Bowed, Chain } from './chain.ts';
import { chainOf, fitsOnArc, pointBeside } from './chain.ts';

/** The axis of a wall, mm. Distances along an arc are those of the arc; points are those of its facets. */
export type WallAxis = {
  readonly length: number;
  /** The facets of an arc; null for a straight wall. */
  readonly chain: Chain | null;
  /** The point at a distance along the axis, moved aside to its left. */
  readonly at: (along: number, aside?: number) => Point2;
  /** Unit direction at a distance along the axis. */
  readonly directionAt: (along: number) => Point2;
  /** The distance along the axis at which a point lies on it or beside it. */
  readonly along: (point: Point2) => number;
  /** Whether something that ends at this distance still lies on it; exact on the grid. */
  readonly fits: (along: number) => boolean;
};

/** The axis of a wall; throws nothing: an arc that no wall can follow counts as straight. */
export function wallAxis(wall: Bowed): WallAxis {
  const chain = chainOf(wall);
  return chain === null ? straightAxis(wall) : arcAxis(chain);
}

/** The length of a wall, along its arc where it follows one; mm. */
export function axisLength(wall: Bowed): number {
  return chainOf(wall)?.arc.length ?? segmentLengthMm(wall.start, wall.end);
}

function straightAxis({ start, end }: Bowed): WallAxis {
  const length = segmentLengthMm(start, end);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  return {
    length,
    chain: null,
    at: (along, aside = 0) => ({
      x: start.x + ux * along - uy * aside,
      y: start.y + uy * along + ux * aside,
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
    at: (along, aside = 0) => pointBeside(chain, along, aside),
    directionAt: (along) => {
      const { x, y } = radialAt(arc, along);
      return { x: 0 - arc.turn * y, y: arc.turn * x };
    },
    along: (point) => alongArc(arc, point),
    fits: (along) => fitsOnArc(chain, along),
  };
}

/**
 * Outline of what lies between two places along a wall from face to face, counter-clockwise, mm: a rectangle, or of an
 * arc with the corners of its facets.
 */
export function sectorRing(axis: WallAxis, from: number, to: number, half: number): Point2[] {
  const right = stretch(axis, { from, to, aside: 0 - half });
  return [...right, ...stretch(axis, { from, to, aside: half }).toReversed()];
}

type Stretch = { readonly from: number; readonly to: number; readonly aside: number };

function stretch(axis: WallAxis, { from, to, aside }: Stretch): readonly Point2[] {
  const { chain } = axis;
  const ends = [axis.at(from, aside), axis.at(to, aside)] as const;
  if (chain === null) return ends;
  const facet = chain.arc.length / chain.units.length;
  const inner: Point2[] = [];
  const same = ONE_CORNER_MM / facet;
  for (let k = Math.floor(from / facet + same) + 1; k < to / facet - same; k++) {
    if (k > 0 && k < chain.units.length) inner.push(cornerBeside(chain, k, aside));
  }
  return [ends[0], ...inner, ends[1]];
}

/** Where two facets, moved aside to the left, meet at node k. */
function cornerBeside({ nodes, units }: Chain, k: number, aside: number): Point2 {
  const [node, one, other] = [at(nodes, k), at(units, k - 1), at(units, k)];
  const scale = aside / (1 + one.x * other.x + one.y * other.y);
  return { x: node.x - (one.y + other.y) * scale, y: node.y + (one.x + other.x) * scale };
}

/** The straight pieces of which an axis consists, mm: one, or the facets of an arc. */
export function axisPieces(wall: Bowed): readonly Pick<Bowed, 'start' | 'end'>[] {
  const nodes = chainOf(wall)?.nodes ?? [wall.start, wall.end];
  return nodes.slice(1).map((end, k) => ({ start: at(nodes, k), end }));
}
