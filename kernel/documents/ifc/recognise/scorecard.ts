/** @module scorecard: how much of a file became editable, by class and reason. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { classOf } from './products.ts';
import type { Outcome, Recognised } from './recognise.ts';

/** Numbers of products of one class by outcome. */
export type ClassScore = {
  readonly parametric: number;
  readonly body: number;
  readonly data_only: number;
  readonly refused: number;
};

/** Products of a class that have the same outcome for the same reason; parametric ones are proven by their measures. */
export type Reason = {
  readonly class: string;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly count: number;
};

/** Counts per class in order of name, and the reasons, the most frequent first. */
export type Scorecard = {
  readonly classes: Readonly<Record<string, ClassScore>>;
  readonly reasons: readonly Reason[];
};

const NOTHING: ClassScore = { parametric: 0, body: 0, data_only: 0, refused: 0 };

/** A product as a scorecard counts it. */
type Counted = {
  readonly class: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
};

/** The scorecard of recognised products. */
export function scorecardOf(products: readonly Recognised[]): Scorecard {
  return countedIn(
    products.map(({ product, outcome, reason }) => ({ class: product.class, outcome, reason })),
  );
}

/** Kinds whose rows are of entities that are no products. */
const NO_PRODUCTS: ReadonlySet<string> = new Set(['type', 'group', 'material']);

/**
 * The scorecard of the products in rows of a manifest. Rows that the importer added, and types, groups and
 * materials, which are no products, are not counted.
 */
export function scorecardOfRows(rows: readonly ManifestRow[]): Scorecard {
  return countedIn(
    productRows(rows).map(({ entity, outcome, reason }) => ({
      class: classOf(entity),
      outcome,
      reason,
    })),
  );
}

/** The rows of a manifest that a scorecard counts, in their order. */
export function productRows(rows: readonly ManifestRow[]): readonly ManifestRow[] {
  return rows.filter(({ record, guid, element }) => {
    return (record > 0 || guid !== null) && !NO_PRODUCTS.has(element?.kind ?? '');
  });
}

function countedIn(products: readonly Counted[]): Scorecard {
  const classes = new Map<string, ClassScore>();
  const reasons = new Map<string, Reason>();
  for (const { class: name, outcome, reason } of products) {
    const score = classes.get(name) ?? NOTHING;
    classes.set(name, { ...score, [outcome]: score[outcome] + 1 });
    if (outcome === 'parametric' && reason === null) continue;
    const text = reason ?? '';
    const key = `${name}\n${outcome}\n${text}`;
    const known = reasons.get(key);
    const count = (known?.count ?? 0) + 1;
    reasons.set(key, { class: name, outcome, reason: text, count });
  }
  return {
    classes: Object.fromEntries([...classes].toSorted(([a], [b]) => compareText(a, b))),
    reasons: [...reasons.values()].toSorted(
      (a, b) =>
        b.count - a.count || compareText(a.class, b.class) || compareText(a.reason, b.reason),
    ),
  };
}
