/** @module floors: slabs and footings that are upright prisms, with their openings. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { boxOfOutline } from '../../../../building/kinds/opening/opening-outline.ts';
import type { ProductShape, ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import { uprightPrism } from '../outlines/prism.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';

/** The floor that a slab or footing is, with its openings. */
export function proposeFloor(
  slab: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const prism = prismOf(shape, context);
  if (isUnrecognised(prism)) return prism;
  const { ids, model, storeys, products, shapes } = context;
  const level = storeys.of(slab.storey, prism.high);
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const isFooting = slab.class === 'IfcFooting' || slab.class === 'IfcPile';
  const isBase = isFooting || model.enumName(slab.row, 'PredefinedType') === 'BASESLAB';
  const element: ElementRecord = {
    id: ids.of('floor', slab, String(model.file.idOf(slab.row))),
    kind: 'floor',
    params: {
      level_id: level.id,
      name: nameOf(slab),
      boundary_points: boundary,
      holes,
      thickness: toGrid(prism.high - prism.low),
      top_offset: toGrid(prism.high - level.elevation),
      floor_type: isBase ? 'foundation' : 'slab',
      fire_rating_min: null,
      type_id: null,
    },
  };
  const cuts: ShapeItem[] = [];
  const openings: Proposal[] = [];
  for (const row of products.openingsOf(slab.row)) {
    const items = shapes.body(row)?.items ?? [];
    cuts.push(...items);
    const product = products.product(row);
    for (const [part, item] of items.entries()) {
      const hole = uprightPrism(item);
      if (hole === null) return { why: 'an opening is no upright extrusion' };
      if (hole.low > prism.low + FLUSH_MM || hole.high < prism.high - FLUSH_MM) {
        if (hole.high <= prism.low || hole.low >= prism.high) continue;
        return { why: 'an opening is a niche or has a rebate' };
      }
      const outline = gridRing(cleanRing(ringOf(hole.outer)));
      if (outline.length < 3) continue;
      const id = ids.of('opening', product, `${model.file.idOf(row)}/${part}`);
      const place = boxOfOutline(outline, false);
      const params = { host_id: element.id, name: nameOf(product), ...place, outline };
      const opening = { id, kind: 'opening', params };
      openings.push({ product, element: opening, expected: null, host_id: element.id });
    }
  }
  return [
    { product: slab, element, expected: { items: shape.items, cuts }, host_id: null },
    ...openings,
  ];
}

/** Largest distance of the end of an opening from the surface of a slab at which it goes through, mm. */
const FLUSH_MM = 0.5;
