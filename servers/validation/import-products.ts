/** @module import-products: lists the products of an imported file with what became of each. */
import * as z from 'zod';

import type { BuildingView } from '../../kernel/building/view/view.ts';
import { classOf } from '../../kernel/documents/ifc/recognise/products.ts';
import { productRows } from '../../kernel/documents/ifc/recognise/scorecard.ts';
import { type ManifestRow, OUTCOMES } from '../../schemas/imports.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { type PageInput, pageOf } from '../building/paging.ts';

/** A product of the file. */
export const ProductRow = z.object({
  /** Its record in the file, `#n`; null for a row that the importer added. */
  record: z.string().nullable(),
  guid: z.string().nullable(),
  class: z.string(),
  name: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  /** Its element, or the one of which it is a part; null without one. */
  element_id: z.string().nullable(),
  /** Why it is not parametric, or by its measures only; null for a parametric product that its solid proves. */
  reason: z.string().nullable(),
  /**
   * Difference between the solid of the parameters and that of the file: of the volume, relative to that of the file
   * and rounded to 0.000001, and of the box, rounded to 0.001 mm. Null without a comparison.
   */
  proof: z.object({ volume: z.number(), box_mm: z.number() }).nullable(),
});

/** Conditions of listed products: all that are given apply. */
export type ProductFilter = {
  readonly import_id: string;
  readonly class?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
  readonly element_id?: string | undefined;
};

/** A page as the answer has it. */
type ProductsPage = {
  readonly data: {
    readonly products: z.output<typeof ProductRow>[];
    readonly total: number;
    readonly next_cursor: string | null;
  };
  readonly warnings: readonly string[];
};

/**
 * A page of the products in these rows that match, in the order of their records; the rows must be those that the
 * caller sees. Refuses INVALID_ARGUMENT for a class of which the rows have no product, and for an element without one.
 */
export function productsPage(
  rows: readonly ManifestRow[],
  filter: ProductFilter,
  paging: PageInput,
  { view, refuse }: { readonly view: BuildingView; readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): ProductsPage {
  const products = productRows(rows).map(productOf);
  const { class: wanted, outcome, element_id } = filter;
  const classes = [...new Set(products.map((one) => one.class))].toSorted();
  if (wanted !== undefined && !classes.includes(wanted)) {
    refuse(
      'INVALID_ARGUMENT',
      `received \`products.class\` with \`${wanted}\`, expected a class of the scorecard: ${classes.map((name) => `\`${name}\``).join(', ')}`,
    );
  }
  if (element_id !== undefined && !products.some((one) => one.element_id === element_id)) {
    refuse(
      'INVALID_ARGUMENT',
      `received \`products.element_id\` with \`${element_id}\`, expected an element of the import \`${filter.import_id}\` that is a product of its file`,
    );
  }
  const found = products.filter(
    (one) =>
      (wanted === undefined || one.class === wanted) &&
      (outcome === undefined || one.outcome === outcome) &&
      (element_id === undefined || one.element_id === element_id),
  );
  const { items, total, next_cursor, warnings } = pageOf(found, paging, (one) => one, {
    list: 'get_import',
    query: filter,
    key: ({ record, guid, element_id: id }) => `${record} ${guid} ${id}`,
    view,
    refuse,
  });
  return { data: { products: items, total, next_cursor }, warnings };
}

/** The value in steps of 1/`steps`: smaller differences are rounding. */
function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}

function productOf({
  record,
  guid,
  entity,
  name,
  outcome,
  element,
  part_of,
  reason,
  proof,
}: ManifestRow): z.output<typeof ProductRow> {
  return {
    record: record === 0 ? null : `#${record}`,
    guid,
    class: classOf(entity),
    name,
    outcome,
    element_id: element?.id ?? part_of,
    reason,
    proof:
      proof === null
        ? null
        : { volume: rounded(proof.volume, 1e6), box_mm: rounded(proof.box_mm, 1e3) },
  };
}
