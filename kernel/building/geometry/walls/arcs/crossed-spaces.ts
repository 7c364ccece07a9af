/** @module crossed spaces: what walls leave free of a space where an arc lies in another wall beyond their joint. */

import { withCornersOn } from '../../plan/corners-on.ts';
import { withoutNeedles } from '../../plan/needles.ts';
import type { Ring } from '../../plan/polygon.ts';
import { locatePoint, ringBounds, signedArea } from '../../plan/polygon.ts';
import type { Area } from '../../plan/regions.ts';
import { filledOnce, sizeOf, without } from '../../plan/regions.ts';
import { ringOverlap } from '../../plan/ring-overlap.ts';
import { partedAtTouches } from '../../plan/touches.ts';
import { planBoxIntersects } from '../../vector.ts';
import type { PreparedWall } from '../wall-contacts.ts';
import { solveJoinsFor } from '../wall-joins.ts';
import { bodiesMeet } from './arc-cuts.ts';

/** Two walls of which at least one is an arc, near to each other. */
export type BowedPair = readonly [PreparedWall, PreparedWall];

/** Far over what rounding of joints leaves between walls, mm². */
const LEAST_MM2 = 5;

/** Arcs that are piled up are no plan: of more pairs near each other, or a wall in more others than these, nothing is found. */
const [MOST_PAIRS, MOST_WITH] = [4000, 12];
const NOTHING: Crossed = new Map();

/** The outlines of walls that lie in others, and with which others, by id. */
export type Crossed = ReadonlyMap<
  string,
  { readonly ring: Ring; readonly with: readonly string[] }
>;

/** Those of the pairs whose outlines share a part of the plan; `all` is what their joints depend on. */
export function crossedOf(pairs: readonly BowedPair[], all: readonly PreparedWall[]): Crossed {
  const near = pairs.filter(([a, b]) => bodiesMeet(a, b));
  const crossed = new Map<string, { ring: Ring; with: string[] }>();
  if (near.length === 0 || near.length > MOST_PAIRS) return crossed;
  const ids = new Set(near.flatMap(([a, b]) => [a.id, b.id]));
  const footprints = solveJoinsFor(
    ids,
    all.map(({ wall }) => wall),
  );
  for (const [a, b] of near) {
    const [one, other] = [footprints.get(a.id)?.ring, footprints.get(b.id)?.ring];
    if (one === undefined || other === undefined) continue;
    if ((ringOverlap(one, other)?.area_mm2 ?? 0) < LEAST_MM2) continue;
    for (const [own, ring, its] of [
      [a.id, one, b.id],
      [b.id, other, a.id],
    ] as const) {
      const known = crossed.get(own);
      if (known === undefined) crossed.set(own, { ring, with: [its] });
      else if (known.with.push(its) > MOST_WITH) return NOTHING;
    }
  }
  return crossed;
}

/** A part of a space, mm: outline counter-clockwise, holes clockwise, area less these; and the walls round it by id. */
export type FreePart = {
  readonly ring: Ring;
  readonly holes: readonly Ring[];
  readonly area_mm2: number;
  readonly ids: readonly string[];
};

/** A part of less is what rounding leaves between walls, mm². */
const NONE_MM2 = 1;

/**
 * What is left of a space between the axes of walls outside of their outlines (by id) and of all walls that lie in one of
 * these, or in one that does, largest first.
 */
export function freeParts(
  space: Area,
  round: ReadonlyMap<string, Ring>,
  crossed: Crossed,
): readonly FreePart[] {
  const whole = filledOnce(space);
  if (whole.length === 0) return [];
  const box = ringBounds(whole.flat());
  const taken = new Map(round);
  const seen = new Set(round.keys());
  for (const id of seen) {
    const { ring = [], with: others = [] } = crossed.get(id) ?? {};
    if (ring.length === 0 || !planBoxIntersects(box, ringBounds(ring))) continue;
    for (const other of others) seen.add(other);
    const isIn = sizeOf(whole) - sizeOf(without(whole, [ring])) > NONE_MM2;
    if (isIn) taken.set(id, ring);
  }
  // Walls that touch share their corners: a union would round those that lie on sides of others once more.
  const corners = [...taken.values()].flat();
  const outlines = [...taken.values()].map((ring) => withCornersOn(ring, corners));
  const rest = without(whole, outlines).flatMap((ring) => partedAtTouches(withoutNeedles(ring)));
  const holes = rest.filter((ring) => signedArea(ring) < 0 - NONE_MM2);
  const ids = [...taken.keys()].toSorted(compareText);
  return rest
    .filter((ring) => signedArea(ring) > NONE_MM2)
    .map((ring) => {
      const own = holes.filter((hole) => hole.some((p) => locatePoint(p, ring) === 'inside'));
      return { ring, holes: own, area_mm2: sizeOf([ring, ...own]), ids };
    })
    .toSorted((a, b) => b.area_mm2 - a.area_mm2);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
