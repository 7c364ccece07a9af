/** @module figure: one quantity by the rules of a standard, with its definition and source. */

/** Unit of a figure. */
export type FigureUnit = 'mm' | 'm²' | 'm³' | 'kg' | '1';

/** The words of a figure. */
export type FigureDefinition = {
  /** Short name in the standard, such as `BGF`. */
  readonly figure: string;
  readonly name: string;
  readonly unit: FigureUnit;
  /** What is measured, and how the model gives it. */
  readonly definition: string;
  /** Standard and edition, with the clause or the term that defines it. */
  readonly source: string;
};

/** A figure with its value in its unit. */
export type Figure = FigureDefinition & {
  /** Null for the whole building. */
  readonly level_id: string | null;
  /** Null if it is not computed; `because` says why. */
  readonly value: number | null;
  /** The elements that it measures. */
  readonly element_ids: readonly string[];
  /** Why it is not computed, or what is missing in it; null if it is complete. */
  readonly because: string | null;
};

/** The value of a figure before it is given its words. */
export type Measured = Pick<Figure, 'value' | 'element_ids' | 'because'>;

/** A value that could not be computed. */
export function notComputed(because: string): Measured {
  return { value: null, element_ids: [], because };
}

/** One value minus another; not computed if one of them is not. */
export function difference(whole: Measured, part: Measured): Measured {
  if (whole.value === null) return notComputed(whole.because ?? '');
  if (part.value === null) return notComputed(part.because ?? '');
  const element_ids = [...whole.element_ids, ...part.element_ids];
  return { value: whole.value - part.value, element_ids, because: whole.because ?? part.because };
}
