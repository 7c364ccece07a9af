/** @module face: the panels, mullions, doors and windows of a curtain wall as boxes on its face. */
import type { MeshPart } from '../../../../../building/geometry/mesh/mesh-parts.ts';
import type { Point2, Point3 } from '../../../../../building/geometry/vector.ts';
import type { ProductShape, ShapeItem } from '../../../shape/shape-node.ts';
import { isGlassProduct } from '../../appearance/glass-items.ts';
import type { Context } from '../../context.ts';
import { barOf, extentAlong } from '../../outlines/bar.ts';
import { cornersOf, solidsOf } from '../../outlines/components.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Unrecognised } from '../../proposal.ts';
import { type Outline, outlineOf } from './panel-outline.ts';
import { type Range, SAME_MM } from './same-places.ts';

/** A part on the face, mm: along the wall, to its left, and upwards in the model. */
export type Box = {
  readonly u: Range;
  readonly v: Range;
  readonly z: Range;
  readonly points: readonly Point3[];
  /** Whether it is a box along the face, not only within one. */
  readonly is_square: boolean;
};

/** A panel. `outline`: its face if it is no rectangle; `is_solid`: whether the file shows it opaque. */
export type PanelBox = Box & { readonly outline: Outline | null; readonly is_solid: boolean };

/** The parts of a curtain wall. `along` is a unit vector in plan from which `u` and `v` are measured at the origin. */
export type Face = {
  readonly along: Point2;
  readonly panels: readonly PanelBox[];
  readonly mullions: readonly Box[];
  /** Whether no mullion is mitred. */
  readonly has_straight_bars: boolean;
  readonly fillings: readonly { readonly product: Product; readonly box: Box }[];
  readonly low: number;
  readonly high: number;
};

/** Most bodies of a curtain wall that are compared with a grid. */
const MAX_BODIES = 5000;

/** How often a panel is wider and higher than thick. */
const PANEL_RATIO = 3;

/** The parts of a curtain wall along its longest panel; of one without parts, the solids of its body. */
export function faceOf(wall: Product, shape: ProductShape, context: Context): Face | Unrecognised {
  const bodies = bodiesOf(wall, shape, context);
  if (isUnrecognised(bodies)) return bodies;
  const along = directionOf(
    bodies.flatMap(({ role, part }) => (role === 'panel' || role === null ? [part.points] : [])),
    placeDirection(wall, context),
  );
  if (along === null) return { why: 'it has no upright panels' };
  const panels: PanelBox[] = [];
  const mullions: Box[] = [];
  const fillings: Face['fillings'][number][] = [];
  for (const { product, role, part, is_solid } of bodies) {
    const box = boxOf(part.points, along);
    const own = role ?? (isPanel(box) ? 'panel' : 'mullion');
    if (own === 'filling') fillings.push({ product, box });
    if (own === 'mullion') mullions.push(box);
    if (own !== 'panel') continue;
    const outline = box.is_square ? null : outlineOf(part, along, box);
    if (outline !== null && isUnrecognised(outline)) return outline;
    panels.push({ ...box, outline, is_solid });
  }
  if (!mullions.every((box) => isBar(box, along, widthOf(box)))) {
    return { why: 'a mullion is no straight bar' };
  }
  const heights = [...panels, ...mullions].flatMap(({ z }) => z);
  return {
    along,
    panels,
    mullions,
    has_straight_bars: mullions.every((box) => isBar(box, along, SAME_MM)),
    fillings,
    low: heights.reduce((least, one) => Math.min(least, one), Infinity),
    high: heights.reduce((most, one) => Math.max(most, one), -Infinity),
  };
}

/** A body with what it is; null if the file does not state it. */
type Body = {
  readonly product: Product;
  readonly role: 'panel' | 'mullion' | 'filling' | null;
  readonly part: MeshPart;
  readonly is_solid: boolean;
};

function bodiesOf(
  wall: Product,
  shape: ProductShape,
  context: Context,
): readonly Body[] | Unrecognised {
  const rows = context.products.partsOf(wall.row);
  const all: Body[] = [];
  const add = (found: readonly Body[] | Unrecognised): Unrecognised | null => {
    if (isUnrecognised(found)) return found;
    all.push(...found);
    return all.length > MAX_BODIES ? { why: 'it has too many parts' } : null;
  };
  if (rows.length === 0) return add(solidBodies(wall, null, shape.items, context)) ?? all;
  for (const row of rows) {
    const fault = add(bodiesOfPart(context.products.product(row), context));
    if (fault !== null) return fault;
  }
  return all;
}

