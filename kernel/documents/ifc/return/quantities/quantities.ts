/** @module quantities: brings the quantities of the standard sets of a reshaped product up to date. */
import type { Element } from '../../../../building/kinds/elements.ts';
import type { ModelView } from '../../../../building/model/view.ts';
import { PatchFault } from '../../patch/patch-fault.ts';
import type { FilePatch } from '../../patch/patch.ts';
import { productFacet } from '../facets.ts';

/** Largest relative difference of a quantity of the file from that of the model before the edit. */
const SAME_QUANTITY = 1e-3;

/** An element before and after an edit, each in its view. */
type Measured = {
  readonly before: Element;
  readonly after: Element;
  readonly base: ModelView;
  readonly view: ModelView;
};

/** A quantity that was computed again. */
export type Recomputed = { readonly product: number; readonly set: string; readonly name: string };

/**
 * Sets the quantities of the standard sets of products that the edits made stale. `measuredOf` returns the element of a
 * row. A quantity is only set if the file stated before what the model did, in some unit that is a power of ten of mm:
 * otherwise its definition is another one, and it stays in the list of stale facts. Returns those that were set.
 */
export function refreshQuantities(
  patch: FilePatch,
  measuredOf: (product: number) => Measured | null,
): readonly Recomputed[] {
  const recomputed: Recomputed[] = [];
  for (const { product, row, kind, isStandard, name, set } of patch.stale()) {
    const one = kind === 'quantity' && isStandard ? measuredOf(product) : null;
    if (one === null || set === null) continue;
    const was = quantityOf(one.before, name, one.base);
    const is = quantityOf(one.after, name, one.view);
    if (was !== null && was === is) {
      // What the file states is as right as before.
      patch.keepFresh(row);
      continue;
    }
    const stated = statedValue(patch, row);
    if (was === null || is === null || stated === null || !(was > 0) || !(stated > 0)) continue;
    const scale = 10 ** Math.round(Math.log10(was / stated));
    if (Math.abs(stated * scale - was) > SAME_QUANTITY * was) continue;
    const value = Number((is / scale).toPrecision(12));
    try {
      if (patch.setQuantity(product, set, name, value)) recomputed.push({ product, set, name });
    } catch (error) {
      // It is still listed as stale.
      if (!(error instanceof PatchFault)) throw error;
    }
  }
  return recomputed;
}

function quantityOf(element: Element, name: string, view: ModelView): number | null {
  const quantities = productFacet(element, view)?.quantities(element, view) ?? {};
  const value = new Map(Object.entries(quantities)).get(name);
  return typeof value === 'number' ? value : null;
}

/** The values of the simple quantities. */
const VALUES = ['LengthValue', 'AreaValue', 'VolumeValue'] as const;

function statedValue(patch: FilePatch, row: number): number | null {
  for (const attribute of VALUES) {
    const value = patch.value(row, attribute);
    if (value.kind === 'real' || value.kind === 'integer') return value.value;
  }
  return null;
}
