/** @module crossed spaces: the free parts of a space in which an arc overlaps another wall outside their joint. */

import { compareText } from '../../in-order.ts';
import { withCornersOn } from '../../plan/corners-on.ts';
import { withoutNeedles } from '../../plan/needles.ts';
import { locatePoint, type Ring, ringBounds, signedArea } from '../../plan/polygon.ts';
import { type Area, positiveWinding, sizeOf, without } from '../../plan/regions.ts';
import { ringOverlap } from '../../plan/ring-overlap.ts';
import { splitAtContacts } from '../../plan/self-contacts.ts';
import { JOINT_OVERLAP_MM2, SLIVER_AREA_MM2 } from '../../tolerances.ts';
import { planBoxIntersects } from '../../vector.ts';
import type { PreparedWall } from '../wall-contacts.ts';
import { solveJoinsFor } from '../wall-joins.ts';
import { bodiesMeet } from './arc-cuts.ts';

/** Two walls near each other, at least one of them an arc. */
export type BowedPair = readonly [PreparedWall, PreparedWall];

/**
 * Maximum number of nearby pairs that are examined; above it no overlap is reported (limits the work for stacked arcs).
 */
const MAX_PAIRS = 4000;
/** Maximum number of walls that one wall may overlap; above it no overlap is reported. */
const MAX_OVERLAPS = 12;
const NOTHING: Crossed = new Map();

/** The outlines of walls that overlap others, and the ids of those others, by id. */
export type Crossed = ReadonlyMap<
  string,
  { readonly ring: Ring; readonly with: readonly string[] }
>;

/** The pairs whose outlines overlap; `all` are the walls on which their joints depend. */
export function crossedOf(pairs: readonly BowedPair[], all: readonly PreparedWall[]): Crossed {
  const near = pairs.filter(([a, b]) => bodiesMeet(a, b));
  const crossed = new Map<string, { ring: Ring; with: string[] }>();
  if (near.length === 0 || near.length > MAX_PAIRS) return crossed;
  const ids = new Set(near.flatMap(([a, b]) => [a.id, b.id]));
  const footprints = solveJoinsFor(
    ids,
    all.map(({ wall }) => wall),
  );
  for (const [a, b] of near) {
    const [one, other] = [footprints.get(a.id)?.ring, footprints.get(b.id)?.ring];
    if (one === undefined || other === undefined) continue;
    if ((ringOverlap(one, other)?.area_mm2 ?? 0) < JOINT_OVERLAP_MM2) continue;
    for (const [own, ring, its] of [
      [a.id, one, b.id],
      [b.id, other, a.id],
    ] as const) {
      const known = crossed.get(own);
      if (known === undefined) crossed.set(own, { ring, with: [its] });
      else if (known.with.push(its) > MAX_OVERLAPS) return NOTHING;
    }
  }
  return crossed;
}

/** A part of a space, mm: outline counter-clockwise, holes clockwise, net area; and the ids of the bounding walls. */
export type FreePart = {
  readonly ring: Ring;
  readonly holes: readonly Ring[];
  readonly area_mm2: number;
  readonly ids: readonly string[];
};

/**
 * The parts of a space between wall axes that are outside the outlines `bounding` (by wall id) and outside all walls
 * that overlap one of these, directly or indirectly; largest first.
 */
export function freeParts(
  space: Area,
  bounding: ReadonlyMap<string, Ring>,
  crossed: Crossed,
): readonly FreePart[] {
  const whole = positiveWinding(space);
  if (whole.length === 0) return [];
  const box = ringBounds(whole.flat());
  const taken = new Map(bounding);
  const seen = new Set(bounding.keys());
  for (const id of seen) {
    const { ring = [], with: others = [] } = crossed.get(id) ?? {};
    if (ring.length === 0 || !planBoxIntersects(box, ringBounds(ring))) continue;
    for (const other of others) seen.add(other);
    const isIn = sizeOf(whole) - sizeOf(without(whole, [ring])) > SLIVER_AREA_MM2;
    if (isIn) taken.set(id, ring);
  }
  // Touching walls first get each other's corners: otherwise the union would round corners on the sides of others
  // again.
  const corners = [...taken.values()].flat();
  const outlines = [...taken.values()].map((ring) => withCornersOn(ring, corners));
  const rest = without(whole, outlines).flatMap((ring) => splitAtContacts(withoutNeedles(ring)));
  const holes = rest.filter((ring) => signedArea(ring) < 0 - SLIVER_AREA_MM2);
  const ids = [...taken.keys()].toSorted(compareText);
  return rest
    .filter((ring) => signedArea(ring) > SLIVER_AREA_MM2)
    .map((ring) => {
      const own = holes.filter((hole) => hole.some((p) => locatePoint(p, ring) === 'inside'));
      return { ring, holes: own, area_mm2: sizeOf([ring, ...own]), ids };
    })
    .toSorted((a, b) => b.area_mm2 - a.area_mm2);
}