/** The bodies of a part. A door is one hole, whatever it consists of; a mullion may consist of several bodies. */
function bodiesOfPart(product: Product, context: Context): readonly Body[] | Unrecognised {
  const items = context.shapes.body(product.row)?.items ?? [];
  if (items.length === 0) return [];
  switch (product.class) {
    case 'IfcDoor':
    case 'IfcWindow': {
      const solid = context.evaluator.evaluate(items, []);
      if (!solid.ok) return { why: solid.why };
      const part = { points: cornersOf(solid.mesh()), triangles: [] };
      return [{ product, role: 'filling', part, is_solid: false }];
    }
    case 'IfcPlate':
      return solidBodies(product, 'panel', items, context);
    default:
      return solidBodies(product, 'mullion', items, context);
  }
}

function solidBodies(
  product: Product,
  role: Body['role'],
  items: readonly ShapeItem[],
  context: Context,
): readonly Body[] | Unrecognised {
  const { colours, products } = context;
  const bodies: Body[] = [];
  for (const item of role === null ? items.map((one) => [one]) : [items]) {
    const solids = solidsOf(item, context);
    if (isUnrecognised(solids)) return solids;
    const type = products.typeOf(product.row);
    const is_solid =
      !isGlassProduct(product.row, item, type, colours) &&
      colours.of(product.row, item, type) !== null;
    bodies.push(...solids.map((part) => ({ product, role, part, is_solid })));
  }
  return bodies;
}

function isPanel({ u, v, z }: Box): boolean {
  return Math.min(u[1] - u[0], z[1] - z[0]) > PANEL_RATIO * (v[1] - v[0]);
}

/** The direction of the longest body, in the sense of the placement of the wall if that is along it. */
function directionOf(panels: readonly (readonly Point3[])[], given: Point2): Point2 | null {
  const bars = panels.flatMap((points) => {
    const bar = barOf(points);
    return bar === null || bar.length <= 2 * bar.width ? [] : [bar];
  });
  const [first, ...others] = bars;
  if (first === undefined) return null;
  const { along } = others.reduce((most, one) => (one.length > most.length ? one : most), first);
  const isBack = along.x * given.x + along.y * given.y < 0;
  return isBack ? { x: 0 - along.x, y: 0 - along.y } : along;
}

function placeDirection({ row }: Product, { shapes }: Context): Point2 {
  const place = shapes.place(row);
  return { x: place[0], y: place[4] };
}

function boxOf(points: readonly Point3[], along: Point2): Box {
  const { s: u, t: v } = extentAlong(points, along);
  const heights = points.map(({ z }) => z);
  const z = [
    heights.reduce((least, one) => Math.min(least, one), Infinity),
    heights.reduce((most, one) => Math.max(most, one), -Infinity),
  ] as const;
  const is_square =
    points.length === 8 &&
    points.every((point) => {
      const { s, t } = extentAlong([point], along);
      return isAtEnd(s[0], u) && isAtEnd(t[0], v) && isAtEnd(point.z, z);
    });
  return { u, v, z, points, is_square };
}

function isAtEnd(place: number, [from, to]: Range, most: number = SAME_MM): boolean {
  return Math.abs(place - from) <= most || Math.abs(place - to) <= most;
}

/** Whether a mullion is upright: longer in height than along the wall. */
export function isUpright({ u, z }: Box): boolean {
  return z[1] - z[0] > u[1] - u[0];
}

/** The width of a mullion on the face, and the tolerance. */
function widthOf({ u, z }: Box): number {
  return Math.min(u[1] - u[0], z[1] - z[0]) + SAME_MM;
}

/** Whether a mullion has its corners only near its two ends, within a distance along it: mitred ones are so within their width. */
function isBar(box: Box, along: Point2, most: number): boolean {
  if (isUpright(box)) return box.points.every(({ z }) => isAtEnd(z, box.z, most));
  return box.points.every((point) => isAtEnd(extentAlong([point], along).s[0], box.u, most));
}
