/** @module with-appearances: the elements of a recognition with the meshes that they are shown with. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { KINDS } from '../../../../building/kinds/elements.ts';
import type { FrameSite } from '../../../../building/kinds/facets/file-mesh.ts';
import { storedValues } from '../../../../building/kinds/shared/appearance.ts';
import type { Recognised, Recognition } from '../recognise.ts';
import type { ProductAppearance } from './product-appearance.ts';

/**
 * The recognition with the appearances of its elements, whose meshes are in the blob of this SHA-256. This is the last
 * step, because an appearance states the values for which it was made.
 */
export function withAppearances(found: Recognition, blob: string): Recognition {
  const site = siteOf(found);
  const shown = new Map<string, ElementRecord>();
  for (const { element, appearance } of found.products) {
    if (element === null || appearance === null) continue;
    shown.set(element.id, shownWith(element, appearance, { blob, site }));
  }
  const products = found.products.map((one): Recognised => {
    const element = one.element === null ? undefined : shown.get(one.element.id);
    return element === undefined ? one : { ...one, element };
  });
  return { ...found, products };
}

/** Whether elements of the recognition are shown with meshes of the file. */
export function hasAppearances({ products }: Recognition): boolean {
  return products.some(({ element, appearance }) => element !== null && appearance !== null);
}

type Around = { readonly blob: string; readonly site: FrameSite };

/** The elements of a recognition, and those that each hosts. */
function siteOf({ products, unnamed, levels, others }: Recognition): FrameSite {
  const all = [
    ...levels.map(({ element }) => element),
    ...others.map(({ element }) => element),
    ...products.flatMap(({ element }) => element ?? []),
    ...unnamed,
  ];
  const byId = new Map(all.map((element) => [element.id, element]));
  const held = Map.groupBy(byId.values(), (element) => KINDS.references(element).host);
  return { element: (id) => byId.get(id), contents: (id) => held.get(id) ?? [] };
}

function shownWith(
  element: ElementRecord,
  { place: { digest, offset, length }, low, closed, glass }: ProductAppearance,
  { blob, site }: Around,
): ElementRecord {
  const { file_mesh: facet } = KINDS.of(element);
  if (facet === 'none') return element;
  const of = storedValues(facet.madeFor(element, site, false));
  const appearance = {
    mesh: { blob, offset, length },
    digest,
    low: { ...low },
    closed,
    glass,
    mirrored: false,
    of: { ...of },
  };
  return { ...element, params: { ...element.params, appearance } };
}
