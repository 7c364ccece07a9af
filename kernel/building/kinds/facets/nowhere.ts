/** @module nowhere: the facets of kinds without a body, and of kinds without a place. */

/** Facets of a kind without a body: no box contains it, it hosts nothing and has no host. */
export const BODILESS = {
  reach: 'none',
  inputs: () => [],
  body: 'none',
  workspace: 'none',
  obstructs: 'none',
  bears: 'none',
  covers: 'none',
  file_mesh: 'none',
  appearance: 'none',
  stated: 'none',
  bounds: 'none',
  outline: 'none',
  follows: 'none',
  fills: 'none',
  holds: 'none',
} as const;

/** Facets of a kind without a place: it is not measured, moved, drawn or exported as an element of the building. */
export const NOWHERE = {
  ...BODILESS,
  quantities: [],
  measures: () => ({}),
  transform: 'none',
  ifc: 'none',
  symbol: 'none',
  sizes: () => [],
  buildable: () => [],
} as const;
