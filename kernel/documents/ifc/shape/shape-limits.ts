/** @module shape-limits: the largest shapes that are read from a file. */

/** Largest absolute coordinate or length, mm: 100,000 km, more than any geographic coordinate. */
export const MAX_COORDINATE_MM = 1e11;
/** Largest number of nodes in the tree of one item: a boolean that uses an operand twice counts it twice. */
export const MAX_NODES = 10_000;
/** Largest depth of a tree of booleans. Chains of clippings in buildings have up to 60. */
export const MAX_TREE_DEPTH = 1000;
/** Largest depth of curves in curves, and of profiles in profiles. */
export const MAX_CURVE_DEPTH = 16;
/** Largest number of items of one product after all maps are resolved. */
export const MAX_ITEMS = 20_000;
/** Largest number of points and pieces of curves read for one item. */
export const MAX_POINTS = 2_000_000;
/** Facets of a full turn of an ellipse, and facets of each span of a spline. */
export const [ELLIPSE_SIDES, SPLINE_SIDES] = [128, 64];
/** Number of points in cached nodes after which the cache is emptied: about 100 MB of memory. */
export const MAX_CACHED_POINTS = 1_000_000;
/** Number of faults of placements that are kept. */
export const MAX_FAULTS = 100;
