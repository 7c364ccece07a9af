/** @module assemblies: products that consist of products, such as stairs of flights, as one element or as their parts. */
import { ifcClass } from './classes.ts';
import type { Context } from './context.ts';
import type { Product } from './products.ts';
import type { Judged } from './proof.ts';

/**
 * Rows of the parts that form an assembly, without what is hosted in it; none if it has a part of another class, or one
 * with openings, which belong to the part.
 */
export function assembledOf(
  { row, class: name }: Product,
  { products }: Context,
): readonly number[] {
  const classes = ifcClass(name).assembled_of;
  if (classes.length === 0) return [];
  const parts = products.partsOf(row).map((part) => products.product(part));
  const own = parts.filter((part) => !ifcClass(part.class).is_hosted);
  const isWhole = own.every(
    (part) => classes.includes(part.class) && products.openingsOf(part.row).length === 0,
  );
  return isWhole ? own.map((part) => part.row) : [];
}

/**
 * The result of each product, by row: of several, the first, or that of the assembly that it is a part of if this is
 * proven. `assemblies`: the element of the assembly of each part, by row.
 */
export function resultsByRow(
  judged: readonly Judged[],
  assemblies: ReadonlyMap<number, string>,
): ReadonlyMap<number, Judged> {
  const byRow = new Map<number, Judged>();
  for (const one of judged) {
    const { product, element } = one.proposal;
    if (product === null) continue;
    const isPart = assemblies.get(product.row) === element.id;
    if (isPart ? one.why === null : !byRow.has(product.row)) byRow.set(product.row, one);
  }
  return byRow;
}
