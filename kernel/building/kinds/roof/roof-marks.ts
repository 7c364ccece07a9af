/** @module roof marks: what a roof is drawn with in plan: the outline over its walls, its eaves, and where its planes meet. */
import type { Ring } from '../geometry/plan/polygon.ts';
import type { Formed } from './roof-form.ts';
import { courtedOf, coveredBy, foldsOf } from './roof-form.ts';
import type { Mark } from './symbol.ts';
import { dashed } from './symbol.ts';

/** Widths of the outline, and of eaves and folds. */
const [OUTLINE, THIN] = [1.5, 1];

/** Marks of a roof; one without overhang has its eaves over its outline. */
export function roofMarks(params: Formed): readonly Mark[] {
  const { boundary, holes } = courtedOf(params);
  const covered = coveredBy(params);
  const eaves = params.overhang === 0 ? [] : [covered.boundary, ...covered.holes];
  return [
    ...[boundary, ...holes].map((ring) => closed(ring, OUTLINE)),
    ...eaves.map((ring) => closed(ring, THIN)),
    ...foldsOf(params).map(({ from, to }) => dashed([from, to], THIN)),
  ];
}

function closed(ring: Ring, weight: number): Mark {
  return dashed([...ring, ...ring.slice(0, 1)], weight);
}
