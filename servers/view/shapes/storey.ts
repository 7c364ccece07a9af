/** @module storey: the elements with a shape on one level. */
import type { Element, ElementOf } from '../../../kernel/building/kinds/elements.ts';

/** A storey; `level` null: elements on no level. */
export type Storey = {
  readonly level: ElementOf<'level'> | null;
  /** In the order of the view. */
  readonly elements: readonly Element[];
};
