/** @module round edge: distinguishes edges between facets of a curved surface from sharp edges. */

/**
 * Minimum cosine of the angle between two facets of a curved surface. The rounded corners of profiles have the largest
 * angles.
 */
const MIN_FACET_COSINE = 0.94;
/**
 * Maximum deviation of a facet from its curved surface, mm: 1 mm for walls along arcs, less for fillets, 3 mm for round
 * columns of up to 5 m diameter. Roof planes that meet at a flat angle are wider and exceed it.
 */
const MAX_DEVIATION_MM = 3;

/** Whether an edge is flat enough to be an edge between facets of a curved surface. */
export function isFlat(cosine: number): boolean {
  return cosine > MIN_FACET_COSINE;
}

/**
 * Whether two faces are facets of a curved surface, given the `cosine` of the angle between their normals and the width
 * of the wider one across the edge, mm. A chord of width w whose neighbours turn by φ deviates from the arc by w·φ/8.
 */
export function isRound(cosine: number, width: number): boolean {
  return isFlat(cosine) && (width * Math.sqrt(2 * Math.max(0, 1 - cosine))) / 8 <= MAX_DEVIATION_MM;
}
