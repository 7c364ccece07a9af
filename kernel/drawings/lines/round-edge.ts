/** @module round edge: which edges between two faces are those of something round, which is followed by facets. */

/** No two facets of something round are turned so far against each other, degrees: the quarter circles of profiles. */
const MOST_TURN_COSINE = 0.94;
/**
 * Facets of something round lie this near to it, mm: those of arcs as walls 1 mm, of fillets less, of round columns up
 * to 5 m across 3 mm. Planes of a roof that meet at a flat angle are wider.
 */
const MOST_OFF_MM = 3;

/** Whether so flat an edge may be one of something round. */
export function isFlat(cosine: number): boolean {
  return cosine > MOST_TURN_COSINE;
}

/**
 * Whether two faces stand for something round: `cosine` of the angle between their normals, and the width of the wider
 * one across the edge, mm. Chords of width w that are turned by φ lie w·φ/8 off their arc.
 */
export function isRound(cosine: number, width: number): boolean {
  return isFlat(cosine) && (width * Math.sqrt(2 * Math.max(0, 1 - cosine))) / 8 <= MOST_OFF_MM;
}
