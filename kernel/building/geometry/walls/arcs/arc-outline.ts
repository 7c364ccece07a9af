/** @module arc outline: the corners that the facets of arc walls add to the outlines of spaces. */

import { at } from '../../indexed.ts';
import type { Point2 } from '../../vector.ts';
import type { Bend } from '../half-edge.ts';
import type { WallGraph } from '../wall-graph.ts';
import { cornersBetween, faceCorners, placeOnPath } from './chain.ts';

const NONE: readonly Point2[] = [];

/** The corners of the axis between the nodes of a half edge, from its own one on, mm. */
export function bendsOfAxis({ edges }: Pick<WallGraph, 'edges'>, index: number): readonly Point2[] {
  const [here, there] = [at(edges, index).bend, at(edges, index ^ 1).bend];
  if (here === null || there === null) return NONE;
  const { nodes } = here.chain;
  return here.forwards
    ? nodes.slice(here.facet + 1, there.facet + 1)
    : nodes.slice(there.facet + 1, here.facet + 1).toReversed();
}

/** Where the left face of a half edge begins and ends, mm. */
export type FaceStretch = {
  readonly from: Point2;
  readonly to: Point2;
  /** Whether nothing stands where it begins: a corner of the facets there is part of it. */
  readonly open: boolean;
};

/** More than what makes two places on a path the same one, in facets. */
const BEFORE = 1e-5;

/** The corners of the left face of a half edge between two points on it; null where the second lies before the first. */
export function bendsOfFace(
  { chain, forwards }: Bend,
  { from, to, open }: FaceStretch,
): readonly Point2[] | null {
  const path = faceCorners(chain, forwards ? 1 : -1);
  const back = open ? BEFORE : 0;
  const [a, b] = [placeOnPath(path, from), placeOnPath(path, to)];
  return forwards
    ? cornersBetween(path, a - back, b)
    : (cornersBetween(path, b, a + back)?.toReversed() ?? null);
}
