/** @module slab-openings: openings of slabs and roofs: holes, and what only cuts their bodies. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { ringBounds, validateRegion } from '../../../../building/geometry/plan/polygon.ts';
import { common, sizeOf } from '../../../../building/geometry/plan/regions.ts';
import {
  type Box2,
  planBoxIntersects,
  type Point2,
  type Point3,
} from '../../../../building/geometry/vector.ts';
import { boxOfOutline } from '../../../../building/kinds/opening/opening-outline.ts';
import type { ProductShape, ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOfMesh } from '../outlines/mesh-prism.ts';
import { cleanRing, gridRing, ringOf } from '../outlines/plan-ring.ts';
import { type Prism, uprightPrism } from '../outlines/prism.ts';
import type { Product } from '../products.ts';
import type { Proposal, Unrecognised } from '../proposal.ts';
import { prismPlane } from './member-planes.ts';
import { notchPlane, type WallPlane } from './wall-planes.ts';

/** The openings of a slab. */
export type SlabOpenings = {
  /** Their bodies. */
  readonly cuts: readonly ShapeItem[];
  /** Holes through the slab, as elements. */
  readonly holes: readonly Proposal[];
  /** Planes that cut the slab as its other openings do. */
  readonly planes: readonly WallPlane[];
  /** Openings that are such planes, and therefore parts of the slab. */
  readonly parts: readonly Product[];
};

/** A level slab without its openings: its outline, its holes counter-clockwise, and its heights, mm. */
type LevelSlab = {
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
  readonly low: number;
  readonly high: number;
};

/** Largest distance of the end of an opening from the surface of a slab at which it goes through, mm. */
const FLUSH_MM = 0.5;
/** Smallest area that an opening cuts from a slab, mm². */
const LEAST_CUT_MM2 = 1;

/**
 * What a body that is cut from a slab is: a hole with this outline, or a plane; null if it cuts nothing, and the reason
 * if it is neither.
 */
type Cut = { readonly outline: readonly Point2[] } | { readonly plane: WallPlane } | null;

/** The openings of a level slab. */
export function levelOpenings(
  rows: readonly number[],
  { body, host_id }: { readonly body: LevelSlab; readonly host_id: string },
  context: Context,
): SlabOpenings | Unrecognised {
  const holes = body.holes.flatMap((hole) =>
    hole.length === 0 ? [] : [{ ring: gridRing(hole), box: ringBounds(hole) }],
  );
  const boundary = gridRing(body.boundary);
  return cutsAs(rows, { host_id, context }, (item) => {
    const prism = openingPrism(item, context);
    return prism === null
      ? { why: 'an opening is no upright prism' }
      : cutOf(prism, { ...body, ring: boundary, rings: holes });
  });
}

type Opened = { readonly host_id: string; readonly context: Context };

/** The openings of a slab or roof, of which each body is one of these cuts. */
function cutsAs(
  rows: readonly number[],
  { host_id, context }: Opened,
  cutOfItem: (item: ShapeItem) => Cut | Unrecognised,
): SlabOpenings | Unrecognised {
  const { products, shapes } = context;
  const cuts: ShapeItem[] = [];
  const holes: Proposal[] = [];
  const planes: WallPlane[] = [];
  const parts: Product[] = [];
  for (const row of rows) {
    const items = shapes.body(row)?.items ?? [];
    cuts.push(...items);
    const product = products.product(row);
    let isPart = false;
    for (const [part, item] of items.entries()) {
      const cut = cutOfItem(item);
      if (cut === null) continue;
      if ('why' in cut) return cut;
      if ('plane' in cut) {
        planes.push(cut.plane);
        isPart = true;
      } else {
        holes.push(holeOf(product, { outline: gridRing(cut.outline), host_id, part }, context));
      }
    }
    if (isPart) parts.push(product);
  }
  return { cuts, holes: joined(holes), planes, parts };
}

/** The upright prism that an opening is, by its extrusion, else by its faces. */
function openingPrism(item: ShapeItem, { evaluator }: Context): Prism | null {
  const prism = uprightPrism(item);
  if (prism !== null) return prism;
  const solid = evaluator.evaluate([item], []);
  return solid.ok && solid.closed ? prismOfMesh(solid.mesh()) : null;
}

/** A level slab with its boundary and its holes on the grid, and the boxes of these holes. */
type GridSlab = LevelSlab & {
  readonly ring: Point2[];
  readonly rings: readonly { readonly ring: Point2[]; readonly box: Box2 }[];
};

