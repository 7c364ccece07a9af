/** @module clash view: what clash detection asks of a branch, and the terms in which it is asked. */
import type { SolidKernel } from '../geometry/mesh/solid-kernel.ts';
import type { Element } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';

/** As much of a view as clashes are found in; what it does not show takes no part. */
export type ClashView = Pick<
  ModelView,
  | 'kinds'
  | 'element'
  | 'elements'
  | 'elementsOnLevel'
  | 'hostedBy'
  | 'levelOf'
  | 'joinedWalls'
  | 'inBox'
  | 'mesh'
  | 'pieces'
  | 'workspace'
>;

/**
 * Kinds of clash. `hard`: one goes into the other by more than the tolerance. `touching`: they share a face, an edge or
 * a corner, or go into each other by no more than the tolerance. `clearance`: they are apart, but less than the
 * clearance. `duplicate`: both fill the same space. `contained`: one lies wholly in the other. `workspace`: one stands
 * where the other must stay free to be used.
 */
export const CLASH_TYPES = [
  'hard',
  'contained',
  'duplicate',
  'workspace',
  'clearance',
  'touching',
] as const;
export type ClashType = (typeof CLASH_TYPES)[number];

export type ClashOptions = {
  /** How deep one may go into the other and still only touch it, mm. Says nothing of gaps. */
  readonly tolerance_mm: number;
  /** How near two may be without touching, mm; 0 where gaps are not looked at. Says nothing of overlaps. */
  readonly clearance_mm: number;
  /** Which clashes are listed; all are counted. */
  readonly types: readonly ClashType[];
  /** Only pairs of one of the first and one of the second; null takes all pairs. */
  readonly between: {
    readonly first: (element: Element) => boolean;
    readonly second: (element: Element) => boolean;
  } | null;
  /** Measures bodies that are no convex pieces; without it, pairs with such a body are listed as not measured. */
  readonly solids: SolidKernel | null;
};

/** A millimetre of tolerance, no clearance, all pairs, all clashes but contacts. */
export const CLASH_DEFAULTS: ClashOptions = {
  tolerance_mm: 1,
  clearance_mm: 0,
  types: CLASH_TYPES.filter((type) => type !== 'touching'),
  between: null,
  solids: null,
};
