/** @module wholes: products that consist of other products: the layers of a wall, the slabs of a roof. */
import type { ProductShape } from '../../shape/shape-node.ts';
import { ifcClass } from '../classes.ts';
import type { Context } from '../context.ts';
import type { Product } from '../products.ts';

/** What a product is proposed from: its shape, and the rows of the parts that form it, if it has no body of its own. */
export type Whole = { readonly shape: ProductShape; readonly parts: readonly number[] };

/** The shape from which a product is proposed; null for a product without a body. */
export function wholeOf(product: Product, context: Context): Whole | null {
  const own = context.shapes.body(product.row);
  if (own !== null) return { shape: own, parts: [] };
  const { is_bodiless } = ifcClass(product.class);
  const parts = formingParts(product, context);
  const shape = shapeOfParts(product.row, parts, context);
  if (shape !== null) return { shape, parts };
  return is_bodiless
    ? { shape: { representation: '', row: product.row, items: [] }, parts: [] }
    : null;
}

/** The shape of a product as a body: its own, or that of parts that are nothing by themselves; null without one. */
export function bodyShapeOf({ row, class: name }: Product, context: Context): ProductShape | null {
  const own = context.shapes.body(row);
  if (own !== null) return own;
  return shapeOfParts(row, partsOfClasses(row, ifcClass(name).parts, context), context);
}

/** Whether the body of a product consists of parts that are nothing by themselves. */
export function isOfParts({ row, class: name }: Product, context: Context): boolean {
  if (context.shapes.body(row) !== null) return false;
  return partsOfClasses(row, ifcClass(name).parts, context).length > 0;
}

/** Rows of the products that are recognised with a whole, by row of the whole. */
export function membersOf(
  products: readonly Product[],
  context: Context,
): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, readonly number[]>();
  for (const product of products) {
    const { propose, members: classes } = ifcClass(product.class);
    if (propose === null || classes.length === 0) continue;
    const parts = wholeOf(product, context)?.parts ?? [];
    if (parts.length > 0) members.set(product.row, parts);
  }
  return members;
}

/**
 * Rows of the parts that form a product, without what is hosted in it; empty if it has a part of another class, or one
 * with openings that are not recognised with it.
 */
function formingParts({ row, class: name }: Product, context: Context): readonly number[] {
  const { parts: layers, members, has_cut_members } = ifcClass(name);
  const own = context.products
    .partsOf(row)
    .filter((part) => !ifcClass(context.products.product(part).class).is_hosted);
  const classes = [...layers, ...members];
  const isWhole = own.every(
    (part) =>
      isOneOf(part, classes, context) &&
      (has_cut_members || !isOneOf(part, members, context) || isUncut(part, context)),
  );
  return isWhole ? own : [];
}

function isUncut(row: number, { products }: Context): boolean {
  return products.openingsOf(row).length === 0;
}

function isOneOf(row: number, classes: readonly string[], { model }: Context): boolean {
  return classes.some((name) => model.isA(row, name));
}

/** Rows of all parts of a product if each is of one of the classes; else empty. */
function partsOfClasses(
  row: number,
  classes: readonly string[],
  context: Context,
): readonly number[] {
  const parts = context.products.partsOf(row);
  return parts.every((part) => isOneOf(part, classes, context)) ? parts : [];
}

/** The bodies of all parts; null without one. */
function shapeOfParts(
  row: number,
  parts: readonly number[],
  { shapes }: Context,
): ProductShape | null {
  const items = parts.flatMap((part) => shapes.body(part)?.items ?? []);
  return items.length === 0 ? null : { representation: 'parts', row, items };
}
