/** @module nowhere: the facets of what has no body, and of what is nowhere in space. */

/** Of what has no body: it is found in no box, nothing fills it and it fills nothing. */
export const BODILESS = {
  reach: 'none',
  inputs: () => [],
  body: 'none',
  workspace: 'none',
  bounds: 'none',
  outline: 'none',
  follows: 'none',
  fills: 'none',
  holds: 'none',
} as const;

/** Of what is nowhere in space: nothing of it is measured, moved, drawn or written as a thing of the building. */
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
