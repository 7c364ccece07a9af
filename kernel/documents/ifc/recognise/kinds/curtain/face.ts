/** @module face: the panels, mullions, doors and windows of a curtain wall as boxes on its face. */
import type { Point2, Point3 } from '../../../../../building/geometry/vector.ts';
import type { ShapeItem } from '../../../shape/shape-node.ts';
import type { Context } from '../../context.ts';
import { barOf, extentAlong } from '../../outlines/bar.ts';
import { componentsOf } from '../../outlines/components.ts';
import type { Product } from '../../products.ts';
import { isUnrecognised, type Unrecognised } from '../../proposal.ts';

/** A part on the face, mm: along the wall, to its left, and upwards in the model. */
export type Box = {
  readonly u: readonly [number, number];
  readonly v: readonly [number, number];
  readonly z: readonly [number, number];
  readonly points: readonly Point3[];
};

/** The parts of a curtain wall. `along` is a unit vector in plan from which `u` and `v` are measured at the origin. */
export type Face = {
  readonly along: Point2;
  readonly panels: readonly Box[];
  readonly mullions: readonly Box[];
  readonly fillings: readonly { readonly product: Product; readonly box: Box }[];
  readonly low: number;
  readonly high: number;
};

/** The parts of a curtain wall along its longest panel. */
export function faceOf(wall: Product, context: Context): Face | Unrecognised {
  const { products, shapes } = context;
  const parts = products.partsOf(wall.row).map((row) => products.product(row));
  const read = parts.flatMap((product): readonly Part[] => {
    const items = shapes.body(product.row)?.items ?? [];
    return items.length === 0 ? [] : [{ product, bodies: pointsOf(items, context) }];
  });
  const bodies: { readonly product: Product; readonly points: readonly Point3[] }[] = [];
  for (const { product, bodies: found } of read) {
    if (isUnrecognised(found)) return found;
    // A door is one hole, whatever it consists of; a mullion may consist of several bodies.
    if (isFilling(product)) bodies.push({ product, points: found.flat() });
    else for (const points of found) bodies.push({ product, points });
  }
  const panels = bodies.filter(({ product }) => product.class === 'IfcPlate');
  const along = directionOf(
    panels.map(({ points }) => points),
    placeDirection(wall, context),
  );
  if (along === null) return { why: 'it has no upright panels' };
  const boxes = bodies.map(({ product, points }) => ({ product, box: boxOf(points, along) }));
  const structure = boxes.filter(({ product }) => !isFilling(product)).map(({ box }) => box);
  return {
    along,
    panels: boxes.flatMap(({ product, box }) => (product.class === 'IfcPlate' ? [box] : [])),
    mullions: boxes.flatMap(({ product, box }) => (product.class === 'IfcMember' ? [box] : [])),
    fillings: boxes.filter(({ product }) => isFilling(product)),
    low: Math.min(...structure.map(({ z }) => z[0])),
    high: Math.max(...structure.map(({ z }) => z[1])),
  };
}

type Part = {
  readonly product: Product;
  readonly bodies: readonly (readonly Point3[])[] | Unrecognised;
};

function pointsOf(items: readonly ShapeItem[], context: Context): Part['bodies'] {
  return componentsOf(items, context);
}

function isFilling({ class: name }: Product): boolean {
  return name === 'IfcDoor' || name === 'IfcWindow';
}

/** The direction of the longest panel, in the sense of the placement of the wall if that is along it. */
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
  return { u, v, z, points };
}