function cutOf({ outer, low, high }: Prism, body: GridSlab): Cut {
  const outline = cleanRing(ringOf(outer));
  if (outline.length < 3 || high <= body.low || low >= body.high) return null;
  const box = ringBounds(outline);
  const near = body.rings.filter((one) => planBoxIntersects(one.box, box));
  const isInside = validateRegion(body.ring, [
    gridRing(outline),
    ...near.map(({ ring }) => ring),
  ]).ok;
  if (!isInside && sizeOf(common([body.boundary], [outline])) < LEAST_CUT_MM2) return null;
  const [fromBelow, fromAbove] = [low <= body.low + FLUSH_MM, high >= body.high - FLUSH_MM];
  if (fromBelow && fromAbove) {
    return isInside ? { outline } : { plane: notchPlane(outline, body.low) };
  }
  if (fromAbove) return { plane: notchPlane(outline, low + 1) };
  return fromBelow ? { plane: underPlane(outline, high) } : null;
}

/** A plane that cuts away all below a height, within the outline of a niche. */
function underPlane(niche: readonly Point2[], high: number): WallPlane {
  const { within } = notchPlane(niche, high);
  return { point: { x: 0, y: 0, z: high }, normal: { x: 0, y: 0, z: -1 }, within };
}

/** Rows of the openings of a product, and of those of the parts that it consists of. */
export function openingRows(
  { row }: Product,
  { representation }: ProductShape,
  { products }: Context,
): readonly number[] {
  const parts = representation === 'parts' ? products.partsOf(row) : [];
  return [row, ...parts].flatMap((one) => products.openingsOf(one));
}

/** A slab or roof: its corners, or those of its box, and its outline if it can have upright openings; mm. */
type Through = { readonly corners: readonly Point3[]; readonly outline: readonly Point2[] | null };

/** Openings that go through a slab or roof, whatever its slope: upright ones as holes, others as planes within their prisms. */
export function throughOpenings(
  rows: readonly number[],
  { corners, outline }: Through,
  opened: Opened,
): SlabOpenings | Unrecognised {
  const boundary = outline === null ? null : gridRing(outline);
  return cutsAs(rows, opened, (item) => {
    const prism = boundary === null ? null : openingPrism(item, opened.context);
    const ring = prism === null ? [] : gridRing(cleanRing(ringOf(prism.outer)));
    if (boundary !== null && ring.length >= 3 && validateRegion(boundary, [ring]).ok) {
      return { outline: ring };
    }
    const plane = prismPlane(corners, item);
    return plane === null ? { why: 'an opening is no extrusion through the slab' } : { plane };
  });
}

/** The holes, of which those with the same outline are one element: that of the first one in the file. */
function joined(holes: readonly Proposal[]): readonly Proposal[] {
  const inOrder = holes.toSorted((a, b) => (a.product?.row ?? 0) - (b.product?.row ?? 0));
  const firsts = new Map<string, ElementRecord>();
  for (const { element } of inOrder) {
    const key = outlineKey(element);
    if (!firsts.has(key)) firsts.set(key, element);
  }
  return holes.map((hole) => ({
    ...hole,
    element: firsts.get(outlineKey(hole.element)) ?? hole.element,
  }));
}

/** The corners of a hole, whichever is the first. Holes of one slab with the same corners are the same hole. */
function outlineKey({ params: { outline } }: ElementRecord): string {
  return Array.isArray(outline)
    ? outline
        .map((corner) => JSON.stringify(corner))
        .toSorted()
        .join()
    : '';
}

/** An upright opening of a slab or roof as an element. */
function holeOf(product: Product, { outline, host_id, part }: HoleIn, { ids }: Context): Proposal {
  const params = { host_id, name: nameOf(product), ...boxOfOutline(outline, false), outline };
  const element = { id: ids.of('opening', product, part), kind: 'opening', params };
  return { product, element, expected: null, host_id };
}

type HoleIn = { readonly outline: Point2[]; readonly host_id: string; readonly part: number };

/** A slab or roof with its openings: holes are elements of their own, and the others parts of it. */
export function withOpenings(
  slab: Product,
  { shape, element, openings }: OpenSlab,
): readonly Proposal[] {
  const { cuts, holes, parts } = openings;
  const expected = { items: shape.items, cuts };
  const whole = [slab, ...parts].map((product): Proposal => ({
    product,
    element,
    expected,
    host_id: null,
  }));
  return [...whole, ...holes];
}

type OpenSlab = {
  readonly shape: ProductShape;
  readonly element: ElementRecord;
  readonly openings: SlabOpenings;
};
