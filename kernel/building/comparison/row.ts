/** @module row: one changed element in a comparison, as plain JSON. */
import type { BoxMm, SpacePoint } from '../../../schemas/units.ts';
import type { Quantity } from '../kinds/kind.ts';

/** `moved`: nothing but the place of the whole element differs. */
export type RowChange = 'created' | 'modified' | 'deleted' | 'moved';

/** One shown parameter on both sides; null where it has no value, or where the view does not show the referenced element. */
export type ChangedParam = {
  readonly name: string;
  /** The name in words. */
  readonly label: string;
  /** Unit of a number; absent for other values. */
  readonly unit?: 'mm' | 'deg';
  /** A long value is JSON text that ends with `…`. */
  readonly from: unknown;
  readonly to: unknown;
};

/** A measure that differs: mm, mm² or mm³. A created element has no `from`, a deleted one no `to`. */
export type ChangedMeasure = {
  readonly name: Quantity;
  readonly from?: number;
  readonly to?: number;
};

/** Displacement of a whole element, mm: x to the east, y to the north, z upwards. */
export type Displacement = SpacePoint & { readonly distance: number };

export type ComparisonRow = {
  readonly id: string;
  readonly kind: string;
  readonly category: string;
  /** The later name; null without one. */
  readonly name: string | null;
  /** The later level; a level is its own level. */
  readonly level_id: string | null;
  readonly level_name: string | null;
  readonly change: RowChange;
  /** Id of the changed element from which this change follows; null for a change of its own. */
  readonly cause: string | null;
  /** Whether body, outline, box or measures differ. */
  readonly geometry: boolean;
  /** Whether a value other than a size, a place or a reference differs, such as a name or a property. */
  readonly data: boolean;
  /** Present if the element was moved as a whole. */
  readonly moved_mm?: Displacement;
  /** In alphabetical order of their names. */
  readonly params: readonly ChangedParam[];
  readonly measures: readonly ChangedMeasure[];
  /** The change in words. Names and values in it are untrusted text. */
  readonly text: string;
  readonly box_before: BoxMm | null;
  readonly box_after: BoxMm | null;
};

/** A row without its sentence. */
export type PlainRow = Omit<ComparisonRow, 'text'>;
