/** @module judged-products: the elements that products are proposed to be, each with its proof. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { ifcClass } from '../classes.ts';
import type { Context } from '../context.ts';
import type { Kernels } from '../kernels.ts';
import type { Product } from '../products.ts';
import { judge, type Judged } from '../proof.ts';
import { isUnrecognised, type Proposal } from '../proposal.ts';
import { membersOf, wholeOf } from './wholes.ts';

/** What is known of products after their proposals are judged. */
export type JudgedProducts = {
  readonly byRow: ReadonlyMap<number, Judged>;
  /** Why products have no proposal, by row. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Proven elements that no product stands for. */
  readonly unnamed: readonly ElementRecord[];
  /** The proven elements, by id. */
  readonly proven: ReadonlyMap<string, ElementRecord>;
};

/**
 * Proposes elements for products and judges them. What is a member of a whole, such as a slab of a roof, is proposed by
 * itself only if the whole is not proven.
 */
export function judgedProducts(
  all: readonly Product[],
  context: Context,
  kernels: Kernels,
): JudgedProducts {
  const levels = context.storeys.levels.map(({ element }) => element);
  const members = membersOf(all, context);
  const held = new Set([...members.values()].flat());
  const first = proposalsOf(
    all.filter(({ row }) => !held.has(row)),
    context,
  );
  const judged = judge(levels, first.proposals, kernels);
  const exact = new Set(
    judged.flatMap(({ proposal, why }) => (why === null ? [proposal.product?.row] : [])),
  );
  const loose = new Set([...members].flatMap(([whole, rows]) => (exact.has(whole) ? [] : rows)));
  const second = proposalsOf(
    all.filter(({ row }) => loose.has(row)),
    context,
  );
  const again = second.proposals.length === 0 ? [] : judge(levels, second.proposals, kernels);
  const byRow = new Map<number, Judged>();
  const unnamed: ElementRecord[] = [];
  const proven = new Map<string, ElementRecord>();
  for (const one of [...again, ...judged]) {
    const { product, element } = one.proposal;
    if (product !== null && !byRow.has(product.row)) byRow.set(product.row, one);
    if (product === null && one.why === null) unnamed.push(element);
    if (one.why === null) proven.set(element.id, element);
  }
  return { byRow, reasons: new Map([...first.reasons, ...second.reasons]), unnamed, proven };
}

type Proposed = {
  readonly proposals: readonly Proposal[];
  readonly reasons: ReadonlyMap<number, string>;
};

function proposalsOf(all: readonly Product[], context: Context): Proposed {
  const proposals: Proposal[] = [];
  const reasons = new Map<number, string>();
  for (const [done, product] of all.entries()) {
    checkpoint({ done, total: all.length, doing: 'recognising' });
    const { propose } = ifcClass(product.class);
    const whole = propose === null ? null : wholeOf(product, context);
    if (propose === null || whole === null) continue;
    const found = propose(product, whole.shape, context);
    if (isUnrecognised(found)) {
      reasons.set(product.row, found.why);
      continue;
    }
    proposals.push(...found);
    const [first] = found;
    if (first === undefined) continue;
    for (const row of whole.parts) {
      proposals.push({ ...first, product: context.products.product(row) });
    }
  }
  return { proposals, reasons };
}
