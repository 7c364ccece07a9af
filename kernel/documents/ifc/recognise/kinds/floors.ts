/** @module floors: slabs and footings that are upright prisms with openings, or sloping plates. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { boxOfOutline } from '../../../../building/kinds/opening/opening-outline.ts';
import type { ProductShape, ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import { type Prism, uprightPrism } from '../outlines/prism.ts';
import { plateOfMesh, type SlopingPlate } from '../outlines/sloping-plate.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';

/** The floor that a slab or footing is, with its openings. */
export function proposeFloor(
  slab: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const prism = prismOf(shape, context);
  if (!isUnrecognised(prism)) return levelFloor(slab, { shape, prism }, context);
  const solid = context.evaluator.evaluate(shape.items, []);
  const plate = solid.ok && solid.closed ? plateOfMesh(solid.mesh()) : null;
  return plate === null ? prism : slopingFloor(slab, { shape, plate }, context);
}

function levelFloor(
  slab: Product,
  { shape, prism }: { readonly shape: ProductShape; readonly prism: Prism },
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const thickness = prism.high - prism.low;
  const outline = { boundary_points: boundary, holes, thickness: toGrid(thickness) };
  const element = floorElement(slab, { top: prism.high, outline }, context);
  const openings = openingsOf(slab, { prism, host_id: element.id }, context);
  if (isUnrecognised(openings)) return openings;
  const { cuts, proposals } = openings;
  return [
    { product: slab, element, expected: { items: shape.items, cuts }, host_id: null },
    ...proposals,
  ];
}

/** Grid of angles, parts of a degree: the ends of a slab of 1 km move by less than 0.1 µm. */
const ANGLE_PARTS = 1e9;

function slopingFloor(
  slab: Product,
  { shape, plate }: { readonly shape: ProductShape; readonly plate: SlopingPlate },
  context: Context,
): readonly Proposal[] | Unrecognised {
  if (context.products.openingsOf(slab.row).length > 0) return { why: 'sloping with openings' };
  const { boundary, holes, point, normal, thickness, edges } = plate;
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  const [start] = gridRing([point]);
  const outline: JsonObject = {
    boundary_points: gridRing(boundary),
    holes: holes.map((hole) => gridRing(hole)),
    thickness: toGrid(thickness),
    slope: {
      point: { ...(start ?? point) },
      direction_deg: degrees(Math.atan2(0 - normal.y, 0 - normal.x)),
      pitch_deg: degrees(Math.acos(Math.min(1, normal.z))),
      edges,
    },
  };
  const element = floorElement(slab, { top: point.z, outline }, context);
  const expected = { items: shape.items, cuts: [] };
  return [{ product: slab, element, expected, host_id: null }];
}

function degrees(radians: number): number {
  return Math.round(((radians * 180) / Math.PI) * ANGLE_PARTS) / ANGLE_PARTS;
}

function floorElement(
  slab: Product,
  { top, outline }: { readonly top: number; readonly outline: JsonObject },
  { ids, model, storeys }: Context,
): ElementRecord {
  const level = storeys.of(slab.storey, top);
  const isFooting = slab.class === 'IfcFooting';
  const isBase = isFooting || model.enumName(slab.row, 'PredefinedType') === 'BASESLAB';
  return {
    id: ids.of('floor', slab),
    kind: 'floor',
    params: {
      level_id: level.id,
      name: nameOf(slab),
      ...outline,
      top_offset: toGrid(top - level.elevation),
      floor_type: isBase ? 'foundation' : 'slab',
      fire_rating_min: null,
      type_id: null,
    },
  };
}

/** Largest distance of the end of an opening from the surface of a slab at which it goes through, mm. */
const FLUSH_MM = 0.5;

/** The openings through a level slab, and their bodies. */
function openingsOf(
  slab: Product,
  { prism, host_id }: { readonly prism: Prism; readonly host_id: string },
  { ids, products, shapes }: Context,
): { readonly cuts: readonly ShapeItem[]; readonly proposals: readonly Proposal[] } | Unrecognised {
  const cuts: ShapeItem[] = [];
  const proposals: Proposal[] = [];
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
      const id = ids.of('opening', product, part);
      const place = boxOfOutline(outline, false);
      const params = { host_id, name: nameOf(product), ...place, outline };
      const element = { id, kind: 'opening', params };
      proposals.push({ product, element, expected: null, host_id });
    }
  }
  return { cuts, proposals };
}
