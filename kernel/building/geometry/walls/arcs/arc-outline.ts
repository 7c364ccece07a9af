/** @module arc outline: the facet corners of arc walls in the outlines of spaces. */

import { at } from '../../indexed.ts';
import { BEFORE_CORNER } from '../../tolerances.ts';
import type { Point2 } from '../../vector.ts';
import type { Bend } from '../half-edge.ts';
import type { WallGraph } from '../wall-graph.ts';
import { cornersBetween, faceCorners, placeOnPath } from './chain.ts';

const NONE: readonly Point2[] = [];

/** The axis corners between the nodes of a half-edge, in its direction, mm. */
export function bendsOfAxis({ edges }: Pick<WallGraph, 'edges'>, index: number): readonly Point2[] {
  const [here, there] = [at(edges, index).bend, at(edges, index ^ 1).bend];
  if (here === null || there === null) return NONE;
  const { nodes } = here.chain;
  return here.forwards
    ? nodes.slice(here.facet + 1, there.facet + 1)
    : nodes.slice(there.facet + 1, here.facet + 1).toReversed();
}

/** Start and end of the left face of a half-edge, mm. */
export type FaceStretch = {
  readonly from: Point2;
  readonly to: Point2;
  /** Whether no other wall ends at the start: a facet corner there is included. */
  readonly open: boolean;
};

/** The corners of the left face of a half-edge between two points on it; null if they are in reverse order. */
export function bendsOfFace(
  { chain, forwards }: Bend,
  { from, to, open }: FaceStretch,
): readonly Point2[] | null {
  const path = faceCorners(chain, forwards ? 1 : -1);
  const back = open ? BEFORE_CORNER : 0;
  const [a, b] = [placeOnPath(path, from), placeOnPath(path, to)];
  return forwards
    ? cornersBetween(path, a - back, b)
    : (cornersBetween(path, b, a + back)?.toReversed() ?? null);
}
