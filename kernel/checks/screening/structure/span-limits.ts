/** @module span limits: how far floors and beams span for their depth before somebody should look. */

/** Greatest spans as multiples of thickness or depth. */
export type SpanLimits = {
  readonly floor_span_ratio: number;
  readonly beam_span_ratio: number;
  readonly beam_cantilever_ratio: number;
};

/** The most generous of the ratios of each table: what is beyond is worth a look, what is within is not shown to hold. */
export const SPAN_LIMITS: SpanLimits = {
  floor_span_ratio: 28,
  beam_span_ratio: 21,
  beam_cantilever_ratio: 8,
};

/** Where each default comes from. */
export const LIMIT_SOURCES: Readonly<Record<keyof SpanLimits, string>> = {
  floor_span_ratio: 'after ACI 318-19 table 7.3.1.1, one-way slab, both ends continuous',
  beam_span_ratio: 'after ACI 318-19 table 9.3.1.1, beam, both ends continuous',
  beam_cantilever_ratio: 'after ACI 318-19 table 9.3.1.1, cantilever',
};
