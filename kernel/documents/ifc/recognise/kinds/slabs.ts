/** @module slabs: slabs, footings and spaces that are upright prisms. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { boxOfOutline } from '../../../../building/kinds/opening/opening-outline.ts';
import type { ProductShape, ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';
import { type Prism, uprightPrism } from '../outlines/prism.ts';
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
      openings.push({ product, element: opening, solid: null, host_id: element.id });
    }
  }
  return [
    { product: slab, element, solid: { items: shape.items, cuts }, host_id: null },
    ...openings,
  ];
}

/** Largest distance of the end of an opening from the surface of a slab at which it goes through, mm. */
const FLUSH_MM = 0.5;

/** The room that a space is. */
export function proposeRoom(
  space: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { ids, model, storeys } = context;
  const prism = prismOf(shape, context);
  if (isUnrecognised(prism)) return prism;
  const level = storeys.of(space.storey, prism.low);
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  if (holes.length > 0) return { why: 'outline in plan has holes' };
  const base_offset = toGrid(prism.low - level.elevation);
  const long = model.has(space.row, 'LongName') ? model.text(space.row, 'LongName') : null;
  const [name, number] = namesOf(nameOf(space), long);
  const element: ElementRecord = {
    id: ids.of('room', space, String(model.file.idOf(space.row))),
    kind: 'room',
    params: {
      level_id: level.id,
      name,
      number,
      boundary_points: boundary,
      point: null,
      usage: null,
      occupancy: null,
      ...(Math.abs(base_offset) > ON_LEVEL_MM ? { base_offset } : {}),
      height: toGrid(prism.high - prism.low),
      follows_level: false,
    },
  };
  return [{ product: space, element, solid: { items: shape.items, cuts: [] }, host_id: null }];
}

/** Largest distance of the foot of a room from its level at which it begins there, mm. */
const ON_LEVEL_MM = 0.5;
const [MAX_NAME, MAX_NUMBER] = [200, 60];

/** Name and number of a room: `LongName` is the name if `Name` is a number. */
function namesOf(name: string | null, long: string | null): readonly [string, string | null] {
  const full = (long ?? '').trim().slice(0, MAX_NAME);
  if (full === '') return [name ?? 'Space', null];
  return [full, name === null ? null : name.slice(0, MAX_NUMBER)];
}

function outlineOf({ outer, inner }: Prism) {
  const boundary = gridRing(cleanRing(ringOf(outer)));
  const holes = inner.map((loop) => gridRing(cleanRing(ringOf(loop))));
  return { boundary, holes: holes.filter((hole) => hole.length >= 3) };
}
