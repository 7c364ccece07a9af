/** @module span limits: the largest span-to-depth ratios of floors and beams that need no review. */

/** Largest spans as multiples of the thickness of a floor or the depth of a beam. */
export type SpanLimits = {
  readonly floor_span_ratio: number;
  readonly beam_span_ratio: number;
  readonly beam_cantilever_ratio: number;
};

/** The most generous ratios of each table. A longer span needs a review; a shorter span is not proven safe. */
export const SPAN_LIMITS: SpanLimits = {
  floor_span_ratio: 28,
  beam_span_ratio: 21,
  beam_cantilever_ratio: 8,
};

/** Source of each default. */
export const LIMIT_SOURCES: Readonly<Record<keyof SpanLimits, string>> = {
  floor_span_ratio: 'after ACI 318-19 table 7.3.1.1, one-way slab, both ends continuous',
  beam_span_ratio: 'after ACI 318-19 table 9.3.1.1, beam, both ends continuous',
  beam_cantilever_ratio: 'after ACI 318-19 table 9.3.1.1, cantilever',
};
