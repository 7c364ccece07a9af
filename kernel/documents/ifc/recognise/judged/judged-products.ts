/** @module judged-products: the elements that products are proposed to be, each with its proof. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { checkpoint } from '../../../../base/work/checkpoint.ts';
import { MeshBlobBuilder } from '../../../../building/imports/mesh-blob-builder.ts';
import { appearanceOfProduct, type ProductAppearance } from '../appearance/product-appearance.ts';
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
  /** The meshes of the elements that are proven by their measures, by id. */
  readonly shown: ReadonlyMap<string, ProductAppearance>;
};

/** Why an element is not proven by its measures: the body of the file would be lost. */
const UNSHOWN = 'its body cannot be stored as an appearance';

/**
 * Proposes elements for products and judges them. What is a member of a whole, such as a slab of a roof, is proposed by
 * itself only if the whole is not proven. `meshes` receives the bodies of what is proven by its measures; without it
 * they are made only to find out whether they can be stored.
 */
export function judgedProducts(
  all: readonly Product[],
  context: Context,
  kernels: Kernels,
  given: MeshBlobBuilder | null,
): JudgedProducts {
  const meshes = given ?? new MeshBlobBuilder();
  const shown = new Map<string, ProductAppearance>();
  const levels = context.storeys.levels.map(({ element }) => element);
  const members = membersOf(all, context);
  const held = new Set([...members.values()].flat());
  const first = proposalsOf(
    all.filter(({ row }) => !held.has(row)),
    context,
  );
  const judged = withMeshes(judge(levels, first.proposals, kernels), { context, meshes, shown });
  const exact = new Set(
    judged.flatMap(({ proposal, why }) => (why === null ? [proposal.product?.row] : [])),
  );
  const loose = new Set([...members].flatMap(([whole, rows]) => (exact.has(whole) ? [] : rows)));
  const second = proposalsOf(
    all.filter(({ row }) => loose.has(row)),
    context,
  );
  const later = second.proposals.length === 0 ? [] : judge(levels, second.proposals, kernels);
  const again = withMeshes(later, { context, meshes, shown });
  const byRow = new Map<number, Judged>();
  const unnamed: ElementRecord[] = [];
  const proven = new Map<string, ElementRecord>();
  for (const one of [...again, ...judged]) {
    const { product, element } = one.proposal;
    if (product !== null && !byRow.has(product.row)) byRow.set(product.row, one);
    if (product === null && one.why === null) unnamed.push(element);
    if (one.why === null) proven.set(element.id, element);
  }
  const reasons = new Map([...first.reasons, ...second.reasons]);
  return { byRow, reasons, unnamed, proven, shown };
}

type Shown = {
  readonly context: Context;
  readonly meshes: MeshBlobBuilder;
  readonly shown: Map<string, ProductAppearance>;
};

/** Elements that are proven by their measures have no host. */
function hostless(): undefined {}

/** The judged proposals, of which those by measures are only proven if the body of the file is stored. */
function withMeshes(
  judged: readonly Judged[],
  { context, meshes, shown }: Shown,
): readonly Judged[] {
  const known = new Set<string>();
  return judged.map((one): Judged => {
    if (one.by_measures !== true || one.why !== null) return one;
    const { element } = one.proposal;
    // The first proposal of an element is that of the whole, the others are its parts.
    if (!known.has(element.id)) {
      known.add(element.id);
      const mesh = appearanceOfProduct(one, { context, meshes, elementOf: hostless });
      if (mesh !== null) shown.set(element.id, mesh);
    }
    return shown.has(element.id) ? one : { ...one, by_measures: false, why: UNSHOWN };
  });
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
