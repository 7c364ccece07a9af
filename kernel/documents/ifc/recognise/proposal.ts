/** @module proposal: what recognition proposes for a product, before it is proven. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { ShapeItem } from '../shape/shape-node.ts';
import type { Product } from './products.ts';

/** An element that may be equal to a product. */
export type Proposal = {
  /** Null for a hole in the body of its host, for which the file has no product. */
  readonly product: Product | null;
  readonly element: ElementRecord;
  /** What its body must equal; null if it is exact when its host is, as a door is in a proven opening. */
  readonly expected: {
    readonly items: readonly ShapeItem[];
    readonly cuts: readonly ShapeItem[];
  } | null;
  /**
   * Whether its measures are those of the file, also if its body is not: then it is parametric and is shown with the
   * body of the file. The proposer has compared what its kind builds from the parameters.
   */
  readonly is_measured?: boolean;
  /** What it is shown with, if that is not the body of its product; see `appearance/product-appearance.ts`. */
  readonly appearance?: readonly ShapeItem[];
  /** Id of its host; null without one. */
  readonly host_id: string | null;
};

/** Why a product has no proposal: a short clause without details, so that equal reasons can be counted. */
export type Unrecognised = { readonly why: string };

/** Whether a result is a reason. */
export function isUnrecognised(result: object): result is Unrecognised {
  return 'why' in result;
}
