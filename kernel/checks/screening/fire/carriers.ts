/** @module carriers: supports of rated elements that have a lower rating. */
import { at } from '../../../building/geometry/indexed.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { placeOf } from '../place-of.ts';
import { loadPaths } from '../structure/load-paths.ts';
import type { StructuralBody } from '../structure/structural-bodies.ts';
import { structuralBodies } from '../structure/structural-bodies.ts';
import type { NotEvaluated } from './fire-rating.ts';
import { canBeRated, ratingOf, statedRating } from './fire-rating.ts';

const CHECK = 'fire.carrier_below_carried';
/** Largest gap between two bodies that counts as contact, mm. */
const TOLERANCE_MM = 10;

export type CarriersFound = {
  readonly findings: readonly Finding[];
  readonly not_evaluated: readonly NotEvaluated[];
};

/**
 * Finds supports that have a lower rating than a rated element above them. Supports are determined by contact. Each is
 * returned once, with the highest rating that it supports. Supports without a rating count as not evaluated; a slab on
 * the ground needs no rating.
 */
export function carriersOfRated(view: ModelView): CarriersFound {
  const bodies = structuralBodies(view);
  const ground_mm = view.levels()[0]?.params.elevation ?? 0;
  const { carriers, grounded } = loadPaths(bodies, {
    tolerance_mm: TOLERANCE_MM,
    ground_mm,
  });
  const numbers = new Map(bodies.map((body, i) => [body, i]));
  const highest = new Map<StructuralBody, StructuralBody>();
  for (const [i, over] of bodies.entries()) {
    const rating = ratingOf(over.element, view);
    if (rating <= 0) continue;
    for (const under of at(carriers, i)) {
      const onGround = under.role === 'slab' && at(grounded, numbers.get(under) ?? 0);
      const known = highest.get(under);
      if (onGround || !canBeRated(under.element)) continue;
      if (known === undefined || rating > ratingOf(known.element, view)) highest.set(under, over);
    }
  }
  const findings: Finding[] = [];
  let unknown = 0;
  for (const under of bodies) {
    const over = highest.get(under);
    if (over === undefined) continue;
    const stated = statedRating(under.element, view);
    if (stated === null) {
      unknown += 1;
    } else if (stated < ratingOf(over.element, view)) {
      findings.push(carrierFinding(under, over, view));
    }
  }
  const reason = 'no fire rating is stated for them';
  return {
    findings,
    not_evaluated:
      unknown === 0 ? [] : [{ what: 'supports of rated elements', count: unknown, reason }],
  };
}

function carrierFinding(
  { element: under }: StructuralBody,
  { element: over }: StructuralBody,
  view: ModelView,
): Finding {
  const [own, expected_min] = [ratingOf(under, view), ratingOf(over, view)];
  return {
    finding_id: findingId(CHECK, [under.id]),
    check: CHECK,
    severity: 'advisory',
    element_ids: [under.id, over.id],
    message: `${under.kind} \`${under.id}\` is rated ${own} min but supports ${over.kind} \`${over.id}\` rated ${expected_min} min`,
    ...placeOf(under.id, view),
    details: { rating_min: own, expected_min, confidence: 'advisory' },
  };
}
