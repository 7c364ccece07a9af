/** @module clash options: the clash types and the options of clash detection. */
import type { SolidKernel } from '../../building/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { MODEL_PAIRS, type ModelPair } from './model-pairs.ts';

/**
 * Types of clash. `hard`: the bodies overlap by more than the tolerance. `touching`: they share a face, an edge or a
 * corner, or overlap by at most the tolerance. `clearance`: they are apart, but closer than the clearance. `duplicate`:
 * both fill the same space. `contained`: one is inside the other. `workspace`: one is in the space that the use of the
 * other needs.
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
  /** Greatest depth of an overlap that counts as touching, mm. Does not apply to gaps. */
  readonly tolerance_mm: number;
  /** Minimum permitted gap, mm; 0 to ignore gaps. Does not apply to overlaps. */
  readonly clearance_mm: number;
  /** The types to list; all types are counted. */
  readonly types: readonly ClashType[];
  /** Only pairs of one element of the first set and one of the second; null for all pairs. */
  readonly between: {
    readonly first: (element: Element) => boolean;
    readonly second: (element: Element) => boolean;
  } | null;
  /** The pairs of models to compare. */
  readonly pairs: readonly ModelPair[];
  /** Measures bodies without convex pieces. If null, pairs with such a body are reported as not measured. */
  readonly solids: SolidKernel | null;
};

/** 1 mm tolerance, no clearance, all pairs of elements and models, all types except `touching`. */
export const CLASH_DEFAULTS: ClashOptions = {
  tolerance_mm: 1,
  clearance_mm: 0,
  types: CLASH_TYPES.filter((type) => type !== 'touching'),
  between: null,
  pairs: MODEL_PAIRS,
  solids: null,
};
