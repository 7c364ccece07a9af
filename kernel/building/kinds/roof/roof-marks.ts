/** @module roof marks: a roof in plan: the outline over its walls, its eaves, and the lines where its planes meet. */
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Mark, dashed } from '../facets/symbol.ts';
import { type Formed, courtedOf, coveredBy, foldsOf } from './roof-form.ts';

/** Widths of the outline, and of eaves and folds. */
const [OUTLINE, THIN] = [1.5, 1];

/** Marks of a roof; without an overhang the eaves are the outline. */
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
