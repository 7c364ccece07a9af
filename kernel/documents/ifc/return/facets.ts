/** @module facets: the IFC facets of elements that are products of a file. */
import type { Element } from '../../../building/kinds/elements.ts';
import { type AnyIfcProduct, isIfcProduct } from '../../../building/kinds/facets/ifc.ts';
import type { ModelView } from '../../../building/model/view.ts';

/** The facet of an element that is a product; null for levels, grid lines, and kinds that IFC has not. */
export function productFacet(element: Element, view: ModelView): AnyIfcProduct | null {
  const { ifc } = view.kinds.of(element);
  return isIfcProduct(ifc) ? ifc : null;
}
